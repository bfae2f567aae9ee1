import Command
import Reporting

/// What a file of this folder holds: the work of one command, or of those that share their first word.
protocol Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode
}
