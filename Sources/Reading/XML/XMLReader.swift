public import Definitions
internal import Glibc
public import Records
internal import XML

/// XML to batches of raw cells, by the names of the elements that are records.
///
/// There is no header line: the columns are those that are asked for (see `XMLColumn`), and what a record does not have is
/// absent. A document that is not whole or not well-formed is refused at the place where that shows; until then its
/// records may have been given out. Memory does not grow with the input, however it is built. Where parts of the
/// document are taken, the account is that of what was read in turn.
public final class XMLReader: RecordReader {
    public let header: [String]
    public private(set) var account = ByteAccount()
    let definition: XMLReaderDefinition
    var source: any ByteSource
    var parts: XMLParts
    /// How the document is parted, once its first bytes were looked at; nil where it has no parts.
    private(set) var parting: Parting?
    private var isEntered = false
    private(set) var selected: [Int]
    private var parsing: (records: XMLRecords, parser: DocumentParser)?
    var carry: (bytes: [UInt8], offset: Int) = ([], 0)
    private var isSuspended = false
    private var hasEnded = false
    private var isDone = false
    private var nextRecord = 1

    static let cellBudget = 1 << 16

    /// - Parameters:
    ///   - columns: names of the columns wanted, which become the header.
    ///   - partSize: most bytes of a part that is parsed by itself; 512 KB keep two threads busy in little memory.
    public init(
        _ source: any ByteSource, _ definition: XMLReaderDefinition, columns: [String], partSize: Int = 1 << 19
    ) {
        parts = XMLParts(size: min(max(partSize, 1), XMLChunk.room))
        self.source = source
        self.definition = definition
        header = columns
        selected = Array(columns.indices)
    }

    /// Names of the columns kept, in their order.
    var columns: [String] { selected.map { header[$0] } }

    var layout: XMLLayout { XMLLayout(definition, columns: columns) }

    /// Control characters that XML does not have and that were dropped.
    public var droppedControls: Int { parsing?.parser.droppedControls ?? 0 }
    private var toldControls = 0

    public func select(columns: [Int]) {
        precondition(columns.allSatisfy(header.indices.contains), "a column that was not asked for")
        selected = columns
    }

    public func makeBatch() -> RawBatch {
        var capacity = min(8192, max(1, Self.cellBudget / max(1, selected.count)))
        // Columns a power of two apart would all fall on the same lines of the cache.
        if capacity >= 64 && capacity % 16 == 0 { capacity -= 8 }
        return RawBatch(capacity: capacity, columnCount: selected.count, byteCount: 2 * XMLChunk.room)
    }

    public func read(into batch: RawBatch) throws(ReadError) -> Bool {
        precondition(batch.columnCount == selected.count, "a batch made for other columns")
        batch.clear()
        batch.firstRecord = nextRecord
        guard !isDone else { return false }
        let (records, parser) = try open()
        records.begin(batch)
        records.chunk.begin(with: carry.bytes, at: carry.offset, in: batch)
        while !isDone, isSuspended || !records.chunk.isFull || records.makeRoom() {
            let status = try resume(records, parser, batch)
            if case .suspended = status { isSuspended = true } else { isSuspended = false }
            if let failure = records.failure { throw failure }
            if case .done = status { isDone = true }
            if isSuspended { break }
        }
        let start = isSuspended ? records.lastEnd : records.openStart(in: batch)
        _ = records.chunk.line(at: start, in: batch)
        carry.bytes.removeAll(keepingCapacity: true)
        carry.bytes.append(contentsOf: records.chunk.bytes(from: start, in: batch))
        carry.offset = records.chunk.end - carry.bytes.count
        records.end()
        nextRecord += batch.count
        batch.droppedCharacters = droppedControls - toldControls
        toldControls = droppedControls
        for row in 0..<batch.count { account.records += batch.spans[row].length }
        account.separators = records.chunk.end - account.records
        return batch.count > 0
    }

    func open() throws(ReadError) -> (records: XMLRecords, parser: DocumentParser) {
        if let parsing { return parsing }
        let records = XMLRecords(layout: layout, columns: columns)
        do throws(XMLError) {
            let made = (records, try DocumentParser(handler: records))
            parsing = made
            return made
        } catch { throw .xml(error) }
    }

    /// Goes on, reads the next piece, or ends the document.
    private func resume(
        _ records: XMLRecords, _ parser: DocumentParser, _ batch: RawBatch
    ) throws(ReadError) -> DocumentParser.Status {
        var count = 0
        if !isSuspended, !hasEnded {
            let filled = records.chunk.filled
            count = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: batch.bytes[filled..<filled + XMLChunk.piece]))
            hasEnded = count == 0
            if hasEnded, records.chunk.end == 0 { throw .empty }
            records.chunk.add(count)
        }
        do throws(XMLError) {
            if isSuspended {
                let status = try parser.resume()
                // At the end the document is asked once more whether it is whole.
                if case .needsMore = status, hasEnded { return try parser.finish() }
                return status
            }
            if hasEnded { return try parser.finish() }
            let filled = records.chunk.filled
            return try parser.parse(UnsafeRawBufferPointer(rebasing: batch.bytes[filled - count..<filled]))
        } catch { throw .xml(error) }
    }
}

/// How far a document was given out in parts.
struct XMLParts {
    /// Most bytes of a part.
    let size: Int
    /// Where the next part begins.
    var offset = 0
    var line = 1
    /// Bytes of it that were read.
    var rest: [UInt8] = []
    /// Whether what is left is read in turn.
    var isOver = false

    init(size: Int) { self.size = size }

    /// Passes bytes of which there is a part, or the opening.
    mutating func pass(_ bytes: UnsafeRawBufferPointer) {
        offset += bytes.count
        line += Lines.count(in: bytes, afterReturn: false)
    }
}

/// Parts of a document, to be parsed side by side.
///
///     take:   | part: whole elements of the root ...................... | rest |    the batch's bytes
///                                                                      ^ cut
///     parse:  opening + part + closing, by a parser of its own
///
/// What has no parts is read in turn, from where that shows to the document's end: one whose root is a record or is not
/// at hand, an element that is longer than the room, and always the end.
extension XMLReader {
    public func makeParser() throws(ReadError) -> (any ChunkParser)? {
        try enter()
        return XMLPartParser(self)
    }

    public func take(into batch: RawBatch) throws(ReadError) -> Bool {
        precondition(batch.columnCount == selected.count, "a batch made for other columns")
        guard !parts.isOver else { return try read(into: batch) }
        try enter()
        batch.clear()
        batch.grow(to: 2 * XMLChunk.room)
        batch.bytes.copyBytes(from: parts.rest)
        var filled = parts.rest.count
        let room = max(filled, parts.size)
        filled += try source.fill(UnsafeMutableRawBufferPointer(rebasing: batch.bytes[filled..<room]))
        let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<filled])
        guard let cut = parting?.cut(bytes, most: batch.capacity) else {
            try resumeSequentially(from: bytes)
            return try read(into: batch)
        }
        batch.unparsed = cut
        (batch.offsets[0], batch.lines[0]) = (parts.offset, parts.line)
        parts.pass(UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
        parts.rest.removeAll(keepingCapacity: true)
        parts.rest.append(contentsOf: bytes[cut...])
        return true
    }

    /// Takes the opening off the document's first bytes.
    private func enter() throws(ReadError) {
        guard !isEntered else { return }
        isEntered = true
        var head = try source.next(Parting.limit)
        if let found = head.withUnsafeBytes(Parting.init), !definition.records.contains(found.root) {
            parting = found
            head.prefix(found.opening.count).withUnsafeBytes { parts.pass($0) }
            head.removeFirst(found.opening.count)
        }
        source = ReplayingSource(head: head, rest: source)
    }

    private func resumeSequentially(from bytes: UnsafeRawBufferPointer) throws(ReadError) {
        parts.isOver = true
        source = ReplayingSource(head: Array(bytes), rest: source)
        parts.rest = []
        guard let parting else { return }
        let (records, parser) = try open()
        records.chunk = XMLChunk(at: parts.offset, line: parts.line)
        carry.offset = parts.offset
        do throws(XMLError) { _ = try parser.enter(parting, at: parts.offset, line: parts.line) } catch {
            throw .xml(error)
        }
        if let failure = records.failure { throw failure }
    }
}
