import Command
import Reporting

/// `scorebook --version`
enum VersionCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        console.write("scorebook \(Version.current)\n")
        return .success
    }
}
