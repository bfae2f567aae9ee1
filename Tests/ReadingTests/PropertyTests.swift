import CSV
import Definitions
import Reading
import Records
import Testing

/// What holds for every input, whatever stands in it.
@Suite struct PropertyTests {
    static let sample =
        "id,note,n\n1,plain,2\r\n2,\"two\r\nlines, \"\"quoted\"\"\",3\n\n3,señor 野球 ⚾,\n4,\"\",x\"y\r5,\"open,1\n6,last,7"

    static func encoded(_ text: String, bigEndian: Bool) -> [UInt8] {
        ("\u{FEFF}" + text).utf16.flatMap { unit in
            let pair = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
            return bigEndian ? pair.reversed() : pair
        }
    }

    static let inputs: [[UInt8]] = [
        Array(sample.utf8), [0xEF, 0xBB, 0xBF] + Array(sample.utf8), encoded(sample, bigEndian: false),
        encoded(sample, bigEndian: true), Array("a\n\u{0}\n\u{1F3BE}\n".utf8) + [0xFF, 0x0A, 0xED, 0xA0, 0x80],
    ]

    /// A pipe that gives as many bytes as it likes.
    final class Irregular: ByteSource {
        let bytes: MemorySource
        var generator = SystemRandomNumberGenerator()

        init(_ bytes: [UInt8]) { self.bytes = MemorySource(bytes) }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let count = Int.random(in: 1...min(buffer.count, 100), using: &generator)
            return bytes.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[0..<count]))
        }
    }

    @Test(arguments: inputs, [1, 2, 3, 7, 64, 4096])
    func `Any size of pieces reads the same`(_ bytes: [UInt8], _ chunk: Int) {
        let whole = Transcript(MemorySource(bytes))
        #expect(Transcript(MemorySource(bytes, chunk: chunk)) == whole)
        #expect(Transcript(Irregular(bytes)) == whole)
        #expect(whole.error == nil)
        #expect(whole.account.total == bytes.count)
    }

    @Test(arguments: [false, true])
    func `UTF-16 says what UTF-8 says, but for the offsets`(_ bigEndian: Bool) {
        let narrow = Transcript(Self.sample)
        let wide = Transcript(MemorySource(Self.encoded(Self.sample, bigEndian: bigEndian)))
        #expect(wide.lines.map(\.cells) == narrow.lines.map(\.cells))
        #expect(wide.lines.map(\.line) == narrow.lines.map(\.line))
        let units = Array(Self.sample.utf16)
        for line in wide.lines {
            let first = line.raw.utf16.first
            #expect(first == units[line.offset / 2 - 1])
        }
    }

    @Test(arguments: inputs)
    func `Cut anywhere, no half record goes unnoticed`(_ bytes: [UInt8]) {
        let whole = Transcript(MemorySource(bytes))
        for length in 1..<bytes.count {
            let part = Transcript(MemorySource(Array(bytes[..<length])))
            guard part.error == nil else { continue }
            #expect(part.account.total == length)
            // All but what stands in the last line and what an open quote then swallowed is as in the whole file.
            for (cut, line) in zip(part.lines, whole.lines) where cut != line {
                let end = cut.offset + cut.raw.utf8.count
                let isWholeWidth = cut.cells.count == whole.header.count && !cut.cells.contains(nil)
                let atEnd = part.lines.last == cut && (isWholeWidth || !cut.defects.isEmpty)
                let isSwallowed = cut.defects.contains { $0.hasPrefix("unterminated_quote") } || end <= length
                #expect(atEnd || isSwallowed)
            }
        }
    }

    @Test func `A projection changes neither positions nor defects`() {
        let whole = Transcript(Self.sample)
        let narrow = Transcript(MemorySource(Array(Self.sample.utf8)), select: [2, 0])
        #expect(narrow.lines.map(\.cells) == whole.lines.map { [$0.cells[2], $0.cells[0]] })
        #expect(narrow.lines.map(\.defects) == whole.lines.map(\.defects))
        #expect(narrow.lines.map(\.offset) == whole.lines.map(\.offset))
    }

    @Test func `Many batches are one sequence`() throws {
        var text = "n,twice\n"
        for number in 1...50_000 { text += "\(number),\"\(number * 2)\(number % 7 == 0 ? "\n" : "")\"\n" }
        let transcript = Transcript(text)
        #expect(transcript.lines.count == 50_000)
        #expect(transcript.lines.map(\.record) == Array(1...50_000))
        #expect(transcript.lines.enumerated().allSatisfy { $0.element.cells[0] == "\($0.offset + 1)" })
        #expect(transcript.lines.last?.line == 2 + 49_999 + 49_999 / 7)
        #expect(transcript.account.total == text.utf8.count)
    }

    @Test func `Records are read once more by number`() throws {
        let reader = try CSVReader(MemorySource(Array(Self.sample.utf8)))
        let found = try RecordRereader(reader).records([2, 4])
        #expect(found.map(\.position.record) == [2, 4])
        #expect(found.first.map { String(decoding: $0.raw, as: UTF8.self) } == "2,\"two\r\nlines, \"\"quoted\"\"\",3")
        #expect(found.first?.cells.map(\.value) == ["2", "two\r\nlines, \"quoted\"", "3"])
        #expect(found.first?.cells.map(\.name) == ["id", "note", "n"])
    }

    /// A page of numbers may end in the middle of a batch, and the next one begin in the same.
    @Test func `Pages of records are read once more in one pass`() throws {
        let text = "n,twice\n" + (1...50_000).map { "\($0),\($0 * 2)\n" }.joined()
        let source = CountingSource(MemorySource(Array(text.utf8)))
        let rereading = RecordRereader(try CSVReader(source))
        var found: [Int] = []
        for page in stride(from: 1, to: 50_000, by: 10) {
            found += try rereading.records([page, page + 3, page + 9]).map(\.position.record)
        }
        #expect(found == stride(from: 1, to: 50_000, by: 10).flatMap { [$0, $0 + 3, $0 + 9] })
        #expect(source.count == text.utf8.count)
        #expect(try rereading.records([50_001]).isEmpty)
    }
}

/// Counts what was read of another.
private final class CountingSource: ByteSource {
    private let source: any ByteSource
    private(set) var count = 0

    init(_ source: any ByteSource) { self.source = source }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
        let read = try source.read(into: buffer)
        count += read
        return read
    }
}
