internal import Definitions
internal import Records
internal import XML

/// Makes rows of elements: receives the events of a document and writes the selected columns of its records into the batch.
///
/// Values are copied behind the document's bytes, each once. A record under way at the end of a batch goes on in the
/// next one: its values are carried over.
final class XMLRecords: DocumentHandler {
    /// What every element touches; in memory of its own, so that accesses are not checked.
    struct Place {
        /// Depth of the record under way; 0 between records.
        var recordDepth = 0
        /// Offset and line of its first byte.
        var start = 0
        var line = 1
        var row = 0
        var capacity = 0
        var cells: UnsafeMutablePointer<Cell>?
        var bytes: UnsafeMutableRawPointer?
        var arenaEnd = 0
        var arenaCapacity = 0
        var lines: UnsafeMutablePointer<Int>?
        var offsets: UnsafeMutablePointer<Int>?
        var spans: UnsafeMutablePointer<Cell>?
        /// Offset of the byte after the last record that was read.
        var lastEnd = 0
        var chunk = XMLChunk()
    }

    /// A name by its address, which is the same for the same name in the whole document.
    struct Known {
        var name: UnsafePointer<CChar>?
        var slot: Int32 = -1
    }

    /// Most bytes of one value.
    static let cellLimit = 1 << 20

    let layout: XMLLayout
    let columns: [String]
    let place: UnsafeMutablePointer<Place>
    let known: UnsafeMutablePointer<Known>
    var batch: RawBatch?
    var chunk: XMLChunk {
        get { place.pointee.chunk }
        _modify { yield &place.pointee.chunk }
    }
    var lastEnd: Int { place.pointee.lastEnd }
    /// Why this is not a document of the format.
    var failure: ReadError?
    /// For each kind of record, how much of its way the document has gone.
    let ways: UnsafeMutablePointer<Int>
    /// For each column below a record, how many of its steps.
    let steps: UnsafeMutablePointer<Int>
    /// For each column of an element around, its value at each depth; and its cell in this batch, for records of a depth.
    var parents: [[[UInt8]?]]
    var parentCells: [Cell] = []
    var parentDepth = 0
    let kindCells: UnsafeMutablePointer<Cell>
    var text: [UInt8] = []
    /// The column whose text is heard, and how deep that element is.
    var hearing: (slot: Int, depth: Int)?
    private var pending: (cells: [Cell], bytes: [UInt8])?
    private var pendingDefects: [Defect] = []

    init(layout: XMLLayout, columns: [String]) {
        self.layout = layout
        self.columns = columns
        place = .allocate(capacity: 1)
        place.initialize(to: Place())
        known = .allocate(capacity: 64)
        known.initialize(repeating: Known(), count: 64)
        ways = .allocate(capacity: layout.kinds.count + 1)
        ways.initialize(repeating: 0, count: layout.kinds.count + 1)
        steps = .allocate(capacity: layout.children.count + 1)
        steps.initialize(repeating: 0, count: layout.children.count + 1)
        kindCells = .allocate(capacity: layout.kinds.count + 1)
        kindCells.initialize(repeating: .absent, count: layout.kinds.count + 1)
        parents = layout.parents.map { _ in [] }
        super.init()
    }

    deinit {
        place.deallocate()
        known.deallocate()
        ways.deallocate()
        steps.deallocate()
        kindCells.deallocate()
    }

    override func start(
        _ name: UnsafePointer<CChar>, _ attributes: Attributes, depth: Int, in parser: DocumentParser
    ) {
        if place.pointee.recordDepth == 0 {
            startBetween(name, attributes, depth: depth, parser)
        } else if layout.childNames.count > 0 {
            startChild(name, attributes, depth - place.pointee.recordDepth, parser)
        }
    }

    override func end(depth: Int, in parser: DocumentParser) {
        let recordDepth = place.pointee.recordDepth
        if recordDepth == 0 {
            if layout.hasDeepKinds { endBetween(depth: depth) }
        } else if depth == recordDepth {
            endRecord(parser)
        } else if layout.childNames.count > 0 {
            endChild(depth - recordDepth, parser)
        }
    }

    override func text(_ bytes: UnsafeRawBufferPointer) {
        // One byte beyond the limit shows that there was more.
        text.append(contentsOf: bytes.prefix(max(0, Self.cellLimit + 1 - text.count)))
    }

    /// Begins a batch, with the record that the last one left unfinished.
    func begin(_ batch: RawBatch) {
        self.batch = batch
        batch.grow(to: 2 * XMLChunk.room)
        place.pointee.row = 0
        place.pointee.capacity = batch.capacity
        place.pointee.cells = batch.cells
        place.pointee.bytes = batch.bytes.baseAddress
        place.pointee.arenaEnd = XMLChunk.room
        place.pointee.arenaCapacity = batch.bytes.count
        place.pointee.lines = batch.lines
        place.pointee.offsets = batch.offsets
        place.pointee.spans = batch.spans
        // All at once: a record's cells lie far from each other.
        batch.cells.update(repeating: .absent, count: batch.capacity * batch.columnCount)
        for kind in layout.kinds.indices where !layout.recordSlots.isEmpty {
            kindCells[kind] = append(Array(layout.kinds[kind].name.utf8))
        }
        parentCells = []
        guard let pending else { return }
        self.pending = nil
        for (slot, cell) in pending.cells.enumerated() {
            guard !cell.isAbsent else {
                set(slot, .absent)
                continue
            }
            set(slot, append(pending.bytes[Int(cell.offset)..<Int(cell.offset) + cell.length]))
        }
        for defect in pendingDefects { batch.defects.append((0, defect)) }
        pendingDefects = []
    }

    /// Ends a batch; the record under way is kept for the next one.
    func end() {
        guard let batch else { return }
        batch.count = place.pointee.row
        batch.arenaEnd = place.pointee.arenaEnd
        if place.pointee.recordDepth > 0 {
            var kept: (cells: [Cell], bytes: [UInt8]) = ([], [])
            for slot in 0..<layout.slotCount {
                let cell = batch.column(slot)[batch.count]
                if cell.isAbsent {
                    kept.cells.append(.absent)
                } else {
                    kept.cells.append(Cell(offset: kept.bytes.count, length: cell.length))
                    kept.bytes.append(contentsOf: batch.bytes(of: cell))
                }
            }
            pending = kept
            pendingDefects = batch.defects.filter { $0.index == batch.count }.map(\.defect)
            batch.defects.removeAll { $0.index == batch.count }
        }
        self.batch = nil
    }

    /// Makes room for another piece of the document; false where the batch has records and should end first.
    func makeRoom() -> Bool {
        guard place.pointee.row == 0, let batch else { return false }
        chunk.makeRoom(keeping: openStart(in: batch), in: batch)
        return true
    }

    /// Where the record under way begins, or the tag that is not whole.
    func openStart(in batch: RawBatch) -> Int {
        place.pointee.recordDepth > 0 ? place.pointee.start : chunk.lastTag(in: batch)
    }

    @inline(__always)
    func set(_ slot: Int, _ cell: Cell) {
        place.pointee.cells?[slot &* place.pointee.capacity &+ place.pointee.row] = cell
    }

    @inline(__always)
    func isAbsent(_ slot: Int) -> Bool {
        place.pointee.cells?[slot &* place.pointee.capacity &+ place.pointee.row].isAbsent ?? false
    }

    /// Puts bytes behind the others.
    @inline(__always)
    func append(_ bytes: UnsafeRawBufferPointer) -> Cell {
        let start = place.pointee.arenaEnd
        reserve(bytes.count)
        let cell = Cell(offset: start, length: bytes.count)
        guard let source = bytes.baseAddress else { return cell }
        place.pointee.bytes?.advanced(by: start).copyMemory(from: source, byteCount: bytes.count)
        place.pointee.arenaEnd = start + bytes.count
        return cell
    }

    func append(_ bytes: some Collection<UInt8>) -> Cell { Array(bytes).withUnsafeBytes { append($0) } }

    /// Makes room for so many bytes more.
    @inline(__always)
    func reserve(_ count: Int) {
        if place.pointee.arenaEnd + count > place.pointee.arenaCapacity { grow(by: count) }
    }

    private func grow(by count: Int) {
        guard let batch else { return }
        batch.arenaEnd = place.pointee.arenaEnd
        _ = batch.room(for: count)
        place.pointee.bytes = batch.bytes.baseAddress
        place.pointee.arenaCapacity = batch.bytes.count
    }
}
