import Command
import Definitions
import Importing
import Reporting

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
