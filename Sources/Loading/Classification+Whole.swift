internal import Definitions
internal import Postgres

/// Rows of a row that the unit gives whole, and that the source no longer has: sets of a workout, points of a game.
extension Classification {
    /// The parents that are not whole, from below: those of refused records, and of rows that are not whole themselves.
    func notWhole(_ column: TableColumn, parent: StagedTable) -> String {
        """
        insert into pg_temp.partial (table_name, key)
        select distinct \(Literal(parent.table.name).quoted), staged.\(name(column.name))
        from \(staged.staging) as staged
        where staged.\(name(column.name)) is not null
            and (exists (select from pg_temp.refused where refused.record = staged.record)
                or \(isPartial("staged.\(staged.key)", of: staged)))
        """
    }

    /// From above: the rows of a row that is not whole.
    func notWholeBelow(_ column: TableColumn, parent: StagedTable) -> String {
        """
        insert into pg_temp.partial (table_name, key)
        select \(Literal(staged.table.name).quoted), staged.\(staged.key)
        from \(staged.staging) as staged
        where \(isPartial("staged.\(name(column.name))", of: parent))
        """
    }

    private func isPartial(_ key: String, of table: StagedTable) -> String {
        """
        exists (
            select from pg_temp.partial
            where partial.table_name = \(Literal(table.table.name).quoted) and partial.key = \(key))
        """
    }

    /// Labels `x` what the target has of the rows that the unit gives, or that go, and that the unit does not give; `h` where
    /// the row that it belongs to is not whole.
    ///
    /// - Parameter isAny: whether any row may be one that is not whole.
    func labelMissing(_ column: TableColumn, parent: StagedTable, isAny: Bool) -> String {
        let above = name(column.name)
        var target =
            "select target.\(staged.key), target.\(staged.owner), target.\(above) from \(staged.rows) as target"
        if overlay == .planned {
            target = """
                \(target)
                where not exists (
                    select from \(plannedTable) as planned where planned.\(staged.key) = target.\(staged.key))
                union all
                select planned.\(staged.key), planned.\(staged.owner), planned.\(above)
                from \(plannedTable) as planned where planned.label <> 'x'
                """
        }
        return """
            insert into \(staged.labelTable) (label, record, \(staged.identifying.joined(separator: ", ")), missing)
            select given.label, given.record, \(staged.identifying.map { "target.\($0)" }.joined(separator: ", ")), 0
            from (
                select staged.\(above) as key, staged.\(staged.owner) as owner, min(staged.record) as record,
                    case when \(isAny) or \(isPartial("staged.\(above)", of: parent)) then 'h' else 'x' end::"char" as label
                from \(staged.staging) as staged
                where staged.\(above) is not null
                group by 1, 2
                union all
                select gone.\(parent.key), gone.\(parent.owner), gone.record, gone.label
                from \(parent.labelTable) as gone
                where gone.label in ('h', 'x')
            ) as given
            join (\(target)) as target on target.\(above) = given.key and target.\(staged.owner) = given.owner
            where not exists (
                select from \(staged.staging) as staged where staged.\(staged.key) = target.\(staged.key))
            """
    }

    /// Locks those rows before they are judged, without waiting for anybody.
    func lockMissing() -> String {
        """
        select count(*)
        from (
            select from \(staged.target) as target
            where target.\(staged.key) in (
                select labelled.\(staged.key) from \(staged.labelTable) as labelled where labelled.label = 'x')
            for update nowait
        ) as locked
        """
    }

    /// The keys of those rows, as a table that lineage is asked for.
    var missingKeys: String {
        "(select labelled.\(staged.key) from \(staged.labelTable) as labelled where labelled.label in ('h', 'x'))"
    }

    /// Of those rows, leaves alone what this format did not write, and keeps (`k`) what the app has edited since; `$1` is the
    /// array of owners, `$2` the format.
    ///
    /// - Parameter keepsEdits: whether the app wins.
    func judgeMissing(written: [[String]], of rows: LineageScope, keepsEdits: Bool) -> [String] {
        let planned =
            overlay == .planned
            ? "and not exists (select from \(plannedTable) as planned where planned.\(staged.key) = labelled.\(staged.key))"
            : ""
        let edited =
            keepsEdits
            ? """
            when last.hash is distinct from (\(current(written))) then case when labelled.label = 'h' then 'a' else 'k' end
            """ : ""
        return [
            """
            with last as materialized (
                select distinct on (block.key) block.key, block.hash, lineage.unit_id,
                    pg_catalog.array_to_string(lineage.columns, ',') as columns
                from \(blocks(rows)) as lineage
                cross join lateral unnest(lineage.keys, lineage.hashes) as block (key, hash)
                where block.key in \(missingKeys)
                order by block.key, lineage.turn desc
            ), verdict as (
                select labelled.\(staged.key) as key,
                    case when last.key is null or last.columns = '' or unit.format is distinct from $2::text then 'a'
                         \(edited)
                         else labelled.label::text end as label
                from \(staged.labelTable) as labelled
                left join last on last.key = labelled.\(staged.key)
                left join scorebook.units as unit on unit.id = last.unit_id
                left join \(staged.rows) as target
                    on target.\(staged.key) = labelled.\(staged.key) and target.\(staged.owner) = labelled.\(staged.owner)
                where labelled.label in ('h', 'x') \(planned)
            )
            update \(staged.labelTable) as labelled set label = verdict.label::"char"
            from verdict
            where verdict.key = labelled.\(staged.key) and labelled.label in ('h', 'x') and verdict.label <> labelled.label::text
            """,
            "delete from \(staged.labelTable) where label = 'a'",
        ]
    }

    /// Leaves alone what rejected records may give.
    func dropHeld() -> String { "delete from \(staged.labelTable) where label = 'h'" }

    /// Keeps rows to which others refer that do not go with them.
    ///
    /// - Parameter below: the table of the unit that refers, where it is one.
    func keepReferred(by dependent: UndoneTable.Dependent, below: StagedTable?) -> String {
        let going = below.map { below in
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
