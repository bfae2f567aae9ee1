/// A row of the command table: all that parser, help, completions and man page know of a command.
public struct Command: Sendable {
    /// Headings under which help lists commands.
    public enum Topic: String, CaseIterable, Sendable {
        case importing = "Import"
        case files = "Look into files"
        case definitions = "Definitions"
        case ledger = "What was imported"
        case database = "Database"
        case program = "This program"
    }

    /// A command line to copy, and what it does.
    public struct Example: Sendable {
        public let line: String
        public let explanation: String
    }

    public let verb: Verb
    public let topic: Topic
    /// One line, no full stop.
    public let summary: String
    /// Paragraphs.
    public let discussion: String
    public let arguments: [Positional]
    public let options: [Option]
    public let examples: [Example]
    /// How it can end, beside usage errors and signals, which all commands share.
    public let exits: [ExitCode]
    /// Whether it is meant where its first word stands alone: `schema` is `schema status`.
    public let standsForGroup: Bool

    init(
        _ verb: Verb, _ topic: Topic, _ summary: String, _ discussion: String = "", arguments: [Positional] = [],
        options: [Option] = [], examples: [(String, String)] = [], exits: [ExitCode] = [.success],
        standsForGroup: Bool = false
    ) {
        self.verb = verb
        self.topic = topic
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.examples = examples.map { Example(line: $0.0, explanation: $0.1) }
        self.exits = exits
        self.standsForGroup = standsForGroup
    }

    /// Its own options, then those of all commands.
    public var allOptions: [Option] { options + CommandTable.commonOptions }
}

/// A command line, understood: what to do, with what, and how.
public struct Invocation: Sendable {
    public var verb: Verb
    /// Arguments without dashes, in their order; as many as the command takes.
    public var arguments: [String]
    public var options: Options

    public init(_ verb: Verb, arguments: [String] = [], options: Options = Options()) {
        self.verb = verb
        self.arguments = arguments
        self.options = options
    }
}

/// Which scorebook this is.
public enum Version {
    public static let current = "0.1.0"
}
