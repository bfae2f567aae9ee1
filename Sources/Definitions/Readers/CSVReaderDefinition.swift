/// How a format's CSV is written.
public struct CSVReaderDefinition: Sendable {
    /// Delimiters to choose from, by the header line; more than one is sniffed.
    public var delimiters: [UInt8] = [UInt8(ascii: ",")]
    /// What an inner quote looks like.
    public enum Quoting: String, CaseIterable, Sendable {
        /// RFC 4180: a quote inside a quoted cell is doubled.
        case doubled
        /// Inner quotes stand as they are: a quote ends the cell only before a delimiter or a line break.
        case unescaped
        /// RFC 4180 to the letter: as `doubled`, and a quote in a cell that does not begin with one rejects the record.
        case strict
    }
    public var quoting = Quoting.doubled
    /// Most lines that may stand before the header.
    public var preambleLines = 0
    /// What to do with a row that has fewer or more cells than the header.
    public enum Ragged: String, CaseIterable, Sendable {
        /// Too few or too many cells reject the record.
        case reject
        /// Missing cells at the end are absent; surplus cells reject the record.
        case pad
        /// Missing cells at the end are absent; surplus empty cells are let go, others reject the record.
        case trailing
        /// As `trailing`; and since rows are filled from the left, a last line without line break is whole where its
        /// last two cells are empty.
        case left
    }
    public var ragged = Ragged.reject
    /// Whether two columns may have one name (resolved as `name`, `name#2`, ...); otherwise the file is refused.
    public enum DuplicateNames: String, CaseIterable, Sendable { case refuse, number }
    public var duplicateNames = DuplicateNames.refuse
    public var shape = CSVShape()

    public init() {}
}
