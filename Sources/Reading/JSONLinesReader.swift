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
/// Memory does not grow with the input. A line that is no JSON rejects its record only.
public final class JSONLinesReader: RecordReader {
    public let header: [String]
    public internal(set) var account = ByteAccount()
    let most: Int
    private let maxDepth: Int
    var selected: [Int]
    var columns: JSONColumns
    private var source: any ByteSource
    private var isStarted = false
    private(set) var encoding = Encoding.utf8
    lazy var lines = Lines(columns.record, maxDepth: maxDepth)
    /// Bytes read but not yet given out; the first is the start of a line.
    private var carry: [UInt8] = []
    private var sourceEnded = false
    /// Offset in the source of the next line's first byte, and its number.
    var offset = 0
    var line = 1
    private var nextRecord = 1
    /// The cell of `@record`, one a batch.
    var kind = Cell.absent
    private var fillMark = 1 << 18

    static let cellBudget = 1 << 16
    /// Bytes of a batch: with its cells and values it stays in a core's own cache until it is mapped.
    static let largestFill = 1 << 18
    static let padding = 64
    /// Bytes of lines that are looked through at once.
    static let window = 1 << 17

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

    public func read(into batch: RawBatch) throws(ReadError) -> Bool {
        precondition(batch.columnCount == selected.count, "a batch made for other columns")
        if !isStarted { try start() }
        batch.count = 0
        batch.defects.removeAll(keepingCapacity: true)
        batch.firstRecord = nextRecord
        var at = 0
        var filled = 0
        while batch.count == 0 {
            var mark = max(fillMark, carry.count)
            batch.grow(to: mark + mark / 8 + Self.padding)
            filled = carry.count
            carry.withUnsafeBytes { batch.bytes.copyMemory(from: $0) }
            carry.removeAll(keepingCapacity: true)
            at = 0
            var stop = try fill(batch, &filled, to: mark)
            while stop == nil, filled <= most {
                mark = min(max(mark * 2, 1 << 16), most + Self.largestFill)
                batch.grow(to: mark + mark / 8 + Self.padding)
                stop = try fill(batch, &filled, to: mark)
            }
            guard let stop else {
                try skipLine(batch, filled: filled)
                nextRecord += 1
                return true
            }
            if let pad = batch.bytes.baseAddress { memset(pad + filled, 0, Self.padding) }
            batch.arenaEnd = filled + Self.padding
            at = readLines(0..<stop, in: batch)
            carry.append(contentsOf: batch.bytes[at..<filled])
            if sourceEnded, carry.isEmpty { break }
        }
        nextRecord += batch.count
        // A full batch tells how many bytes the next one will need.
        fillMark = batch.count == batch.capacity ? min(max(at + at / 8, 1 << 16), Self.largestFill) : Self.largestFill
        return batch.count > 0
    }

    private func start() throws(ReadError) {
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
        (batch.lines[0], batch.offsets[0]) = (line, offset)
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
