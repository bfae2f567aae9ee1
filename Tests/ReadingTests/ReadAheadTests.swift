import Definitions
import Reading
import Records
import Testing

@Suite("Pieces filled ahead")
struct ReadAheadTests {
    private struct Piece {
        var number = 0
        var square = 0
    }

    /// Belongs to the thread that has the turn.
    private final class Numbers {
        private(set) var last = 0

        func next() -> Int {
            last += 1
            return last
        }
    }

    private static func pieces(_ threads: Int) -> [Piece] { (0...2 * threads).map { _ in Piece() } }

    @Test("come in their order, each once, however many threads finish them", arguments: [0, 1, 2, 4])
    func order(threads: Int) throws {
        let ahead = ReadAhead(Self.pieces(threads), from: Numbers(), threads: threads) { (numbers, piece) in
            piece.number = numbers.next()
            return piece.number <= 5000
        } finish: {
            { piece in
                // The first of some take longest.
                var waste = piece.number % 7 == 0 ? 2_000 : 1
                while waste > 0 { waste -= 1 }
                piece.square = piece.number * piece.number
            }
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
        let ahead = ReadAhead(Self.pieces(threads), from: Numbers(), threads: threads) {
            (numbers, piece) throws(ReadError) in
            piece.number = numbers.next()
            if whileFilling, piece.number == 12 { throw .empty }
            return true
        } finish: {
            { (piece) throws(ReadError) in
                if piece.number == 12 { throw .empty }
            }
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
        let ahead = ReadAhead(Self.pieces(2), from: Numbers(), threads: 2) { (numbers, _) in
            _ = numbers.next()
            return true
        }
        _ = try ahead.next()
        let numbers = try #require(ahead.stop())
        #expect((1...5).contains(numbers.last))
    }

    @Test("each thread remembers for itself", arguments: [0, 1, 4])
    func memory(threads: Int) throws {
        let ahead = ReadAhead(Self.pieces(threads), from: Numbers(), threads: threads) { (numbers, piece) in
            piece.number = numbers.next()
            return piece.number <= 5000
        } finish: {
            let own = Numbers()
            return { piece in piece.square = own.next() }
        }
        var last = 0
        while let piece = try ahead.next() {
            // One thread sees all pieces in their order; of several none sees more.
            #expect(threads > 1 ? piece.square <= piece.number : piece.square == piece.number)
            last = piece.number
            ahead.recycle(piece)
        }
        #expect(last == 5000)
        ahead.stop()
    }

    /// Lines of many lengths, with what is no JSON, blank lines, carriage returns and values with escapes among them.
    private static let lines: [UInt8] = {
        var text = ""
        for number in 0..<12_000 {
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
        for bits in [8, 16] { try expectSame(threads: threads, chunk: chunk, bits: bits) }
    }

    private func expectSame(threads: Int, chunk: Int, bits: Int) throws {
        let bytes =
            bits == 8
            ? Self.lines
            : String(decoding: [0xEF, 0xBB, 0xBF] + Self.lines, as: UTF8.self).utf16.flatMap {
                [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
            }
        func reader() -> JSONLinesReader {
            JSONLinesReader(MemorySource(bytes, chunk: chunk), columns: ["a", "b"])
        }
        let alone = reader()
        var expected: [String] = []
        let batch = alone.makeBatch()
        while try alone.read(into: batch) { expected += Self.rows(of: batch) }
        #expect(expected.count > 10_000 && alone.account.total == bytes.count)

        let shared = reader()
        let pieces = try (0...2 * threads).map { _ in (shared.makeBatch(), try #require(try shared.makeParser())) }
        let ahead = ReadAhead(pieces, from: shared, threads: threads) { (reader, piece) throws(ReadError) in
            try reader.take(into: piece.0)
        } finish: {
            { (piece) throws(ReadError) in try piece.1.parse(piece.0) }
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
