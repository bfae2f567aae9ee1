public import Reporting

/// A row of the command table: all that parser, help, completions and man page know of a command.
public struct Command: Sendable {
    /// Headings under which help lists commands.
    public enum Topic: String, CaseIterable, Sendable {
        case importing = "Import"
        case sharing = "Several machines"
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
    /// Options as they were typed, without dashes; nil for the value of a flag.
    var typed: [(name: String, value: String?)] = []

    public init(_ verb: Verb, arguments: [String] = [], options: Options = Options()) {
        self.verb = verb
        self.arguments = arguments
        self.options = options
    }
}

extension Version {
    /// How a bug is reported.
    public static let bugReports =
        "Open an issue in the project's issue tracker with the command line, the version (`scorebook version`), the exit code "
        + "and the output of `scorebook doctor`. Never attach records of a real person: `scorebook init format` and "
        + "`scorebook recognise` show the shape of a file without its values. Weaknesses: see SECURITY.md."
}

/// What the command is asked to do, by its words on the command line.
public enum Verb: String, CaseIterable, Sendable {
    case run
    case validate
    case plan
    case planUnits = "plan-units"
    case exec
    case finish
    case peek
    case recognise
    case formats
    case datasets
    case metrics
    case jobs
    case settings
    case check
    case initFormat = "init format"
    case runs
    case show
    case compare
    case status
    case rejects
    case replayRejects = "rejects replay"
    case quarantineList = "quarantine list"
    case quarantineRetry = "quarantine retry"
    case quarantineDrop = "quarantine drop"
    case rollback
    case erase
    case purge
    case verify
    case trends
    case drift
    case report
    case export
    case summariesVerify = "summaries verify"
    case summariesRebuild = "summaries rebuild"
    case schemaStatus = "schema status"
    case schemaUp = "schema up"
    case schemaSQL = "schema sql"
    case schemaVerify = "schema verify"
    case userAdd = "user add"
    case userList = "user list"
    case dbStart = "db start"
    case dbStop = "db stop"
    case dbStatus = "db status"
    case dbPsql = "db psql"
    case dbURL = "db url"
    case dbList = "db list"
    case doctor
    case completions
    case man
    case help
    case version

    /// How its results can be written.
    var outputForms: [OutputForm] {
        switch self {
        case .run, .validate, .plan: OutputForm.ofLists + [.github]
        case .datasets: OutputForm.ofLists + [.frictionless, .jsonschema]
        case .export: OutputForm.ofLists + [.pdf]
        default: OutputForm.ofLists
        }
    }

    /// The words in their order: `db`, `start`.
    public var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// An option of the table: its names, what it takes, where its value goes.
public struct Option: Sendable {
    /// Whether it may be given again.
    public enum Times: Sendable {
        case once
        case repeatedly
    }

    /// What a shell offers for a value.
    public enum Completion: Equatable, Sendable {
        case nothing
        case files
        case folders
        case words([String])
        /// First words of commands.
        case commands
        /// What the program lists when it is asked.
        case names(NameList)
        case namesOrFiles(NameList)
    }

    /// Long name without its dashes.
    public let name: String
    /// Whether most people want it: `-h` shows it before the others.
    private(set) var isCommon = false
    public let short: Character?
    /// What stands for the value in help: `PATH`; nil for a flag.
    public let placeholder: String?
    public let summary: String
    public let times: Times
    public let completion: Completion
    /// What a right value looks like.
    public let expected: String
    let store: @Sendable (inout Options, String) throws(ValueFault) -> Void

    /// An option without a value.
    static func flag<V: Sendable>(
        _ name: String, short: Character? = nil, _ field: any WritableKeyPath<Options, V> & Sendable, is value: V,
        _ summary: String
    ) -> Option {
        Option(
            name: name, short: short, placeholder: nil, summary: summary, times: .repeatedly, completion: .nothing,
            expected: ""
        ) { (options, _) throws(ValueFault) in options[keyPath: field] = value }
    }

    /// An option with one value.
    static func value<V: ArgumentValue>(
        _ name: String, short: Character? = nil, _ placeholder: String,
        _ field: any WritableKeyPath<Options, V?> & Sendable, completes: Completion = .nothing, _ summary: String
    ) -> Option {
        Option(
            name: name, short: short, placeholder: placeholder, summary: summary, times: .once,
            completion: V.choices.isEmpty ? completes : .words(V.choices), expected: V.expected
        ) { (options, text) throws(ValueFault) in options[keyPath: field] = try V(argument: text) }
    }

    /// An option that may be given several times.
    static func values<V: ArgumentValue>(
        _ name: String, short: Character? = nil, _ placeholder: String,
        _ field: any WritableKeyPath<Options, [V]> & Sendable, completes: Completion = .nothing, _ summary: String
    ) -> Option {
        Option(
            name: name, short: short, placeholder: placeholder, summary: summary, times: .repeatedly,
            completion: completes, expected: V.expected
        ) { (options, text) throws(ValueFault) in options[keyPath: field].append(try V(argument: text)) }
    }

    /// The same, for most people.
    var common: Option {
        var option = self
        option.isCommon = true
        return option
    }

    /// `-o, --output FORM`
    public var usage: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
    }
}

/// Names that the definitions or the ledger hold, which `scorebook completions LIST` prints.
public enum NameList: String, CaseIterable, Sendable {
    case formats
    case datasets
    case jobs
    case metrics
    /// `weight_unit=kg`; `weight_unit=` where any text may follow.
    case settings
    /// `weight_unit`
    case settingNames = "setting-names"
    /// What `export` takes.
    case exports
    /// First digits of the newest.
    case runs
}

/// An argument without dashes.
public struct Positional: Sendable {
    /// How many of it there are.
    public enum Count: Sendable {
        case one
        case optional
        case some
        case any
    }

    public let name: String
    public let count: Count
    public let summary: String
    public let completion: Option.Completion

    init(_ name: String, _ count: Count, _ summary: String, completes: Option.Completion = .nothing) {
        self.name = name
        self.count = count
        self.summary = summary
        completion = completes
    }

    /// `FILE`, `[RUN]`, `PATH...`
    public var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .some: "\(name)..."
        case .any: "[\(name)...]"
        }
    }
}
