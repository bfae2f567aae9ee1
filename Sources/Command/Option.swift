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
    }

    /// Long name without its dashes.
    public let name: String
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

    /// `-o, --output FORM`
    public var usage: String {
        (short.map { "-\($0), " } ?? "    ") + "--\(name)" + (placeholder.map { " \($0)" } ?? "")
    }
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
