import Command
import Importing
import Reporting

/// `scorebook show RUN`: a run's report once more.
enum ShowCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        return workspace.withLedger(console) { ledger in
            var report = try ledger.report(of: ledger.run(named: invocation.arguments.first ?? "latest"))
            report.note(pipelines)
            ReportWriter.write(report, invocation, console)
            return .success
        }
    }
}
