internal import Postgres

/// A unit of the ledger that is loaded and may be undone.
public struct LoadedUnit: Sendable {
    public var id: Int64
    public var source: String
    public var sha256: String
    public var bytes: Int
    public var format: String
    public var datasets: [String]
}

/// A run as the ledger knows it.
public struct KnownRun: Sendable {
    public var id: String
    public var mode: String
    public var database: String
    /// Days since its units were loaded.
    public var age: Int
    public var job: String?
    /// The day from which its before-images are removed; nil while all are kept.
    public var purged: String?
}

extension UnitLedger {
    /// Runs whose id begins so, at most two: enough to tell none from one from several.
    public func runs(beginning prefix: String) throws -> [KnownRun] {
        let digits = prefix.lowercased()
        guard !digits.isEmpty,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2D })
        else { return [] }
        return try connection.rows(
            """
            select id, mode, database, pg_catalog.date_part('day', scorebook.as_of() - started_at)::integer as age, job,
                purged_at::date as purged
            from scorebook.runs where pg_catalog.starts_with(id::text, \(bind: digits)) order by id limit 2
            """
        ).map { row in
            KnownRun(
                id: try row["id"], mode: try row["mode"], database: try row["database"], age: try row["age"],
                job: try row["job"], purged: try row["purged"])
        }
    }

    /// The units of a run that are loaded, the last one first.
    public func loadedUnits(of run: String) throws -> [LoadedUnit] {
        try connection.rows(
            """
            select id, source, pg_catalog.encode(sha256, 'hex') as sha256, bytes, format, datasets
            from scorebook.units where run_id = \(bind: run)::uuid and status = 'loaded' order by id desc
            """
        ).map { row in
            LoadedUnit(
                id: try row["id"], source: try row["source"], sha256: try row["sha256"], bytes: try row["bytes"],
                format: try row["format"], datasets: try row["datasets"])
        }
    }
}
