import Command
import Importing
import Reporting

/// `scorebook purge`: removes what is older than its retention.
enum PurgeCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let work = RunningCommand(console)
        let run = PurgeRun(
            pipelines: pipelines, database: workspace.database(job: nil), asOf: invocation.options.asOf?.text)
        var purged = RunReport.Purged()
        let end = work.whileRunning {
            let (counts, end) = run.execute(hooks: work.hooks)
            purged = counts
            return end
        }
        if end == .done {
            console.write(
                Listing(
                    [
                        .init("rejects", nil, .right), .init("before_images", nil, .right),
                        .init("reports", nil, .right),
                    ],
                    rows: [[.integer(purged.rejects), .integer(purged.beforeImages), .integer(purged.reports)]]),
                as: invocation.options.output ?? .table)
            console.narrate("Removed, older than its retention: \(purged.wording)")
        }
        return RunCommand.code(end, console, work.interruption)
    }
}
