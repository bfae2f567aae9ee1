import Command
import Importing
import Reporting

/// `scorebook show RUN`: a run's report once more.
enum ShowCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        return workspace.withLedger(console) { ledger in
            let id = try ledger.run(named: invocation.arguments.first ?? "latest")
            ReportWriter.write(try ledger.report(of: id), invocation, console)
            return .success
        }
    }
}
