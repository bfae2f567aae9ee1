import Command
import Reporting

/// From a verb to the file that does it.
enum Dispatch {
    static func subcommand(for verb: Verb) -> any Subcommand.Type {
        switch verb {
        case .run, .validate, .plan: RunCommand.self
        case .peek: PeekCommand.self
        case .recognise: RecogniseCommand.self
        case .formats, .datasets, .jobs: DefinitionsCommand.self
        case .check: CheckCommand.self
        case .initFormat: InitFormatCommand.self
        case .runs: RunsCommand.self
        case .show: ShowCommand.self
        case .status: StatusCommand.self
        case .rejects: RejectsCommand.self
        case .rollback: RollbackCommand.self
        case .erase: EraseCommand.self
        case .purge: PurgeCommand.self
        case .verify: VerifyCommand.self
        case .replayRejects: RejectsReplayCommand.self
        case .export: ExportCommand.self
        case .summariesVerify, .summariesRebuild: SummariesCommand.self
        case .schemaStatus, .schemaUp, .schemaSQL, .schemaVerify: SchemaCommand.self
        case .dbStart, .dbStop, .dbStatus, .dbPsql, .dbURL: DatabaseCommand.self
        case .doctor: DoctorCommand.self
        case .completions: CompletionsCommand.self
        case .man: ManCommand.self
        case .help: HelpCommand.self
        case .version: VersionCommand.self
        }
    }
}
