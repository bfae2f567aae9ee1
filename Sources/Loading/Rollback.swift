public import Definitions
internal import Mapping
public import Postgres

/// Takes back what a unit wrote, in one transaction a unit.
///
/// ```
/// lineage of the unit --(row gone / later unit / edited / referred to)--> left alone
///                     \--(no before-image)--> removed
///                      \-(before-image)-----> restored
/// ```
///
/// A row is removed only if nobody has touched it since: its hash is the one that the unit wrote, and so is the
/// transaction that wrote its present version, since columns that belong to the app are not in the hash. A row that was
/// restored keeps what the app put into columns of its own.
public final class Rollback {
    /// As long as before-images are kept.
    public static let retentionDays = 90

    let connection: Connection
    private let datasets: [Dataset]
    private let isDescribed: Bool

    /// - Parameter isDescribed: whether to tell only; everything is done and taken back, in one transaction.
    public init(connection: Connection, datasets: [Dataset], isDescribed: Bool = false) {
        self.connection = connection
        self.datasets = datasets
        self.isDescribed = isDescribed
    }

    /// Undoes the units in the order given, which is the reverse of the one in which they were loaded.
    public func undo(
        _ units: [LoadedUnit], run: String, _ done: (LoadedUnit, RollbackOutcome) -> Void
    ) throws(LoadError) {
        try prepare()
        guard isDescribed else {
            for unit in units {
                let outcome = try Patience.undisturbed { () throws(LoadError) in
                    try connection.transaction { () throws(LoadError) in try undo(unit, run: run) }
                }
                done(unit, outcome)
            }
            return
        }
        try connection.checked("begin isolation level read committed read write")
        // Whatever happened, the session ends and the server takes it back.
        defer { _ = try? connection.run("rollback") }
        for unit in units { done(unit, try undo(unit, run: run)) }
    }

    private func prepare() throws(LoadError) {
        try connection.checked(
            """
            create temporary table if not exists undone (
                key uuid not null, owner uuid, verdict text not null, columns text[] not null
            ) on commit delete rows
            """)
    }

    private func undo(_ unit: LoadedUnit, run: String) throws(LoadError) -> RollbackOutcome {
        var outcome = RollbackOutcome()
        // Somebody else may have undone it while this transaction waited.
        let claimed = try connection.table(
            "select 1 from scorebook.units where id = $1::bigint and status = 'loaded' for update", [unit.text])
        guard !claimed.isEmpty else { return outcome }
        try declareOwners(of: unit)
        for table in try tables(of: unit) { outcome.tables.append(try undo(unit, table)) }
        if outcome.tables.contains(where: { $0.removed + $0.restored > 0 }) {
            outcome.reopened = try reopen(after: unit)
        }
        try forget(unit, run: run, left: outcome.left)
        return outcome
    }

    private func declareOwners(of unit: LoadedUnit) throws(LoadError) {
        let owners = try connection.table(
            "select distinct owner from scorebook.lineage where unit_id = $1::bigint and owner is not null order by 1",
            [unit.text]
        ).compactMap { $0[0] }
        _ = try connection.table(
            """
            select pg_catalog.set_config('scorebook.owners', $1, true),
                pg_catalog.set_config('scorebook.ownership', units.owner_scope, true)
            from scorebook.units where units.id = $2::bigint
            """, [owners.joined(separator: ","), unit.text])
        _ = try connection.table(
            "select scorebook.lock_owners($1::uuid[])", ["{" + owners.joined(separator: ",") + "}"])
        try connection.checked("select pg_catalog.set_config('scorebook.defer_summaries', 'on', true)")
    }

    /// Tables that the unit wrote to, those that refer to others first.
    private func tables(of unit: LoadedUnit) throws(LoadError) -> [UndoneTable] {
        let written = try connection.table(
            """
            select distinct table_name, pg_catalog.array_to_string(columns, ',')
            from scorebook.lineage where unit_id = $1::bigint
            """, [unit.text])
        let known = datasets.flatMap { dataset in dataset.tables.map { (table: $0, fields: dataset.fields) } }
        var found: [UndoneTable] = []
        for name in Set(written.compactMap { $0[0] }) {
            guard let place = known.firstIndex(where: { $0.table.name == name }) else {
                throw .source("no dataset defines \(name) any more, so its rows cannot be told from edited ones")
            }
            let sets = written.filter { $0[0] == name }.map { ($0[1] ?? "").split(separator: ",").map(String.init) }
            found.append(
                UndoneTable(
                    place: place, table: known[place].table, fields: known[place].fields, written: sets,
                    dependents: try dependents(of: known[place].table), rows: try rows(of: name)))
        }
        return found.sorted { $0.place > $1.place }
    }

    /// The view of a table's rows for classification, where there is one.
    private func rows(of table: String) throws(LoadError) -> String? {
        let view = "scorebook." + (table.split(separator: ".").last.map(String.init) ?? table) + "_rows"
        let found = try connection.table("select pg_catalog.to_regclass($1)", [Identifier(view).quoted])
        return found.first?.first == .some(nil) ? nil : Identifier(view).quoted
    }

    /// Foreign keys of one column that lead to a table, from tables that this role may read.
    private func dependents(of table: Table) throws(LoadError) -> [UndoneTable.Dependent] {
        try connection.table(
            """
            select pg_catalog.quote_ident(space.nspname) || '.' || pg_catalog.quote_ident(other.relname),
                pg_catalog.quote_ident(column_.attname)
            from pg_catalog.pg_constraint as foreign_key
            join pg_catalog.pg_class as other on other.oid = foreign_key.conrelid
            join pg_catalog.pg_namespace as space on space.oid = other.relnamespace
            join pg_catalog.pg_attribute as column_
                on column_.attrelid = other.oid and column_.attnum = foreign_key.conkey[1]
            join pg_catalog.pg_attribute as key
                on key.attrelid = foreign_key.confrelid and key.attnum = foreign_key.confkey[1]
            where foreign_key.contype = 'f' and foreign_key.confrelid = pg_catalog.to_regclass($1)
                and pg_catalog.cardinality(foreign_key.conkey) = 1 and key.attname = $2
                and pg_catalog.has_column_privilege(other.oid, column_.attnum, 'select')
            order by 1, 2
            """, [Identifier(table.name).quoted, table.key]
        ).compactMap { row in
            guard let name = row[0], let column = row[1] else { return nil }
            return UndoneTable.Dependent(table: name, column: column)
        }
    }

    private func undo(_ unit: LoadedUnit, _ table: UndoneTable) throws(LoadError) -> RollbackOutcome.TableCounts {
        var counts = RollbackOutcome.TableCounts(name: table.table.name, key: table.table.key)
        try connection.checked("delete from pg_temp.undone")
        if !isDescribed {
            _ = try connection.undisturbed { () throws(LoadError) in try connection.table(table.lock(), [unit.text]) }
        }
        try connection.checked(table.judge(), [unit.text])
        for statement in table.spareReferred() { try connection.checked(statement) }
        try connection.checked(table.handOn(), [unit.text])
        for columns in table.written where !columns.isEmpty {
            counts.restored += try connection.checked(
                table.restore(columns), [unit.text, "{" + columns.joined(separator: ",") + "}"])
        }
        counts.removed = try connection.checked(table.remove())
        for row in try connection.table(table.left) {
            guard let verdict = row[0].flatMap(RollbackOutcome.Verdict.init(rawValue:)) else { continue }
            counts.left[verdict] = row[1].flatMap { Int($0) } ?? 0
        }
        counts.rows = try connection.table(table.leftRows(limit: 1000)).map { row in
            RollbackOutcome.Row(
                key: row[0] ?? "", verdict: row[1].flatMap(RollbackOutcome.Verdict.init(rawValue:)) ?? .edited,
                columns: (row[2] ?? "").split(separator: ",").map(String.init))
        }
        do throws(DatabaseError) { try connection.pinSearchPath() } catch { throw LoadError(error) }
        return counts
    }

    /// Files loaded since that held rows as this unit had written them are no longer in the table whole: they may be loaded
    /// again, and stay in the ledger with what they wrote themselves.
    private func reopen(after unit: LoadedUnit) throws(LoadError) -> [String] {
        try connection.table(
            """
            update scorebook.units as later
            set ledger_key = \(UnitLedger.otherKey(of: "later"))
            from scorebook.units as undone
            where undone.id = $1::bigint and later.id <> undone.id and later.status = 'loaded' and later.unchanged > 0
                and later.finished_at > undone.finished_at and later.datasets && undone.datasets
                and (later.owner_scope = undone.owner_scope or 'payload' in (later.owner_scope, undone.owner_scope))
            returning later.source
            """, [unit.text]
        ).compactMap { $0[0] }.sorted()
    }

    /// The unit may be loaded again; rejects that it had replayed wait again.
    private func forget(_ unit: LoadedUnit, run: String, left: Int) throws(LoadError) {
        let rows = left == 1 ? "1 row" : "\(left) rows"
        let reason = "undone by \(run)" + (left == 0 ? "" : "; \(rows) left alone")
        for statement in [
            """
            update scorebook.rejects set replayed_at = null
            from scorebook.units where units.id = $1::bigint and units.settings ->> 'replay_of' is not null
                and rejects.unit_id = (units.settings ->> 'replay_of')::bigint
                and rejects.replayed_at = units.started_at
            """,
            "delete from scorebook.before_images where unit_id = $1::bigint",
            "delete from scorebook.lineage where unit_id = $1::bigint",
        ] { try connection.checked(statement, [unit.text]) }
        try connection.checked(
            """
            update scorebook.units set status = 'rolled_back', reason = $2,
                finished_at = pg_catalog.clock_timestamp()
            where id = $1::bigint
            """, [unit.text, reason])
    }
}
