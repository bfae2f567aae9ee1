import Command
import Definitions
import Filing
import Glibc
import Importing
import Reporting

extension ParallelRun {
    /// Files below which one process is as fast: each further one has to start, and to open the database.
    private static let fewestFiles = 256
    private static let fewestBytes = 256 << 20

    /// Runs a job by other processes; nil where this one is as good, and nothing is begun.
    ///
    /// A file at which an earlier process ended is not for this one to open: another one tries it.
    ///
    /// - Parameter most: how many load at the same time; nil: as many as there are cores.
    static func run(
        _ invocation: Invocation, _ request: RunRequest, _ pipelines: Pipelines, _ database: DatabaseAccess,
        _ workspace: Workspace, _ inProgress: FilesInProgress?, most: Int?, _ console: Console
    ) -> ExitCode? {
        let count = most ?? cores
        guard count > 1 || inProgress?.hasSuspects == true else { return nil }
        let work = RunningCommand(console)
        var options = UnitPlanning.Options()
        options.slots = count
        options.photos = workspace.home.photos
        options.isWorthIt = { lines in
            if lines.contains(where: { $0.trial != nil }) { return true }
            guard count > 1, Set(lines.map(\.group)).count > 1 else { return false }
            return lines.count >= fewestFiles || lines.reduce(0) { $0 + $1.bytes } >= fewestBytes
        }
        let planning = UnitPlanning(request, options, pipelines: pipelines, database: database, hooks: work.hooks)
        planning.inProgress = inProgress
        // What keeps the plan from being made is said by the run of one process.
        guard work.whileRunning({ planning.execute() }) == .done, !planning.run.isEmpty else { return nil }
        let run = ParallelRun(planning.lines, words: words(invocation), inProgress, hooks: work.hooks)
        run.load(count)
        // What is done is reported, whatever has stopped it.
        var hooks = Session.Hooks(progress: work.hooks.progress, tick: work.hooks.tick, shouldStop: { false })
        hooks.log = work.hooks.log
        let finishing = RunFinishing(
            planning.run, lines: planning.lines, pipelines: pipelines, database: database, hooks: hooks)
        finishing.inProgress = inProgress
        let end = finishing.execute()
        console.clearProgress()
        if let report = finishing.report {
            ReportWriter.write(report, invocation, console)
            if let path = ReportWriter.write(report, to: invocation.options.reports) {
                console.complain("the report cannot be written to \(path)")
                return .cannotWrite
            }
        }
        if work.interruption.isRequested { return RunCommand.code(.interrupted, console, work.interruption) }
        // The process has said why.
        if let failure = run.failure, let code = ExitCode(rawValue: failure) { return code }
        return RunCommand.code(end, console, work.interruption)
    }

    private static var cores: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// The command line of a process that loads.
    private static func words(_ invocation: Invocation) -> [String] {
        let options = invocation.options
        var words = ["/proc/self/exe", "exec", "--units", "-"]
        switch options.database {
        case .embedded: words += ["--database", "embedded"]
        case .connection(let text): words += ["--database", text]
        case nil: break
        }
        for folder in options.pipelines { words += ["--pipelines", folder] }
        if options.logForm == .json { words += ["--log-format", "json"] }
        switch console(of: options) {
        case .quiet: words.append("-q")
        case .normal: break
        case .detailed: words.append("-v")
        }
        return words
    }

    private static func console(of options: Options) -> Console.Verbosity { options.verbosity }
}
