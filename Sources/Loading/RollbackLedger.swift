internal import Postgres

/// A unit of the ledger that is loaded and may be undone.
public struct LoadedUnit: Sendable {
    public var id: Int64
    public var source: String
    public var sha256: String
    public var bytes: Int
    public var format: String
    public var datasets: [String]

    var text: String { String(id) }
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
            select id, mode, database, pg_catalog.date_part('day', scorebook.as_of() - started_at)::integer, job,
                purged_at::date
            from scorebook.runs where pg_catalog.starts_with(id::text, $1) order by id limit 2
            """, [digits]
        ).map { row in
            KnownRun(
                id: row[0] ?? "", mode: row[1] ?? "", database: row[2] ?? "", age: row[3].flatMap { Int($0) } ?? 0,
                job: row[4], purged: row[5])
        }
    }

    /// The units of a run that are loaded, the last one first.
    public func loadedUnits(of run: String) throws -> [LoadedUnit] {
        try connection.rows(
            """
            select id, source, pg_catalog.encode(sha256, 'hex'), bytes, format, pg_catalog.array_to_string(datasets, ',')
            from scorebook.units where run_id = $1::uuid and status = 'loaded' order by id desc
            """, [run]
        ).map { row in
            LoadedUnit(
                id: row[0].flatMap { Int64($0) } ?? 0, source: row[1] ?? "", sha256: row[2] ?? "",
                bytes: row[3].flatMap { Int($0) } ?? 0, format: row[4] ?? "",
                datasets: (row[5] ?? "").split(separator: ",").map(String.init))
        }
    }
}
