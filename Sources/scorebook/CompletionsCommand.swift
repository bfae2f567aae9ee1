import Command
import Reporting

/// `scorebook completions bash|zsh|fish`
enum CompletionsCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        guard let shell = invocation.arguments.first.flatMap(Shell.init(rawValue:)) else { return .usage }
        console.write(Completions.script(for: shell))
        return .success
    }
}
