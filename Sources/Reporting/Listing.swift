/// Any list of rows under named columns, to be written in any form.
public struct Listing: Equatable, Sendable {
    /// A column: its key in JSON and CSV, its heading in a table.
    public struct Column: Equatable, Sendable {
        public var key: String
        public var heading: String
        public var alignment: Alignment
        /// Whether it may be cut where the terminal is too narrow.
        public var fit: Fit

        public init(_ key: String, _ heading: String? = nil, _ alignment: Alignment = .left, fit: Fit = .fixed) {
            self.key = key
            self.heading = heading ?? key.split(separator: "_").joined(separator: " ")
            self.alignment = alignment
            self.fit = fit
        }
    }

    /// What a column gives up where the terminal is too narrow.
    public enum Fit: Sendable {
        case fixed
        /// Its end: free text.
        case cutEnd
        /// Its middle: paths.
        case cutMiddle
    }

    public var columns: [Column]
    public var rows: [[JSONValue]]
    /// What a table says where it has no rows: `no runs yet`.
    public var whenEmpty: String

    public init(_ columns: [Column], rows: [[JSONValue]] = [], whenEmpty: String = "nothing") {
        self.columns = columns
        self.rows = rows
        self.whenEmpty = whenEmpty
    }

    /// The list in `form`, with its final line break.
    public func text(as form: OutputForm, for terminal: Terminal) -> String {
        switch form {
        case .table: aligned(for: terminal)
        case .json: JSONValue.array(rows.map(object)).page + "\n"
        case .jsonl: rows.map { object($0).line + "\n" }.joined()
        case .csv: CSVText.text(header: columns.map(\.key), rows: rows)
        }
    }

    private func object(_ row: [JSONValue]) -> JSONValue {
        .object(zip(columns, row).map { JSONValue.Member($0.key, $1) })
    }
}
