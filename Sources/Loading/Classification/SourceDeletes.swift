internal import Definitions
internal import Normalising
internal import Postgres

/// Deletes rows that the source no longer has: a later export of the same workout without one of its sets.
///
/// ```
/// rows of the file's parents - staged rows --(record rejected)--> h held, left alone with a warning
///                                     \--(lineage: not ours)--> left alone
///                                      \-(lineage: edited)----> k kept, a conflict
///                                       \---------------------> x deleted, with a before-image
/// ```
struct SourceDeletes {
    let load: UnitLoad

    private var connection: Connection { load.connection }
    private var tables: [TableLoad] { load.tables }

    /// A table whose rows below a parent the unit replaces. The unit may contain no rows of the parent itself.
    private struct ReplacedTable {
        let table: TableLoad
        let column: TableColumn
        let parent: StagedTable
        let isParentFresh: Bool
    }

    private var replaced: [ReplacedTable] {
        tables.compactMap { table in
            guard let column = table.staged.replacedParent, let name = table.staged.table.parent?.table else {
                return nil
            }
            if let load = tables.first(where: { $0.staged.table.name == name }) {
                return ReplacedTable(table: table, column: column, parent: load.staged, isParentFresh: load.isFresh)
            }
            return load.tableWithoutRows(name).map {
                ReplacedTable(table: table, column: column, parent: $0, isParentFresh: false)
            }
        }
    }

    /// Labels the rows to be deleted. It runs again after records were refused.
    func label() throws {
        let replaced = replaced
        // New parents have no stored rows.
        guard replaced.contains(where: { !$0.isParentFresh && !$0.table.isFresh }) else { return }
        for entry in replaced { entry.table.held = 0 }
        for entry in replaced where ["x", "k"].contains(where: { entry.table.labelled[$0] != nil }) {
            try connection.run("delete from \(entry.table.staged.labelTable) where label in ('x', 'k')")
            try load.countLabels(entry.table)
        }
        guard !load.isPart else { return }
        try markPartial()
        for entry in replaced.reversed() {
            try connection.run(entry.table.classification.markPartialAbove(entry.column, parent: entry.parent))
        }
        for entry in replaced {
            try connection.run(entry.table.classification.markPartialBelow(entry.column, parent: entry.parent))
        }
        var isAny = false
        for entry in replaced where !entry.table.isFresh {
            let table = entry.table
            let found = try connection.run(
                table.classification.labelMissing(
                    entry.column, parent: entry.parent, isAny: load.rejectedBefore.isAny))
            guard found > 0 else { continue }
            isAny = true
            try classifyMissing(table, found)
        }
        guard isAny else { return }
        for entry in replaced where !entry.table.isFresh {
            entry.table.held = try connection.run(entry.table.classification.dropHeld())
        }
        for entry in replaced.reversed() where !entry.table.isFresh { try keepReferenced(entry.table) }
        for entry in replaced where !entry.table.isFresh { try load.countLabels(entry.table) }
    }

    private func markPartial() throws {
        try connection.run("delete from pg_temp.partial")
        for (table, keys) in load.rejectedBefore.keys where !keys.isEmpty {
            try connection.run(
                "insert into pg_temp.partial (table_name, key) select \(bind: table), unnest(\(bind: Array(keys))::uuid[])"
            )
        }
    }

    private func classifyMissing(_ table: TableLoad, _ rows: Int) throws {
        let classification = table.classification
        if load.unit != nil {
            _ = try load.loader.patience.lock(on: connection) { try connection.run(classification.lockMissing()) }
        }
        let scope: Classification.LineageScope =
            rows <= Classification.LineageScope.rowsAskedByKey
            ? .keys(in: classification.missingKeys, count: rows) : .owners
        let written: [[String]] = try connection.values(classification.written(scope, of: load.ownerIDs))
        for statement in classification.classifyMissing(
            written: written, scope, of: load.ownerIDs, format: load.plan.format.name,
            keepsEdits: load.loader.winner == .app)
        { try connection.run(statement) }
    }

    private func keepReferenced(_ table: TableLoad) throws {
        for dependent in try connection.dependents(of: table.staged.table) {
            let below = tables.first { $0.staged.target == dependent.table && !$0.isFresh }
            try connection.run(table.classification.keepReferenced(by: dependent, below: below?.staged))
        }
    }

    /// Deletes what the source no longer has, referencing rows first.
    func deleteMissing(_ merges: [Merge]) {
        for (table, merge) in zip(tables, merges).reversed() where table.deleted > 0 {
            for statement in merge.delete() { connection.later.run(statement) }
        }
    }
}

extension Classification {
    /// Marks the parents of refused records, and of partial rows, as partial: the file does not have all of their rows.
    fileprivate func markPartialAbove(_ column: TableColumn, parent: StagedTable) -> SQL {
        """
        insert into pg_temp.partial (table_name, key)
        select distinct \(literal: parent.table.name), staged.\(id: column.name)
        from \(staged.staging) as staged
        where staged.\(id: column.name) is not null
            and (exists (select from pg_temp.refused where refused.record = staged.record)
                or \(isPartial("staged.\(staged.key)", of: staged)))
        """
    }

    /// Marks the rows below partial rows as partial.
    fileprivate func markPartialBelow(_ column: TableColumn, parent: StagedTable) -> SQL {
        """
        insert into pg_temp.partial (table_name, key)
        select \(literal: staged.table.name), staged.\(staged.key)
        from \(staged.staging) as staged
        where \(isPartial("staged.\(id: column.name)", of: parent))
        """
    }

    private func isPartial(_ key: SQL, of table: StagedTable) -> SQL {
        """
        exists (
            select from pg_temp.partial
            where partial.table_name = \(literal: table.table.name) and partial.key = \(key))
        """
    }

    /// Labels stored rows that the unit does not contain, below parents that it contains or deletes: `x`, or `h` where the
    /// parent is partial.
    ///
    /// - Parameter isAny: whether any parent may be partial.
    fileprivate func labelMissing(_ column: TableColumn, parent: StagedTable, isAny: Bool) -> SQL {
        let above = Identifier(parts: [column.name])
        var target: SQL = "select \(staged.identifying) from \(staged.rows) as target where target.\(above) = given.key"
        if overlay == .planned {
            target = """
                \(target)
                    and not exists (
                        select from \(plannedTable) as planned where planned.\(staged.key) = target.\(staged.key))
                union all
                select \(staged.identifying) from \(plannedTable) as planned
                where planned.label <> 'x' and planned.\(above) = given.key
                """
        }
        // Of few keys a hashed set, whatever joins the session allows. Of more a join: a set that does not fit into memory would be
        // read through for each row.
        let isGone: SQL =
            search == .byKey
            ? "(target.\(staged.key) in (select staged.\(staged.key) from \(staged.staging) as staged)) is not true"
            : "not exists (select from \(staged.staging) as staged where staged.\(staged.key) = target.\(staged.key))"
        return """
            insert into \(staged.labelTable) (label, record, \(staged.identifying), missing)
            select given.label, given.record, \(staged.identifying.map { "target.\($0)" }), 0
            from (
                select staged.\(above) as key, staged.\(staged.owner) as owner, min(staged.record) as record,
                    case when \(literal: isAny) or \(isPartial("staged.\(above)", of: parent)) then 'h' else 'x' end::"char" as label
                from \(staged.staging) as staged
                where staged.\(above) is not null
                group by 1, 2
                union all
                select gone.\(parent.key), gone.\(parent.owner), gone.record, gone.label
                from \(parent.labelTable) as gone
                where gone.label in ('h', 'x')
            ) as given
            cross join lateral (
                \(target)
                offset 0 -- by its parent's key: the planner may take one owner's rows for few
            ) as target
            where target.\(staged.owner) = given.owner and \(isGone)
            """
    }

    /// Locks those rows before they are classified.
    fileprivate func lockMissing() -> SQL {
        """
        select count(*) as rows
        from (
            select from \(staged.target) as target
            where target.\(staged.key) = any (array(
                select labelled.\(staged.key) from \(staged.labelTable) as labelled where labelled.label = 'x'))
            order by target.\(staged.key)
            for update
        ) as locked
        """
    }

    /// The keys of those rows, as a table.
    fileprivate var missingKeys: SQL {
        "(select labelled.\(staged.key) from \(staged.labelTable) as labelled where labelled.label in ('h', 'x'))"
    }

    /// Leaves alone those rows that this format did not write, and keeps (`k`) those that the app has edited since.
    ///
    /// - Parameter keepsEdits: whether the app wins.
    fileprivate func classifyMissing(
        written: [[String]], _ rows: LineageScope, of owners: SQL, format: String, keepsEdits: Bool
    ) -> [SQL] {
        let edited: SQL =
            keepsEdits
            ? """
            when last.hash is distinct from (\(current(written))) then case when labelled.label = 'h' then 'a' else 'k' end
            """ : ""
        let missing: SQL =
            "select labelled.\(staged.key) from \(staged.labelTable) as labelled where labelled.label in ('h', 'x') \(isNotPlanned)"
        return [
            """
            with last as materialized (
                select distinct on (block.key) block.key, block.hash, lineage.unit_id,
                    pg_catalog.array_to_string(lineage.columns, ',') as columns
                from \(blocks(rows, of: owners)) as lineage
                cross join lateral unnest(lineage.keys, lineage.hashes) as block (key, hash)
                where \(isAmong("block.key", missing))
                order by block.key, lineage.sequence desc
            ), verdict as (
                select labelled.\(staged.key) as key,
                    case when last.key is null or last.columns = '' or unit.format is distinct from \(bind: format)::text then 'a'
                         \(edited)
                         else labelled.label::text end as label
                from (
                    select * from \(staged.labelTable) as labelled where labelled.label in ('h', 'x') \(isNotPlanned)
                ) as labelled
                full join last on last.key = labelled.\(staged.key)
                left join lateral (
                    select unit.format from scorebook.units as unit where unit.id = last.unit_id offset 0) as unit on true
                \(targetJoin(to: "labelled"))
            )
            update \(staged.labelTable) as labelled set label = verdict.label::"char"
            from verdict
            where verdict.key = labelled.\(staged.key) and labelled.label in ('h', 'x') and verdict.label <> labelled.label::text
            """,
            "delete from \(staged.labelTable) where label = 'a'",
        ]
    }

    /// Leaves alone rows that rejected records may contain.
    fileprivate func dropHeld() -> SQL { "delete from \(staged.labelTable) where label = 'h'" }

    /// Keeps rows that are referenced by rows which are not deleted too.
    ///
    /// - Parameter below: the referencing table, if the unit loads it.
    fileprivate func keepReferenced(by dependent: RollbackTable.Dependent, below: StagedTable?) -> SQL {
        let going = below.map { below -> SQL in
            """
            and not exists (
                select from \(below.labelTable) as going
                where going.label = 'x' and going.\(below.key) = dependent.\(below.key))
            """
        }
        return """
            update \(staged.labelTable) as labelled set label = 'k'
            where labelled.label = 'x' and exists (
                select from \(dependent.table) as dependent
                where dependent.\(dependent.column) = labelled.\(staged.key) \(going ?? ""))
            """
    }
}
