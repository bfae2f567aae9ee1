/// A line for the log of a run: what happened, with fields from a closed list.
///
/// There is no way to log the value of a record: fields are ids, counts, codes, durations, names of definitions and
/// paths below the owner's folder.
public struct LogLine: Equatable, Sendable {
    /// How much it matters.
    public enum Level: String, Sendable {
        case detail
        case info
        case warning
        case error
    }

    /// Text or JSON Lines: `--log-format`.
    public enum Form: String, CaseIterable, Sendable {
        case text
        case json
    }

    public var level: Level
    /// A fixed sentence; what varies stands in the fields.
    public var event: StaticText
    public var fields: [Field]

    public init(_ level: Level, _ event: StaticText, _ fields: Field...) {
        self.level = level
        self.event = event
        self.fields = fields
    }

    /// The line with its line break; `time` is UTC as `2026-05-31T18:30:00.123Z`.
    public func text(as form: Form, time: String, for terminal: Terminal) -> String {
        switch form {
        case .json:
            let head: [JSONValue.Member] = [
                .init("time", .text(time)), .init("level", .text(level.rawValue)), .init("event", .text(event.text)),
            ]
            return JSONValue.object(head + fields.map { .init($0.name, $0.value) }).line + "\n"
        case .text:
            var line = terminal.paint(time, .aside) + " "
            switch level {
            case .detail, .info: break
            case .warning: line += terminal.paint("warning", .doubtful) + " "
            case .error: line += terminal.paint("error", .bad) + " "
            }
            line += event.text
            for field in fields {
                line += " \(terminal.paint(field.name + "=", .aside))\(field.shown)"
            }
            return line + "\n"
        }
    }
}

/// Text that stands in the program's source, so that nothing read from a file can be in it.
public struct StaticText: Equatable, Sendable, ExpressibleByStringLiteral {
    let text: String

    public init(stringLiteral value: StaticString) { text = "\(value)" }
}
