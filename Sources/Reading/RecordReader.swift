public import Records

/// Turns a source into batches of raw cells, each record with its position.
///
/// A reader belongs to one thread. What it puts into a batch it never looks at again, so that another thread may
/// work on that batch while the next one is read.
public protocol RecordReader: AnyObject {
    /// Names of the columns, outer blanks off; in a headless source their numbers.
    var header: [String] { get }
    /// Where the bytes went that were read so far.
    var account: ByteAccount { get }
    /// Keeps the cells of these columns only, in this order; before the first batch is made.
    func select(columns: [Int])
    /// A batch of the size that this reader fills.
    func makeBatch() -> RawBatch
    /// A batch for a source of so many bytes: a small one needs no room for thousands of records.
    func makeBatch(forBytes bytes: Int) -> RawBatch
    /// Fills `batch` with the next records; false if there are none.
    ///
    /// A record with defects stands in the batch like any other; its cells are to be left alone.
    func read(into batch: RawBatch) throws(ReadError) -> Bool
    /// Puts the source's next stretch into `batch` as far as one thread must do it; false if there is none.
    ///
    /// What a parser of this reader makes of it may be no record at all; the batch's first record has no number yet.
    func take(into batch: RawBatch) throws(ReadError) -> Bool
    /// A helper that turns what `take` put into a batch into records, on any thread, whatever became of the stretch
    /// before; nil where the reader has to do all of it itself.
    func makeParser() -> (any StretchParser)?
}

/// The part of a reader's work that one stretch of the source is enough for.
public protocol StretchParser: AnyObject {
    /// Turns the stretch that was taken into records; where its bytes went.
    @discardableResult
    func parse(_ batch: RawBatch) throws(ReadError) -> ByteAccount
}

extension RecordReader {
    public func makeBatch(forBytes bytes: Int) -> RawBatch { makeBatch() }
    public func take(into batch: RawBatch) throws(ReadError) -> Bool { try read(into: batch) }
    public func makeParser() -> (any StretchParser)? { nil }
}

/// Where the bytes of a source belong: each to exactly one of these.
public struct ByteAccount: Hashable, Sendable {
    /// The byte order mark.
    public var mark = 0
    /// Records before the header.
    public var preamble = 0
    public var header = 0
    public var records = 0
    /// Line breaks between records, blank lines.
    public var separators = 0
    /// Rows that hold no record but say something of those after them: titles, dividers, a date that stands alone.
    public var structure = 0

    public init() {}

    public var total: Int { mark + preamble + header + records + separators + structure }

    /// Adds what one stretch of the source held.
    mutating func add(_ stretch: ByteAccount) {
        records += stretch.records
        separators += stretch.separators
    }
}
