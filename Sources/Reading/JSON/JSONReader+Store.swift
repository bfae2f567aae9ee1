internal import JSON
internal import Records

extension JSONReader {
    /// Copies a record and what is wanted of it into the batch.
    ///
    ///     | the record's text, at most `spanLimit` bytes | what is not part of it: escaped strings, parents' fields |
    func store(_ record: Document.Record, of document: Document, in batch: RawBatch) {
        let row = batch.count
        let kept = record.range.prefix(spanLimit)
        let base = batch.arenaEnd
        batch.spans[row] = batch.append(slice(kept.startIndex..<kept.endIndex))
        let flaws = document.flaws
        for (number, column) in columns.columns.enumerated() {
            let cell: Cell
            switch column {
            case .none: cell = .absent
            case .kind: cell = kindCell(record.pattern, in: batch)
            case .value(let slot):
                let slice = document.slices[slot]
                if slice.length > JSONDefect.largestCell {
                    cell = .absent
                    let place = batch.offsets[row] + sourceLength(record.range.lowerBound, slice.start)
                    batch.defects.append((row, JSONDefect.cellTooLong(field(number), at: place)))
                } else if slot >= columns.firstParent {
                    cell = sharedCell(slot, slice, in: batch)
                } else if slice.kind == .escaped || slice.start + Int(slice.length) > kept.endIndex {
                    cell = copy(slice, in: batch)
                } else {
                    cell = slice.cell(base + slice.start - record.range.lowerBound)
                }
            }
            batch.column(number)[row] = cell
        }
        for flaw in flaws {
            let place = batch.offsets[row] + sourceLength(record.range.lowerBound, flaw.position)
            batch.defects.append((row, JSONDefect.make(flaw, field: name(of: flaw, document), at: place)))
        }
        batch.count = row + 1
    }

    private func sourceLength(_ start: Int, _ end: Int) -> Int {
        end > start ? encoding.sourceLength(of: slice(start..<end)) : 0
    }

    /// The column whose value holds what is wrong.
    private func name(of flaw: JSONFault, _ document: Document) -> String {
        for (number, column) in columns.columns.enumerated() {
            guard case .value(let slot) = column else { continue }
            let slice = document.slices[slot]
            if slice.kind != .absent, (slice.start..<slice.start + Int(slice.length)).contains(flaw.position) {
                return field(number)
            }
        }
        return ""
    }

    private func kindCell(_ pattern: Int, in batch: RawBatch) -> Cell {
        if let known = kindCells[pattern] { return known }
        let cell = batch.append(Array(kind(pattern).utf8))
        kindCells[pattern] = cell
        return cell
    }

    /// Records without a pattern of the format stand in the array at the root, or are the root.
    private func kind(_ pattern: Int) -> String {
        if pattern < kinds.count { return kinds[pattern] }
        return slice(0..<text.count).first { !LineSource.isBlank($0) } == UInt8(ascii: "[") ? "[*]" : "$"
    }

    /// A parent's value: equal slices of one batch are one cell.
    private func sharedCell(_ slot: Int, _ slice: Slice, in batch: RawBatch) -> Cell {
        guard slice.kind != .absent else { return .absent }
        // Lines have texts of their own, each from 0 on.
        if !isLines, shared[slot].slice == slice { return shared[slot].cell }
        let cell = copy(slice, in: batch)
        shared[slot] = (slice, cell)
        return cell
    }

    private func copy(_ value: Slice, in batch: RawBatch) -> Cell {
        let length = Int(value.length)
        guard value.kind == .escaped else {
            guard value.kind != .absent else { return .absent }
            return value.cell(Int(batch.append(slice(value.start..<value.start + length)).offset))
        }
        guard let target = batch.room(for: length).baseAddress else { return .absent }
        let count = Lines.unescape(text.bytes + value.start, length, to: target.assumingMemoryBound(to: UInt8.self))
        return batch.keep(count, isQuoted: true)
    }
}

extension JSONReader {
    /// A string's text without its quotes, escapes resolved as far as they are right.
    static func unescaped(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
        let plain = [UInt8](unsafeUninitializedCapacity: text.count) { target, count in
            text.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                count = Lines.unescape(from, source.count, to: to)
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}

extension Slice {
    /// The cell for a slice that stands at `offset` of a batch.
    @inline(__always)
    func cell(_ offset: Int) -> Cell {
        kind == .absent ? .absent : Cell(offset: offset, length: Int(length), isQuoted: kind == .string)
    }
}
