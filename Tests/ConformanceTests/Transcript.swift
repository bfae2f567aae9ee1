import Definitions
import Discovering
import Normalising
import Proving
import Reading
import Records
import Testing
import Validating

/// What a format makes of some bytes, up to and with Validating, record by record as text.
struct Transcript: Equatable {
    /// One line a record: where it is, what became of it, its values.
    var records: [String] = []
    /// `Outcome` a record.
    var kept: [Bool] = []
    /// How many records are passed over, by the reason.
    var skipped: [String: Int] = [:]
    var failure: String?

    /// - Parameters:
    ///   - path: where the file lies, for formats that read that.
    ///   - settings: more than those under which samples load.
    init(
        _ bytes: [UInt8], _ format: Format, chunk: Int, path: String = "", settings more: [String: String] = [:]
    ) throws {
        let datasets = try #require(Ground.pipelines.datasets(of: format))
        let head = Array(bytes.prefix(CSVHead.size))
        do {
            let match = try Recogniser(formats: [format]).recognise(head, isWhole: head.count == bytes.count)
            let reader = try ReaderOpening.open(
                MemorySource(bytes, chunk: chunk), format.reader, layout: match.layout,
                about: FileFacts(path: path), columns: format.columns)
            var settings = Dictionary(Ground.settings(for: [format.name, path])) { $1 }.merging(more) { $1 }
            settings[MappingPlan.Semicolons.setting] =
                match.layout.delimiter == UInt8(ascii: ";")
                ? (match.layout.isDelimiterOwn ? MappingPlan.Semicolons.own : .other).rawValue : nil
            settings[MappingPlan.named] =
                format.named.first { entry in
                    path.contains(entry.pattern.filter { $0 != "*" }.dropLast(".csv".count))
                }?.word
            let plan = try MappingPlan(
                format: format, datasets: datasets, header: reader.header, settings: settings,
                ownership: Ground.holdsOwners(format.name)
                    ? .payload : .one(high: 0x5F0C_0000_0000_4000, low: 0x8000_0000_0000_0001), identity: .none)
            reader.select(columns: plan.sourceColumns)
            let raw = reader.makeBatch()
            let batch = MappedBatch(plan: plan, raw: raw)
            let validator = Validator(plan: plan, now: 1_798_675_200_000_000)
            while try reader.read(into: raw) {
                Mapper(plan: plan).map(raw, into: batch)
                validator.validate(batch)
                for index in 0..<batch.count { add(index, of: batch) }
                skipped.merge(batch.skipped, uniquingKeysWith: +)
            }
        } catch {
            failure = "\(error)"
        }
    }

    private mutating func add(_ index: Int, of batch: MappedBatch) {
        let position = batch.raw.position(at: index)
        let outcome = MappedBatch.Outcome(rawValue: batch.outcomes[index])
        var line = "\(position.record)@\(position.line)/\(position.byteOffset) \(outcome.map { "\($0)" } ?? "?")"
        for (_, defect) in batch.defects.filter({ $0.index == index }) {
            line += " \(defect.field):\(defect.code.rawValue)@\(defect.byteOffset ?? -1)"
        }
        for rows in batch.parts.flatMap(\.rows) where outcome == .kept && rows.present[index] == 1 {
            for ids in rows.tables where ids.present[index] == 1 {
                line += " | \(ids.idHigh[index]) \(ids.idLow[index])"
            }
            for case let column? in rows.columns { line += " \(column.field)=\(Self.text(column, index, batch.raw))" }
        }
        records.append(line)
        kept.append(outcome == .kept)
    }

    private static func text(_ column: Column, _ index: Int, _ raw: RawBatch) -> String {
        guard column.hasValue(index) else { return "-" }
        switch column.type {
        case .text, .json, .list, .uuids: return String(decoding: column.text(index, in: raw), as: UTF8.self)
        case .uuid: return "\(column.high[index]) \(column.low[index])"
        case .decimal, .duration:
            let value = column.decimal(index)
            return value.isLong
                ? String(decoding: column.text(index, in: raw), as: UTF8.self)
                : "\(value.isNegative ? "-" : "")\(value.digits)e-\(value.scale)"
        default: return "\(column.integer(index))"
        }
    }
}
