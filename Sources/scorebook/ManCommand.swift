import Command
import Reporting

/// `scorebook man`
enum ManCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        console.write(ManualPage.text)
        return .success
    }
}
