#ifndef CINOTIFY_H
#define CINOTIFY_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/inotify.h>
#include <unistd.h>

// Of fcntl(2) on Linux; the headers show them to GNU sources only.
enum { cinotify_setlease = 1024, cinotify_setsig = 10 };

/// A queue of changes, or -1.
static inline int cinotify_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

/// Adds a folder to the queue; one that is there already stays. -1 where it cannot be watched.
static inline int cinotify_add(int queue, const char *_Nonnull folder) {
    return inotify_add_watch(
        queue, folder,
        IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF |
            IN_MOVE_SELF | IN_ONLYDIR);
}

/// Waits for changes and forgets them: 1 where there were some, 0 after the time or a signal, -1 where the queue is broken.
static inline int cinotify_wait(int queue, int milliseconds) {
    struct pollfd entry = {.fd = queue, .events = POLLIN};
    int ready = poll(&entry, 1, milliseconds);
    if (ready < 0) return errno == EINTR ? 0 : -1;
    if (ready == 0) return 0;
    char events[16384];
    for (;;) {
        ssize_t count = read(queue, events, sizeof events);
        if (count > 0) continue;
        if (count < 0 && errno == EINTR) continue;
        return count < 0 && errno == EAGAIN ? 1 : -1;
    }
}

/// Whether a process has the file open to write to it; 0 also where the system does not say.
static inline int cinotify_is_open_for_writing(const char *_Nonnull path) {
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return 0;
    // A lease for reading is given only while nobody writes. Who opens the file meanwhile waits for its end; the signal
    // that tells of it would end the process, were it not one that is ignored.
    fcntl(file, cinotify_setsig, SIGURG);
    int refused = fcntl(file, cinotify_setlease, F_RDLCK) < 0 && errno == EAGAIN;
    if (!refused) fcntl(file, cinotify_setlease, F_UNLCK);
    close(file);
    return refused;
}

#endif
