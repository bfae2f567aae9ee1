public import Postgres
public import Records

/// What identifies a unit: the same content for another owner, or with other settings, is another unit.
public struct UnitKey: Equatable, Sendable {
    /// User id, or `payload`.
    public var ownerScope: String
    /// SHA-256 of the content.
    public var sha256: [UInt8]
    /// SHA-256 over owner scope, content, definitions and effective settings.
    public var ledgerKey: [UInt8]

    public init(ownerScope: String, sha256: [UInt8], ledgerKey: [UInt8]) {
        self.ownerScope = ownerScope
        self.sha256 = sha256
        self.ledgerKey = ledgerKey
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

    public init(
        key: UnitKey, source: String, bytes: Int, format: String, datasets: [String],
        settings: [(name: String, value: String)]
    ) {
        self.key = key
        self.source = source
        self.bytes = bytes
        self.format = format
        self.datasets = datasets
        self.settings = settings
    }
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

    /// Lets units that are loaded be loaded once more: they stay in the ledger, with what they wrote, under another key.
    func reopen(_ units: [UnitKey]) throws {
        for unit in units {
            try connection.run(
                """
                update scorebook.units as loaded set ledger_key = \(Self.otherKey(of: "loaded"))
                where ledger_key = pg_catalog.decode(\(bind: Hex.text(unit.ledgerKey)), 'hex') and status = 'loaded'
                """)
        }
    }

    /// Claims units in the open transaction, an id each; nil where a unit is loaded already, or stands there twice.
    ///
    /// Waits for a session that holds the same claim, no longer than the lock timeout. Two who claim the same units in different
    /// orders may block one another; the server ends one of them, who claims them one by one.
    func claim(_ units: [UnitDescription], run: String) throws -> [Int64?] {
        let rows = try connection.rows(
            """
            insert into scorebook.units
                (run_id, ledger_key, source, sha256, bytes, format, datasets, owner_scope, settings, status)
            select \(bind: run)::uuid, \(Self.described), 'loaded'
            from \(Self.given(units))
            on conflict (ledger_key) where status = 'loaded' do nothing
            returning id, pg_catalog.encode(ledger_key, 'hex') as ledger_key
            """)
        var ids: [String: Int64] = [:]
        for row in rows { ids[try row["ledger_key"]] = try row["id"] }
        return units.map { ids.removeValue(forKey: Hex.text($0.key.ledgerKey)) }
    }

    /// Units as rows of `given`.
    private static func given(_ units: [UnitDescription]) -> SQL {
        """
        unnest(
            \(bind: units.map { Hex.text($0.key.ledgerKey) })::text[], \(bind: units.map(\.source))::text[],
            \(bind: units.map { Hex.text($0.key.sha256) })::text[], \(bind: units.map(\.bytes))::bigint[],
            \(bind: units.map(\.format))::text[], \(bind: units.map(\.datasets.sqlText))::text[],
            \(bind: units.map(\.key.ownerScope))::text[], \(bind: units.map { json($0.settings) })::text[]
        ) as given (ledger_key, source, sha256, bytes, format, datasets, owner_scope, settings)
        """
    }

    /// The columns of `given` as the ledger has them.
    private static let described: SQL = """
        pg_catalog.decode(given.ledger_key, 'hex'), given.source, pg_catalog.decode(given.sha256, 'hex'), given.bytes,
        given.format, given.datasets::text[], given.owner_scope, given.settings::jsonb
        """

    /// The ledger's counts and the end of units, with the next statement.
    func finish(_ units: [(id: Int64, ledger: Ledger)]) {
        func list(_ figure: (Ledger) -> Int) -> SQL { "\(bind: units.map { figure($0.ledger) })::bigint[]" }
        connection.later.run(
            """
            update scorebook.units set read = counted.read, inserted = counted.inserted, updated = counted.updated,
                unchanged = counted.unchanged, duplicate = counted.duplicate, rejected = counted.rejected,
                skipped = counted.skipped, finished_at = pg_catalog.clock_timestamp()
            from unnest(\(bind: units.map(\.id))::bigint[], \(list(\.read)), \(list(\.inserted)), \(list(\.updated)),
                    \(list(\.unchanged)), \(list(\.duplicate)), \(list(\.rejected)), \(list(\.skipped)))
                as counted (id, read, inserted, updated, unchanged, duplicate, rejected, skipped)
            where units.id = counted.id
            """)
    }

    /// Remembers a unit that was refused or failed, in a transaction of its own; it blocks no retry.
    public func record(
        _ unit: UnitDescription, run: String, status: String, reason: String
    ) throws {
        try connection.run(
            """
            insert into scorebook.units
                (run_id, ledger_key, source, sha256, bytes, format, datasets, owner_scope, settings, status,
                 reason, finished_at)
            select \(bind: run)::uuid, \(Self.described), \(bind: status), \(bind: reason), pg_catalog.clock_timestamp()
            from \(Self.given([unit]))
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
