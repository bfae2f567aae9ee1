internal import CScan

/// Room for the tokens of some records; filled by `Tokeniser`, used again and again.
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
    public init(limits: Limits = Limits(), recordCapacity: Int = 1024) {
        self.recordCapacity = max(1, recordCapacity)
        cellCapacity = max(limits.columns + 129, 8192)
        cells = .allocate(capacity: cellCapacity)
        cells.initialize(repeating: Token(offset: 0, length: 0), count: cellCapacity)
        records = .allocate(capacity: self.recordCapacity)
        records.initialize(
            repeating: TokenRecord(start: 0, end: 0, firstCell: 0, cellCount: 0, line: 0, marks: [], fault: 0),
            count: self.recordCapacity)
        blocks = .allocate(capacity: Self.window / 64)
        blocks.initialize(repeating: cscan_block(), count: Self.window / 64)
    }

    deinit {
        cells.deallocate()
        records.deallocate()
        blocks.deallocate()
    }
}
