public import CSV
public import Definitions
public import Records

/// CSV to batches of raw cells.
///
///     source --> | carry | next bytes ......... | unescaped cells |   the batch's bytes
///                  ^     tokenised to the last           arena
///                  |     complete record
///                  +---- its rest, copied out for the next batch
///
/// A batch is filled to its mark before it is tokenised, so that the size of the pieces in which the bytes come
/// makes no difference to any batch. Memory does not grow with the input: a record may have 32 MB, a cell 1 MB.
public final class CSVReader: RecordReader {
    /// Where the header is.
    public enum HeaderRow: Sendable {
        /// After this many lines that are not blank; the format's shape may say that there is none.
        case after(Int)
        /// Nowhere; the first record tells how many columns there are.
        case none
    }

    public let header: [String]
    public let isHeadless: Bool
    public internal(set) var account = ByteAccount()
    let ragged: CSVReaderDefinition.Ragged
    let duplicateNames: CSVReaderDefinition.DuplicateNames
    let encoding: Encoding
    let source: any ByteSource
    let tokens: Tokens
    var tokeniser: Tokeniser
    /// Bytes read but not yet given out; the first is the start of a record.
    var carry: [UInt8]
    var sourceEnded: Bool
    /// Offset in the source of the first byte of `carry`.
    var offset: Int
    var nextRecord = 1
    /// Bytes with which a batch is filled, next time.
    var fillMark = 1 << 18
    /// The header's cells as they stand, to know them again.
    var headerCells: [[UInt8]]
    /// Names of the columns that a record of the current table has; those of the header but for added ones.
    var names: [String]
    /// Columns kept, in the order of the batch.
    private(set) var selected: [Int]
    /// What there is beside a header row and data rows; nil on the fast path.
    var shaping: Shaping?
    /// Told of each section that is entered, with the names of its columns.
    var onSection: ((_ title: String, _ names: [String]) -> Void)?

    static let cellBudget = 1 << 16
    static let largestFill = 1 << 20

    /// Reads up to and with the header.
    ///
    /// - Parameters:
    ///   - delimiter: the one chosen; nil takes the definition's first.
    ///   - header: by default the first record.
    ///   - spellings: names that stand in the header for others.
    ///   - columns: those that are asked for, which a file of several tables presents as its header.
    public init(
        _ source: any ByteSource, _ definition: CSVReaderDefinition = CSVReaderDefinition(), delimiter: UInt8? = nil,
        header row: HeaderRow = .after(0), spellings: [String: String] = [:], columns: [String] = [],
        limits: Limits = Limits()
    ) throws(ReadError) {
        let dialect = Dialect(
            delimiter: delimiter ?? definition.delimiters.first ?? UInt8(ascii: ","),
            quoting: definition.quoting.ofDialect)
        var opening = try Opening(source, Tokeniser(dialect, limits: limits))
        var shape: CSVShape?
        switch row {
        case .after(let preamble):
            shape = definition.shape.isPlain ? nil : definition.shape
            let found = try opening.takeNames(definition, after: preamble)
            (headerCells, names) = (found.cells, found.names.map { spellings[$0] ?? $0 })
            isHeadless = false
        case .none:
            headerCells = []
            names = (1...max(1, try opening.firstWidth())).map { "#\($0)" }
            isHeadless = true
        }
        if shape?.sections != nil {
            header = columns
        } else {
            header = names + (shape?.addedColumns ?? []).filter { [names] name in !names.contains(name) }
        }
        self.source = opening.source
        ragged = definition.ragged
        duplicateNames = definition.duplicateNames
        encoding = opening.encoding
        tokens = opening.tokens
        tokeniser = opening.tokeniser
        carry = Array(opening.bytes[opening.at...])
        sourceEnded = opening.sourceEnded
        offset = opening.offset
        account = opening.account
        selected = Array(header.indices)
        if let shape {
            shaping = Shaping(shape)
            resolveShape()
        }
    }

    public func select(columns: [Int]) {
        precondition(columns.allSatisfy(header.indices.contains), "a column that this source does not have")
        selected = columns
        if shaping != nil { resolveShape() }
    }

    public func makeBatch() -> RawBatch { makeBatch(forBytes: .max) }

    public func makeBatch(forBytes bytes: Int) -> RawBatch {
        var capacity = min(8192, max(1, Self.cellBudget / max(1, selected.count)))
        // Records of a small file are taken for 16 bytes at least; more of them take several batches.
        capacity = min(capacity, max(64, bytes / 16))
        // Columns a power of two apart would all fall on the same lines of the cache.
        if capacity >= 64 && capacity % 16 == 0 { capacity -= 8 }
        if shaping?.shape.explode != nil { capacity = max(capacity, Shaping.mostRows) }
        return RawBatch(
            capacity: capacity, columnCount: selected.count, byteCount: Self.largestFill + Self.largestFill / 8)
    }
}
