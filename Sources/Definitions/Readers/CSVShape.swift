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
        /// What tells it from other rows.
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
