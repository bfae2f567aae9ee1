import Definitions
import Reading
import Records
import Synchronization
import Testing

@Suite("Pieces filled ahead")
struct ReadAheadTests {
    private struct Piece {
        var number = 0
        var square = 0
    }

    @Test("come in their order, each once, however many threads finish them", arguments: [0, 1, 2, 4])
    func order(threads: Int) throws {
        var next = 0
        let ahead = ReadAhead((0...2 * threads).map { _ in Piece() }, threads: threads) { (piece) throws(ReadError) in
            next += 1
            piece.number = next
            return next <= 5000
        } finish: { piece in
            // The first of some take longest.
            var waste = piece.number % 7 == 0 ? 20_000 : 1
            while waste > 0 { waste -= 1 }
            piece.square = piece.number * piece.number
        }
        var expected = 1
        while let piece = try ahead.next() {
            #expect(piece.number == expected && piece.square == expected * expected)
            expected += 1
            ahead.recycle(piece)
        }
        #expect(expected == 5001)
        #expect(try ahead.next() == nil)
        ahead.stop()
    }

    @Test("a fault is told after all that stood before it", arguments: [0, 1, 3], [true, false])
    func fault(threads: Int, whileFilling: Bool) throws {
        var next = 0
        let ahead = ReadAhead((0...2 * threads).map { _ in Piece() }, threads: threads) { (piece) throws(ReadError) in
            next += 1
            piece.number = next
            if whileFilling, next == 12 { throw .empty }
            return true
        } finish: { (piece) throws(ReadError) in
            if piece.number == 12 { throw .empty }
        }
        for expected in 1...11 {
            let piece = try #require(try ahead.next())
            #expect(piece.number == expected)
            ahead.recycle(piece)
        }
        #expect(throws: ReadError.empty) { try ahead.next() }
        ahead.stop()
    }

    @Test("stopped amid the work, nothing is filled any more")
    func stop() throws {
        let filled = Atomic(0)
        let ahead = ReadAhead((0..<5).map { _ in Piece() }, threads: 2) { (_) throws(ReadError) in
            filled.add(1, ordering: .relaxed)
            return true
        }
        _ = try ahead.next()
        ahead.stop()
        let count = filled.load(ordering: .relaxed)
        #expect((1...5).contains(count))
        #expect(filled.load(ordering: .relaxed) == count)
    }

    /// Lines of many lengths, with what is no JSON, blank lines, carriage returns and values with escapes among them.
    private static let lines: [UInt8] = {
        var text = ""
        for number in 0..<30_000 {
            switch number % 11 {
            case 3:
                text += "{\"a\": \(number), \"b\": \"\\u00e9\\n\(String(repeating: "x", count: number % 300))\"}\r\n"
            case 5: text += "\n  \n"
            case 7: text += "{\"a\": \(number), \"b\": [1, }\n"
            default: text += "{\"a\": \(number), \"b\": \"plain\"}\n"
            }
        }
        return Array((text + "{\"a\": -1}").utf8)
    }()

    @Test("chunks parsed in parallel give what one reader gives", arguments: [1, 2, 4], [Int.max, 4096, 77])
    func lines(threads: Int, chunk: Int) throws {
        func reader() -> JSONLinesReader {
            JSONLinesReader(MemorySource(Self.lines, chunk: chunk), columns: ["a", "b"])
        }
        let alone = reader()
        var expected: [String] = []
        let batch = alone.makeBatch()
        while try alone.read(into: batch) { expected += Self.rows(of: batch) }
        #expect(expected.count > 25_000 && alone.account.total == Self.lines.count)

        let shared = reader()
        let pieces = try (0...2 * threads).map { _ in (shared.makeBatch(), try #require(shared.makeParser())) }
        let ahead = ReadAhead(pieces, threads: threads) { (piece) throws(ReadError) in
            try shared.take(into: piece.0)
        } finish: { (piece) throws(ReadError) in
            try piece.1.parse(piece.0)
        }
        var found: [String] = []
        while let piece = try ahead.next() {
            piece.0.firstRecord = found.count + 1
            found += Self.rows(of: piece.0)
            ahead.recycle(piece)
        }
        ahead.stop()
        #expect(found == expected)
    }

    private static func rows(of batch: RawBatch) -> [String] {
        (0..<batch.count).map { row in
            let position = batch.position(at: row)
            let defects = batch.defects.filter { $0.index == row }.map {
                "\($0.defect.code) \($0.defect.byteOffset ?? -1)"
            }
            let cells = (0..<batch.columnCount).map { batch.text(of: batch.column($0)[row]) ?? "-" }
            return "\(position.record) \(position.line) \(position.byteOffset) \(cells) \(defects)"
        }
    }
}
