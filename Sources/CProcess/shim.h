#pragma once
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// The process that started this one.
static inline pid_t *process_parent(void) {
    static pid_t parent;
    return &parent;
}

// The kernel sends the signal when the thread that started this process ends: its process may live on, as that of an
// engine with a pool of threads does.
static void process_hear_of_parent(int signal) {
    int error = errno;
    (void)signal;
    if (getppid() != *process_parent()) kill(getpid(), SIGTERM);
    errno = error;
}

// From now on this process gets SIGTERM when `parent` has ended; false where it has ended already.
static inline bool process_ends_with_parent(pid_t parent) {
    *process_parent() = parent;
#ifdef __linux__
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = process_hear_of_parent;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, NULL);
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &ours, NULL);
    // A variadic function, which Swift does not see.
    prctl(PR_SET_PDEATHSIG, (unsigned long)SIGUSR1);
#endif
    return getppid() == parent;
}
