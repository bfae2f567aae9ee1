import Command
import Records
import Reporting

/// `scorebook help [COMMAND...]`, and `--help` anywhere.
enum HelpCommand: Subcommand {
    static func run(_ invocation: Invocation, _ console: Console) -> ExitCode {
        let words = invocation.arguments.map { CommandTable.aliases[$0] ?? $0 }
        let help = Help(for: console.output)
        if let page = invocation.options.page == .short ? help.shortPage(words) : help.page(words) {
            console.write(page)
            return .success
        }
        if let word = words.first?.uppercased(), word.hasPrefix("E_") {
            let codes = RefusalCode.allCases.map { $0.rawValue.dropFirst(2).description }
            let near = Suggestion.names(near: word.dropFirst(2).description, among: codes)
            console.complain(
                "no refusal has the code '\(word.escapedForTerminal)'",
                hint: Suggestion.question(near.map { "E_\($0)" }) ?? "`scorebook help refusals` lists them.")
            return .usage
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
