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
