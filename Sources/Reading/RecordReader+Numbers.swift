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

extension RecordReader {
    /// Reads on to the end and gives the records of these numbers, in their order: for what was decided late.
    ///
    /// Call it on a fresh reader of the same source: it selects all columns and reads from where the reader is. Each record's raw bytes
    /// are cut at `rawLimit`.
    public func records(numbers: Set<Int>, rawLimit: Int = 1 << 20) throws(ReadError) -> [RereadRecord] {
        var found: [RereadRecord] = []
        guard let last = numbers.max() else { return [] }
        select(columns: Array(header.indices))
        let batch = makeBatch()
        while found.count < numbers.count, try read(into: batch), batch.firstRecord <= last {
            for row in rows(of: numbers, in: batch) {
                let cells = header.indices.map { column in
                    RereadRecord.Cell(name: header[column], value: batch.text(of: batch.column(column)[row]))
                }
                found.append(
                    RereadRecord(
                        position: batch.position(at: row),
                        raw: Array(batch.bytes(of: batch.spans[row]).prefix(rawLimit)),
                        cells: cells))
            }
        }
        return found
    }

    /// The first rows of the wanted records that stand in a batch, in their order.
    private func rows(of numbers: Set<Int>, in batch: RawBatch) -> [Int] {
        if !batch.isExploded, numbers.count < batch.count {
            let range = batch.firstRecord..<batch.firstRecord + batch.count
            return numbers.filter(range.contains).sorted().map { $0 - batch.firstRecord }
        }
        return (0..<batch.count).filter { batch.startsRecord($0) && numbers.contains(batch.number(at: $0)) }
    }
}
