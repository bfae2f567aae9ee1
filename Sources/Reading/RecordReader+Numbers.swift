public import Records

/// A record as it stands in its source, read once more.
public struct RereadRecord: Hashable, Sendable {
    public var position: Position
    public var raw: [UInt8]
    /// All cells by column; nil for one that is not there.
    public var cells: [Cell]

    /// One column's name and text.
    public struct Cell: Hashable, Sendable {
        public var name: String
        public var value: String?
    }
}

/// Reads a source once more and gives the records that are asked for by number: for what was decided late.
public final class Rereading {
    private let reader: any RecordReader
    private let batch: RawBatch
    private let rawLimit: Int
    /// The last number that was asked for: the next ones must be greater.
    public private(set) var last = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - reader: a fresh one; all its columns are selected.
    ///   - rawLimit: most bytes of a record that are given.
    public init(_ reader: any RecordReader, rawLimit: Int = 1 << 20) {
        self.reader = reader
        self.rawLimit = rawLimit
        reader.select(columns: Array(reader.header.indices))
        batch = reader.makeBatch()
    }

    /// The records of these numbers, in their order, as far as there are any.
    public func records(_ numbers: Set<Int>) throws(ReadError) -> [RereadRecord] {
        guard let first = numbers.min(), let most = numbers.max() else { return [] }
        precondition(first > last, "records are read again in their order")
        last = most
        var found: [RereadRecord] = []
        // What is left of the batch comes first.
        take(numbers, into: &found)
        while found.count < numbers.count, !isAtEnd, !hasReached(most) {
            isAtEnd = try !reader.read(into: batch)
            if !isAtEnd { take(numbers, into: &found) }
        }
        return found
    }

    /// Whether the batch holds the number, or one behind it.
    private func hasReached(_ number: Int) -> Bool { batch.count > 0 && batch.number(at: batch.count - 1) >= number }

    private func take(_ numbers: Set<Int>, into found: inout [RereadRecord]) {
        for row in rows(of: numbers) {
            let cells = reader.header.indices.map { column in
                RereadRecord.Cell(name: reader.header[column], value: batch.text(of: batch.column(column)[row]))
            }
            found.append(
                RereadRecord(
                    position: batch.position(at: row),
                    raw: Array(batch.bytes(of: batch.spans[row]).prefix(rawLimit)), cells: cells))
        }
    }

    /// The first rows of the wanted records that stand in the batch, in their order.
    private func rows(of numbers: Set<Int>) -> [Int] {
        if !batch.isExploded, numbers.count < batch.count {
            let range = batch.firstRecord..<batch.firstRecord + batch.count
            return numbers.filter(range.contains).sorted().map { $0 - batch.firstRecord }
        }
        return (0..<batch.count).filter { batch.startsRecord($0) && numbers.contains(batch.number(at: $0)) }
    }
}
