import Archive
import Testing

/// What is written is read again, by the same rules as an archive from outside.
@Suite struct ZipWriterTests {
    private struct Full: Error {}

    private func written(_ entries: [(name: String, packing: ZipWriter.Packing, text: String)]) throws -> [UInt8] {
        final class Sink { var bytes: [UInt8] = [] }
        let sink = Sink()
        let writer = try ZipWriter(modified: 1_798_675_200) { sink.bytes += $0 }
        for entry in entries {
            try writer.add(entry.name, entry.packing) { put in
                let bytes = Array(entry.text.utf8)
                // In two pieces, as it comes.
                for piece in [bytes.prefix(bytes.count / 3), bytes.dropFirst(bytes.count / 3)] {
                    try Array(piece).withUnsafeBytes { try put($0) }
                }
            }
        }
        try writer.finish()
        return sink.bytes
    }

    @Test func `Entries are read as they were written`() throws {
        let texts = [
            ("a.csv", ZipWriter.Packing.deflated, "first"), ("empty.csv", .deflated, ""),
            ("folder/b.csv", .deflated, ArchiveTests.long), ("photo.jpg", .stored, "stored " + ArchiveTests.long),
        ]
        let bytes = try written(texts.map { ($0.0, $0.1, $0.2) })
        let unpacked = Unpacked(bytes)
        #expect(unpacked.error == nil)
        #expect(unpacked.names == texts.map(\.0))
        #expect(unpacked.contents == texts.map(\.2))
        #expect(bytes.count < ArchiveTests.long.utf8.count + 20_000, "one is stored, the other packed")
    }

    @Test func `An error of the sink is the writer's`() throws {
        let writer = try ZipWriter(modified: 0) { _ in throw Full() }
        #expect(throws: Full.self) {
            try writer.add("a.csv", .stored) { put in
                for _ in 0..<100 { try Array(ArchiveTests.long.utf8).withUnsafeBytes { try put($0) } }
            }
            try writer.finish()
        }
    }
}
