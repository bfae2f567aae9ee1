public import Records

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

    /// What happened: a word of a closed list; what varies stands in the fields. `Pipelines/log.schema.json` has the fields
    /// of each.
    public enum Event: String, CaseIterable, Sendable {
        case runStarted = "run started"
        case runFinished = "run finished"
        case unitLoaded = "unit loaded"
        case unitKnown = "unit was loaded before"
        case unitPlanned = "unit planned"
        case unitChecked = "unit checked"
        case unitRefused = "unit refused"
        /// It could not be read now, and waits for the next run.
        case unitFailed = "unit failed"
        case unitIgnored = "unit ignored"
        /// The files of a format show something for the first time; the report says what.
        case sourceChanged = "source changed"
        /// A file that others read, as metrics, could not be written.
        case fileFailed = "file not written"
        /// `on_success` or `on_failure` of a job did not end well.
        case commandFailed = "command failed"
        /// What the program says to people.
        case message
    }

    public var level: Level
    public var event: Event
    public var fields: [Field]

    public init(_ level: Level, _ event: Event, _ fields: Field...) {
        self.init(level, event, fields)
    }

    public init(_ level: Level, _ event: Event, _ fields: [Field]) {
        self.level = level
        self.event = event
        self.fields = fields
    }

    /// The line with its line break; `time` is UTC as `2026-05-31T18:30:00.123Z`.
    public func text(as form: Form, time: String, for terminal: Terminal) -> String {
        switch form {
        case .json:
            let head: [JSONValue.Member] = [
                .init("time", .text(time)), .init("level", .text(level.rawValue)),
                .init("event", .text(event.rawValue)),
            ]
            return JSONValue.object(head + fields.map { .init($0.name, $0.value) }).line + "\n"
        case .text:
            var line = terminal.paint(time, .aside) + " "
            switch level {
            case .detail, .info: break
            case .warning: line += terminal.paint("warning", .doubtful) + " "
            case .error: line += terminal.paint("error", .bad) + " "
            }
            line += event.rawValue
            for field in fields where field.value != .null {
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
        /// Whose records: a user id or `payload`; anything else (an email, a folder's name) is left out.
        public static func owner(_ id: String?) -> Field { Field("owner", .optional(id.flatMap(Self.ownerID))) }
        /// The first twelve digits of a file's sha-256.
        public static func sha256(_ digits: String?) -> Field {
            Field("sha256", .optional(digits.map { String($0.prefix(12)) }))
        }
        /// Name of a job, format, dataset, table or summary: all come from definitions, not from files.
        public static func definition(_ kind: Definition, _ name: String?) -> Field {
            Field(kind.rawValue, .optional(name))
        }
        public static func mode(_ mode: RunReport.Mode) -> Field { Field("mode", .text(mode.rawValue)) }
        public static func status(_ status: RunReport.Status) -> Field { Field("status", .text(status.rawValue)) }
        public static func status(_ status: RunReport.Unit.Status) -> Field { Field("status", .text(status.rawValue)) }
        public static func kind(_ kind: RunReport.SourceChange.Kind) -> Field { Field("kind", .text(kind.rawValue)) }
        /// What a refusal means; the report has what it says of the file.
        public static func reason(_ code: RefusalCode?) -> Field { Field("reason", .optional(code?.title)) }
        /// Which key of a job asked for it.
        public static func key(_ name: StaticText) -> Field { Field("key", .text(name.text)) }
        /// A count under a name that stands in the program's source.
        public static func count(_ name: StaticText, _ count: Int) -> Field { Field(name.text, .integer(count)) }
        public static func seconds(_ seconds: Double) -> Field {
            Field("seconds", .real((seconds * 1000).rounded() / 1000))
        }
        /// A refusal's, defect's, error's or SQLSTATE code.
        public static func code(_ code: String?) -> Field { Field("code", .optional(code)) }
        /// A file by its name in the report: below its owner's folder.
        public static func source(_ name: String) -> Field { Field("source", .text(name)) }
        /// Host and name of the database.
        public static func database(_ name: String?) -> Field { Field("database", .optional(name)) }

        private static func ownerID(_ text: String) -> String? {
            let lengths = text.split(separator: "-", omittingEmptySubsequences: false).map(\.count)
            let isID = lengths == [8, 4, 4, 4, 12] && text.allSatisfy { $0.isHexDigit || $0 == "-" }
            return isID || text == "payload" ? text.lowercased() : nil
        }
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
