// The dates of many files by libexif: cc -O2 libexif.c -lexif; then: a.out ROUNDS FILE...
#include <stdio.h>
#include <stdlib.h>

#include <libexif/exif-data.h>

int main(int count, char **arguments) {
    long found = 0;
    for (int round = 0; round < (count > 1 ? atoi(arguments[1]) : 0); round++) {
        for (int i = 2; i < count; i++) {
            ExifData *data = exif_data_new_from_file(arguments[i]);
            if (!data) continue;
            char text[32];
            ExifEntry *entry = exif_content_get_entry(data->ifd[EXIF_IFD_EXIF], EXIF_TAG_DATE_TIME_ORIGINAL);
            if (entry && exif_entry_get_value(entry, text, sizeof text)) found++;
            exif_data_unref(data);
        }
    }
    printf("%ld dates\n", found);
    return 0;
}
