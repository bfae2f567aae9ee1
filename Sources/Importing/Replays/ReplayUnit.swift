internal import Discovering
internal import Loading
internal import Normalising
internal import Postgres
internal import Reading
internal import Records

/// The rejects of one unit that wait to be replayed, and what the unit was.
struct ReplayUnit {
    let id: Int64
    let source: String
    let format: String
    let ownerScope: String
    private(set) var settings: [(name: String, value: String)]
    /// Columns that the rejects' cells have.
    let header: [String]
    /// The rejects, in the order of their records.
    let rejects: [Int64]
    /// Rejects that were broken as text, which no definition of a field corrects.
    let broken: Int
    /// Those that the ledger keeps without text.
    let counted: CountedRecords
    /// The file's content.
    let sha256: [UInt8]
    let bytes: Int

    /// Rejects that are kept whole, or those that were counted: each is a unit of its own.
    enum Part { case whole, counted }

    /// Name of the setting by which a replay's unit says whose rejects it took.
    static let origin = "replay_of"
    static let isBroken: SQL = """
        exists (
            select from pg_catalog.jsonb_array_elements(reject.defects) as defect
            where defect ->> 'code' = any (\(literal: Defect.Code.ofReading.map(\.rawValue))))
        """
    private static let isWhole: SQL = "reject.replayed_at is null and reject.raw is not null"
    private static let waits: SQL = """
        reject.replayed_at is null and (reject.raw is not null or reject.records is not null)
        """

    /// The last run with rejects that wait; one with nothing but broken text only where there is no other.
    static func lastRun(_ connection: Connection) throws -> String? {
        try connection.value(
            """
            select run.id
            from scorebook.rejects as reject
            join scorebook.units as unit on unit.id = reject.unit_id
            join scorebook.runs as run on run.id = unit.run_id
            where \(waits) and unit.status = 'loaded' and run.mode = 'run'
            order by \(isBroken) or reject.raw is null and reject.records = '{}', run.started_at desc, run.id limit 1
            """)
    }

    /// Units of a run with rejects that wait, the oldest first: what a newer file says comes last.
    static func waiting(_ connection: Connection, run: String) throws -> [ReplayUnit] {
        try connection.rows(
            """
            select unit.id, unit.source, unit.format, unit.owner_scope, pg_catalog.encode(unit.sha256, 'hex') as sha256,
                unit.bytes
            from scorebook.units as unit
            where unit.status = 'loaded' and unit.run_id = \(bind: run)::uuid
                and unit.settings ->> \(literal: origin) is null
                and exists (select from scorebook.rejects as reject where reject.unit_id = unit.id and \(waits))
            order by unit.id
            """
        ).map { row in
            let id: Int64 = try row["id"]
            let counted = try CountedRecords(of: id, on: connection)
            return try ReplayUnit(
                id: id, source: row["source"], format: row["format"], ownerScope: row["owner_scope"],
                settings: settings(of: id, connection), header: header(of: id, connection),
                rejects: connection.values(
                    """
                    select reject.id from scorebook.rejects as reject
                    where reject.unit_id = \(bind: id)::bigint and \(isWhole) and not \(isBroken)
                    order by reject.record_number, reject.id
                    """),
                broken: counted.broken
                    + (connection.value(
                        """
                        select count(*) from scorebook.rejects as reject
                        where reject.unit_id = \(bind: id)::bigint and \(isWhole) and \(isBroken)
                        """) ?? 0),
                counted: counted, sha256: Hex.bytes(row["sha256"] as String), bytes: row["bytes"])
        }
    }

    var hasCounted: Bool { !counted.ranges.isEmpty || counted.lost > 0 }

    /// Whether anything of it can be tried.
    var isReplayed: Bool { !rejects.isEmpty || hasCounted }

    /// The unit with settings in place of those that its file was imported with.
    func with(_ given: [(name: String, value: String)]) -> ReplayUnit {
        var unit = self
        unit.settings.removeAll { own in given.contains { $0.name == own.name } }
        unit.settings += given
        unit.settings.sort { $0.name < $1.name }
        return unit
    }

    private static func settings(
        of unit: Int64, _ connection: Connection
    ) throws -> [(name: String, value: String)] {
        try connection.rows(
            """
            select setting.key, setting.value
            from scorebook.units, pg_catalog.jsonb_each_text(settings) as setting
            where units.id = \(bind: unit)::bigint and setting.value is not null order by 1
            """
        ).map { row in (name: try row["key"], value: try row["value"]) }
    }

    private static func header(of unit: Int64, _ connection: Connection) throws -> [String] {
        try connection.values(
            """
            select distinct name from scorebook.rejects as reject, pg_catalog.jsonb_object_keys(reject.cells) as name
            where reject.unit_id = \(bind: unit)::bigint and \(waits) order by 1
            """)
    }
}

/// A replay's unit in the ledger.
extension ReplayUnit {
    var ownership: Ownership {
        guard let id = UUIDText.parse(ownerScope) else { return .payload }
        return .one(high: id.high, low: id.low)
    }

    /// The replayed rejects stand for the content; with the definitions they make the ledger's key.
    func key(_ definitions: String, _ part: Part) -> UnitKey {
        var content = Digest()
        content.add("scorebook replay")
        content.add(String(id))
        switch part {
        case .whole: for reject in rejects { content.add(String(reject)) }
        case .counted:
            content.add("counted")
            for range in counted.ranges { content.add("\(range.records.lowerBound)-\(range.records.upperBound)") }
        }
        let sha256 = content.finish()
        var key = Digest()
        key.add(ownerScope)
        sha256.withUnsafeBytes { key.add($0) }
        key.add(definitions)
        for (name, value) in settings {
            key.add(name)
            key.add(value)
        }
        return UnitKey(ownerScope: ownerScope, sha256: sha256, digest: key.finish())
    }

    /// In the replay's transaction: what loaded is marked, what is rejected again gets its new defects.
    ///
    /// The replay's own rejects are taken away again: each record waits once. `replayed_at` is the moment at which the
    /// replay's unit started, by which a rollback finds what waits again.
    func finish(_ part: Part, as unit: Int64, _ outcome: UnitOutcome, _ connection: Connection) throws {
        switch part {
        case .whole: try finishWhole(as: unit, connection)
        case .counted: try counted.finish(unit, of: id, connection)
        }
        guard outcome.ledger.rejected == outcome.ledger.read else { return }
        // Nothing came of it, so it is not in the way of the next attempt.
        try connection.run(
            """
            update scorebook.units set status = 'refused', reason = 'all rejected again' where id = \(bind: unit)::bigint
            """)
    }

    private func finishWhole(as unit: Int64, _ connection: Connection) throws {
        let again: [Int64] = try connection.values(
            """
            with fresh as (
                delete from scorebook.rejects where unit_id = \(bind: unit)::bigint
                returning record_number, field, code, message, hint, defects
            )
            update scorebook.rejects as reject set field = fresh.field, code = fresh.code, message = fresh.message,
                hint = fresh.hint, defects = fresh.defects
            from fresh join unnest(\(bind: rejects)::bigint[]) with ordinality as asked (id, place)
                on asked.place = fresh.record_number
            where reject.id = asked.id
            returning reject.id
            """)
        try connection.run(
            """
            update scorebook.rejects as reject
            set replayed_at = (select unit.started_at from scorebook.units as unit where unit.id = \(bind: unit)::bigint)
            where reject.id = any (\(bind: rejects)::bigint[]) and reject.id <> all (\(bind: again)::bigint[])
            """)
    }
}
