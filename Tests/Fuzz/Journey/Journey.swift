import Definitions
import Discovering
import Normalising
import Reading
import Records
import Validating

/// The way of some bytes through reader, mapper and validator, and what came of them as one number.
struct Journey {
    let pipelines: Pipelines
    let settings: [String: String]

    /// How the bytes are read.
    enum Course {
        case pieces(of: Int)
        /// Taken in parts, each parsed by a parser of its own.
        case parts
    }

    /// The number is nil where the bytes are refused as a whole.
    func taken(_ bytes: [UInt8], as sample: Sample, _ course: Course) -> UInt64? {
        let match = sample.match
        guard let datasets = pipelines.datasets(of: match.format) else { return nil }
        do {
            let chunk = if case .pieces(let size) = course { size } else { Int.max }
            let reader = try ReaderOpening.open(
                MemorySource(bytes, chunk: chunk), match.format.reader, layout: match.layout,
                about: FileFacts(path: sample.name), columns: match.format.columns)
            let plan = try MappingPlan(
                format: match.format, datasets: datasets, header: reader.header, settings: settings,
                ownership: .one(high: 0x5F0C_0000_0000_4000, low: 0x8000_0000_0000_0001), identity: .none)
            reader.select(columns: plan.sourceColumns)
            let raw = reader.makeBatch()
            let mapper = Mapper(plan: plan)
            let validator = Validator(plan: plan, now: 1_798_675_200_000_000)
            let batch = MappedBatch(plan: plan, raw: raw)
            var parser: (any ChunkParser)?
            if case .parts = course { parser = try reader.makeParser() }
            var sum = Sum()
            var records = 0
            while try parser == nil ? reader.read(into: raw) : reader.take(into: raw) {
                if let parser {
                    try parser.parse(raw)
                    raw.firstRecord = records + 1
                }
                records += raw.recordCount
                mapper.map(raw, into: batch)
                validator.validate(batch)
                for index in 0..<batch.count { add(index, of: batch, to: &sum) }
            }
            return sum.value
        } catch { return nil }
    }

    private func add(_ index: Int, of batch: MappedBatch, to sum: inout Sum) {
        let position = batch.raw.position(at: index)
        for number in [position.record, position.line, position.byteOffset, Int(batch.outcomes[index])] {
            sum.add(UInt64(bitPattern: Int64(number)))
        }
        sum.add(batch.raw.bytes(of: batch.raw.spans[index]))
        for rows in batch.parts.flatMap(\.rows) where rows.present[index] == 1 && batch.isKept(index) {
            for ids in rows.tables where ids.present[index] == 1 {
                sum.add(ids.idHigh[index])
                sum.add(ids.idLow[index])
            }
            for case let column? in rows.columns where column.hasValue(index) { add(column, index, batch.raw, &sum) }
        }
    }

    private func add(_ column: Column, _ index: Int, _ raw: RawBatch, _ sum: inout Sum) {
        switch column.type {
        case .text, .json, .list, .uuids: sum.add(column.text(index, in: raw))
        case .decimal, .duration:
            let value = column.decimal(index)
            sum.add(UInt64(value.scale))
            if value.isLong { sum.add(column.text(index, in: raw)) } else { sum.add(value.digits) }
        default: sum.add(column.low[index])
        }
    }

    /// Fowler, Noll and Vo's hash (FNV-1a, 64 bits).
    private struct Sum {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01B3 }

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            add(UInt64(bytes.count))
            for byte in bytes { add(UInt64(byte)) }
        }
    }
}
