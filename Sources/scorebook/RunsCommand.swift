import Command
import Definitions
import Importing
import Reporting

/// `scorebook runs`
enum RunsCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        let form = invocation.options.output ?? .table
        let wanted = wanted(invocation)
        return workspace.withLedger(console) { ledger in
            let runs = try ledger.runs(wanted)
            if runs.isEmpty, form == .table, let job = wanted.job, let pipelines = workspace.pipelines(console),
                pipelines.job(named: job) == nil
            {
                var fault = pipelines.unknownJob(job)
                fault.code = .noInput
                return console.fail(fault)
            }
            if invocation.options.shape == .chart, form == .table, !runs.isEmpty {
                console.write(chart(runs, on: console.output))
            } else {
                console.write(listing(runs, form), as: form)
                if form == .table, !runs.isEmpty {
                    console.narrate("New, changed and rejected are records; `scorebook show RUN` has the rows.")
                }
            }
            return .success
        }
    }

    private static func wanted(_ invocation: Invocation) -> LedgerReader.Wanted {
        let options = invocation.options
        var wanted = LedgerReader.Wanted(limit: options.limit?.count ?? 20)
        wanted.job = invocation.arguments.first ?? options.job
        wanted.status = options.status?.rawValue
        switch options.since {
        case .day(let day): wanted.since = .day(day.text)
        case .age(let age): wanted.since = .seconds(age.seconds)
        case nil: break
        }
        return wanted
    }

    /// A bar per run, as long as its records are many; the newest first, as in the list.
    private static func chart(_ runs: [LedgerReader.Entry], on terminal: Terminal) -> String {
        let bars = runs.map { run in
            let started = run.started.prefix(16).split(separator: "T").joined(separator: " ")
            var caption = run.read.of("record")
            if run.rejected > 0 { caption += ", \(run.rejected.grouped) rejected" }
            return Plot.Bar(
                "\(started)  \((run.job ?? run.mode).truncated(to: 14))", Double(run.read), caption: caption)
        }
        return Plot.bars(bars, width: 16, on: terminal, indentation: "")
    }

    private static func listing(_ runs: [LedgerReader.Entry], _ form: OutputForm) -> Listing {
        let whenEmpty = "no such runs"
        guard form != .table else {
            return Listing(
                [
                    .init("run"), .init("started (UTC)"), .init("what", fit: .cutEnd),
                    .init("status", fit: .wrap),
                    .init("files", nil, .right), .init("new", nil, .right), .init("changed", nil, .right),
                    .init("rejected", nil, .right),
                ],
                rows: runs.map { run in
                    [
                        // The first digits of an id are enough for `show`; seconds are in the other forms.
                        .text(String(run.id.prefix(8))),
                        .text(run.started.prefix(16).split(separator: "T").joined(separator: " ")),
                        .text(run.job ?? run.mode), .text(wording(run.status)), .integer(run.files),
                        .integer(run.inserted), .integer(run.updated), .integer(run.rejected),
                    ]
                }, whenEmpty: whenEmpty)
        }
        return Listing(
            [
                .init("run"), .init("started"), .init("job"), .init("mode"), .init("status"),
                .init("seconds", nil, .right), .init("files", nil, .right), .init("read", nil, .right),
                .init("inserted", nil, .right), .init("updated", nil, .right), .init("rejected", nil, .right),
            ],
            rows: runs.map { run in
                [
                    .text(run.id), .text(run.started), .optional(run.job), .text(run.mode), .optional(run.status),
                    run.seconds.map { .real(($0 * 1000).rounded() / 1000) } ?? .null, .integer(run.files),
                    .integer(run.read), .integer(run.inserted), .integer(run.updated), .integer(run.rejected),
                ]
            }, whenEmpty: whenEmpty)
    }

    /// `limit exceeded`
    private static func wording(_ status: String?) -> String {
        (status ?? "unfinished").split(separator: "_").joined(separator: " ")
    }
}
