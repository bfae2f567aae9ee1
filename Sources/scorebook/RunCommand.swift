import Command
import Definitions
import Filing
import Importing
import Records
import Reporting

/// `scorebook run`, `validate` and `plan`: the same way, each to its own end.
enum RunCommand {
    static func run(_ invocation: Invocation, _ mode: RunReport.Mode, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let request: RunRequest
        switch RequestBuilder(invocation: invocation, pipelines: pipelines, mode: mode, workspace: workspace).build() {
        case .success(let built): request = built
        case .failure(let fault):
            return console.fail(fault)
        }
        guard invocation.options.repetition == .whenever else {
            return perform(request, workspace, pipelines, invocation, console).code
        }
        let watch = WatchCommand(
            request: request, console: console, sweep: invocation.options.sweep?.seconds ?? WatchCommand.usualSweep
        ) { perform($0, workspace, pipelines, invocation, console) }
        return watch.run()
    }

    /// How a run ended, and the code for that.
    struct Outcome {
        var end: RunEnd
        var code: ExitCode
    }

    /// Runs it once, and writes the report; of a watched job none where the database was away.
    private static func perform(
        _ request: RunRequest, _ workspace: Workspace, _ pipelines: Pipelines, _ invocation: Invocation,
        _ console: Console
    ) -> Outcome {
        // In a terminal the report says it all; programs and -v get each unit as it ends.
        let isLogged = console.logForm == .json || console.verbosity == .detailed
        let isTold = invocation.options.output == .jsonl
        let tell: @Sendable (UnsafeRawBufferPointer) -> Void = { console.write(bytes: $0) }
        let work = RunningCommand(console, event: isTold ? tell : nil) { if isLogged { console.log($0) } }
        let database = request.mode == .validate ? nil : workspace.database(job: request.job)
        // A file that is refused makes no database.
        let refusing =
            database?.isAbsent == true && request.job == nil ? Import.refusing(request, pipelines, work.hooks) : nil
        if let database, database.isEmbedded, refusing == nil {
            if let place = database.embeddedPlace { console.narrate("Using scorebook's own PostgreSQL under \(place)") }
            if let code = workspace.prepareEmbedded(database, console) {
                return Outcome(end: .databaseUnavailable(""), code: code)
            }
        }
        let inProgress =
            request.mode == .run && refusing == nil ? FilesInProgress(in: workspace.home.inProgress) : nil
        defer { inProgress?.end() }
        if request.mode == .run, refusing == nil, inProgress == nil {
            let folder = workspace.home.inProgress
            console.complain("\(folder) cannot be written: a file that ends this program would end the next runs, too")
        }
        if refusing == nil, let database, canBeShared(request),
            let code = ParallelRun.run(
                invocation, request, pipelines, database, workspace, inProgress,
                most: isParallel(invocation, request) ? invocation.options.jobs?.count : 1, console)
        {
            return Outcome(end: code == .databaseUnavailable || code == .temporary ? .temporary("") : .done, code: code)
        }
        let run =
            refusing ?? Import(request: request, pipelines: pipelines, database: database, hooks: work.hooks)
        run.inProgress = inProgress
        console.belong(to: run.report.run)
        let end = work.whileRunning { run.execute() }
        if invocation.options.repetition == .whenever, end.isOutage {
            return Outcome(end: end, code: code(end, console, work.interruption))
        }
        // Files of a job are other people's, and a CI server keeps what a terminal shows.
        let isCI = Environment.process["CI"].map { !$0.isEmpty } ?? false
        var report = run.report
        report.isSaved = invocation.options.out != nil
        ReportWriter.write(
            report, invocation, console, values: request.job == nil && !isCI ? .shown : .hidden,
            files: isTold ? .told : .untold, inputs: request.inputs + [request.job?.inbox].compactMap { $0 })
        if let path = ReportWriter.write(report, to: invocation.options.reports) {
            let why = "the report cannot be written to \(path)"
            console.complain(why)
            return Outcome(end: .cannotWrite(why), code: .cannotWrite)
        }
        advise(run.missing, request, invocation, console)
        if let path = invocation.options.out, end == .done || end == .overLimit {
            guard run.planFile().write(to: path) else {
                let why = "the plan cannot be written to \(path)"
                console.complain(why)
                return Outcome(end: .cannotWrite(why), code: .cannotWrite)
            }
            console.narrate(
                "Saved to \(path.escapedForTerminal). Apply: scorebook run --plan \(path.asShellWord.escapedForTerminal)"
            )
        }
        return Outcome(end: end, code: code(end, console, work.interruption))
    }

    /// Whether other processes can load it: what stops at the first reject, or keeps to a plan, is one process's, and standard
    /// input can be read once.
    private static func canBeShared(_ request: RunRequest) -> Bool {
        request.mode == .run && request.applies == nil && !request.stopsAtFirstReject && !request.inputs.contains("-")
    }

    /// Whether several may do so at the same time: what is told as it comes, or keeps pauses, is one process's.
    private static func isParallel(_ invocation: Invocation, _ request: RunRequest) -> Bool {
        request.whose == "folder" && request.pace == nil && request.job?.pace == nil
            && invocation.options.output != .jsonl
    }

    /// Which settings are missing: those with a few usual values in a command to copy, the others in words.
    private static func advise(
        _ missing: MissingSettings, _ request: RunRequest, _ invocation: Invocation, _ console: Console
    ) {
        guard !missing.isEmpty else { return }
        var text = ""
        if !missing.usual.isEmpty, let line = invocation.typedCommand.line(request.mode, adding: missing.usual) {
            text = "Add the missing options, with the values that are right for these files:\n  \(line)\n"
        }
        if !missing.unusual.isEmpty {
            text +=
                (text.isEmpty ? "Only you know these, so add them" : "Only you know the others, so add them, too")
                + ":\n"
                + missing.unusual.map { words in
                    "  " + words.wrapped(to: (console.errors.width ?? .max) - 4).joined(separator: "\n    ") + "\n"
                }.joined()
        }
        if missing.areOfSomeFiles {
            text +=
                "Not all files need the same: give a file that differs a command of its own. For a job whose inbox has a "
                + "folder per person, write them into that folder's settings.yaml."
        }
        console.narrate(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }

    static func code(_ end: RunEnd, _ console: Console, _ interruption: Interruption) -> ExitCode {
        switch end {
        case .done: return .success
        case .overLimit: return .unsatisfied
        case .badInput: return .badInput
        case .unsatisfied(let why):
            console.complain(why)
            return .unsatisfied
        case .noInput(let what):
            console.complain(what, hint: "Check the path, or whether the job's inbox is there and its disk mounted.")
            return .noInput
        case .unknownRun(let failure):
            console.complain(failure.message, hint: failure.hint)
            return .usage
        case .databaseUnavailable(let why):
            console.complain(why, hint: "`scorebook doctor` shows what is wrong with the connection.")
            return .databaseUnavailable
        case .temporary(let why):
            console.complain(why, hint: "Nothing of the current file was kept; running again is safe.")
            return .temporary
        case .cannotWrite(let why):
            console.complain(why, hint: "Give this user the right to write there, or make room.")
            return .cannotWrite
        case .configuration(let why):
            console.complain(why, hint: "`scorebook doctor` checks the set-up.")
            return .configuration
        case .interrupted:
            console.complain("stopped; the current file was rolled back; running again is safe")
            return interruption.exitCode ?? .temporary
        case .ourBug(let why):
            return console.fail(unexpected: why)
        }
    }
}
