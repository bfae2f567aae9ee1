internal import CScan

/// One cell as the tokeniser found it: where its text stands, without the quotes around it.
public struct Token: Hashable, Sendable {
    /// Offset of the text into the bytes that were tokenised.
    public let offset: UInt32
    let bits: UInt32

    static let quotedBit: UInt32 = 1 << 31
    static let escapedBit: UInt32 = 1 << 30

    @inline(__always)
    init(offset: Int, length: Int, bits: UInt32 = 0) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.bits = UInt32(truncatingIfNeeded: length) | bits
    }

    /// Number of bytes, doubled quotes counted as they stand.
    @inline(__always)
    public var length: Int { Int(bits & (Self.escapedBit - 1)) }

    /// Whether the cell stood in quotes: `""` is not the empty cell.
    @inline(__always)
    public var isQuoted: Bool { bits & Self.quotedBit != 0 }

    /// Whether the text holds doubled quotes that are to become one.
    @inline(__always)
    public var isEscaped: Bool { bits & Self.escapedBit != 0 }
}

/// Where a record stands and what is to be known of it.
public struct TokenRecord: Sendable {
    /// Offsets of the record's bytes, without its line break.
    public internal(set) var start: Int
    public internal(set) var end: Int
    /// Index of its first token.
    public internal(set) var firstCell: Int
    public internal(set) var cellCount: Int
    /// Number of the line on which it starts.
    public internal(set) var line: Int
    public internal(set) var marks: Marks
    /// Offset of the byte at which the first fault stands.
    public internal(set) var fault: Int

    /// What the tokeniser noticed in a record.
    public struct Marks: OptionSet, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Some cell holds doubled quotes.
        public static let escaped = Marks(rawValue: 1)
        /// There may be NUL or bytes beyond ASCII; where it is not set there are none.
        public static let odd = Marks(rawValue: 2)
        /// Text follows a closing quote.
        public static let strayQuote = Marks(rawValue: 4)
        /// A quote opens that nothing closes; the record ends with its first line.
        public static let unterminatedQuote = Marks(rawValue: 8)
        public static let cellTooLong = Marks(rawValue: 16)
        public static let recordTooLong = Marks(rawValue: 32)
        /// More cells than the limit; the last ones are not kept.
        public static let tooManyColumns = Marks(rawValue: 64)

        /// The marks with which a record cannot be loaded.
        public static let faults: Marks = [
            .strayQuote, .unterminatedQuote, .cellTooLong, .recordTooLong, .tooManyColumns,
        ]
    }
}

/// Room for the tokens of some records; filled by `Tokeniser`, used again and again. Memory is not
/// touched before it is filled: a header of ten columns does not pay for twenty thousand.
public final class Tokens {
    /// The cells of all records, one after the other.
    public let cells: UnsafeMutablePointer<Token>
    public let records: UnsafeMutablePointer<TokenRecord>
    /// Number of records held.
    public internal(set) var count = 0
    let cellCapacity: Int
    let recordCapacity: Int
    let blocks: UnsafeMutablePointer<cscan_block>
    /// Bytes masked in one go: small, so that they and their masks stay in the first-level cache.
    static let window = 4096

    /// Room for at least one record of the largest size that `limits` allow.
    ///
    /// - Parameter leastCells: room for so many cells at least.
    public init(limits: Limits = Limits(), recordCapacity: Int = 1024, leastCells: Int = 8192) {
        self.recordCapacity = max(1, recordCapacity)
        cellCapacity = max(limits.columns + 129, leastCells)
        cells = .allocate(capacity: cellCapacity)
        records = .allocate(capacity: self.recordCapacity)
        blocks = .allocate(capacity: Self.window / 64)
    }

    deinit {
        cells.deallocate()
        records.deallocate()
        blocks.deallocate()
    }
}

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
        /// This is ambiguous: the text `a", b` cannot be distinguished from the end of a cell. Such a record has too many
        /// cells and is rejected, never guessed at.
        case unescaped
        /// RFC 4180 to the letter: as `doubled`, and a quote in a cell that does not begin with one is a fault.
        case strict
    }
    public var quoting: Quoting

    /// A delimiter that is a quote or a line break would make cells indistinguishable: it becomes a comma.
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
