internal import Glibc
internal import Loading
internal import Normalising
internal import Postgres
internal import Reading
internal import Records
internal import Validating

/// Stored rejects as Loading takes them: their cells, as Reading had resolved them, mapped by today's definitions.
///
/// Read page by page over a connection of its own, since the loading one is busy with COPY. Records are numbered by
/// their place among the rejects replayed; lines and offsets are those of the file.
final class ReplayFeed: RecordFeed {
    private static let page = 1000

    private let unit: ReplayUnit
    private let plan: MappingPlan
    private let mapper: Mapper
    private let validator: Validator
    private let connection: Connection
    private let shouldStop: () -> Bool
    private var numbering: ReplayNumbering
    private var replayed = 0
    private var batch: MappedBatch?
    private var raw: RawBatch

    init(
        unit: ReplayUnit, plan: MappingPlan, now: Int64, connection: Connection, shouldStop: @escaping () -> Bool
    ) {
        self.unit = unit
        self.plan = plan
        self.connection = connection
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
        guard replayed < unit.rejects.count else { return nil }
        let ids = unit.rejects[replayed..<min(replayed + Self.page, unit.rejects.count)]
        raw.clear()
        raw.firstRecord = replayed + 1
        var rounds: [Int: Int] = [:]
        try fetch(ids) { position, bytes, cells, round in
            let index = raw.count
            if round > 1 { rounds[index] = round }
            raw.lines[index] = position.line
            raw.offsets[index] = position.byteOffset
            raw.spans[index] = raw.append(bytes)
            for (column, cell) in cells.enumerated() {
                raw.column(column)[index] = cell.map { raw.append(Array($0.utf8)) } ?? .absent
            }
            raw.count += 1
        }
        guard raw.count == ids.count else { throw LoadError.sourceChanged }
        replayed += raw.count
        let mapped = batch ?? MappedBatch(plan: plan, raw: raw)
        batch = mapped
        mapper.map(raw, into: mapped)
        if mapped.hasUnreadZone { throw ReadError.system(operation: "read the rules of a time zone", code: EIO) }
        validator.validate(mapped)
        RepeatedParents.restore(rounds, in: mapped, plan)
        try numbering.assignIDs(mapped)
        return mapped
    }

    /// The rejects in their order, with the cells of the plan's columns and how often their rows had come.
    private func fetch(
        _ ids: ArraySlice<Int64>,
        _ body: (Position, _ raw: [UInt8], _ cells: [String?], _ round: Int) throws -> Void
    ) throws {
        let cells: [SQL] = plan.sourceNames.map { "reject.cells ->> \(literal: $0)" }
        try connection.each(
            """
            select asked.place, coalesce(reject.line, 0) as line, coalesce(reject.byte_offset, 0) as byte_offset,
                pg_catalog.encode(coalesce(reject.raw, ''), 'hex') as raw, reject.round, array[\(cells)]::text[] as cells
            from unnest(\(bind: Array(ids))::bigint[]) with ordinality as asked (id, place)
            join scorebook.rejects as reject on reject.id = asked.id and reject.replayed_at is null and reject.raw is not null
            order by asked.place
            """
        ) { row in
            let place: Int = try row["place"]
            let position = try Position(
                record: ids.startIndex + place, line: row["line"], byteOffset: row["byte_offset"])
            let raw: String = try row["raw"]
            try body(position, Hex.bytes(raw), row["cells"], row["round"])
        }
    }

    func records(
        _ numbers: Set<Int>,
        _ body: (Position, _ raw: [UInt8], _ cells: [(name: String, value: String?)]) throws -> Void
    ) throws {
        let sorted = numbers.sorted()
        let ids = sorted.map { unit.rejects[$0 - 1] }
        var index = 0
        try fetch(ids[...]) { position, raw, cells, _ in
            var own = position
            own.record = sorted[index]
            index += 1
            try body(own, raw, zip(plan.sourceNames, cells).map { (name: $0, value: $1) })
        }
    }

    func confirmUnchanged() throws {}
}
