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

extension LogLine {
    /// One named value of a log line; only the kinds below exist.
    public struct Field: Equatable, Sendable {
        let name: String
        let value: JSONValue

        private init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// The run's id.
        public static func run(_ id: String) -> Field { Field("run", .text(id)) }
        /// The unit's id.
        public static func unit(_ id: String) -> Field { Field("unit", .text(id)) }
        /// The first twelve digits of a file's sha-256.
        public static func sha256(_ digits: String) -> Field { Field("sha256", .text(String(digits.prefix(12)))) }
        /// Name of a job, format, dataset, table or summary: all come from definitions, not from files.
        public static func definition(_ kind: Definition, _ name: String) -> Field {
            Field(kind.rawValue, .text(name))
        }
        /// A count under a name that stands in the program's source.
        public static func count(_ name: StaticText, _ count: Int) -> Field { Field(name.text, .integer(count)) }
        public static func seconds(_ seconds: Double) -> Field {
            Field("seconds", .real((seconds * 1000).rounded() / 1000))
        }
        /// A defect's, error's or SQLSTATE code.
        public static func code(_ code: String) -> Field { Field("code", .text(code)) }
        /// A file by its name in the report: below its owner's folder.
        public static func source(_ name: String) -> Field { Field("source", .text(name)) }
        /// Host and name of the database.
        public static func database(_ name: String) -> Field { Field("database", .text(name)) }
        /// A file, shown below `root` and its owner's folder: `inbox/anna@example.org/2026/a.csv` is `2026/a.csv`.
        public static func path(_ path: String, inbox root: String?) -> Field {
            Field("path", .text(LogLine.shown(path, inbox: root)))
        }

        /// Words of definitions that may be logged.
        public enum Definition: String, Sendable {
            case job
            case format
            case dataset
            case table
            case summary
        }

        var shown: String {
            guard case .text(let text) = value else { return value.line }
            let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" }
            return isPlain ? text.escapedForTerminal : value.line
        }
    }

    /// A path without the inbox and its owner's folder; outside of an inbox the file's name alone.
    public static func shown(_ path: String, inbox root: String?) -> String {
        var parts = path.split(separator: "/")[...]
        guard let root, !root.isEmpty else { return String(parts.last ?? "") }
        let inbox = root.split(separator: "/").filter { $0 != "." }
        parts = parts.drop { $0 == "." }
        guard parts.starts(with: inbox), parts.count > inbox.count + 1 else { return String(parts.last ?? "") }
        return parts.dropFirst(inbox.count + 1).joined(separator: "/")
    }
}
