internal import Records
internal import XML

/// Parses parts of one document, each as a document of its own between what stands around it.
///
/// Several may work for one reader, each on a part of its own.
final class XMLPartParser: StretchParser {
    private unowned let reader: XMLReader
    private let columns: [String]
    private let layout: XMLLayout

    /// - Parameter reader: one whose columns are settled.
    init(_ reader: XMLReader) {
        self.reader = reader
        (columns, layout) = (reader.columns, reader.layout)
    }

    func parse(_ batch: RawBatch) throws(ReadError) -> ByteAccount {
        // The reader knows it since it took its first part.
        guard batch.unparsed > 0, let parting = reader.parting else { return ByteAccount() }
        let records = XMLRecords(layout: layout, columns: columns)
        let count = batch.unparsed
        batch.unparsed = 0
        records.stretch = XMLStretch(at: batch.offsets[0], line: batch.lines[0], filled: count)
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
        for start in stride(from: 0, to: count, by: XMLStretch.piece) {
            let piece = batch.bytes[start..<min(count, start + XMLStretch.piece)]
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
