public import Postgres
public import Records

/// What identifies a unit: the same content for another owner, or with other settings, is another unit.
public struct UnitKey: Equatable, Sendable {
    /// User id, or `payload`; empty of a refused file whose owner is not known.
    public var ownerScope: String
    /// SHA-256 of the content; empty of a file that is refused before it is read.
    public var sha256: [UInt8]
    /// The first 128 bits of the SHA-256 of owner scope, content, definitions and effective settings: each small file keeps one
    /// in a table and in an index.
    public var ledgerKey: [UInt8]

    /// - Parameter digest: the SHA-256 that the ledger key is taken from.
    public init(ownerScope: String, sha256: [UInt8], digest: [UInt8]) {
        self.ownerScope = ownerScope
        self.sha256 = sha256
        ledgerKey = Array(digest.prefix(16))
    }
}

/// A unit to be loaded, as the ledger describes it.
public struct UnitDescription: Sendable {
    public var key: UnitKey
    /// Path below the owner's folder.
    public var source: String
    public var bytes: Int
    public var format: String
    public var datasets: [String]
    public var settings: [(name: String, value: String)]
    public var keeping = RejectKeeping.firstWhole
    let wholeRejects: WholeRejects

    public init(
        key: UnitKey, source: String, bytes: Int, format: String, datasets: [String],
        settings: [(name: String, value: String)], wholeRejects: WholeRejects = WholeRejects()
    ) {
        self.wholeRejects = wholeRejects
        self.key = key
        self.source = source
        self.bytes = bytes
        self.format = format
        self.datasets = datasets
        self.settings = settings
    }
}

/// A unit that was refused or failed.
public struct UnloadedUnit: Sendable {
    let description: UnitDescription
    let code: RefusalCode
    let reason: String

    public init(_ description: UnitDescription, _ code: RefusalCode, reason: String) {
        (self.description, self.code, self.reason) = (description, code, reason)
    }
}

/// What is kept of a unit's rejects.
public enum RejectKeeping: Sendable {
    /// The first thousand whole, of the others cause, count and place.
    case firstWhole
    /// All whole: they are stored already.
    case whole
    /// Cause, count and place of each: they were kept so before.
    case places
}

extension Ledger {
    /// The counts of a row of `scorebook.units`.
    public static let columns: SQL = "read, inserted, updated, unchanged, duplicate, rejected, skipped"

    /// Reads `columns`.
    public init(_ row: Row) throws {
        self.init()
        (read, inserted, updated) = (try row["read"], try row["inserted"], try row["updated"])
        (unchanged, duplicate) = (try row["unchanged"], try row["duplicate"])
        (rejected, skipped) = (try row["rejected"], try row["skipped"])
    }
}

/// The rows of `scorebook.runs` and `scorebook.units`.
public struct UnitLedger {
    let connection: Connection

    public init(connection: Connection) { self.connection = connection }

    /// A key under which a unit stays in the ledger, and is not in the way of its file.
    static func otherKey(of unit: SQL) -> SQL {
        "pg_catalog.sha256(\(unit).ledger_key || pg_catalog.int8send(\(unit).id))"
    }

    /// Lets units that an earlier run has loaded be loaded once more: they stay in the ledger, with what they wrote, under
    /// another key. What this run has loaded, in another attempt or in another process, stays loaded.
    func reopen(_ units: [UnitKey], in run: String) throws {
        for unit in units {
            try connection.run(
                """
                update scorebook.units as loaded set ledger_key = \(Self.otherKey(of: "loaded"))
                where ledger_key = pg_catalog.decode(\(bind: Hex.text(unit.ledgerKey)), 'hex') and status = 'loaded'
                    and run_id <> \(bind: run)::uuid
                """)
        }
    }

    /// Claims units in the open transaction, an id each; nil where a unit is loaded already, or is there twice.
    ///
    /// A lock on each ledger key, taken in their order, keeps other sessions from the same unit until the transaction ends.
    /// They wait for it no longer than the lock timeout. The rows of the units are written last, with their counts.
    func claim(_ units: [UnitDescription]) throws -> [Int64?] {
        let keys = units.map { Hex.text($0.key.ledgerKey) }
        lock(keys)
        // Numbered in the order of the units, which is that of the run's report.
        let rows = try connection.rows(
            """
            select claimed.ledger_key, pg_catalog.nextval('scorebook.units_id_seq') as id
            from (
                select given.ledger_key
                from unnest(\(bind: keys)::text[]) with ordinality as given (ledger_key, place)
                where not exists (
                    select from scorebook.units
                    where ledger_key = pg_catalog.decode(given.ledger_key, 'hex') and status = 'loaded'
                    offset 0) -- each by its key, however many there are by now
                group by given.ledger_key
                order by min(given.place)
                offset 0
            ) as claimed
            """)
        var ids: [String: Int64] = [:]
        for row in rows { ids[try row["ledger_key"]] = try row["id"] }
        return units.map { ids.removeValue(forKey: Hex.text($0.key.ledgerKey)) }
    }

    /// Keeps other sessions from these ledger keys until the transaction ends.
    private func lock(_ keys: [String]) {
        connection.later.run(
            """
            select pg_catalog.pg_advisory_xact_lock(('x' || pg_catalog.left(claimed.ledger_key, 16))::bit(64)::bigint)
            from unnest(\(bind: Set(keys).sorted())::text[]) as claimed (ledger_key)
            """)
    }

    /// Of units that are loaded: the rejects that were not replayed since; nil where there are none.
    func openRejects(of units: [UnitKey]) throws -> [OpenRejects?] {
        let rows = try connection.rows(
            """
            select given.place, waiting.count,
                pg_catalog.to_char(unit.finished_at at time zone 'UTC', 'YYYY-MM-DD') as day
            from unnest(\(bind: units.map { Hex.text($0.ledgerKey) })::text[]) with ordinality as given (ledger_key, place)
            cross join lateral (
                select unit.* from scorebook.units as unit
                where unit.ledger_key = pg_catalog.decode(given.ledger_key, 'hex') and unit.status = 'loaded'
                    and unit.rejected > 0
                offset 0
            ) as unit
            cross join lateral (
                select pg_catalog.sum(reject.count)::bigint as count from scorebook.rejects as reject
                where reject.unit_id = unit.id and reject.replayed_at is null
            ) as waiting
            where waiting.count > 0
            """)
        var open = [OpenRejects?](repeating: nil, count: units.count)
        for row in rows {
            let place: Int = try row["place"]
            open[place - 1] = try OpenRejects(count: row["count"], day: row["day"])
        }
        return open
    }

    private static let givenNames: SQL = "ledger_key, source, sha256, bytes, format, datasets, owner_scope, settings"

    /// Units as rows of these names.
    private static func given(_ units: [UnitDescription]) -> SQL {
        """
        unnest(
            \(bind: units.map { Hex.text($0.key.ledgerKey) })::text[], \(bind: units.map(\.source))::text[],
            \(bind: units.map { Hex.text($0.key.sha256) })::text[], \(bind: units.map(\.bytes))::bigint[],
            \(bind: units.map(\.format))::text[], \(bind: units.map(\.datasets.sqlText))::text[],
            \(bind: units.map(\.key.ownerScope))::text[], \(bind: units.map { json($0.settings) })::text[])
        """
    }

    /// The columns of `given` as the ledger has them.
    private static let described: SQL = """
        pg_catalog.decode(given.ledger_key, 'hex'), given.source,
        pg_catalog.decode(nullif(given.sha256, ''), 'hex'), given.bytes, given.format, given.datasets::text[],
        nullif(given.owner_scope, ''), given.settings::jsonb
        """

    /// Writes the rows of claimed units that are loaded, with the next statement.
    func finish(_ units: [(id: Int64, description: UnitDescription, ledger: Ledger)], run: String) {
        func list(_ figure: (Ledger) -> Int) -> SQL { "\(bind: units.map { figure($0.ledger) })::bigint[]" }
        connection.later.run(
            """
            insert into scorebook.units
                (id, run_id, ledger_key, source, sha256, bytes, format, datasets, owner_scope, settings, status,
                 \(Ledger.columns), finished_at)
            select given.id, \(bind: run)::uuid, \(Self.described), 'loaded',
                \(Ledger.columns), pg_catalog.clock_timestamp()
            from rows from (
                \(Self.given(units.map(\.description))),
                unnest(\(bind: units.map(\.id))::bigint[], \(list(\.read)), \(list(\.inserted)), \(list(\.updated)),
                    \(list(\.unchanged)), \(list(\.duplicate)), \(list(\.rejected)), \(list(\.skipped))))
                as given (\(Self.givenNames), id, \(Ledger.columns))
            """)
        reopenReplaced(by: units.filter { $0.ledger.updated > 0 }.map(\.id))
    }

    /// Lets earlier readings of the same content be loaded again whose rows these have changed: a file that was read in
    /// kilograms by mistake is to be read in pounds again.
    private func reopenReplaced(by units: [Int64]) {
        guard !units.isEmpty else { return }
        connection.later.run(
            """
            update scorebook.units as earlier set ledger_key = \(Self.otherKey(of: "earlier"))
            where earlier.id = any (array(
                select other.id
                from scorebook.units as unit
                cross join lateral (
                    select same.id from scorebook.units as same
                    where same.owner_scope = unit.owner_scope and same.sha256 = unit.sha256
                        and same.status = 'loaded' and same.run_id <> unit.run_id
                    offset 0 -- each by its owner and content, however many there are by now
                ) as other
                where unit.id = any (\(bind: units)::bigint[])))
            """)
    }

    /// Remembers units that were refused or failed, in a transaction of their own; they block no retry.
    public func record(_ units: [UnloadedUnit], run: String, status: String) throws {
        try record(units, run: run, status: status, where: "true")
    }

    /// The same of a run that several processes load: once, however many attempts meet them, and only while it is open.
    public func recordOnce(_ units: [UnloadedUnit], run: String, status: String) throws {
        try connection.transaction {
            guard try connection.value("select \(SharedRun.enter(run))", as: Bool.self) == true else {
                throw LoadError.runIsClosed
            }
            lock(units.map { Hex.text($0.description.key.ledgerKey) })
            try record(
                units, run: run, status: status,
                where: """
                    not exists (
                        select from scorebook.units as known
                        where known.run_id = \(bind: run)::uuid and known.status = \(bind: status)
                            and known.source = given.source
                            and known.ledger_key = pg_catalog.decode(given.ledger_key, 'hex')
                            and known.owner_scope is not distinct from nullif(given.owner_scope, ''))
                    """)
        }
    }

    private func record(_ units: [UnloadedUnit], run: String, status: String, where condition: SQL) throws {
        try connection.run(
            """
            insert into scorebook.units
                (run_id, ledger_key, source, sha256, bytes, format, datasets, owner_scope, settings, status,
                 code, reason, finished_at)
            select \(bind: run)::uuid, \(Self.described), \(bind: status), given.code, given.reason,
                pg_catalog.clock_timestamp()
            from rows from (
                \(Self.given(units.map(\.description))),
                unnest(\(bind: units.map(\.code.rawValue))::text[], \(bind: units.map(\.reason))::text[]))
                as given (\(Self.givenNames), code, reason)
            where \(condition)
            """)
    }

    /// Whether the unit stands in the ledger as loaded: the question after a lost COMMIT reply.
    public func isLoaded(_ key: UnitKey) throws -> (run: String, ledger: Ledger)? {
        try connection.row(
            """
            select run_id, \(Ledger.columns)
            from scorebook.units
            where ledger_key = pg_catalog.decode(\(bind: Hex.text(key.ledgerKey)), 'hex') and status = 'loaded'
            """
        ).map { row in (try row["run_id"], try Ledger(row)) }
    }

    /// Settings hold no record's value, but may hold a person's name: they are kept with the ledger, not in logs.
    private static func json(_ settings: [(name: String, value: String)]) -> String {
        "{" + settings.map { "\(JSONText.quoted($0.name)): \(JSONText.quoted($0.value))" }.joined(separator: ", ") + "}"
    }
}
