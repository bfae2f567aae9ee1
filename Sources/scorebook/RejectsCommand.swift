import Command
import Definitions
import Importing
import Reporting

/// `scorebook rejects [RUN]`: row by row, however many there are.
enum RejectsCommand: Subcommand {
    /// Rows of a table that are aligned with each other.
    private static let page = 500

    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let options = invocation.options
        let form = options.output ?? .table
        return Workspace(options).withLedger(console) { ledger in
            let run = try ledger.run(named: invocation.arguments.first, latest: .rejecting)
            let columns = LedgerReader.StoredReject.columns
            // The widest column is left to the other forms.
            let shown = form == .table ? columns.dropLast() : columns[...]
            var waiting: [[JSONValue]] = []
            var count = 0
            if form == .csv { console.write(CSVText.line(columns.map { .text($0.key) })) }
            try ledger.eachReject(
                of: run, limit: options.limit?.count, text: options.recordText == .shown ? .kept : .redacted
            ) { reject in
                count += 1
                switch form {
                case .jsonl: console.write(reject.json + "\n")
                case .json: console.write((count == 1 ? "[\n" : ",\n") + reject.json)
                case .csv: console.write(CSVText.line(reject.row))
                case .table:
                    waiting.append(Array(reject.row.prefix(shown.count)))
                    if waiting.count == page {
                        console.write(Listing(Array(shown), rows: waiting), as: .table)
                        waiting = []
                    }
                }
            }
            if form == .json { console.write(count == 0 ? "[]\n" : "\n]\n") }
            if form == .table, !waiting.isEmpty || count == 0 {
                let list = Listing(Array(shown), rows: waiting, whenEmpty: "run \(run.prefix(8)) rejected nothing")
                console.write(list, as: .table)
            }
            if form == .table, count > 0 {
                console.narrate(
                    "\(count == options.limit?.count ? "The first " : "")\(count.of("reject")) of run \(run.prefix(8)). What to do about each, and what stood in the file: "
                        + "`scorebook rejects \(run.prefix(8)) -o jsonl`.")
            }
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
        let work = RunningCommand(console)
        let run = ReplayRun(
            run: invocation.arguments.first, pipelines: pipelines, database: workspace.database(job: nil),
            hooks: work.hooks)
        let end = work.whileRunning { run.execute() }
        if !end.isUnknownRun { ReportWriter.write(run.report, invocation.options, console) }
        return RunCommand.code(end, console, work.interruption)
    }
}
