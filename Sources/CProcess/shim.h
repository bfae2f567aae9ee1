#pragma once
#ifdef __linux__
#include <sys/prctl.h>
#endif

// A variadic function, which Swift does not see.
static inline int process_ends_with_parent(int signal) {
#ifdef __linux__
    return prctl(PR_SET_PDEATHSIG, (unsigned long)signal);
#else
    return 0;
#endif
}
