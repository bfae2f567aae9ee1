import Command
import Definitions
import Importing
import Records
import Reporting

/// `scorebook rollback RUN [--dry-run]`
///
/// Rows that were changed since are left and named; that is success. A run that is too old ends with 1, one that is not
/// there with 2.
enum RollbackCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let workspace = Workspace(invocation.options)
        guard let pipelines = workspace.pipelines(console) else { return .configuration }
        let database = workspace.database(job: nil)
        let isDescribed = invocation.options.effect == .described
        if isDescribed { console.narrate("Dry run: changes are applied in a transaction and rolled back") }
        let work = RunningCommand(console)
        let run = RollbackRun(
            run: invocation.arguments.first ?? "", isDescribed: isDescribed, pipelines: pipelines, database: database,
            hooks: work.hooks)
        let end = work.whileRunning { run.execute() }
        if !end.isUnknownRun { ReportWriter.write(run.report, invocation, console) }
        return RunCommand.code(end, console, work.interruption)
    }
}

extension RunEnd {
    /// Whether there is nothing to report of, since no run was found.
    var isUnknownRun: Bool {
        if case .unknownRun = self { return true }
        return false
    }
}
