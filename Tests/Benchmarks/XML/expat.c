// Bare expat over a file, its handlers empty: cc -O2 expat.c -lexpat; then: a.out FILE. Prints the seconds that it took.
#include <expat.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void start(void *context, const XML_Char *name, const XML_Char **attributes) {}
static void end(void *context, const XML_Char *name) {}

int main(int count, char **arguments) {
    int file = count > 1 ? open(arguments[1], O_RDONLY) : -1;
    XML_Parser parser = XML_ParserCreate(NULL);
    if (file < 0 || !parser) return 66;
    XML_SetElementHandler(parser, start, end);
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (;;) {
        void *buffer = XML_GetBuffer(parser, 1 << 16);
        ssize_t length = buffer ? read(file, buffer, 1 << 16) : -1;
        if (length < 0 || XML_ParseBuffer(parser, (int)length, length == 0) != XML_STATUS_OK) return 65;
        if (length == 0) break;
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    printf("%f\n", (double)(ended.tv_sec - began.tv_sec) + (double)(ended.tv_nsec - began.tv_nsec) / 1e9);
    return 0;
}
