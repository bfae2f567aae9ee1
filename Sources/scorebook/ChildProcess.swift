import Glibc

/// Another process of this program, which takes lines on its standard input and gives lines on its standard output.
final class ChildProcess {
    let process: pid_t
    /// Its answers.
    let output: LineInput
    /// Where its lines go; -1 once it has been told that no more come.
    private(set) var input: Int32
    /// What the pipe has not taken yet.
    private var unwritten: [UInt8] = []
    private var isComplete = false

    /// How a process ended.
    enum End: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// Nil where the system gives no process.
    init?(_ words: [String]) {
        var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&toChild) == 0 else { return nil }
        guard pipe(&fromChild) == 0 else {
            toChild.forEach { close($0) }
            return nil
        }
        for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        let failure = posix_spawn(&child, words[0], &actions, nil, &pointers, environ)
        close(toChild[0])
        close(fromChild[1])
        guard failure == 0 else {
            close(toChild[1])
            close(fromChild[0])
            return nil
        }
        (process, input, output) = (child, toChild[1], LineInput(descriptor: fromChild[0]))
        // It may be writing answers while we write lines: neither waits for the other.
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
    }

    deinit { closeInput() }

    /// Whether lines wait for room in the pipe.
    var hasUnwritten: Bool { input >= 0 && !unwritten.isEmpty }

    /// Hands over lines, as far as there is room; `pump` hands over the rest.
    func write(_ text: String) {
        unwritten += text.utf8
        pump()
    }

    /// Says that no more lines come.
    func endInput() {
        isComplete = true
        pump()
    }

    /// Writes what there is room for; what a process does not take that has ended shows by its end.
    func pump() {
        guard input >= 0 else { return }
        while !unwritten.isEmpty {
            let count = Glibc.write(input, unwritten, unwritten.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { return closeInput() }
            unwritten.removeFirst(count)
        }
        if isComplete { closeInput() }
    }

    private func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    func stop() { kill(process, SIGTERM) }

    /// Waits for its end.
    func wait() -> End {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? .code((status >> 8) & 0xff) : .signal(status & 0x7f)
    }
}
