internal import Definitions
internal import Postgres

/// A batch load: several small units of one plan in one transaction, each statement for all of them.
///
/// The result is the same as if the units were loaded one by one. Where it would not be, because units affect one another,
/// the batch is rolled back, and its units are loaded one by one.
extension UnitLoad {
    /// Whether the load ran to its end.
    enum BatchResult {
        case done
        /// The batch must be rolled back and its units loaded one by one.
        case fallback
    }

    /// Sets which records belong to which unit.
    func declareUnits() {
        connection.later.run(
            """
            select pg_catalog.set_config('scorebook.units', \(bind: accounts.map(\.unit)), true),
                pg_catalog.set_config('scorebook.before', \(bind: accounts.map(\.before)), true)
            """)
    }

    /// Whether rows of two units affect one another, or rows are refused or in conflict with the app.
    func needsFallback() throws -> Bool {
        let isPlain = tables.allSatisfy { table in ["c", "d", "x", "k"].allSatisfy { table.labelled[$0] == nil } }
        guard isPlain, !hasRefused else { return true }
        guard tables.contains(where: { $0.suspects > 0 }) else { return false }
        return try connection.value("select exists (select from pg_temp.duplicated)") ?? false
    }

    /// Whether a row references a row of a later unit.
    func refersToLaterUnit() throws -> Bool {
        for table in tables where table.orphans > 0 {
            for (parent, column) in table.parents {
                if try connection.value(table.classification.refersToLaterUnit(column, parent.staged)) == true {
                    return true
                }
            }
        }
        return false
    }

    /// Whether rows that several units contain are the same in each, so that the first can be loaded.
    func sharedRowsAgree() throws -> Bool {
        for table in tables where table.suspects > 0 {
            guard table.staged.isShared, table.counted == 0,
                try connection.value(table.classification.differsBetweenUnits()) == false
            else { return false }
        }
        return true
    }

    /// Whether several units replace the rows of one parent: a later one may have fewer.
    func sharesReplacedParent() throws -> Bool {
        for table in tables {
            guard let column = table.staged.replacedParent else { continue }
            let parent = table.parents.first { $0.column.name == column.name }?.load
            guard parent?.suspects != 0 else { continue }
            if try connection.value(table.classification.sharesReplacedParent(column)) == true { return true }
        }
        return false
    }

    /// Records by unit: those of which a row is new, and those of which one changed.
    func countByUnit(_ labels: [SQL]) throws {
        var counts: [Int64: (inserted: Int, updated: Int)] = [:]
        if !labels.isEmpty {
            let rows = try connection.rows(
                """
                select unit, count(*) filter (where is_new) as inserted, count(*) filter (where not is_new) as updated
                from (
                    select labelled.record, \(Merge.batch.unit) as unit, bool_or(label = 'i') as is_new
                    from (\(labels.joined(separator: " union all "))) as labelled
                    group by labelled.record, 2) as records
                group by unit
                """)
            for row in rows { counts[try row["unit"]] = (try row["inserted"], try row["updated"]) }
        }
        for account in accounts {
            let found = account.unit.flatMap { counts[$0] }
            account.close(
                inserted: found?.inserted ?? 0, updated: found?.updated ?? 0, duplicate: account.repeated)
        }
    }
}

extension Classification {
    /// Whether a row's parent is in a later unit.
    func refersToLaterUnit(_ column: TableColumn, _ parent: StagedTable) -> SQL {
        """
        select exists (
            select from \(staged.staging) as staged
            join \(parent.staging) as above on above.\(parent.key) = staged.\(id: column.name)
            where \(Merge.place("above.record")) > \(Merge.place("staged.record")))
        """
    }

    /// Whether several units contain rows of one parent.
    func sharesReplacedParent(_ column: TableColumn) -> SQL {
        """
        select exists (
            select from \(staged.staging) as labelled
            group by labelled.\(id: column.name)
            having count(distinct \(Merge.batch.unit)) > 1)
        """
    }

    /// Whether a row that several units contain differs between them, comparing the first record of each unit.
    func differsBetweenUnits() -> SQL {
        """
        select exists (
            select from (
                select distinct on (unit, key) unit, key, whole
                from (
                    select \(Merge.batch.unit) as unit, labelled.\(staged.key) as key, labelled.ctid as place,
                        \(Self.hash(staged.values(of: "labelled"))) as whole
                    from \(staged.staging) as labelled
                ) as rows
                order by unit, key, place
            ) as firsts
            group by key
            having count(distinct whole) > 1)
        """
    }
}

extension StagedTable {
    /// Whether its rows do not depend on the other units of a batch: no lookup reads a table that they write.
    func isIndependent(among related: [StagedTable]) -> Bool {
        (lookups + given).allSatisfy { column in
            let found = [column.source, column.fallback].compactMap { source -> String? in
                if case .lookup(let table, _, _)? = source { table } else { nil }
            }
            return !related.contains { $0.table.name == column.references?.table || found.contains($0.table.name) }
        }
    }
}
