internal import Definitions
internal import Glibc
public import Records
internal import XML

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
        precondition(batch.columnCount == columns.count, "a batch made for other columns")
        guard !isInTurn else { return try read(into: batch) }
        batch.grow(to: 2 * XMLStretch.room)
        batch.bytes.copyBytes(from: rest)
        var filled = rest.count
        rest.removeAll(keepingCapacity: true)
        filled += try source.fill(UnsafeMutableRawBufferPointer(rebasing: batch.bytes[filled..<max(filled, partSize)]))
        if parting == nil { filled = enter(batch, filled) }
        let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<filled])
        guard let parting, let cut = parting.cut(bytes, most: batch.capacity) else {
            try goOnInTurn(from: bytes)
            return try read(into: batch)
        }
        rest.append(contentsOf: bytes[cut...])
        batch.count = 0
        batch.defects.removeAll(keepingCapacity: true)
        batch.unparsed = cut
        (batch.offsets[0], batch.lines[0]) = (next.offset, next.line)
        next.offset += cut
        next.line += Lines.count(in: UnsafeRawBufferPointer(rebasing: bytes[..<cut]), afterReturn: false)
        return true
    }

    /// Passes the opening of a document that has parts; how many bytes are left of the first ones.
    private func enter(_ batch: RawBatch, _ filled: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[..<filled])
        guard let found = Parting(bytes), !definition.records.contains(found.root), let base = batch.bytes.baseAddress
        else { return filled }
        parting = found
        let length = found.opening.count
        next.offset = length
        next.line += Lines.count(in: UnsafeRawBufferPointer(rebasing: bytes[..<length]), afterReturn: false)
        memmove(base, base + length, filled - length)
        return filled - length
    }

    private func goOnInTurn(from bytes: UnsafeRawBufferPointer) throws(ReadError) {
        isInTurn = true
        source = ReplayingSource(head: Array(bytes), rest: source)
        guard let parting else { return }
        let (records, parser) = try open()
        records.stretch = XMLStretch(at: next.offset, line: next.line)
        carry.offset = next.offset
        do throws(XMLError) { _ = try parser.enter(parting, at: next.offset, line: next.line) } catch {
            throw .xml(error)
        }
        if let failure = records.failure { throw failure }
    }
}
