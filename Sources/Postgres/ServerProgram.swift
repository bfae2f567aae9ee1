internal import CPostgres
internal import Glibc

/// Runs programs of the server's package, as the user that the server runs as.
struct ServerProgram {
    var path: String
    var user: ServerUser

    struct Outcome {
        var status: Int32
        var text: String
    }

    /// Runs to the end; the program's output and errors come back as text.
    ///
    /// No descriptor of ours but the three standard ones reaches it: a server must not hold a lock or a pipe of the command.
    ///
    /// - Parameter isDone: asked every few milliseconds where the program only waits for it; then the program is ended.
    func run(_ arguments: [String], until isDone: (() -> Bool)? = nil) throws(DatabaseError) -> Outcome {
        var command = [path] + arguments
        if user.mustSwitch {
            command =
                ["/usr/bin/setpriv", "--reuid=\(user.uid)", "--regid=\(user.gid)", "--init-groups", "--"] + command
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw DatabaseError(.installation, "no pipe to \(path): error \(errno)")
        }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        posix_spawn_file_actions_addchdir_np(&actions, "/")
        var child: pid_t = 0
        let failure = withCStrings(command) { arguments in
            withCStrings(ServerProgram.environment) { environment in
                posix_spawn(
                    &child, command[0], &actions, nil,
                    UnsafePointer<UnsafeMutablePointer<CChar>?>(OpaquePointer(arguments)),
                    UnsafePointer<UnsafeMutablePointer<CChar>?>(OpaquePointer(environment)))
            }
        }
        close(ends[1])
        guard failure == 0 else {
            throw DatabaseError(.installation, "\(command[0]) cannot be started: error \(failure)")
        }
        let text = ServerProgram.readAll(ends[0], until: isDone)
        if text == nil { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard let text else { return Outcome(status: 0, text: "") }
        let code = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
        return Outcome(status: code, text: text)
    }

    /// Nothing of ours: PGHOST and its like would mislead the programs.
    private static let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC"]

    /// Nil where the wait was over before the end.
    private static func readAll(_ descriptor: Int32, until isDone: (() -> Bool)?) -> String? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if let isDone {
                var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                while poll(&ready, 1, 3) == 0 { if isDone() { return nil } }
            }
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            if bytes.count < 65536 { bytes.append(contentsOf: chunk[0..<count]) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
