internal import Glibc

/// A program that a job runs after it, with the report on its standard input.
///
/// Its words are handed over one by one: no shell reads them. What it writes goes to our stderr. It gets a process group of its
/// own, so that what it has started ends with it when its time is over.
struct FollowUpCommand {
    let words: [String]
    let seconds: Int

    /// Seconds between asking it to end and ending it.
    private static let grace = 2.0

    /// Runs it to its end, or to that of its time.
    ///
    /// - Parameter shouldStop: whether the user wants the end of all; one who wanted it before does not end the command.
    /// - Returns: what is wrong, as in `ended with exit status 3`; nil where all is well.
    func run(input: String, _ shouldStop: () -> Bool) -> String? {
        let report: Int32
        do throws(Failure) { report = try Self.file(holding: input) } catch {
            return "was not run: no room for the report (\(error.reason))"
        }
        defer { close(report) }
        let child: pid_t
        do throws(Failure) { child = try start(with: report) } catch {
            return "cannot be run (\(error.reason))"
        }
        let wasStopped = shouldStop()
        let end = Clock.monotonic + Double(seconds)
        var status: Int32 = 0
        while waitpid(child, &status, WNOHANG) != child {
            let isOver = Clock.monotonic > end
            if isOver || (!wasStopped && shouldStop()) {
                Self.end(child)
                return isOver ? "took longer than \(seconds) s and was ended" : "was ended with the run"
            }
            usleep(5_000)
        }
        let signal = status & 0x7f
        if signal != 0 { return "was ended by signal \(signal)" }
        let code = (status >> 8) & 0xff
        return code == 0 ? nil : "ended with exit status \(code)"
    }

    /// More than a run ever has open: what opens one says already that no program inherits it.
    private static let mostDescriptors: Int32 = 1024

    private struct Failure: Error {
        let code: Int32
        var reason: String { String(cString: strerror(code)) }
    }

    /// An open file without a name: a program that does not read it to its end holds up nobody.
    private static func file(holding text: String) throws(Failure) -> Int32 {
        var path = Array(
            ((getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/scorebook-report-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        unlink(path)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = errno
                close(descriptor)
                throw Failure(code: code)
            }
            rest = rest.dropFirst(count)
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    /// Nothing of ours but the three standard descriptors reaches it.
    private func start(with input: Int32) throws(Failure) -> pid_t {
        for descriptor in 3..<Self.mostDescriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGTERM, SIGQUIT, SIGPIPE] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, words[0], &actions, &attributes, &pointers, environ)
        guard code == 0 else { throw Failure(code: code) }
        return child
    }

    /// Asks the whole group to end, and ends it where it does not.
    private static func end(_ child: pid_t) {
        kill(-child, SIGTERM)
        let end = Clock.monotonic + grace
        var status: Int32 = 0
        while waitpid(child, &status, WNOHANG) != child {
            if Clock.monotonic > end {
                kill(-child, SIGKILL)
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                return
            }
            usleep(5_000)
        }
        // What it has started may be left.
        kill(-child, SIGKILL)
    }
}
