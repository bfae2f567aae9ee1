#ifndef CRENAME_H
#define CRENAME_H

#include <linux/openat2.h>
#include <sys/syscall.h>

// Of unistd.h and fcntl.h, which would take the C library's own types into this module.
long syscall(long number, ...);
/// `O_PATH`: only the place is held, which needs no right to read it.
enum { open_place = 010000000 };

/// Renames a file unless the new name is taken (EEXIST). The C library declares it for its extensions only, which Swift's
/// import leaves out. File systems that cannot say EINVAL.
static inline int rename_unless_taken(int from, const char *_Nonnull source, int to, const char *_Nonnull target) {
    return (int)syscall(SYS_renameat2, from, source, to, target, 1 /* RENAME_NOREPLACE */);
}

/// Opens what lies below a folder, by no link and no way out of it: ELOOP, EXDEV. The C library has no name for it.
static inline int open_beneath(int folder, const char *_Nonnull path, int flags) {
    struct open_how how = {.flags = (unsigned)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

#endif
