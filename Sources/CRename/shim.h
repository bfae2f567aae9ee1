#ifndef CRENAME_H
#define CRENAME_H

#include <sys/syscall.h>

// Of unistd.h and fcntl.h, which would take the C library's own types into this module.
long syscall(long number, ...);
enum { crename_here = -100 };

/// Renames a file unless the new name is taken (EEXIST). The C library declares it for its extensions only, which Swift's
/// import leaves out. File systems that cannot say EINVAL.
static inline int rename_unless_taken(const char *_Nonnull source, const char *_Nonnull target) {
    return (int)syscall(SYS_renameat2, crename_here, source, crename_here, target, 1 /* RENAME_NOREPLACE */);
}

#endif
