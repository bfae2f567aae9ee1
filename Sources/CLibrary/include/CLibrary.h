#pragma once

#include <stddef.h>

// A shared library that is loaded when one of its functions is first called.
//
// libpq, libarchive and libheif bring 35 further libraries. Loading them takes longer than most commands, which call none.
struct clibrary {
    const char *name;
    void *handle;
};

// Returns the address of a function. Loads the library first, if necessary; ends the process if that fails.
void *clibrary_symbol(struct clibrary *library, const char *name);

// Defines a function that calls the one of the same name in `library`. Its type is checked against the library's header.
//
// It is hidden, so that the library's own calls do not reach it.
#define CALL(result, name, parameters, arguments)                                                    \
    __attribute__((visibility("hidden"))) result name parameters {                                   \
        static __typeof__(&name) function;                                                           \
        __typeof__(&name) known = __atomic_load_n(&function, __ATOMIC_ACQUIRE);                      \
        if (!known) {                                                                                \
            known = (__typeof__(&name))clibrary_symbol(&library, #name);                             \
            __atomic_store_n(&function, known, __ATOMIC_RELEASE);                                    \
        }                                                                                            \
        return known arguments;                                                                      \
    }
