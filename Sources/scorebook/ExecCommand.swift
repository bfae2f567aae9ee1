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
        guard let input = LineInput(Environment.process[worker] == nil ? path : "-") else {
            console.complain("\(path) cannot be read")
            return .configuration
        }
        let environment = Environment.process
        guard environment[worker] != nil else { return supervise(input, parent, console) }
        MemoryLimit.apply()
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let isLogged = console.logForm == .json || console.verbosity == .detailed
        let work = RunningCommand(console, event: nil) { if isLogged { console.log($0) } }
        let hooks = Self.hooks(of: work, parent)
        let execution = UnitExecution(
            pipelines: pipelines, database: { workspace.database(job: $0) }, hooks: hooks,
            UnitExecution.Surroundings(
                next: { try input.next(beforeWaiting: $0) }, answer: write, name: "\(hostName)/\(getpid())",
                attempt: environment["SCOREBOOK_ATTEMPT"] ?? "0", stall: environment["SCOREBOOK_STALL"]))
        let end = work.whileRunning { execution.execute() }
        return code(RunCommand.code(end, console, work.interruption))
    }

    /// Says to a process that it is the one which loads.
    private static let worker = "SCOREBOOK_WORKER"

    private static func supervise(_ input: LineInput, _ parent: pid_t, _ console: Console) -> ExitCode {
        setenv(worker, "1", 1)
        let work = RunningCommand(console)
        let supervision = Supervision(
            input, words: ["/proc/self/exe"] + CommandLine.arguments.dropFirst(), hooks: hooks(of: work, parent),
            answer: write)
        do { return try supervision.run() ?? work.interruption.exitCode ?? .temporary } catch {
            return code(RunCommand.code(error as? RunEnd ?? .ourBug("no lines"), console, work.interruption))
        }
    }

    /// It ends with the process that started it, too.
    private static func hooks(of work: RunningCommand, _ parent: pid_t) -> Session.Hooks {
        var hooks = work.hooks
        let isStopped = hooks.shouldStop
        hooks.shouldStop = { isStopped() || getppid() != parent }
        return hooks
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
