import Command
import Reporting

/// `scorebook help [COMMAND...]`, and `--help` anywhere.
enum HelpCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let words = invocation.arguments.map { CommandTable.aliases[$0] ?? $0 }
        if let page = Help(for: console.output).page(words) {
            console.write(page)
            return .success
        }
        // The parser knows best what was meant by words that name no command.
        do {
            _ = try Parser.parse(invocation.arguments)
            console.complain("no help on this", hint: "`scorebook help` lists the commands.")
        } catch {
            console.complain(error.message, hint: error.hint)
        }
        return .usage
    }
}

/// `scorebook man`
enum ManCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        console.write(ManualPage.text)
        return .success
    }
}

/// `scorebook --version`
enum VersionCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        console.write("scorebook \(Version.current)\n")
        return .success
    }
}
