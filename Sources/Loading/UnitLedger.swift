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

/// The rows of `scorebook.runs` and `scorebook.units`.
public struct UnitLedger {
    let connection: Connection

    public init(connection: Connection) { self.connection = connection }

    /// A key under which a unit stays in the ledger, and is not in the way of its file.
    static func otherKey(of unit: String) -> String {
        "pg_catalog.sha256(\(unit).ledger_key || pg_catalog.int8send(\(unit).id))"
    }

    /// Lets units that are loaded be loaded once more: they stay in the ledger, with what they wrote, under another key.
    func reopen(_ units: [UnitKey]) throws {
        for unit in units {
            try connection.run(
                """
                update scorebook.units as loaded set ledger_key = \(Self.otherKey(of: "loaded"))
                where ledger_key = pg_catalog.decode($1, 'hex') and status = 'loaded'
                """, [Hex.text(unit.ledgerKey)])
        }
    }

    /// Claims units in the open transaction, an id each; nil where a unit is loaded already, or stands there twice.
    ///
    /// Waits for whoever holds the same claim, no longer than the lock timeout. Two who claim the same units in different
    /// orders may block one another; the server ends one of them, who claims them one by one.
    func claim(_ units: [UnitDescription], run: String) throws -> [Int64?] {
        guard units.count > 1 else { return try units.map { unit in try claim(unit, run: run) } }
        let list = units.map { unit in
            let fields = [
                ("ledger_key", Hex.text(unit.key.ledgerKey)), ("source", unit.source),
                ("sha256", Hex.text(unit.key.sha256)), ("format", unit.format),
                ("datasets", "{" + unit.datasets.joined(separator: ",") + "}"),
                ("owner_scope", unit.key.ownerScope), ("settings", Self.json(unit.settings)),
            ].map { "\(JSONText.quoted($0)): \(JSONText.quoted($1))" }
            return "{\"bytes\": \(unit.bytes), \(fields.joined(separator: ", "))}"
        }
        let rows = try connection.rows(
            """
            insert into scorebook.units
                (run_id, ledger_key, source, sha256, bytes, format, datasets, owner_scope, settings, status)
            select $1::uuid, pg_catalog.decode(ledger_key, 'hex'), source, pg_catalog.decode(sha256, 'hex'), bytes, format,
                datasets::text[], owner_scope, settings::jsonb, 'loaded'
            from pg_catalog.jsonb_to_recordset($2::jsonb) as given (
                ledger_key text, source text, sha256 text, bytes bigint, format text, datasets text, owner_scope text,
                settings text)
            on conflict (ledger_key) where status = 'loaded' do nothing
            returning id, pg_catalog.encode(ledger_key, 'hex')
            """, [run, "[\(list.joined(separator: ", "))]"])
        var ids: [String: Int64] = [:]
        for row in rows { if let key = row[1] { ids[key] = row[0].flatMap { Int64($0) } } }
        return units.map { ids.removeValue(forKey: Hex.text($0.key.ledgerKey)) }
    }

    private func claim(_ unit: UnitDescription, run: String) throws -> Int64? {
        let id = try connection.value(
            """
            insert into scorebook.units
                (run_id, ledger_key, source, sha256, bytes, format, datasets, owner_scope, settings, status)
            values ($1::uuid, pg_catalog.decode($2, 'hex'), $3, pg_catalog.decode($4, 'hex'), $5::bigint, $6,
                $7::text[], $8, $9::jsonb, 'loaded')
            on conflict (ledger_key) where status = 'loaded' do nothing
            returning id
            """, parameters(unit, run: run))
        return id.flatMap { Int64($0) }
    }

    /// The ledger's counts and the end of units.
    func finish(_ units: [(id: Int64, ledger: Ledger)]) throws {
        func list(_ figure: (Int64, Ledger) -> Int64) -> String {
            "{" + units.map { String(figure($0.id, $0.ledger)) }.joined(separator: ",") + "}"
        }
        try connection.run(
            """
            update scorebook.units set read = counted.read, inserted = counted.inserted, updated = counted.updated,
                unchanged = counted.unchanged, duplicate = counted.duplicate, rejected = counted.rejected,
                skipped = counted.skipped, finished_at = pg_catalog.clock_timestamp()
            from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                    $8::bigint[])
                as counted (id, read, inserted, updated, unchanged, duplicate, rejected, skipped)
            where units.id = counted.id
            """,
            [
                list { id, _ in id }, list { Int64($1.read) }, list { Int64($1.inserted) }, list { Int64($1.updated) },
                list { Int64($1.unchanged) }, list { Int64($1.duplicate) }, list { Int64($1.rejected) },
                list { Int64($1.skipped) },
            ])
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
            values ($1::uuid, pg_catalog.decode($2, 'hex'), $3, pg_catalog.decode($4, 'hex'), $5::bigint, $6,
                $7::text[], $8, $9::jsonb, $10, $11, pg_catalog.clock_timestamp())
            """, parameters(unit, run: run) + [status, reason])
    }

    /// Whether the unit stands in the ledger as loaded: the question after a lost COMMIT reply.
    public func isLoaded(_ key: UnitKey) throws -> (run: String, ledger: Ledger)? {
        let rows = try connection.rows(
            """
            select run_id, read, inserted, updated, unchanged, duplicate, rejected, skipped
            from scorebook.units
            where ledger_key = pg_catalog.decode($1, 'hex') and status = 'loaded'
            """, [Hex.text(key.ledgerKey)])
        guard let row = rows.first else { return nil }
        let counts = row.dropFirst().map { $0.flatMap { Int($0) } ?? 0 }
        var ledger = Ledger()
        ledger.read = counts[0]
        ledger.inserted = counts[1]
        ledger.updated = counts[2]
        ledger.unchanged = counts[3]
        ledger.duplicate = counts[4]
        ledger.rejected = counts[5]
        ledger.skipped = counts[6]
        return (row[0] ?? "", ledger)
    }

    private func parameters(_ unit: UnitDescription, run: String) -> [String?] {
        [
            run, Hex.text(unit.key.ledgerKey), unit.source, Hex.text(unit.key.sha256), String(unit.bytes), unit.format,
            "{" + unit.datasets.joined(separator: ",") + "}", unit.key.ownerScope, Self.json(unit.settings),
        ]
    }

    /// Settings hold no record's value, but may hold a person's name: they are kept with the ledger, not in logs.
    private static func json(_ settings: [(name: String, value: String)]) -> String {
        "{" + settings.map { "\(JSONText.quoted($0.name)): \(JSONText.quoted($0.value))" }.joined(separator: ", ") + "}"
    }
}
