internal import CSV
internal import Definitions
internal import Records

extension CSVReader {
    /// The rows that a record's packed cell holds, as slices of the batch; none where there is no such cell.
    func exploded(
        _ record: TokenRecord, _ cells: UnsafeMutablePointer<Token>, _ shaping: Shaping, _ batch: RawBatch
    ) -> [Range<Int>] {
        guard let explode = shaping.shape.explode, let column = shaping.explodeColumn, column < record.cellCount,
            shaping.section.isTable, record.marks.isDisjoint(with: .faults), !cells[column].isEscaped
        else { return [] }
        let start = Int(cells[column].offset)
        let end = start + cells[column].length
        var rows: [Range<Int>] = []
        var from = start
        for at in start...end where at == end || batch.bytes[at] == explode.rowSeparator {
            let row = Self.trimmed(from..<at, batch)
            from = at + 1
            // A separator at the end opens no row.
            if row.isEmpty && (at == end || from == end) { continue }
            rows.append(row)
            if rows.count > Shaping.mostRows { return [start..<end] }
        }
        return rows
    }

    /// Gives each of the record's rows, the first of which is stored, its parts.
    ///
    /// A record of which one row has too few or too many parts, or which has too many rows, is rejected whole.
    func explode(_ rows: [Range<Int>], _ shaping: Shaping, _ batch: RawBatch, _ row: Int) {
        guard let explode = shaping.shape.explode, let column = shaping.explodeColumn else { return }
        if batch.defects.last?.index == row { return }
        var parts: [[Range<Int>]] = []
        for piece in rows {
            let divided = Self.divided(piece, at: explode.partSeparator, batch)
            guard divided.count == explode.into.count else {
                let code: Defect.Code = divided.count < explode.into.count ? .tooFewCells : .tooManyCells
                reject(
                    batch, row,
                    Defect(
                        field: names[column], code: code,
                        found: divided.count == 1 ? "1 part" : "\(divided.count) parts",
                        expected: "\(explode.into.count) parts a row, at most \(Shaping.mostRows) rows"))
                return
            }
            parts.append(divided)
        }
        for (copy, divided) in parts.enumerated() {
            for (slot, origin) in shaping.origins.enumerated() {
                if case .part(let part) = origin {
                    batch.column(slot)[row + copy] = Cell(offset: divided[part].lowerBound, length: divided[part].count)
                } else if copy > 0 {
                    batch.column(slot)[row + copy] = batch.column(slot)[row]
                }
            }
        }
        batch.count = row + parts.count
    }

    private static func divided(_ range: Range<Int>, at separator: UInt8, _ batch: RawBatch) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var from = range.lowerBound
        for at in range.lowerBound...range.upperBound where at == range.upperBound || batch.bytes[at] == separator {
            parts.append(trimmed(from..<at, batch))
            from = at + 1
            if parts.count > 64 { break }
        }
        return parts
    }

    private static func trimmed(_ range: Range<Int>, _ batch: RawBatch) -> Range<Int> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high, batch.bytes[low] == 0x20 { low += 1 }
        while high > low, batch.bytes[high - 1] == 0x20 { high -= 1 }
        return low..<high
    }
}
