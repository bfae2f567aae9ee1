import Command
import Importing
import Reporting

/// `scorebook runs`
enum RunsCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        let form = invocation.options.output ?? .table
        return workspace.withLedger(console) { ledger in
            console.write(listing(try ledger.runs(limit: invocation.options.limit?.count ?? 20), form), as: form)
            return .success
        }
    }

    private static func listing(_ runs: [LedgerReader.Entry], _ form: OutputForm) -> Listing {
        Listing(
            [
                .init("run"), .init("started"), .init("job", fit: .cutEnd), .init("mode"), .init("status"),
                .init("seconds", nil, .right), .init("files", nil, .right), .init("read", nil, .right),
                .init("inserted", nil, .right),
                .init("updated", nil, .right), .init("rejected", nil, .right),
            ],
            rows: runs.map { run in
                [
                    // A table has no room for whole ids; their first digits are enough for `show`.
                    .text(form == .table ? String(run.id.prefix(8)) : run.id), .text(run.started), .optional(run.job),
                    .text(run.mode), form == .table ? .text(run.status ?? "unfinished") : .optional(run.status),
                    run.seconds.map { .real(($0 * 1000).rounded() / 1000) } ?? .null, .integer(run.files),
                    .integer(run.read), .integer(run.inserted), .integer(run.updated), .integer(run.rejected),
                ]
            }, whenEmpty: "no runs yet: `scorebook run` makes the first")
    }
}
