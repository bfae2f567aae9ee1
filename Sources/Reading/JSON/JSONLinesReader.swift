public import Definitions
internal import Glibc
internal import JSON
public import Records

/// JSON Lines to batches of raw cells, a record a line.
///
///     source --> | carry | next bytes ......... | 64 zeros | unescaped cells |   the batch's bytes
///                  ^     lines, to the last       padding     arena
///                  |     complete one
///                  +---- its rest, copied out for the next batch
///
/// Memory does not grow with the input. A line that is no JSON rejects its record only. Chunks of lines are taken one
/// after the other; what stands in them is found out by a `JSONLinesParser`, several at a time if there are several.
public final class JSONLinesReader: RecordReader {
    public let header: [String]
    public internal(set) var account = ByteAccount()
    let most: Int
    let maxDepth: Int
    private(set) var selected: [Int]
    private(set) var columns: JSONColumns
    private var source: any ByteSource
    private var isStarted = false
    private(set) var encoding = Encoding.utf8
    private lazy var parser = JSONLinesParser(self)
    /// Bytes read but not yet given out; the first is the start of a line.
    private var carry: [UInt8] = []
    private var sourceEnded = false
    /// Offset in the source of the next line's first byte, and its number.
    private var offset = 0
    private var line = 1
    private var nextRecord = 1
    private var fillMark = 1 << 18

    static let cellBudget = 1 << 16
    /// Bytes of a batch: with its cells and values it stays in a core's own cache until it is mapped.
    static let largestFill = 1 << 19
    static let padding = 64

    /// - Parameter columns: paths below a line's value.
    public init(
        _ source: any ByteSource, _ definition: JSONLinesReaderDefinition = JSONLinesReaderDefinition(),
        columns: [String]
    ) {
        self.source = source
        header = columns
        selected = Array(columns.indices)
        self.columns = JSONColumns(columns)
        most = definition.maxBytes
        maxDepth = definition.maxDepth
    }

    public func select(columns chosen: [Int]) {
        precondition(chosen.allSatisfy(header.indices.contains), "a column that this source does not have")
        selected = chosen
        columns = JSONColumns(chosen.map { header[$0] })
    }

    public func makeBatch() -> RawBatch {
        var capacity = min(4096, max(1, Self.cellBudget / max(1, selected.count)))
        // Columns a power of two apart would all fall on the same lines of the cache.
        if capacity >= 64 && capacity % 16 == 0 { capacity -= 8 }
        return RawBatch(
            capacity: capacity, columnCount: selected.count, byteCount: Self.largestFill + Self.largestFill / 8)
    }

    public func makeParser() throws(ReadError) -> (any ChunkParser)? {
        try start()
        return JSONLinesParser(self)
    }

    public func read(into batch: RawBatch) throws(ReadError) -> Bool {
        while try take(into: batch) {
            account.add(parser.parse(batch))
            guard batch.count > 0 else { continue }
            batch.firstRecord = nextRecord
            nextRecord += batch.count
            return true
        }
        return false
    }

    /// Takes whole lines, as many as there are records in a batch and no more.
    public func take(into batch: RawBatch) throws(ReadError) -> Bool {
        precondition(batch.columnCount == selected.count, "a batch made for other columns")
        try start()
        batch.clear()
        var mark = max(fillMark, carry.count)
        batch.grow(to: mark + mark / 8 + Self.padding)
        var filled = carry.count
        carry.withUnsafeBytes { batch.bytes.copyMemory(from: $0) }
        carry.removeAll(keepingCapacity: true)
        var stop = try fill(batch, &filled, to: mark)
        while stop == nil, filled <= most {
            mark = min(max(mark * 2, 1 << 16), most + Self.largestFill)
            batch.grow(to: mark + mark / 8 + Self.padding)
            stop = try fill(batch, &filled, to: mark)
        }
        guard let stop else {
            try skipLine(batch, filled: filled)
            return true
        }
        guard filled > 0 else { return false }
        let lines = LineBreaks.first(batch.capacity, in: UnsafeRawBufferPointer(rebasing: batch.bytes[..<stop]))
        carry.append(contentsOf: batch.bytes[lines.end..<filled])
        (batch.unparsed, batch.lines[0], batch.offsets[0]) = (lines.end, line, offset)
        line += lines.breaks
        offset += encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: batch.bytes[..<lines.end]))
        // A full batch shows how many bytes the next one will need.
        let isFull = lines.end < stop
        fillMark = isFull ? min(max(lines.end + lines.end / 8, 1 << 16), Self.largestFill) : Self.largestFill
        return true
    }

    private func start() throws(ReadError) {
        guard !isStarted else { return }
        isStarted = true
        let head = try source.next(1 << 16)
        guard !head.isEmpty else { throw .empty }
        if let kind = ContentKind.recognise(head), kind != .json { throw .content(kind) }
        let mark = Encoding.mark(of: head)
        (encoding, offset, account.mark) = (mark.encoding, mark.length, mark.length)
        let rest = ReplayingSource(head: Array(head.dropFirst(mark.length)), rest: source)
        source = encoding == .utf8 ? rest : UTF16Source(rest, encoding: encoding)
    }

    /// Fills the batch's bytes up to a mark; where the last complete line ends, nil if none is.
    private func fill(_ batch: RawBatch, _ filled: inout Int, to mark: Int) throws(ReadError) -> Int? {
        if !sourceEnded && filled < mark {
            let wanted = mark - filled
            let count = try source.fill(UnsafeMutableRawBufferPointer(rebasing: batch.bytes[filled..<mark]))
            filled += count
            sourceEnded = count < wanted
        }
        if sourceEnded { return filled }
        return UnsafeRawBufferPointer(rebasing: batch.bytes[0..<filled]).lastIndex(of: 0x0A).map { $0 + 1 }
    }

    /// Rejects a line that is too long to be held, and finds its end.
    private func skipLine(_ batch: RawBatch, filled: Int) throws(ReadError) {
        let first = UnsafeRawBufferPointer(rebasing: batch.bytes[0..<filled])
        var length = encoding.sourceLength(of: first)
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.largestFill, alignment: 64)
        defer { scratch.deallocate() }
        var breaks = 0
        while !sourceEnded, breaks == 0 {
            let count = try source.fill(scratch)
            sourceEnded = count < scratch.count
            let piece = UnsafeRawBufferPointer(rebasing: scratch[0..<count])
            let end = piece.firstIndex(of: 0x0A)
            length += encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: piece[..<(end ?? count)]))
            guard let end else { continue }
            breaks = encoding.sourceLength(of: UnsafeRawBufferPointer(rebasing: piece[end...end]))
            carry.append(contentsOf: piece[(end + 1)...])
        }
        (batch.lines[0], batch.offsets[0], batch.arenaEnd) = (line, offset, filled)
        batch.spans[0] = Cell(offset: 0, length: min(filled, JSONDefect.largestCell))
        for slot in selected.indices { batch.column(slot)[0] = .absent }
        batch.defects.append((0, JSONDefect.tooLong(length, most: most, at: offset)))
        batch.count = 1
        account.records += length
        account.separators += breaks
        offset += length + breaks
        line += 1
    }
}
