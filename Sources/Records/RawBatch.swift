/// Some thousand records as columns of raw cells over one stretch of the input.
///
///     bytes:   | input as read ............ | arena: unescaped and added text |
///     cells:   column 0: [r0 r1 r2 ...]  column 1: [r0 r1 r2 ...]  ...
///     lines, offsets, lengths: one a record
///
/// Reading fills it, Mapping reads it; it is used again for the next stretch, so that memory does not grow with the
/// input. Only the columns somebody asked for are kept (see `ReaderOptions.columns`).
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

    /// The bytes of a cell; valid until the batch is filled again.
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

    /// Makes room for at least `byteCount` bytes, keeping what is there.
    public func grow(to byteCount: Int) {
        guard byteCount > bytes.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
        larger.copyMemory(from: UnsafeRawBufferPointer(bytes))
        bytes.deallocate()
        bytes = larger
    }

    /// Puts text into the arena and returns its cell.
    public func append(_ text: some Collection<UInt8>) -> Cell {
        let length = text.count
        let needed = arenaEnd + length
        if needed > bytes.count { grow(to: max(needed, bytes.count + bytes.count / 2)) }
        let cell = Cell(offset: arenaEnd, length: length)
        UnsafeMutableRawBufferPointer(rebasing: bytes[arenaEnd..<arenaEnd + length]).copyBytes(from: text)
        arenaEnd += length
        return cell
    }
}
