public import Definitions
internal import Normalising
public import Postgres
internal import Records

/// Rolls back what a unit wrote, in one transaction per unit.
///
/// ```
/// lineage of the unit --(row gone / later unit / edited / referred to)--> left alone
///                     \--(no before-image)--> removed
///                      \-(before-image)-----> restored, or put back where the unit deleted it
/// ```
///
/// A row is removed only if it is as the unit left it: the columns that the unit wrote and all others have the hashes that
/// lineage holds. A row that was edited and edited back is as it was. A row that was restored keeps what the app put into
/// columns of its own.
public final class Rollback {
    let connection: Connection
    private let patience = Patience()
    private let datasets: [Dataset]
    private let isDescribed: Bool

    /// - Parameter isDescribed: whether this is a dry run: everything is done in one transaction, which is rolled back.
    public init(connection: Connection, datasets: [Dataset], isDescribed: Bool = false) {
        self.connection = connection
        self.datasets = datasets
        self.isDescribed = isDescribed
    }

    /// Undoes the units in the order given, which is the reverse of the one in which they were loaded.
    public func undo(
        _ units: [LoadedUnit], run: String, _ done: (LoadedUnit, RollbackOutcome) -> Void
    ) throws {
        try prepare()
        guard isDescribed else {
            for unit in units {
                let outcome = try RetryPolicy.contention.run(while: \.isOfOthers) {
                    try connection.transaction { try undo(unit, run: run) }
                }
                patience.rest()
                done(unit, outcome)
            }
            return
        }
        try connection.dryRun {
            for unit in units { done(unit, try undo(unit, run: run)) }
        }
    }

    private func prepare() throws {
        try connection.run(
            """
            create temporary table if not exists undone (
                key uuid not null, owner uuid, verdict text not null, columns text[] not null, is_inserted boolean not null,
                unmanaged_columns text[], unmanaged_hash bigint
            ) on commit delete rows;
            create temporary table if not exists written (
                key uuid primary key, hash bigint, owner uuid, columns text[] not null, sequence bigint not null,
                unmanaged_columns text[], is_deletion boolean not null, unmanaged_hash bigint
            ) on commit delete rows;
            create temporary table if not exists later (
                key uuid primary key, is_deletion boolean not null) on commit delete rows;
            create temporary table if not exists revived (
                table_name text not null, key uuid not null) on commit delete rows
            """)
    }

    private func undo(_ unit: LoadedUnit, run: String) throws -> RollbackOutcome {
        var outcome = RollbackOutcome()
        // Another session may have rolled it back while this transaction waited.
        let claimed = try connection.rows(
            "select from scorebook.units where id = \(bind: unit.id) and status = 'loaded' for update")
        guard !claimed.isEmpty else { return outcome }
        try declareOwners(of: unit)
        try connection.run("delete from pg_temp.revived")
        let tables = try tables(of: unit)
        for table in tables { outcome.tables.append(try briefly { try undo(table) }) }
        for (index, table) in tables.enumerated().reversed() {
            let asked =
                try connection.value(
                    "select count(*) from pg_temp.revived where table_name = \(bind: table.table.name)") ?? 0
            guard asked > 0 else { continue }
            let revived = try briefly { try connection.run(table.revive()) }
            outcome.tables[index].restored += revived
            // The row above it is gone.
            if revived < asked { outcome.tables[index].left[.deleted, default: 0] += asked - revived }
        }
        if outcome.tables.contains(where: { $0.removed + $0.restored > 0 }) {
            outcome.reopened = try reopen(after: unit)
        }
        try forget(unit, run: run, left: outcome.left)
        return outcome
    }

    private func declareOwners(of unit: LoadedUnit) throws {
        let owners: [String] = try connection.values(
            """
            select distinct owner from scorebook.lineage
            where unit_id = \(bind: unit.id) and owner is not null order by 1
            """)
        try connection.run(
            """
            select pg_catalog.set_config('scorebook.owners', \(bind: owners.joined(separator: ",")), true),
                pg_catalog.set_config('scorebook.ownership', units.owner_scope, true)
            from scorebook.units where units.id = \(bind: unit.id)
            """)
        try connection.run("select scorebook.lock_owners(\(bind: owners)::uuid[])")
        // Accounts that the unit made are removed without their rows in private tables, which belong to the ledger.
        try connection.run(
            "select pg_catalog.set_config('scorebook.undoing', 'on', true)")
    }

    /// Tables that the unit wrote to, those that refer to others first.
    private func tables(of unit: LoadedUnit) throws -> [RollbackTable] {
        let id: SQL = "\(bind: unit.id)::bigint"
        let written = try connection.rows(
            """
            select distinct table_name, columns, unmanaged_columns from scorebook.lineage where unit_id = \(id)
            union
            select distinct table_name, null::text[], unmanaged_columns from scorebook.before_images
            where unit_id = \(id) and unmanaged_columns is not null
            """
        ).map { row in
            (
                table: try row["table_name"] as String, columns: try row["columns"] as [String]?,
                unmanaged: try row["unmanaged_columns"] as [String]?
            )
        }
        let known = datasets.flatMap { dataset in dataset.tables.map { (table: $0, fields: dataset.fields) } }
        var found: [RollbackTable] = []
        for name in Set(written.map(\.table)) {
            guard let place = known.firstIndex(where: { $0.table.name == name }) else {
                throw LoadError.source(
                    .definition, "no dataset defines \(name) any more, so edited rows cannot be recognised")
            }
            // What was deleted was written in no columns.
            let sets = written.filter { $0.table == name && $0.columns != [] }
            let target = Identifier(name)
            let view = try connection.existing(Identifier(parts: ["scorebook", (target.parts.last ?? name) + "_rows"]))
            found.append(
                RollbackTable(
                    unit: id, place: place, table: known[place].table, fields: known[place].fields,
                    written: Array(Set(sets.compactMap(\.columns))),
                    unmanaged: Array(Set(sets.map { $0.unmanaged ?? [] })),
                    dependents: try connection.dependents(of: known[place].table), rows: view,
                    stored: try UnmanagedColumns.stored(in: target, through: [view ?? target], on: connection).get()
                        .map(UnmanagedColumns.Column.init),
                    added: try readable(target)))
        }
        return found.sorted { $0.place > $1.place }
    }

    /// The columns of a table that this role may read in the table itself, with their defaults.
    private func readable(_ target: Identifier) throws -> [RollbackTable.Added] {
        try connection.rows(
            """
            select stored.attname as name, coalesce(pg_catalog.pg_get_expr(preset.adbin, preset.adrelid), 'null') as fallback
            from pg_catalog.pg_attribute as stored
            left join pg_catalog.pg_attrdef as preset
                on preset.adrelid = stored.attrelid and preset.adnum = stored.attnum
            where stored.attrelid = pg_catalog.to_regclass(\(bind: target.quoted)) and stored.attnum > 0 and not stored.attisdropped
                and stored.attgenerated = ''
                and pg_catalog.has_column_privilege(stored.attrelid, stored.attnum, 'select')
            order by stored.attnum
            """
        ).map { row in RollbackTable.Added(name: try row["name"], fallback: SQL(raw: try row["fallback"])) }
    }

    /// While it holds rows that others may want, the rollback waits briefly, see `Patience`.
    private func briefly<Result>(_ body: () throws -> Result) throws -> Result {
        isDescribed ? try body() : try patience.lock(on: connection, body)
    }

    private func undo(_ table: RollbackTable) throws -> RollbackOutcome.TableCounts {
        var counts = RollbackOutcome.TableCounts(name: table.table.name, key: table.table.key)
        try connection.run("delete from pg_temp.undone")
        if !isDescribed { try connection.run(table.lock()) }
        for statement in table.noteWritten() + [table.classify()] + table.keepReferenced() {
            try connection.run(statement)
        }
        try connection.run(table.inheritBeforeImages())
        for columns in table.written where !columns.isEmpty {
            counts.restored += try connection.run(table.restore(columns))
        }
        counts.removed = try connection.run(table.remove())
        try connection.run(table.noteRevived())
        for row in try connection.rows(table.left) {
            guard let verdict = RollbackOutcome.Verdict(rawValue: try row["verdict"]) else { continue }
            counts.left[verdict] = try row["count"]
        }
        counts.rows = try connection.rows(table.leftRows(limit: 1000)).map { row in
            RollbackOutcome.Row(
                key: try row["key"], verdict: RollbackOutcome.Verdict(rawValue: try row["verdict"]) ?? .edited,
                columns: try row["columns"])
        }
        connection.pinSearchPath()
        return counts
    }

    /// Files loaded since that held rows as this unit had written them are no longer in the table whole: they may be loaded
    /// again, and stay in the ledger with what they wrote themselves.
    private func reopen(after unit: LoadedUnit) throws -> [String] {
        try connection.values(
            """
            update scorebook.units as later
            set ledger_key = \(UnitLedger.otherKey(of: "later"))
            from scorebook.units as undone
            where undone.id = \(bind: unit.id) and later.id <> undone.id and later.status = 'loaded' and later.unchanged > 0
                and later.finished_at > undone.finished_at and later.datasets && undone.datasets
                and (later.owner_scope = undone.owner_scope or 'payload' in (later.owner_scope, undone.owner_scope))
            returning later.source
            """
        ).sorted()
    }

    /// The unit may be loaded again; rejects that it had replayed wait again.
    private func forget(_ unit: LoadedUnit, run: String, left: Int) throws {
        let rows = left == 1 ? "1 row" : "\(left) rows"
        let reason = "undone by \(run)" + (left == 0 ? "" : "; \(rows) left alone")
        let id: SQL = "\(bind: unit.id)"
        try connection.run(
            """
            update scorebook.rejects set replayed_at = null
            from scorebook.units where units.id = \(id) and units.settings ->> 'replay_of' is not null
                and rejects.unit_id = (units.settings ->> 'replay_of')::bigint
                and rejects.replayed_at = units.started_at
            """)
        try connection.run("delete from scorebook.before_images where unit_id = \(id)")
        try connection.run("delete from scorebook.lineage_blocks where unit_id = \(id)")
        try connection.run(
            """
            update scorebook.units set status = 'rolled_back', reason = \(bind: reason),
                finished_at = pg_catalog.clock_timestamp()
            where id = \(id)
            """)
    }
}
