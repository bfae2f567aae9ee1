internal import CSV
internal import Definitions
public import Records

extension CSVReader {
    public func read(into batch: RawBatch) throws(ReadError) -> Bool {
        precondition(batch.columnCount == selected.count, "a batch made for other columns")
        batch.clear()
        batch.firstRecord = nextRecord
        batch.isExploded = shaping?.shape.explode != nil
        var mark = max(fillMark, carry.count)
        batch.grow(to: mark + mark / 8)
        var filled = carry.count
        carry.withUnsafeBytes { batch.bytes.copyMemory(from: $0) }
        carry.removeAll(keepingCapacity: true)
        tokeniser.origin = offset
        nested?.forget(before: textStart)
        var at = 0
        while true {
            if !sourceEnded && filled < mark {
                let wanted = mark - filled
                let buffer = UnsafeMutableRawBufferPointer(rebasing: batch.bytes[filled..<mark])
                let count = try source.fill(buffer)
                filled += count
                sourceEnded = count < wanted
            }
            batch.arenaEnd = filled
            let stop = try tokenise(batch, at: &at, filled: filled)
            if batch.count > 0 || stop == .done || sourceEnded { break }
            if at > 0 {
                // What was passed held no record: its room is free again.
                filled -= at
                batch.bytes.baseAddress.map { $0.copyMemory(from: $0 + at, byteCount: filled) }
                textStart += at
                at = 0
                tokeniser.origin = offset
                continue
            }
            if filled - at >= tokeniser.limits.record {
                try skipRecord(batch, at: at, filled: filled)
                return true
            }
            mark = min(max(mark * 2, 1 << 16), at + tokeniser.limits.record + Self.largestFill)
            batch.grow(to: mark + mark / 8)
        }
        carry.append(contentsOf: batch.bytes[at..<filled])
        textStart += at
        if shaping == nil { nextRecord += batch.count } else { detachValues(from: batch) }
        // A full batch shows how many bytes the next one will need.
        fillMark = batch.count == batch.capacity ? min(max(at + at / 8, 1 << 16), Self.largestFill) : Self.largestFill
        return batch.count > 0
    }

    /// Puts the complete records from `at` on into the batch.
    private func tokenise(_ batch: RawBatch, at: inout Int, filled: Int) throws(ReadError) -> Tokeniser.Stop {
        while batch.count < batch.capacity {
            let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[0..<filled])
            let (next, stop) = tokeniser.tokenise(
                bytes, from: at, isFinal: sourceEnded, maxRecords: batch.capacity - batch.count, into: tokens)
            let end = sourceEnded ? filled : nil
            if shaping == nil {
                store(tokens, in: batch, from: at, to: next, end: end)
            } else if let stopped = try storeShaped(tokens, in: batch, from: at, to: next, end: end) {
                at = stopped
                return .full
            }
            at = next
            if stop != .full { return stop }
        }
        return .full
    }

    /// Takes over a slice of records, column by column; `end` is where the source ends, if it is in this batch.
    private func store(_ tokens: Tokens, in batch: RawBatch, from start: Int, to next: Int, end: Int?) {
        var last = start
        let width = names.count
        let capacity = batch.capacity
        let isUTF8 = encoding == .utf8 && nested == nil
        let repeated = headerCells.first?.count ?? -1
        selected.withUnsafeBufferPointer { selected in
            for number in 0..<tokens.count {
                let record = tokens.records[number]
                let row = batch.count
                batch.count = row + 1
                let (gap, length) =
                    isUTF8
                    ? (record.start - last, record.end - record.start)
                    : (sourceLength(last..<record.start, batch), sourceLength(record.start..<record.end, batch))
                offset += gap
                batch.offsets[row] = offset
                offset += length
                account.separators += gap
                account.records += length
                last = record.end
                batch.lines[row] = record.line
                batch.spans[row] = Cell(offset: record.start, length: record.end - record.start)
                let tokensOfRecord = tokens.cells + record.firstCell
                let isPlain = record.marks.isEmpty && record.cellCount == width && otherTable == nil
                if isPlain, tokensOfRecord[0].length != repeated {
                    var target = batch.cells + row
                    for column in selected {
                        let token = tokensOfRecord[column]
                        target.pointee = Cell(
                            offset: Int(token.offset), length: token.length, isQuoted: token.isQuoted)
                        target += capacity
                    }
                } else {
                    storeWithCare(record, tokensOfRecord, in: batch, row: row, isClosed: record.end != end)
                }
            }
        }
        let gap = isUTF8 ? next - last : sourceLength(last..<next, batch)
        offset += gap
        account.separators += gap
    }

    func sourceLength(_ range: Range<Int>, _ batch: RawBatch) -> Int {
        encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: batch.bytes[range]))
            + removed(textStart + range.lowerBound..<textStart + range.upperBound)
    }

    /// Bytes of the source that were left out between two places of the text.
    private func removed(_ range: Range<Int>) -> Int {
        guard let nested else { return 0 }
        return (nested.removed(before: range.upperBound) - nested.removed(before: range.lowerBound)) * encoding.unit
    }

    /// Rejects a record that is too long to be held, and finds its end.
    private func skipRecord(_ batch: RawBatch, at: Int, filled: Int) throws(ReadError) {
        let start = offset
        var skipper = RecordSkipper(tokeniser.dialect, limits: tokeniser.limits)
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.largestFill, alignment: 64)
        defer { scratch.deallocate() }
        var piece = UnsafeRawBufferPointer(rebasing: batch.bytes[at..<filled])
        var place = textStart + at
        while true {
            let end = skipper.skip(piece)
            let taken = end ?? piece.count
            offset += encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: piece[0..<taken]))
            offset += removed(place..<place + taken)
            place += taken
            if let end {
                carry.append(contentsOf: piece[end...])
                break
            }
            if sourceEnded { break }
            let count = try source.fill(scratch)
            sourceEnded = count < scratch.count
            piece = UnsafeRawBufferPointer(rebasing: scratch[0..<count])
        }
        textStart = place
        batch.lines[0] = tokeniser.line
        batch.offsets[0] = start
        batch.spans[0] = Cell(offset: at, length: tokeniser.limits.cell)
        batch.numbers[0] = nextRecord
        for slot in selected.indices { batch.column(slot)[0] = .absent }
        batch.count = 1
        batch.defects.append((0, tooLong(offset - start, at: start)))
        account.records += offset - start
        tokeniser.line += skipper.lines
        nextRecord += 1
    }
}

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
