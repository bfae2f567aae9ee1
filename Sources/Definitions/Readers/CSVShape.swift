internal import YAML

/// What a CSV holds beside one header row and data rows of its width.
public struct CSVShape: Equatable, Sendable {
    /// Where the columns get their names.
    public enum Header: Equatable, Sendable {
        /// One row of names.
        case row
        /// A row of labels, each standing over the columns up to the next, and a row of names: `Batting/GP`.
        case labelledRow
        /// No row: columns are named by place, those beyond the list `#3`, `#4`, ...; the count is the least width.
        case none(names: [String], width: Int)
    }
    public var header = Header.row
    /// Beginnings of column names that are let go, where the plain name is not another column's.
    public var prefixes: [String] = []
    /// Column that says of what kind a record is; it is the pseudo column `@record` too.
    public var recordColumn: String?
    public var sections: Sections?
    public var stateRows: [StateRow] = []
    /// Columns whose empty cells take the value above them.
    public var fillDown: [String] = []
    /// Column that a surplus cell belongs to: its text was written with the delimiter in it and without quotes.
    public var surplusColumn: String?
    public var explode: Explode?

    public init() {}

    /// Whether it is no more than a header row, which is the reader's fast path.
    public var isPlain: Bool {
        var plain = CSVShape()
        (plain.header, plain.prefixes) = (header, prefixes)
        return self == plain
    }

    /// Columns that no header holds: what the shape adds to a record.
    public var addedColumns: [String] {
        let states = stateRows.map(\.into).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return states + (explode?.into ?? []) + (recordColumn == nil && sections == nil ? [] : [Self.kindColumn])
    }

    /// The pseudo column that holds a record's kind.
    public static let kindColumn = "@record"

    /// Several tables in one file, each with its title and its header.
    public struct Sections: Equatable, Sendable {
        public enum Titles: String, CaseIterable, Sendable {
            /// A line that begins with the mark: `### NAME ####`; one of marks alone ends a section.
            case marked
            /// A line of one cell after a blank line or at the start of the file.
            case alone
        }
        public var titles: Titles
        public var mark: UInt8
        /// Sections that are read; records of others have no cells. Empty: all.
        public var tables: [String]

        public init(titles: Titles, mark: UInt8 = UInt8(ascii: "#"), tables: [String] = []) {
            self.titles = titles
            self.mark = mark
            self.tables = tables
        }
    }

    /// A row that says something of the rows after it.
    public struct StateRow: Equatable, Sendable {
        /// What distinguishes it from other rows.
        public enum Sign: Equatable, Sendable {
            /// It holds nothing but the column's cell: it is no record.
            case alone
            /// Columns and the words they hold: it is a record all the same.
            case words([Word])
        }

        /// A column and the word it holds.
        public struct Word: Equatable, Sendable {
            public var column: String
            public var word: String

            public init(column: String, word: String) {
                self.column = column
                self.word = word
            }
        }
        public var sign: Sign
        /// Column whose cell is kept.
        public var column: String
        /// Column of the rows after it that holds the cell.
        public var into: String
        /// State columns that are empty again from here on.
        public var clears: [String]

        public init(sign: Sign, column: String, into: String, clears: [String] = []) {
            self.sign = sign
            self.column = column
            self.into = into
            self.clears = clears
        }
    }

    /// A cell that packs several rows: `60x10,65x8,65x8`.
    public struct Explode: Equatable, Sendable {
        public var column: String
        /// What stands between rows, and between the parts of one.
        public var rowSeparator: UInt8
        public var partSeparator: UInt8
        /// Columns that the parts become.
        public var into: [String]

        public init(column: String, rowSeparator: UInt8, partSeparator: UInt8, into: [String]) {
            self.column = column
            self.rowSeparator = rowSeparator
            self.partSeparator = partSeparator
            self.into = into
        }
    }
}

extension CSVShape {
    static let keys = [
        "header_rows", "columns", "strip_prefix", "record", "sections", "state_rows", "fill_down", "surplus", "explode",
    ]

    /// Reads the shape's keys from those of the CSV reader.
    init(_ section: Section) {
        self.init()
        let rows = section.count("header_rows", most: 2) ?? 1
        header = rows == 2 ? .labelledRow : rows == 0 ? .none(names: [], width: 0) : .row
        if let node = section["columns"] {
            if rows == 0 {
                header = Self.unnamed(node, section)
            } else {
                section.file.fault(node.mark, "`columns` stands only beside `header_rows: 0`")
            }
        }
        prefixes = section.texts("strip_prefix")
        recordColumn = section.text("record")
        sections = section["sections"].flatMap { Sections($0, in: section.file) }
        stateRows =
            section["state_rows"] == nil
            ? [] : section.nodes("state_rows").compactMap { StateRow($0, in: section.file) }
        fillDown = section.texts("fill_down")
        if let node = section["surplus"], let surplus = Section(node, "surplus", keys: ["join"], in: section.file) {
            surplusColumn = surplus.text("join", isRequired: true)
        }
        explode = section["explode"].flatMap { Explode($0, in: section.file) }
        check(section)
    }

    private static func unnamed(_ node: Node, _ section: Section) -> Header {
        if node.elements == nil {
            let width = section.count("columns", most: 20_000) ?? 0
            return .none(names: [], width: width)
        }
        let names = section.texts("columns")
        return .none(names: names, width: names.count)
    }

    /// Words that do not go together.
    private func check(_ section: Section) {
        if let node = section["sections"] {
            if header != .row { section.file.fault(node.mark, "`sections` have one header row each") }
            if recordColumn != nil {
                section.file.fault(node.mark, "`sections` and `record` both say what `@record` is")
            }
        }
        var names: [String] = []
        for name in addedColumns {
            if names.contains(name), let mark = section["explode"]?.mark {
                section.file.fault(mark, "`\(name)` is already a column of `state_rows`")
            }
            names.append(name)
        }
        if case .none(let given, _) = header, let node = section["columns"] {
            for name in given where names.contains(name) {
                section.file.fault(node.mark, "`\(name)` is already a column of `state_rows`, `explode` or `@record`")
            }
        }
        for row in stateRows {
            for name in row.clears where !stateRows.contains(where: { $0.into == name }) {
                section.file.fault(
                    section["state_rows"]?.mark ?? section.mark, "`clears`: no state row gives `\(name)`")
            }
        }
    }
}

extension CSVShape.Sections {
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "sections", keys: ["titles", "mark", "tables"], in: file),
            section.required("titles") != nil, let titles = section.choice("titles", Titles.self)
        else { return nil }
        self.init(titles: titles)
        if let mark = section.character("mark") {
            self.mark = mark
            if titles == .alone { file.fault(section.mark, "`mark` stands only beside `titles: marked`") }
        }
        tables = section.texts("tables")
    }
}

extension CSVShape.StateRow {
    init?(_ node: Node, in file: DefinitionFile) {
        let keys = ["when", "column", "into", "clears"]
        guard let section = Section(node, "state row", keys: keys, in: file),
            let column = section.text("column", isRequired: true),
            let into = section.identifier("into", isRequired: true)
        else { return nil }
        var sign = Sign.alone
        if let when = section["when"] {
            guard let entries = when.entries, !entries.isEmpty else {
                file.fault(when.mark, "`when` must be a mapping of columns to words")
                return nil
            }
            sign = .words(
                entries.compactMap { entry in
                    file.text(entry.value, of: entry.key).map { Word(column: entry.key, word: $0) }
                })
        }
        self.init(sign: sign, column: column, into: into, clears: section.texts("clears"))
    }
}

extension CSVShape.Explode {
    init?(_ node: Node, in file: DefinitionFile) {
        guard let section = Section(node, "explode", keys: ["column", "rows", "parts", "into"], in: file),
            let column = section.text("column", isRequired: true), section.required("rows") != nil,
            section.required("parts") != nil, section.required("into") != nil,
            let rows = section.character("rows"), let parts = section.character("parts")
        else { return nil }
        let into = section.words("into")
        if rows == parts { file.fault(section.mark, "`rows` and `parts` must be told apart") }
        self.init(column: column, rowSeparator: rows, partSeparator: parts, into: into.map(\.text))
    }
}

extension Section {
    /// One visible character of ASCII.
    fileprivate func character(_ key: String) -> UInt8? {
        guard let text = text(key), let node = self[key] else { return nil }
        if let byte = text.utf8.first, text.utf8.count == 1, (0x20..<0x7F).contains(byte), byte != 0x22 { return byte }
        file.fault(node.mark, "`\(key)` must be one character")
        return nil
    }
}
