/// Completion scripts, made of the command table.
public enum Completions {
    /// The script for a shell.
    public static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// First words with their summaries: a group has that of its topic.
    static var firstWords: [(name: String, summary: String)] {
        CommandTable.names.map { name in
            let family = CommandTable.commands(named: name)
            if let command = family.first(where: { $0.verb.words.count == 1 }) { return (name, command.summary) }
            return (name, family.compactMap(\.verb.words.last).joined(separator: ", "))
        }
    }

    /// Second words of `name`.
    static func secondWords(of name: String) -> [Command] {
        CommandTable.commands(named: name).filter { $0.verb.words.count == 2 }
    }

    /// Options of all commands that begin with `name`, each once, with help.
    static func options(of name: String) -> [Option] {
        var seen: Set<String> = []
        let all = CommandTable.commands(named: name).flatMap(\.options) + CommandTable.commonOptions
        return (all + [Help.always[0]]).filter { seen.insert($0.name).inserted }
    }

    /// What the arguments of a command may be.
    static func arguments(of name: String) -> Option.Completion {
        let all = CommandTable.commands(named: name).flatMap(\.arguments).map(\.completion)
        return all.first { $0 != .nothing } ?? .nothing
    }

    static func switches(_ option: Option) -> [String] {
        (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    }

    /// A text in single quotes of a POSIX shell.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

/// Shells that completions are written for.
public enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}
