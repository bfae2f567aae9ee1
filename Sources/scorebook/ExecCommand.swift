import CProcess
import Command
import Definitions
import Glibc
import Importing
import Postgres
import Reporting

/// `scorebook exec`: loads the files of lines, for an engine.
enum ExecCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let parent = getppid()
        guard process_ends_with_parent(parent) else { return .temporary }
        guard let path = invocation.options.units else {
            console.complain("no lines given", hint: "Give --units FILE, or --units - for standard input.")
            return .usage
        }
        guard let input = LineInput(path) else {
            console.complain("\(path) cannot be read")
            return .configuration
        }
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let isLogged = console.logForm == .json || console.verbosity == .detailed
        let work = RunningCommand(console, event: nil) { if isLogged { console.log($0) } }
        var hooks = work.hooks
        let isStopped = hooks.shouldStop
        hooks.shouldStop = { isStopped() || getppid() != parent }
        let environment = Environment.process
        let execution = UnitExecution(
            pipelines: pipelines, database: { workspace.database(job: $0) }, hooks: hooks,
            UnitExecution.Surroundings(
                next: { try input.next(beforeWaiting: $0) }, answer: write, name: "\(hostName)/\(getpid())",
                attempt: environment["SCOREBOOK_ATTEMPT"] ?? "0", stall: environment["SCOREBOOK_STALL"]))
        let end = work.whileRunning { execution.execute() }
        return code(RunCommand.code(end, console, work.interruption))
    }

    /// The codes that an engine may meet: what it does not know by its own line is a matter of the set-up.
    private static func code(_ code: ExitCode) -> ExitCode {
        switch code {
        case .success, .databaseUnavailable, .software, .temporary, .configuration, .interrupted, .terminated: code
        case .cannotWrite: .temporary
        default: .configuration
        }
    }

    /// Unlike a person's `| head`, an engine that reads no more wants no more loaded.
    private static func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(1, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Lines of a file or of standard input, as they come.
final class LineInput {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Nil where the file cannot be opened.
    init?(_ path: String) {
        descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor > 0 { close(descriptor) } }

    /// The next line without its end; nil after the last.
    func next(beforeWaiting: () throws -> Void = {}) throws -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            if isAtEnd {
                defer { start = buffer.count }
                return start < buffer.count ? Array(buffer[start...]) : nil
            }
            searched = buffer.count - start
            buffer.removeFirst(start)
            start = 0
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, 0) == 0 { try beforeWaiting() }
            read()
        }
    }

    private func read() {
        let size = 1 << 16
        let count = withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { room in
            let count = Glibc.read(descriptor, room.baseAddress, size)
            if count > 0 { buffer += UnsafeRawBufferPointer(rebasing: room[..<count]) }
            return count
        }
        if count < 0, errno == EINTR { return }
        isAtEnd = count <= 0
    }
}
