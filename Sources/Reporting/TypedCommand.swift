/// The command line of a run, from which commands to copy are made.
public struct TypedCommand: Sendable {
    /// The job's name, or paths.
    public var arguments: [String]
    /// Options with their values, by the command that takes them: `--owner`, `anna@example.org`.
    private let options: [RunReport.Mode: [String]]
    /// Options that every command takes: which database, which definitions.
    private let common: [String]

    public init(
        _ arguments: [String] = [], options: [RunReport.Mode: [String]] = [:], common: [String] = []
    ) {
        self.arguments = arguments
        self.options = options
        self.common = common
    }

    /// `scorebook plan a.csv --owner anna@example.org`; nil where what was read cannot be read again.
    public func line(_ mode: RunReport.Mode, adding added: [String] = []) -> String? {
        guard !arguments.isEmpty, !arguments.contains("-") else { return nil }
        let isOption = arguments.contains { $0.hasPrefix("-") }
        let options = options[mode, default: []] + common + added
        return Self.line([mode.rawValue] + (isOption ? options + ["--"] + arguments : arguments + options))
    }

    /// The same of one of its files, or of several; nil where what was read cannot be read again.
    public func remedy(_ mode: RunReport.Mode, of path: String, adding added: [String]) -> RunReport.Remedy? {
        guard path != "-" else { return nil }
        return RunReport.Remedy(mode, path: path, options: options[mode, default: []] + common + added)
    }

    /// Another command on the same database: `scorebook rejects 5f8fa746`.
    public func line(_ words: String...) -> String { Self.line(words + common) }

    /// A replay that gives a setting to rejects of a run: those of one person, where it may have several people's.
    public func replay(_ run: String, setting: String, owner: String?) -> String {
        let whose = owner.map { ["--owner", $0] } ?? []
        return Self.line(["rejects", "replay", String(run.prefix(8))] + whose + ["--set", setting] + common)
    }

    private static func line(_ words: [String]) -> String {
        (["scorebook"] + words.map(\.asShellWord.escapedForTerminal)).joined(separator: " ")
    }
}
