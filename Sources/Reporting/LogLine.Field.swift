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
