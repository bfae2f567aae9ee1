import Definitions
import Reading
import Records
import Seeding
import Testing

/// Inputs that nobody wrote: bytes of the other tests changed, doubled, cut and mixed at random.
@Suite struct MutationTests {
    static func mutated(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = bytes
        let telling = Array("\"',;()\\$\n\r\t#-x{}.0N".utf8) + [0, 0x80, 0xEF, 0xFF]
        for _ in 0...Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            let byte = telling.randomElement(using: &random) ?? 0
            switch Int.random(in: 0...4, using: &random) {
            case 0: bytes[at] = byte
            case 1: bytes.insert(byte, at: at)
            case 2: bytes.remove(at: at)
            case 3: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...20, using: &random)))
            default:
                let end = min(bytes.count, at + Int.random(in: 0...40, using: &random))
                bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &random))
            }
        }
        return bytes
    }

    @Test(arguments: ShapeCase.all)
    func `Odd shapes read the same in any pieces, whatever stands in them`(_ shape: ShapeCase) {
        var random = Seeded(UInt64(shape.input.utf8.count))
        for _ in 0..<150 {
            let bytes = Self.mutated(Array(shape.input.utf8), &random)
            let whole = shape.transcript(MemorySource(bytes))
            let chunk = Int.random(in: 1...30, using: &random)
            #expect(shape.transcript(MemorySource(bytes, chunk: chunk)) == whole)
            // A packed cell of the tests holds at most 20 rows or so.
            #expect(shape.transcript(MemorySource(bytes), capacity: 24) == whole)
            if shape.definition.shape.explode == nil {
                #expect(shape.transcript(MemorySource(bytes), capacity: 1) == whole)
            }
            guard whole.error == nil else { continue }
            #expect(whole.account.total == bytes.count)
            #expect(whole.lines.map(\.record) == whole.lines.map(\.record).sorted())
            for line in whole.lines where !line.raw.contains("\u{FFFD}") {
                #expect(bytes.dropFirst(line.offset).starts(with: line.raw.utf8))
            }
        }
    }

    @Test func `Dumps read the same in any pieces, whatever stands in them`() {
        var random = Seeded(7)
        for _ in 0..<1500 {
            let bytes = Self.mutated(Array(DumpTests.dump.utf8), &random)
            let whole = DumpTests.transcript(bytes)
            let chunk = Int.random(in: 1...60, using: &random)
            #expect(DumpTests.transcript(bytes, chunk: chunk) == whole)
            let small = DumpTests.transcript(bytes, capacity: 2)
            #expect(small.error == whole.error)
            if whole.error == nil { #expect(small == whole) }
            if whole.error == nil { #expect(whole.account.total == bytes.count) }
            for line in whole.lines where !line.raw.contains("\u{FFFD}") {
                #expect(bytes.dropFirst(line.offset).starts(with: line.raw.utf8))
            }
        }
    }
}
