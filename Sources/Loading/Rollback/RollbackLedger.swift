internal import Definitions
internal import Postgres

/// A loaded unit of the ledger, which can be rolled back.
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
    /// Runs whose id begins with the prefix, at most two: enough to distinguish none, one and several.
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

/// The outcome of rolling back a unit.
public struct RollbackOutcome: Sendable {
    /// Why a row was left as it is.
    public enum Verdict: String, CaseIterable, Sendable {
        /// A column that the unit wrote was changed.
        case edited
        /// The row was written since: the unit's columns are unchanged, columns of the app may differ.
        case touched
        /// The row was deleted.
        case deleted
        /// A later import wrote it.
        case later
        /// Rows that the unit did not write refer to it.
        case referred
    }

    /// A row that was left alone, with the columns in which it may differ: a hash shows that, not which.
    public struct Row: Sendable {
        public var key: String
        public var verdict: Verdict
        public var columns: [String]
    }

    /// The outcome of a table's rows.
    public struct TableCounts: Sendable {
        public var name: String
        /// The key's column.
        public var key: String
        public var removed = 0
        public var restored = 0
        public var left: [Verdict: Int] = [:]
        /// The first 1000 that were left alone.
        public var rows: [Row] = []

        init(name: String, key: String) {
            self.name = name
            self.key = key
        }
    }

    public var tables: [TableCounts] = []
    /// Files loaded since that held some of the rows, unchanged: to be imported again, as they now may be.
    public var reopened: [String] = []

    /// Rows left alone, of all tables.
    public var left: Int { tables.reduce(0) { $0 + $1.left.values.reduce(0, +) } }
}

extension Connection {
    /// Foreign keys of one column that lead to a table, from tables that this role may read.
    func dependents(of table: Table) throws -> [RollbackTable.Dependent] {
        try rows(
            """
            select space.nspname as schema, other.relname as table, column_.attname as column
            from pg_catalog.pg_constraint as foreign_key
            join pg_catalog.pg_class as other on other.oid = foreign_key.conrelid
            join pg_catalog.pg_namespace as space on space.oid = other.relnamespace
            join pg_catalog.pg_attribute as column_
                on column_.attrelid = other.oid and column_.attnum = foreign_key.conkey[1]
            join pg_catalog.pg_attribute as key
                on key.attrelid = foreign_key.confrelid and key.attnum = foreign_key.confkey[1]
            where foreign_key.contype = 'f' and foreign_key.confrelid = pg_catalog.to_regclass(\(bind: Identifier(table.name).quoted))
                and pg_catalog.cardinality(foreign_key.conkey) = 1 and key.attname = \(bind: table.key)
                and pg_catalog.has_column_privilege(other.oid, column_.attnum, 'select')
            order by 1, 2, 3
            """
        ).map { row in
            RollbackTable.Dependent(
                table: Identifier(parts: [try row["schema"], try row["table"]]),
                column: Identifier(parts: [try row["column"]]))
        }
    }
}
