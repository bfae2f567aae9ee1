#pragma once

#include <postgresql/libpq-fe.h>
#include <spawn.h>

// GNU's additions, which Swift's Glibc module does not show.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int syncfs(int descriptor);
