internal import Glibc
internal import Loading
internal import Normalising
internal import Postgres
internal import Reading
internal import Records
internal import Validating

/// Rejects as Loading takes them: their cells, as Reading resolves them, mapped by today's definitions.
///
/// Read page by page; stored ones over a connection of its own, since the loading one is busy with COPY. Lines and
/// offsets are those of the file.
final class ReplayFeed: RecordFeed {
    private static let page = 1000

    private let plan: MappingPlan
    private let mapper: Mapper
    private let validator: Validator
    private let records: any ReplayedRecords
    private let shouldStop: () -> Bool
    private var numbering: ReplayNumbering
    private var replayed = 0
    private var batch: MappedBatch?
    private var raw: RawBatch

    init(
        unit: ReplayUnit, _ records: any ReplayedRecords, plan: MappingPlan, now: Int64, connection: Connection,
        shouldStop: @escaping () -> Bool
    ) {
        self.records = records
        self.plan = plan
        self.shouldStop = shouldStop
        mapper = Mapper(plan: plan, order: .scattered)
        validator = Validator(plan: plan, now: now)
        numbering = ReplayNumbering(unit: unit, connection: connection)
        raw = RawBatch(capacity: Self.page, columnCount: plan.sourceColumns.count, byteCount: 1 << 16)
    }

    /// The rejects of a workout are a part of it.
    var isComplete: Bool { false }

    func next() throws -> MappedBatch? {
        guard !shouldStop() else { throw LoadError.interrupted }
        guard replayed < records.count else { return nil }
        let places = replayed..<min(replayed + Self.page, records.count)
        raw.clear()
        raw.firstRecord = replayed + 1
        raw.isExploded = records.areNumbersOfFile
        var rounds: [Int: Int] = [:]
        try records.each(at: places, plan) { position, bytes, cells, round in
            let index = raw.count
            if round > 1 { rounds[index] = round }
            raw.numbers[index] = position.record
            raw.lines[index] = position.line
            raw.offsets[index] = position.byteOffset
            raw.spans[index] = raw.append(bytes)
            for (column, cell) in cells.enumerated() {
                raw.column(column)[index] = cell.map { raw.append(Array($0.utf8)) } ?? .absent
            }
            raw.count += 1
        }
        guard raw.count == places.count else { throw LoadError.sourceChanged }
        replayed += raw.count
        let mapped = batch ?? MappedBatch(plan: plan, raw: raw)
        batch = mapped
        mapper.map(raw, into: mapped)
        if let code = mapped.unreadZone {
            throw ReadError.system(operation: "read the rules of a time zone", code: code)
        }
        validator.validate(mapped)
        RepeatedParents.restore(rounds, in: mapped, plan)
        try numbering.assignIDs(mapped)
        return mapped
    }

    func records(
        _ numbers: Set<Int>,
        _ body: (Position, _ raw: [UInt8], _ cells: [(name: String, value: String?)]) throws -> Void
    ) throws {
        try records.each(numbered: numbers.sorted(), plan) { position, raw, cells, _ in
            try body(position, raw, zip(plan.sourceNames, cells).map { (name: $0, value: $1) })
        }
    }

    func confirmUnchanged() throws { try records.confirmUnchanged() }
}
