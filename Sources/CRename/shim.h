#ifndef CRENAME_H
#define CRENAME_H

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Renames a file unless the new name is taken (EEXIST). The C library declares it for its extensions only, which Swift's
/// import leaves out. File systems that cannot say EINVAL.
static inline int rename_unless_taken(const char *_Nonnull source, const char *_Nonnull target) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, source, AT_FDCWD, target, 1 /* RENAME_NOREPLACE */);
}

#endif
