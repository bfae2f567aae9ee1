/// How a file is written.
public struct Dialect: Hashable, Sendable {
    /// The byte between cells.
    public var delimiter: UInt8
    /// What an inner quote looks like.
    public enum Quoting: Sendable {
        /// RFC 4180: a quote inside a quoted cell is doubled.
        case doubled
        /// Inner quotes stand as they are: a quote ends the cell only before a delimiter, a line break or the end.
        ///
        /// This is ambiguous: the text `a", b` cannot be told from the end of a cell. Such a record has too many
        /// cells and is rejected, never guessed at.
        case unescaped
        /// RFC 4180 to the letter: as `doubled`, and a quote in a cell that does not begin with one is a fault.
        case strict
    }
    public var quoting: Quoting

    /// A delimiter that is a quote or a line break would leave no way to tell cells apart: it becomes a comma.
    public init(delimiter: UInt8 = UInt8(ascii: ","), quoting: Quoting = .doubled) {
        let isImpossible = delimiter == 0x22 || delimiter == 0x0A || delimiter == 0x0D
        self.delimiter = isImpossible ? UInt8(ascii: ",") : delimiter
        self.quoting = quoting
    }
}

/// How large the parts of a file may be; a record that breaks a limit is marked, the rest of the file goes on.
public struct Limits: Sendable {
    /// Most bytes of one cell.
    public var cell: Int
    /// Most bytes of one record.
    public var record: Int
    /// Most cells of one record.
    public var columns: Int

    public init(cell: Int = 1 << 20, record: Int = 32 << 20, columns: Int = 20_000) {
        self.cell = cell
        self.record = record
        self.columns = columns
    }
}
