internal import Glibc
internal import Records
internal import XML

/// The chunk of a document that stands in a batch.
///
///     batch.bytes:  | head | the document's bytes as read ............ | values of the asked columns
///                          ^ origin                              filled^      room ^
///
/// The head is empty but for a record that is longer than there is room: of that the first bytes stay, what follows
/// them is let go as it comes.
struct XMLChunk {
    /// Bytes of a batch that hold the document.
    static let room = 1 << 19
    /// Bytes that are read at once.
    static let piece = 1 << 16
    /// What is kept of a record that is longer than the room.
    static let longestHead = 1 << 18

    private(set) var filled = 0
    private var head = 0
    private var headStart = 0
    private var headLine = 0
    /// Offset in the document of the byte behind the head.
    private(set) var origin = 0
    /// Line of the byte at `counted`, and whether a CR stands before it.
    private var line = 1
    private var counted = 0
    private var isAfterReturn = false

    init() {}

    /// - Parameters:
    ///   - offset: where in the document it begins, and in which line.
    ///   - filled: how many bytes of it stand in the batch.
    init(at offset: Int, line: Int, filled: Int = 0) {
        (origin, counted, self.line, self.filled) = (offset, offset, line, filled)
    }

    /// Offset in the document of what is read next.
    var end: Int { origin + filled - head }

    var isFull: Bool { filled + Self.piece > Self.room }

    /// Begins a batch with what the last one left, which starts at this offset.
    mutating func begin(with carry: [UInt8], at offset: Int, in batch: RawBatch) {
        batch.bytes.copyBytes(from: carry)
        (filled, head, origin) = (carry.count, 0, offset)
    }

    mutating func add(_ count: Int) { filled += count }

    /// Bytes from an offset on.
    func bytes(from offset: Int, in batch: RawBatch) -> UnsafeRawBufferPointer {
        let start = head + min(max(offset - origin, 0), filled - head)
        return UnsafeRawBufferPointer(rebasing: batch.bytes[start..<filled])
    }

    /// Where a chunk of the document stands in the batch, as far as it does.
    func span(_ range: Range<Int>) -> Cell {
        if head > 0, range.lowerBound < origin {
            return Cell(offset: 0, length: range.lowerBound == headStart ? min(head, range.count) : 0)
        }
        let start = head + min(max(range.lowerBound - origin, 0), filled - head)
        return Cell(offset: start, length: min(range.count, filled - start))
    }

    /// The line of an offset; they are asked for in growing order.
    @inline(__always)
    mutating func line(at offset: Int, in batch: RawBatch) -> Int { line(at: offset, in: batch.bytes.baseAddress) }

    mutating func line(at offset: Int, in bytes: UnsafeMutableRawPointer?) -> Int {
        if head > 0, offset == headStart { return headLine }
        guard offset > counted else { return line }
        let start = head + max(counted - origin, 0)
        let end = min(head + offset - origin, filled)
        guard start < end, let bytes else { return line }
        line += Lines.count(
            in: UnsafeRawBufferPointer(start: bytes + start, count: end - start), afterReturn: isAfterReturn)
        isAfterReturn = bytes.load(fromByteOffset: end - 1, as: UInt8.self) == 0x0D
        counted = offset
        return line
    }

    /// Lets go of what stands before an offset, or of what a too long record has beyond its head.
    mutating func makeRoom(keeping offset: Int, in batch: RawBatch) {
        let end = end
        if offset > origin || (head == 0 && offset == end) {
            _ = line(at: offset, in: batch)
            let rest = bytes(from: offset, in: batch)
            let count = rest.count
            if count > 0, let target = batch.bytes.baseAddress, let start = rest.baseAddress {
                memmove(target, start, count)
            }
            (head, origin, filled) = (0, offset, count)
        }
        guard isFull else { return }
        if head == 0 {
            headLine = line(at: origin, in: batch)
            headStart = origin
        }
        _ = line(at: end, in: batch)
        head = Self.longestHead
        (origin, filled) = (end, head)
    }

    /// Offset of the last `<`: where a tag that is not whole yet begins; the end, if there is none.
    func lastTag(in batch: RawBatch) -> Int {
        var at = filled
        while at > head {
            at -= 1
            if batch.bytes[at] == 0x3C { return origin + at - head }
        }
        return end
    }
}

/// Parses parts of one document, each as a document of its own between what stands around it.
///
/// Several may work for one reader, each on a part of its own.
final class XMLPartParser: ChunkParser {
    private let columns: [String]
    private let layout: XMLLayout
    private let parting: Parting?

    /// - Parameter reader: one whose columns and parting are settled.
    init(_ reader: XMLReader) {
        (columns, layout, parting) = (reader.columns, reader.layout, reader.parting)
    }

    func parse(_ batch: RawBatch) throws(ReadError) -> ByteAccount {
        guard batch.unparsed > 0, let parting else { return ByteAccount() }
        let records = XMLRecords(layout: layout, columns: columns)
        let count = batch.unparsed
        batch.unparsed = 0
        records.chunk = XMLChunk(at: batch.offsets[0], line: batch.lines[0], filled: count)
        records.begin(batch)
        do throws(XMLError) {
            try parse(count, of: batch, parting, into: records)
        } catch { throw records.failure ?? .xml(error) }
        if let failure = records.failure { throw failure }
        records.end()
        var account = ByteAccount()
        for row in 0..<batch.count { account.records += batch.spans[row].length }
        account.separators = count - account.records
        return account
    }

    private func parse(
        _ count: Int, of batch: RawBatch, _ parting: Parting, into records: XMLRecords
    ) throws(XMLError) {
        let parser = try DocumentParser(handler: records)
        try finish(parser.enter(parting, at: batch.offsets[0], line: batch.lines[0]), parser)
        for start in stride(from: 0, to: count, by: XMLChunk.piece) {
            let piece = batch.bytes[start..<min(count, start + XMLChunk.piece)]
            try finish(parser.parse(UnsafeRawBufferPointer(rebasing: piece)), parser)
        }
        try finish(parser.leave(parting), parser)
        try finish(parser.finish(), parser)
        batch.droppedCharacters = parser.droppedControls
    }

    /// Goes on after a pause: a part has no more elements than the batch has rows.
    private func finish(_ status: DocumentParser.Status, _ parser: DocumentParser) throws(XMLError) {
        var status = status
        while case .suspended = status { status = try parser.resume() }
    }
}
