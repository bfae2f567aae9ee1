internal import Glibc
internal import JSON
internal import Records

/// Turns chunks of whole lines into records, cells and defects.
///
/// Several may work for one reader, each on a chunk of its own.
final class JSONLinesParser: ChunkParser {
    private let header: [String]
    private let selected: [Int]
    private let columns: [JSONColumns.Column]
    private let lines: Lines
    private let encoding: Encoding
    private let most: Int
    /// The cell of `@record`, one a batch.
    private var kind = Cell.absent

    /// Bytes of lines that are looked through at once.
    private static let window = 1 << 17

    /// - Parameter reader: one whose columns and encoding are settled.
    init(_ reader: JSONLinesReader) {
        (header, selected, columns) = (reader.header, reader.selected, reader.columns.ofRecord)
        (encoding, most) = (reader.encoding, reader.most)
        lines = Lines(reader.columns.record, maxDepth: reader.maxDepth)
    }

    func parse(_ batch: RawBatch) -> ByteAccount {
        let stop = batch.unparsed
        guard stop > 0 else { return ByteAccount() }
        batch.unparsed = 0
        batch.arenaEnd = stop + JSONLinesReader.padding
        if let base = batch.bytes.baseAddress { memset(base + stop, 0, JSONLinesReader.padding) }
        kind = batch.append("$".utf8)
        var passed = Passed(offset: batch.offsets[0], line: batch.lines[0])
        let taken = columns
        var at = 0
        while at < stop {
            let end = windowEnd(batch, at, stop)
            guard let text = text(of: batch) else { break }
            lines.open(text, at..<end)
            while at < end { at = readLine(at, before: end, of: lines, taken, in: batch, &passed) }
        }
        return passed.account
    }

    private func text(of batch: RawBatch) -> UnsafePointer<UInt8>? {
        batch.bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
    }

    /// How far lines were read.
    private struct Passed {
        var offset: Int
        var line: Int
        var account = ByteAccount()
    }

    /// The end of whole lines, not much further than a window.
    private func windowEnd(_ batch: RawBatch, _ start: Int, _ stop: Int) -> Int {
        guard stop - start > Self.window, let base = batch.bytes.baseAddress else { return stop }
        let rest = start + Self.window
        guard let found = memchr(base + rest, 0x0A, stop - rest) else { return stop }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
    }

    /// Reads the line at `start`; where the next one starts.
    @inline(__always)
    private func readLine(
        _ start: Int, before end: Int, of lines: Lines, _ taken: [JSONColumns.Column], in batch: RawBatch,
        _ passed: inout Passed
    ) -> Int {
        let bytes = UnsafeRawBufferPointer(batch.bytes)
        guard let base = bytes.baseAddress else { return end }
        var stop = end
        var next = end
        if let found = memchr(base + start, 0x0A, end - start) {
            stop = UnsafeRawPointer(found) - base
            next = stop + 1
        }
        let lineEnd = stop
        var first = start
        while first < stop, LineSource.isBlank(bytes[first]) { first += 1 }
        while stop > first, LineSource.isBlank(bytes[stop - 1]) { stop -= 1 }
        let isUTF8 = encoding == .utf8
        let before = isUTF8 ? first - start : sourceLength(start..<first, bytes)
        let length = isUTF8 ? stop - first : sourceLength(first..<stop, bytes)
        let after = isUTF8 ? next - stop : sourceLength(stop..<next, bytes)
        passed.account.separators += before + after
        passed.offset += before
        if stop > first {
            passed.account.records += length
            batch.lines[batch.count] = passed.line
            batch.offsets[batch.count] = passed.offset
            batch.spans[batch.count] = Cell(offset: first, length: stop - first)
            if lineEnd - start > most {
                clear(batch)
                batch.defects.append((batch.count, JSONDefect.tooLong(length, most: most, at: passed.offset)))
            } else if let fault = lines.read(first..<stop) {
                clear(batch)
                note(fault, from: first, to: stop, in: batch)
            } else {
                store(taken, lines.slices, in: batch)
                if !lines.isFlawless {
                    for flaw in lines.flaws { note(flaw, from: first, to: stop, in: batch) }
                }
            }
            batch.count += 1
        }
        passed.offset += length + after
        passed.line += 1
        return next
    }

    private func sourceLength(_ range: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Int {
        encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    private func clear(_ batch: RawBatch) {
        for slot in selected.indices { batch.column(slot)[batch.count] = .absent }
    }

    @inline(__always)
    private func store(
        _ taken: [JSONColumns.Column], _ slices: UnsafeMutablePointer<Slice>, in batch: RawBatch
    ) {
        let row = batch.count
        var target = batch.cells + row
        for column in taken {
            switch column {
            case .value(let slot):
                let slice = slices[slot]
                if slice.kind == .escaped || slice.length > JSONDefect.largestCell {
                    target.pointee = storeWithCare(slice, target, in: batch)
                } else {
                    target.pointee = slice.cell(slice.start)
                }
            case .kind: target.pointee = kind
            case .none: target.pointee = .absent
            }
            target += batch.capacity
        }
    }

    /// A value with escapes goes into the arena; one that is too long is none.
    @inline(never)
    private func storeWithCare(_ slice: Slice, _ target: UnsafeMutablePointer<Cell>, in batch: RawBatch) -> Cell {
        let length = Int(slice.length)
        if length > JSONDefect.largestCell {
            let number = (target - batch.cells) / batch.capacity
            batch.defects.append(
                (batch.count, JSONDefect.cellTooLong(header[selected[number]], at: batch.offsets[batch.count])))
            return .absent
        }
        guard let target = batch.room(for: length).baseAddress, let base = text(of: batch) else { return .absent }
        let count = Lines.unescape(base + slice.start, length, to: target.assumingMemoryBound(to: UInt8.self))
        return batch.keep(count, isQuoted: true)
    }

    /// Adds a defect that stands at a byte of the line, and names the column that holds it.
    private func note(_ fault: JSONFault, from start: Int, to end: Int, in batch: RawBatch) {
        let bytes = UnsafeRawBufferPointer(batch.bytes)
        var place = min(max(fault.position, start), end)
        if fault.kind == .notUTF8,
            let bad = Encoding.firstFault(in: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        {
            place = start + bad
        }
        var name = ""
        for (number, column) in columns.enumerated() {
            guard case .value(let slot) = column else { continue }
            let slice = lines.slices[slot]
            guard slice.kind != .absent else { continue }
            if (slice.start..<slice.start + Int(slice.length)).contains(place) { name = header[selected[number]] }
        }
        let offset = batch.offsets[batch.count] + sourceLength(start..<place, bytes)
        batch.defects.append((batch.count, JSONDefect.make(fault, field: name, at: offset)))
    }
}
