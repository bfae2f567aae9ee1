public import Definitions
internal import JSON
public import Records

/// JSON to batches of raw cells: one document, or JSON Lines of which a line may hold several records.
///
/// A document is held as a whole, up to a size that the format sets, and checked to its end before its first record is
/// given. What a batch needs of its text is copied into the batch.
public final class JSONReader: RecordReader {
    public let header: [String]
    public internal(set) var account = ByteAccount()
    private let source: any ByteSource
    private let form: Form
    private let most: Int
    private let maxDepth: Int
    private let patterns: [[JSON.Step]]
    /// Texts of the patterns, by which a record says where it stood.
    let kinds: [String]
    private var selected: [Int]
    private(set) var columns: JSONColumns
    private var lines: LineSource?
    private(set) var document: Document?
    private var isOpen = false
    private var hasEnded = false
    private var nextRecord = 1

    let text: HeldText
    private(set) var encoding = Encoding.utf8
    // How far the text in hand was counted, and where that is in the source.
    private var counted = 0
    private var offset = 0
    private var line = 1
    /// End of the records of the text in hand.
    private var covered = 0
    /// Cells that several records of a batch share, by slot.
    var shared: [(slice: Slice, cell: Cell)] = []
    var kindCells: [Cell?] = []

    /// Most bytes of a record that are kept to be shown.
    public var spanLimit = 1 << 20
    static let batchBytes = 1 << 20

    private enum Form { case whole, lines }

    var isLines: Bool { form == .lines }

    /// Reads one document.
    public convenience init(
        _ source: any ByteSource, _ definition: JSONReaderDefinition = JSONReaderDefinition(), columns: [String]
    ) throws(ReadError) {
        try self.init(source, .whole, definition.maxBytes, definition.records, definition.maxDepth, columns)
    }

    /// Reads lines that are documents.
    public convenience init(
        _ source: any ByteSource, _ definition: JSONLinesReaderDefinition, columns: [String]
    ) throws(ReadError) {
        let records = definition.records.isEmpty ? [JSONPath()] : definition.records
        try self.init(source, .lines, definition.maxBytes, records, definition.maxDepth, columns)
    }

    private init(
        _ source: any ByteSource, _ form: Form, _ most: Int, _ records: [JSONPath], _ depth: Int, _ columns: [String]
    ) throws(ReadError) {
        self.source = source
        self.form = form
        self.most = most
        maxDepth = depth
        patterns = records.map(\.jsonSteps)
        kinds = records.map(\.description)
        header = columns
        selected = Array(columns.indices)
        self.columns = JSONColumns(columns)
        text = try HeldText()
    }

    public func select(columns chosen: [Int]) {
        precondition(chosen.allSatisfy(header.indices.contains), "a column that this source does not have")
        selected = chosen
        columns = JSONColumns(chosen.map { header[$0] })
    }

    public func makeBatch() -> RawBatch { makeBatch(forBytes: .max) }

    public func makeBatch(forBytes bytes: Int) -> RawBatch {
        RawBatch(
            capacity: min(1000, max(64, bytes / 16)), columnCount: selected.count,
            byteCount: Self.batchBytes + Self.batchBytes / 8)
    }

    public func read(into batch: RawBatch) throws(ReadError) -> Bool {
        precondition(batch.columnCount == selected.count, "a batch made for other columns")
        batch.clear()
        batch.firstRecord = nextRecord
        shared = Array(repeating: (.absent, .absent), count: columns.slots)
        kindCells = Array(repeating: nil, count: max(1, kinds.count))
        while batch.count < batch.capacity, batch.arenaEnd < Self.batchBytes, !hasEnded {
            guard isOpen, let document else {
                try open(batch)
                continue
            }
            do throws(JSONFault) {
                if let record = try document.next() {
                    place(record.range, in: batch)
                    store(record, of: document, in: batch)
                } else {
                    isOpen = false
                    count(to: text.count)
                    if case .whole = form { hasEnded = true }
                }
            } catch { throw refusal(error) }
        }
        nextRecord += batch.count
        return batch.count > 0
    }

    /// Takes up the document, or the next line.
    private func open(_ batch: RawBatch) throws(ReadError) {
        let document =
            document
            ?? Document(
                patterns: patterns, record: columns.record, parents: columns.parents, maxDepth: maxDepth)
        self.document = document
        switch form {
        case .whole:
            let plain = try start()
            guard try text.read(plain, most: most) else { throw .tooLarge(limit: most) }
            if text.count == 0 { throw .empty }
            do throws(JSONFault) { try document.open(text.bytes, length: text.count) } catch { throw refusal(error) }
        case .lines:
            let lines: LineSource
            if let known = self.lines {
                lines = known
            } else {
                let plain = try start()
                lines = LineSource(plain, encoding: encoding, position: offset, most: most)
                self.lines = lines
            }
            let next = try lines.next()
            account.separators = lines.position - account.mark - account.records
            guard let next else {
                hasEnded = true
                return
            }
            (counted, covered, offset, line) = (0, 0, lines.offset, lines.number)
            switch next {
            case .tooLong(let length, let start):
                reject(start, [JSONDefect.tooLong(length, most: most, at: offset)], in: batch)
                account.records += length
                return
            case .text(let bytes):
                try text.set(bytes)
                do throws(JSONFault) { try document.open(text.bytes, length: text.count) } catch {
                    let place = offset + encoding.sourceLength(of: slice(0..<min(error.position, text.count)))
                    reject(bytes, [JSONDefect.make(error, field: "", at: place)], in: batch)
                    account.records += encoding.sourceLength(of: bytes)
                    return
                }
            }
        }
        isOpen = true
    }

    /// The source behind its byte order mark, as UTF-8.
    private func start() throws(ReadError) -> any ByteSource {
        let head = try source.next(1 << 16)
        guard !head.isEmpty else { throw .empty }
        if let kind = ContentKind.recognise(head), kind != .json { throw .content(kind) }
        let mark = Encoding.mark(of: head)
        (encoding, offset, account.mark) = (mark.encoding, mark.length, mark.length)
        let rest = ReplayingSource(head: Array(head.dropFirst(mark.length)), rest: source)
        return encoding == .utf8 ? rest : UTF16Source(rest, encoding: encoding)
    }

    func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text.bytes + range.lowerBound, count: range.count)
    }

    /// Counts lines and bytes of the source up to a place in the text.
    private func count(to position: Int) {
        guard position > counted else { return }
        let passed = slice(counted..<position)
        let length = encoding.sourceLength(of: passed)
        let inRecords = covered > counted ? encoding.sourceLength(of: slice(counted..<min(covered, position))) : 0
        account.records += inRecords
        account.separators += length - inRecords
        if case .whole = form { line += passed.count { $0 == 0x0A } }
        offset += length
        counted = position
    }

    /// Begins a row for the record that stands there.
    private func place(_ range: Range<Int>, in batch: RawBatch) {
        count(to: range.lowerBound)
        covered = max(covered, range.upperBound)
        batch.lines[batch.count] = line
        batch.offsets[batch.count] = offset
    }

    /// A row for a line that gives no record.
    private func reject(_ bytes: UnsafeRawBufferPointer, _ defects: [Defect], in batch: RawBatch) {
        let row = batch.count
        batch.lines[row] = line
        batch.offsets[row] = offset
        batch.spans[row] = batch.append(bytes.prefix(spanLimit))
        for slot in selected.indices { batch.column(slot)[row] = .absent }
        for defect in defects { batch.defects.append((row, defect)) }
        batch.count = row + 1
    }

    func field(_ number: Int) -> String { header[selected[number]] }

    private func refusal(_ fault: JSONFault) -> ReadError {
        let position = min(fault.position, text.count)
        if fault.kind == .notUTF8, let bad = Encoding.firstFault(in: slice(0..<text.count)) { count(to: bad) }
        count(to: position)
        return .json(fault.kind, line: line, byteOffset: offset)
    }
}
