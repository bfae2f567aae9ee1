/// Some thousand records as columns of raw cells over one chunk of the input.
///
///     bytes:   | input as read ............ | arena: unescaped and added text |
///     cells:   column 0: [r0 r1 r2 ...]  column 1: [r0 r1 r2 ...]  ...
///     lines, offsets, lengths: one a record
///
/// Reading fills it, Normalising reads it; it is used again for the next chunk, so that memory does not grow with the
/// input. Only the columns that were asked for are kept (see `ReaderOptions.columns`).
///
/// Slices of the bytes stay valid until the batch is cleared. Where the arena needs more room, the bytes are copied to a
/// larger buffer, each at its old offset, and the smaller buffer stays until then.
public final class RawBatch {
    /// Most records that fit.
    public let capacity: Int
    /// Number of columns kept.
    public let columnCount: Int
    /// Number of rows held: one a record, unless Reading made several of it.
    public var count = 0
    /// Number of the first record held.
    public var firstRecord = 1
    /// Whether some record has several rows; then `numbers` says whose each row is. All rows of a record stand in one
    /// batch, one after the other.
    public var isExploded = false
    /// The record's number of each row, where the batch is exploded.
    public let numbers: UnsafeMutablePointer<Int>
    /// Input bytes, then the arena.
    public private(set) var bytes: UnsafeMutableRawBufferPointer
    /// The smaller buffers that `bytes` were in since the batch was cleared: slices may point into them.
    private var outgrown: [UnsafeMutableRawBufferPointer] = []
    /// Bytes at the front that were taken from the source and are no records yet; line and offset of the first stand in
    /// `lines` and `offsets`.
    public var unparsed = 0
    /// First free byte of the arena.
    public var arenaEnd = 0
    /// Cells, column-major: that of record `r` in column `c` stands at `c * capacity + r`.
    public let cells: UnsafeMutablePointer<Cell>
    /// Line on which each record starts.
    public let lines: UnsafeMutablePointer<Int>
    /// Byte offset in the source at which each record starts.
    public let offsets: UnsafeMutablePointer<Int>
    /// Each record's bytes as they stand in the input.
    public let spans: UnsafeMutablePointer<Cell>
    /// Defects found while reading, by index of the record in this batch.
    public var defects: [(index: Int, defect: Defect)] = []
    /// Characters that the source may not hold and that Reading left out, since the batch before.
    public var droppedCharacters = 0

    public init(capacity: Int, columnCount: Int, byteCount: Int) {
        self.capacity = capacity
        self.columnCount = columnCount
        bytes = .allocate(byteCount: byteCount, alignment: 64)
        cells = .allocate(capacity: max(1, capacity * columnCount))
        cells.initialize(repeating: .absent, count: max(1, capacity * columnCount))
        lines = .allocate(capacity: capacity)
        lines.initialize(repeating: 0, count: capacity)
        offsets = .allocate(capacity: capacity)
        offsets.initialize(repeating: 0, count: capacity)
        spans = .allocate(capacity: capacity)
        spans.initialize(repeating: .absent, count: capacity)
        numbers = .allocate(capacity: capacity)
        numbers.initialize(repeating: 0, count: capacity)
    }

    deinit {
        freeOutgrown()
        bytes.deallocate()
        cells.deallocate()
        lines.deallocate()
        offsets.deallocate()
        spans.deallocate()
        numbers.deallocate()
    }

    /// The cells of one column.
    @inlinable @inline(__always)
    public func column(_ index: Int) -> UnsafeMutablePointer<Cell> { cells + index * capacity }

    /// The bytes of a cell; valid until the batch is cleared.
    @inlinable @inline(__always)
    public func bytes(of cell: Cell) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[Int(cell.offset)..<Int(cell.offset) + cell.length])
    }

    /// A cell's text, for messages and tests, not for the hot path; nil where there is no cell.
    public func text(of cell: Cell) -> String? {
        cell.isAbsent ? nil : String(decoding: bytes(of: cell), as: UTF8.self)
    }

    /// Number of the record that a row belongs to.
    @inlinable @inline(__always)
    public func number(at index: Int) -> Int { isExploded ? numbers[index] : firstRecord + index }

    /// Whether a row is the first of its record.
    @inlinable @inline(__always)
    public func startsRecord(_ index: Int) -> Bool {
        !isExploded || index == 0 || numbers[index] != numbers[index - 1]
    }

    /// Number of records held.
    public var recordCount: Int {
        guard isExploded else { return count }
        var records = 0
        for index in 0..<count where startsRecord(index) { records += 1 }
        return records
    }

    public func position(at index: Int) -> Position {
        Position(record: number(at: index), line: lines[index], byteOffset: offsets[index])
    }

    /// Empties the batch, to be filled again: no slice of its bytes is valid after this.
    public func clear() {
        count = 0
        unparsed = 0
        arenaEnd = 0
        defects.removeAll(keepingCapacity: true)
        freeOutgrown()
    }

    private func freeOutgrown() {
        for buffer in outgrown { buffer.deallocate() }
        outgrown.removeAll()
    }

    /// Makes the bytes at least so many, keeping what is there; only for a batch that holds no record yet.
    public func grow(to byteCount: Int) {
        precondition(count == 0, "the bytes may move only while no cell is lent")
        guard byteCount > bytes.count else { return }
        let smaller = enlarge(to: byteCount)
        smaller.deallocate()
    }

    /// Copies the bytes to a larger buffer; the smaller one.
    private func enlarge(to byteCount: Int) -> UnsafeMutableRawBufferPointer {
        precondition(byteCount <= Int(UInt32.max), "a batch of more bytes than a cell can point to")
        let smaller = bytes
        bytes = .allocate(byteCount: byteCount, alignment: 64)
        bytes.copyMemory(from: UnsafeRawBufferPointer(smaller))
        return smaller
    }

    /// The arena's free bytes, at least so many; `keep` makes a cell of those that are used.
    @inlinable @inline(__always)
    public func room(for length: Int) -> UnsafeMutableRawBufferPointer {
        if arenaEnd + length > bytes.count { makeRoom(for: length) }
        return UnsafeMutableRawBufferPointer(rebasing: bytes[arenaEnd...])
    }

    @usableFromInline @inline(never)
    func makeRoom(for length: Int) {
        let needed = arenaEnd + length
        outgrown.append(enlarge(to: max(needed, min(needed + bytes.count / 2, Int(UInt32.max)))))
    }

    /// The cell of the arena's next bytes, which `room` has lent.
    @inlinable @inline(__always)
    public func keep(_ length: Int, isQuoted: Bool = false) -> Cell {
        let cell = Cell(offset: arenaEnd, length: length, isQuoted: isQuoted)
        arenaEnd += length
        return cell
    }

    /// Puts text into the arena and returns its cell.
    public func append(_ text: some Collection<UInt8>) -> Cell {
        let length = text.count
        room(for: length).copyBytes(from: text)
        return keep(length)
    }

    /// The cell of a slice of the bytes, lent since the batch was cleared.
    @inlinable @inline(__always)
    public func cell(of slice: UnsafeRawBufferPointer) -> Cell {
        guard let start = slice.baseAddress, let base = bytes.baseAddress else { return Cell(offset: 0, length: 0) }
        let offset = start - UnsafeRawPointer(base)
        if offset >= 0, offset + slice.count <= bytes.count { return Cell(offset: offset, length: slice.count) }
        return cell(ofOutgrown: start, slice.count)
    }

    @usableFromInline @inline(never)
    func cell(ofOutgrown start: UnsafeRawPointer, _ length: Int) -> Cell {
        for buffer in outgrown {
            guard let base = buffer.baseAddress else { continue }
            let offset = start - UnsafeRawPointer(base)
            if offset >= 0, offset + length <= buffer.count { return Cell(offset: offset, length: length) }
        }
        preconditionFailure("a slice that this batch has not lent")
    }
}

/// A slice of a batch's bytes: one raw cell, eight bytes wide.
///
/// A cell that is not there (a short row, a column this file does not have) is `.absent`, which is not the same as
/// one that is empty.
@frozen
public struct Cell: Hashable, Sendable {
    /// Offset into the batch's bytes.
    public var offset: UInt32
    @usableFromInline var bits: UInt32

    @usableFromInline static var quotedBit: UInt32 { 1 << 31 }
    @usableFromInline static var absentBit: UInt32 { 1 << 30 }

    /// No cell at all.
    public static let absent = Cell(offset: 0, bits: absentBit)

    /// No value, though the source has the column: an SQL NULL. To all but `peek` it is absent.
    public static let null = Cell(offset: 1, bits: absentBit)

    @inlinable @inline(__always)
    init(offset: UInt32, bits: UInt32) {
        self.offset = offset
        self.bits = bits
    }

    @inlinable @inline(__always)
    public init(offset: Int, length: Int, isQuoted: Bool = false) {
        self.offset = UInt32(truncatingIfNeeded: offset)
        bits = UInt32(truncatingIfNeeded: length) | (isQuoted ? 1 << 31 : 0)
    }

    /// Number of bytes, at most 2^30 - 1.
    @inlinable @inline(__always)
    public var length: Int { Int(bits & (1 << 30 - 1)) }

    @inlinable @inline(__always)
    public var isAbsent: Bool { bits & 1 << 30 != 0 }

    /// Whether the cell stood in quotes: some sources write null as an empty cell and the empty text as `""`.
    @inlinable @inline(__always)
    public var isQuoted: Bool { bits & 1 << 31 != 0 }
}
