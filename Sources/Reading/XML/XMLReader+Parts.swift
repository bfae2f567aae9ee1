internal import Definitions
internal import Glibc
public import Records
internal import XML

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
    public func makeParser() -> (any StretchParser)? { XMLPartParser(self) }

    public func take(into batch: RawBatch) throws(ReadError) -> Bool {
        precondition(batch.columnCount == selected.count, "a batch made for other columns")
        guard !parts.isOver else { return try read(into: batch) }
        batch.clear()
        batch.grow(to: 2 * XMLStretch.room)
        batch.bytes.copyBytes(from: parts.rest)
        var filled = parts.rest.count
        let room = max(filled, parts.size)
        filled += try source.fill(UnsafeMutableRawBufferPointer(rebasing: batch.bytes[filled..<room]))
        if parting == nil { filled -= enter(batch, filled) }
        let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<filled])
        guard let cut = parting?.cut(bytes, most: batch.capacity) else {
            try goOnInTurn(from: bytes)
            return try read(into: batch)
        }
        batch.unparsed = cut
        (batch.offsets[0], batch.lines[0]) = (parts.offset, parts.line)
        parts.pass(UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
        parts.rest.removeAll(keepingCapacity: true)
        parts.rest.append(contentsOf: bytes[cut...])
        return true
    }

    /// Takes the opening off the document's first bytes; its length, 0 where the document has no parts.
    private func enter(_ batch: RawBatch, _ filled: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<filled])
        guard let found = Parting(bytes), !definition.records.contains(found.root), let base = batch.bytes.baseAddress
        else { return 0 }
        let length = found.opening.count
        parting = found
        parts.pass(UnsafeRawBufferPointer(rebasing: bytes[..<length]))
        memmove(base, base + length, filled - length)
        return length
    }

    private func goOnInTurn(from bytes: UnsafeRawBufferPointer) throws(ReadError) {
        parts.isOver = true
        source = ReplayingSource(head: Array(bytes), rest: source)
        parts.rest = []
        guard let parting else { return }
        let (records, parser) = try open()
        records.stretch = XMLStretch(at: parts.offset, line: parts.line)
        carry.offset = parts.offset
        do throws(XMLError) { _ = try parser.enter(parting, at: parts.offset, line: parts.line) } catch {
            throw .xml(error)
        }
        if let failure = records.failure { throw failure }
    }
}
