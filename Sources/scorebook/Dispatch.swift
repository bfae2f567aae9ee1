import Command
import Reporting

/// From a verb to the file that does it: each verb by itself, so that a new one cannot do what another does.
enum Dispatch {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        switch invocation.verb {
        case .run: RunCommand.run(invocation, .run, console)
        case .validate: RunCommand.run(invocation, .validate, console)
        case .plan: RunCommand.run(invocation, .plan, console)
        case .planUnits: PlanUnitsCommand.run(invocation, console)
        case .exec: ExecCommand.run(invocation, console)
        case .finish: FinishCommand.run(invocation, console)
        case .formats: DefinitionsCommand.formats(invocation, console)
        case .datasets: DefinitionsCommand.datasets(invocation, console)
        case .metrics: DefinitionsCommand.metrics(invocation, console)
        case .jobs: DefinitionsCommand.jobs(invocation, console)
        case .settings: DefinitionsCommand.settings(invocation, console)
        case .summariesVerify, .summariesRebuild: SummariesCommand.run(invocation, console)
        case .schemaStatus, .schemaUp, .schemaSQL, .schemaVerify: SchemaCommand.run(invocation, console)
        case .userAdd, .userList: UserCommand.run(invocation, console)
        case .dbStart: DatabaseCommand.start(invocation, console)
        case .dbStop: DatabaseCommand.stop(invocation, console)
        case .dbStatus: DatabaseCommand.status(invocation, console)
        case .dbPsql: DatabaseCommand.psql(invocation, console)
        case .dbURL: DatabaseCommand.url(invocation, console)
        case .dbList: DatabaseCommand.list(invocation, console)
        case .peek: PeekCommand.run(invocation, console)
        case .recognise: RecogniseCommand.run(invocation, console)
        case .check: CheckCommand.run(invocation, console)
        case .initFormat: InitFormatCommand.run(invocation, console)
        case .runs: RunsCommand.run(invocation, console)
        case .drift: DriftCommand.run(invocation, console)
        case .trends: TrendsCommand.run(invocation, console)
        case .report: ReportCommand.run(invocation, console)
        case .compare: CompareCommand.run(invocation, console)
        case .show: ShowCommand.run(invocation, console)
        case .status: StatusCommand.run(invocation, console)
        case .rejects: RejectsCommand.run(invocation, console)
        case .quarantineList, .quarantineRetry, .quarantineDrop: QuarantineCommand.run(invocation, console)
        case .rollback: RollbackCommand.run(invocation, console)
        case .erase: EraseCommand.run(invocation, console)
        case .purge: PurgeCommand.run(invocation, console)
        case .verify: VerifyCommand.run(invocation, console)
        case .replayRejects: RejectsReplayCommand.run(invocation, console)
        case .export: ExportCommand.run(invocation, console)
        case .doctor: DoctorCommand.run(invocation, console)
        case .completions: CompletionsCommand.run(invocation, console)
        case .man: ManCommand.run(invocation, console)
        case .help: HelpCommand.run(invocation, console)
        case .version: VersionCommand.run(invocation, console)
        }
    }
}
