import Definitions
import Normalising
import Records
import Testing

/// Cells stay where they are while a kernel reads them, whatever it adds to a full batch meanwhile.
@Suite("Cells that are lent")
struct LentCellTests {
    /// A cell of 81 bytes whose digits tell which one it is.
    private static func long(_ index: Int) -> String {
        let number = String(index + 1)
        return "-" + number + String(repeating: "7", count: 80 - number.utf8.count)
    }

    private static func mapped(
        _ conversion: Conversion, count: Int, _ cell: (Int) -> String, _ change: (inout FieldMapping) -> Void
    ) throws -> (raw: RawBatch, column: Column, batch: MappedBatch) {
        var probe = Probe(conversion, change)
        probe.type = conversion.valueType
        let plan = try probe.plan()
        let raw = RawBatch.full((0..<count).map(cell))
        let batch = MappedBatch(plan: plan, raw: raw)
        Mapper(plan: plan).map(raw, into: batch)
        return (raw, try #require(batch.parts[0].rows[0].columns[0]), batch)
    }

    /// Each keeps its digits in the arena, and only then it shows that they are no duration.
    @Test("long digits that are refused")
    func refused() throws {
        let count = 30_000
        let (_, _, batch) = try Self.mapped(.duration, count: count, Self.long) { $0.unit = [.fixed(.millisecond)] }
        #expect(batch.defects.count == count)
        #expect(Set(batch.defects.map(\.defect.found)) == ["number of 81 characters"])
        #expect(Set(batch.defects.map(\.defect.code)) == [.notADuration])
    }

    @Test("long digits that are kept")
    func kept() throws {
        let (raw, column, batch) = try Self.mapped(.decimal, count: 20_000, Self.long) { _ in }
        #expect(batch.defects.isEmpty)
        for index in 0..<20_000 where column.value(index, in: raw) != Self.long(index) {
            Issue.record("row \(index) has other digits")
            break
        }
    }

    /// Words of the definition go to the arena, all other cells are slices of the bytes as they came.
    @Test("cells between mapped words", arguments: [Conversion.json, .text, .key, .name])
    func words(_ conversion: Conversion) throws {
        let filler = String(repeating: "a", count: 60)
        func cell(_ index: Int) -> String { index % 2 == 0 ? "w" : "\"\(filler)\(index)\"" }
        let word = "\"" + String(repeating: "b", count: 200) + "\""
        let (raw, column, batch) = try Self.mapped(conversion, count: 20_000, cell) {
            $0.map = [("w", word)]
            $0.unmapped = .keep
        }
        #expect(batch.defects.isEmpty)
        for index in 0..<20_000 {
            let expected = index % 2 == 0 ? word : cell(index)
            if column.value(index, in: raw) != expected {
                Issue.record("row \(index) has another text")
                break
            }
        }
    }

    @Test("a batch that was cleared is filled anew")
    func cleared() {
        let batch = RawBatch(capacity: 2, columnCount: 1, byteCount: 8)
        let first = batch.bytes(of: batch.append("01234567".utf8))
        let second = batch.append(String(repeating: "x", count: 100).utf8)
        #expect(first.elementsEqual("01234567".utf8))
        #expect(batch.cell(of: first) == Cell(offset: 0, length: 8))
        #expect(batch.cell(of: batch.bytes(of: second)) == second)
        batch.clear()
        #expect(batch.arenaEnd == 0)
        #expect(batch.append("new".utf8) == Cell(offset: 0, length: 3))
    }
}

extension RawBatch {
    /// A batch of one column whose bytes are full, as a reader leaves it.
    fileprivate static func full(_ cells: [String]) -> RawBatch {
        let batch = RawBatch(
            capacity: cells.count, columnCount: 1, byteCount: cells.reduce(0) { $0 + $1.utf8.count })
        for (index, cell) in cells.enumerated() { batch.column(0)[index] = batch.append(cell.utf8) }
        batch.count = cells.count
        return batch
    }
}
