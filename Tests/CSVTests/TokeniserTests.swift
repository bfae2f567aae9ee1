import CSV
import Seeding
import Testing

@Suite struct TokeniserTests {
    static let pieces: [[UInt8]] = [
        "a", "b", "\"", "\"", "\"\"", ",", ",", "\n", "\r", "\r\n", "\0", "é", "\",\"", "\"\n\"", " ",
    ].map { Array($0.utf8) }

    /// Some pieces that matter to the grammar, now and then a run that reaches over the next block.
    static func input(_ generator: inout Seeded) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
            if Int.random(in: 0..<12, using: &generator) == 0 {
                bytes += [UInt8](repeating: 0x78, count: Int.random(in: 1...70, using: &generator))
            } else {
                bytes += pieces.randomElement(using: &generator) ?? []
            }
        }
        return bytes
    }

    /// All records, the bytes given in growing prefixes as a reader of a pipe would.
    static func records(
        _ bytes: [UInt8], _ dialect: Dialect, _ limits: Limits, _ tokens: Tokens, _ generator: inout Seeded
    ) -> [Reference.Record] {
        var tokeniser = Tokeniser(dialect, limits: limits)
        var records: [Reference.Record] = []
        var (base, known, at) = (0, 0, 0)
        while true {
            known = min(bytes.count, known + Int.random(in: 0...64, using: &generator))
            if Bool.random(using: &generator) { known = bytes.count }
            // Bytes that were read are gone now and then, as at the start of a new batch.
            if Int.random(in: 0..<3, using: &generator) == 0 { (base, at) = (base + at, 0) }
            tokeniser.origin = base
            let given = Array(bytes[base..<known])
            let isFinal = known == bytes.count
            let result = given.withUnsafeBytes {
                tokeniser.tokenise(
                    $0, from: at, isFinal: isFinal, maxRecords: Int.random(in: 1...5, using: &generator), into: tokens)
            }
            for number in 0..<tokens.count { records.append(record(tokens, number, given, base)) }
            at = result.next
            if isFinal && result.stop == .done { return records }
        }
    }

    private static func record(_ tokens: Tokens, _ number: Int, _ bytes: [UInt8], _ base: Int) -> Reference.Record {
        let record = tokens.records[number]
        let cells = (record.firstCell..<record.firstCell + record.cellCount).map { index in
            let token = tokens.cells[index]
            let text = Array(bytes[Int(token.offset)..<Int(token.offset) + token.length])
            return Reference.Cell(text: text, isQuoted: token.isQuoted, isEscaped: token.isEscaped)
        }
        let isOdd = bytes[record.start..<record.end].contains { $0 == 0 || $0 >= 0x80 }
        #expect(!isOdd || record.marks.contains(.odd))
        #expect(!cells.contains(where: \.isEscaped) || record.marks.contains(.escaped))
        return Reference.Record(
            start: record.start + base, end: record.end + base, line: record.line, cells: cells,
            faults: record.marks.intersection(.faults))
    }

    @Test(arguments: [Dialect.Quoting.doubled, .unescaped, .strict], [Limits(), Limits(cell: 20, columns: 6)])
    func `Agrees with the slow parser on random inputs`(_ quoting: Dialect.Quoting, _ limits: Limits) {
        var generator = Seeded(20_261_121)
        let dialect = Dialect(quoting: quoting)
        let tokens = Tokens(limits: limits)
        for round in 0..<5_000 {
            let bytes = Self.input(&generator)
            let found = Self.records(bytes, dialect, limits, tokens, &generator)
            let expected = Reference.records(bytes, dialect, limits)
            if found != expected {
                Issue.record("round \(round): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
                #expect(found == expected)
                return
            }
        }
    }

    @Test func `A delimiter that could not be told from a quote becomes a comma`() {
        for byte in Array("\"\r\n".utf8) { #expect(Dialect(delimiter: byte).delimiter == UInt8(ascii: ",")) }
    }
}
