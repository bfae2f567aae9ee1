import Command
import Reporting

/// From a verb to the file that does it.
enum Dispatch {
    static func subcommand(for verb: Verb) -> (any Subcommand.Type)? {
        switch verb {
        case .run, .validate, .plan: RunCommand.self
        case .rollback: RollbackCommand.self
        case .replayRejects: RejectsReplayCommand.self
        case .help: HelpCommand.self
        case .version: VersionCommand.self
        case .completions: CompletionsCommand.self
        case .man: ManCommand.self
        default: nil
        }
    }
}
