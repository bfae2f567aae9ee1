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
        /// After this many records.
        case after(Int)
        /// Nowhere; the first record tells how many columns there are.
        case none
    }

    public let header: [String]
    public let isHeadless: Bool
    public internal(set) var account = ByteAccount()
    let ragged: CSVReaderDefinition.Ragged
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
    let headerCells: [[UInt8]]
    /// Columns kept, in the order of the batch.
    private(set) var selected: [Int]

    static let cellBudget = 1 << 16
    static let largestFill = 1 << 20

    /// Reads up to and with the header.
    ///
    /// - Parameters:
    ///   - delimiter: the one chosen; nil takes the definition's first.
    ///   - header: by default the first record.
    public init(
        _ source: any ByteSource, _ definition: CSVReaderDefinition = CSVReaderDefinition(), delimiter: UInt8? = nil,
        header row: HeaderRow = .after(0), limits: Limits = Limits()
    ) throws(ReadError) {
        let dialect = Dialect(
            delimiter: delimiter ?? definition.delimiters.first ?? UInt8(ascii: ","),
            quoting: definition.quoting == .unescaped ? .unescaped : .doubled)
        var opening = try Opening(source, Tokeniser(dialect, limits: limits))
        switch row {
        case .after(let preamble):
            headerCells = try opening.takeHeader(after: preamble)
            header = try Self.names(headerCells, definition.duplicateNames)
            isHeadless = false
        case .none:
            headerCells = []
            header = (1...max(1, try opening.firstWidth())).map { "#\($0)" }
            isHeadless = true
        }
        self.source = opening.source
        ragged = definition.ragged
        encoding = opening.encoding
        tokens = opening.tokens
        tokeniser = opening.tokeniser
        carry = Array(opening.bytes[opening.at...])
        sourceEnded = opening.sourceEnded
        offset = opening.offset
        account = opening.account
        selected = Array(header.indices)
    }

    public func select(columns: [Int]) {
        precondition(columns.allSatisfy(header.indices.contains), "a column that this source does not have")
        selected = columns
    }

    public func makeBatch() -> RawBatch {
        var capacity = min(8192, max(1, Self.cellBudget / max(1, selected.count)))
        // Columns a power of two apart would all fall on the same lines of the cache.
        if capacity >= 64 && capacity % 16 == 0 { capacity -= 8 }
        return RawBatch(
            capacity: capacity, columnCount: selected.count, byteCount: Self.largestFill + Self.largestFill / 8)
    }

    /// Column names without outer blanks, no-break spaces among them; equal ones refused or numbered.
    static func names(
        _ cells: [[UInt8]], _ duplicates: CSVReaderDefinition.DuplicateNames
    ) throws(ReadError) -> [String] {
        var seen: [String: Int] = [:]
        var taken = Set<String>()
        var names: [String] = []
        let plain = cells.map { trimmed(String(decoding: $0, as: UTF8.self)) }
        let originals = Set(plain)
        for (index, name) in plain.enumerated() {
            guard let first = seen[name], !name.isEmpty else {
                seen[name] = index
                taken.insert(name)
                names.append(name)
                continue
            }
            if duplicates == .refuse { throw .duplicateName(first: first + 1, second: index + 1) }
            var number = 2
            while taken.contains("\(name)#\(number)") || originals.contains("\(name)#\(number)") { number += 1 }
            taken.insert("\(name)#\(number)")
            names.append("\(name)#\(number)")
        }
        return names
    }

    static func trimmed(_ name: String) -> String {
        let blanks: Set<Unicode.Scalar> = [" ", "\t", "\u{A0}", "\u{202F}", "\u{FEFF}", "\r", "\n"]
        let scalars = name.unicodeScalars
        guard let first = scalars.firstIndex(where: { !blanks.contains($0) }),
            let last = scalars.lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
