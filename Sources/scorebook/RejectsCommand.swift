import Command
import Definitions
import Importing
import Reporting

/// `scorebook rejects [RUN]`: a table by cause; in the other forms one by one, however many there are.
enum RejectsCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        let form = options.output ?? .table
        let view = RunReport.View(detail: console.verbosity == .detailed ? .all : .some)
        return Workspace(options).withLedger(console) { ledger in
            if options.runs == .all, form == .table {
                var open = RunReport(run: "", job: nil, mode: .run, database: nil)
                open.causes = try ledger.openCauses()
                let text = open.rejected(console.output, view)
                console.write(text.isEmpty ? "No open rejects.\n" : text)
                return .success
            }
            let run =
                options.runs == .all ? "" : try ledger.run(named: invocation.arguments.first, latest: .rejecting)
            guard form != .table else {
                let report = try ledger.report(of: run)
                let text = report.rejected(console.output, view)
                console.write(text.isEmpty ? "Run \(run.prefix(8)) has no open rejects.\n" : text)
                guard !text.isEmpty else { return .success }
                console.narrate("With the text of each file's first 1,000: scorebook rejects \(run.prefix(8)) -o jsonl")
                return .success
            }
            let columns = LedgerReader.StoredReject.columns
            var count = 0
            if form == .csv { console.write(CSVText.line(columns.map { .text($0.key) })) }
            try ledger.eachReject(
                of: options.runs == .all ? .open : .run(run), limit: options.limit?.count,
                text: options.recordText == .shown ? .kept : .redacted
            ) { reject in
                count += 1
                switch form {
                case .jsonl: console.write(reject.json + "\n")
                case .csv: console.write(CSVText.line(reject.row))
                default: console.write((count == 1 ? "[\n" : ",\n") + reject.json)
                }
            }
            if form == .json { console.write(count == 0 ? "[]\n" : "\n]\n") }
            return .success
        }
    }
}

/// `scorebook rejects replay [RUN]`
///
/// Ends with 1 while records are rejected again.
enum RejectsReplayCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        if let fault = RequestBuilder.fault(in: invocation.options.settings, pipelines) {
            return console.fail(fault)
        }
        let work = RunningCommand(console)
        let run = ReplayRun(
            run: invocation.arguments.first, sources: invocation.options.sources,
            owner: invocation.options.owner,
            settings: invocation.options.settings.map { (name: $0.name, value: $0.value) }, pipelines: pipelines,
            database: workspace.database(job: nil),
            hooks: work.hooks, typed: invocation.typedCommand)
        let end = work.whileRunning { run.execute() }
        if !end.isUnknownRun { ReportWriter.write(run.report, invocation, console) }
        return RunCommand.code(end, console, work.interruption)
    }
}
