#include "CLibrary.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void *clibrary_symbol(struct clibrary *library, const char *name) {
    void *handle = __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE);
    if (!handle) {
        // If two threads load it at once, both get the same handle.
        handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
        __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
    }
    void *symbol = handle ? dlsym(handle, name) : NULL;
    if (!symbol) {
        fprintf(stderr, "scorebook: %s\n", dlerror());
        // The dynamic loader's exit code for a missing library.
        _Exit(127);
    }
    return symbol;
}
