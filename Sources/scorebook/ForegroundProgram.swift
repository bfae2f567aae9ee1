import Glibc

/// Another program in this terminal: it has the keys, Ctrl-C among them, until it ends.
enum ForegroundProgram {
    struct Failure: Error { let code: Int32 }

    /// The exit code; 128 and the signal's number of one that a signal ended.
    static func run(_ words: [String]) -> Result<Int32, Failure> {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGQUIT, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        let failure = posix_spawnp(&child, words[0], nil, &attributes, &pointers, environ)
        guard failure == 0 else { return .failure(Failure(code: failure)) }
        // Ctrl-C goes to both; it is the other program's.
        let before = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, before) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return .success(status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f)
    }
}
