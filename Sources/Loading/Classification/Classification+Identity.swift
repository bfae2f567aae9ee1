internal import Definitions
internal import Postgres

/// Which staged rows are the same row, and which row of the target that is.
extension Classification {
    /// Merges the rows that several records share into one: each column has its first value in the order of the records.
    ///
    /// Some sources write the note of a workout in one of its lines only.
    func mergeShared() -> [SQL] {
        let columns = staged.copied.map { Identifier(parts: [$0.name]) }
        let first = columns.map { column -> SQL in
            """
            (pg_catalog.array_agg(shared.\(column) order by shared.record)
                filter (where shared.\(column) is not null))[1] as \(column)
            """
        }
        func row(_ table: SQL) -> SQL { "row(\(columns.map { "\(table).\($0)" }))" }
        return [
            """
            update \(staged.staging) as staged set \(columns.map { "\($0) = merged.\($0)" })
            from (
                select \(["shared.\(staged.key) as key", "min(shared.record) as first"] + first)
                from \(staged.staging) as shared
                where shared.counted is false
                group by shared.\(staged.key)
                having count(*) > 1
            ) as merged
            where staged.\(staged.key) = merged.key and staged.record = merged.first and staged.counted is false
                and \(row("staged")) is distinct from \(row("merged"))
            """,
            """
            delete from \(staged.staging) as staged
            using (
                select again.ctid, row_number() over (partition by again.\(staged.key) order by again.record) as number
                from \(staged.staging) as again
                where again.counted is false
            ) as again
            where staged.ctid = again.ctid and again.number > 1
            """,
        ]
    }

    /// Removes all but the first of equal rows with the same id, and refuses all rows of an id where they differ.
    ///
    /// Where later records of an id update earlier ones, the last one is kept.
    func removeDuplicates() -> SQL {
        if staged.keepsLast { return keepLast() }
        let values = staged.values(of: "staged")
        return """
            with again as (
                select staged.\(staged.key) as key, min(staged.record) as first,
                    count(distinct \(Self.hash(values))) as kinds
                from \(staged.staging) as staged
                where staged.\(staged.key) in (select other.\(staged.key) from \(staged.staging) as other
                    where other.suspect and other.counted is null)
                group by staged.\(staged.key)
                having count(*) > 1
            ), refused as (
                insert into pg_temp.refused (record, field, code)
                select staged.record, \(literal: staged.table.key), 'conflicting_duplicate'
                from again join \(staged.staging) as staged on staged.\(staged.key) = again.key
                where again.kinds > 1
            ), removed as (
                delete from \(staged.staging) as staged using again
                where staged.\(staged.key) = again.key and again.kinds = 1 and staged.record <> again.first
                returning staged.record
            )
            insert into pg_temp.duplicated (record) select record from removed
            """
    }

    private func keepLast() -> SQL {
        """
        with removed as (
            delete from \(staged.staging) as staged
            using (
                select other.\(staged.key) as key, max(other.record) as last
                from \(staged.staging) as other
                where other.counted is null
                group by other.\(staged.key)
                having count(*) > 1
            ) as again
            where staged.\(staged.key) = again.key and staged.counted is null and staged.record <> again.last
            returning staged.record
        )
        insert into pg_temp.duplicated (record) select record from removed
        """
    }

    /// Rows of equal natural keys, from the second on, with their occurrence number.
    func repeated() -> SQL {
        """
        select record, key, occurrence
        from (
            select staged.record, staged.\(staged.key) as key,
                row_number() over (partition by staged.\(staged.key) order by staged.record) as occurrence
            from \(staged.staging) as staged
            where staged.\(staged.key) in (
                select other.\(staged.key) from \(staged.staging) as other where other.suspect and other.counted)
        ) as numbered
        where occurrence > 1
        """
    }

    /// Replaces the ids of this table's rows, and the references to them, by those that were found.
    func renumber(dependents: [(staged: StagedTable, column: TableColumn)]) -> [SQL] {
        let renumbered: SQL = "renumbered.table_name = \(literal: staged.table.name)"
        let own: SQL = """
            update \(staged.staging) as staged set \(staged.key) = renumbered.new
            from pg_temp.renumbered
            where \(renumbered) and staged.record = renumbered.record and staged.\(staged.key) = renumbered.old
            """
        return [own]
            + dependents.map { dependent in
                """
                update \(dependent.staged.staging) as staged set \(id: dependent.column.name) = renumbered.new
                from pg_temp.renumbered
                where \(renumbered) and staged.record = renumbered.record
                    and staged.\(id: dependent.column.name) = renumbered.old
                """
            }
    }

    /// Matches rows without an id of the source to existing rows of the app with the same owner and natural key, one to one.
    /// So the app's own export, which has no ids, does not duplicate the app's rows when it is imported. Rows that we wrote
    /// are never matched.
    ///
    /// An owner may have a hundred thousand rows and the file three. So only rows that equal one of the file's are looked up
    /// in lineage.
    func matchExisting(_ identity: [String], rows: Int, of owners: SQL) -> SQL {
        let mine: [SQL] = identity.map { "staged.\(id: $0)" }
        let theirs = identity.map { name -> SQL in
            table(column: name).map { staged.comparable($0, of: "target") } ?? "\(id: name)"
        }
        let (key, owner) = (staged.key, staged.owner)
        let isOfMine: SQL =
            rows <= 1000 ? "= any (array(select mine.natural from mine))" : "in (select mine.natural from mine)"
        return """
            with written as materialized (
                select unnest(lineage.keys) as key
                from scorebook.lineage
                where lineage.table_name = \(literal: staged.table.name) and lineage.owner = any (\(owners))
            ), mine as materialized (
                select staged.record, staged.\(key) as key, staged.\(owner) as owner,
                    \(Self.hash(mine)) as natural,
                    row_number() over (partition by staged.\(owner), \(mine) order by staged.record) as occurrence
                from \(staged.staging) as staged
                where staged.counted
                    and exists (select from \(staged.rows) as target where target.\(owner) = any (\(owners)))
                    and \(isAbsent("staged.\(key)", from: Identifier(parts: ["written"]), Identifier(parts: ["key"])))
                    and not exists (select from \(staged.rows) as target where target.\(key) = staged.\(key))
            ), alike as materialized (
                select target.*
                from (
                    select target.\(key) as key, target.\(owner) as owner,
                        \(Self.hash(theirs)) as natural
                    from \(staged.rows) as target
                    where target.\(owner) = any (\(owners)) and exists (select from mine)
                    offset 0
                ) as target
                where target.natural \(isOfMine)
            ), theirs as (
                select alike.key, alike.owner, alike.natural,
                    row_number() over (partition by alike.owner, alike.natural order by alike.key) as occurrence
                from alike
                where \(isAbsent("alike.key", from: Identifier(parts: ["written"]), Identifier(parts: ["key"])))
                    and not exists (select from \(staged.staging) as staged where staged.\(key) = alike.key)
            )
            insert into pg_temp.renumbered (table_name, record, old, new)
            select \(literal: staged.table.name), mine.record, mine.key, theirs.key
            from mine
            join theirs on theirs.owner = mine.owner and theirs.natural = mine.natural
                and theirs.occurrence = mine.occurrence
            """
    }

    func table(column name: String) -> TableColumn? { staged.table.columns.first { $0.name == name } }

    /// Removes all but the first of equal rows with the same key.
    func dropEqual() -> SQL {
        """
        with removed as (
            delete from \(staged.staging) as staged
            using (
                select staged.record, row_number() over (
                    partition by staged.\(staged.key), \(staged.values(of: "staged"))
                    order by staged.record) as number
                from \(staged.staging) as staged
                where staged.counted
            ) as again
            where staged.record = again.record and staged.counted and again.number > 1
            returning staged.record
        )
        insert into pg_temp.duplicated (record) select record from removed
        """
    }

    /// Key, owner and what the source gives of the stored rows; in a plan as its earlier units would leave them.
    var stored: SQL {
        let (key, owner) = (staged.key, staged.owner)
        let theirs: [SQL] = staged.sources.map { "\(staged.comparable($0, of: "target")) as \(id: $0.name)" }
        let target: SQL = "select \(["target.\(key)", "target.\(owner)"] + theirs) from \(staged.rows) as target"
        guard overlay == .planned else { return target }
        return """
            \(target)
            where not exists (select from \(plannedTable) as planned where planned.\(key) = target.\(key))
            union all
            select \(([key, owner] + staged.sources.map { Identifier(parts: [$0.name]) }).map { "target.\($0)" })
            from \(plannedTable) as target
            where target.label <> 'x'
            """
    }

    /// Staged rows that may be several of one key: record, id of the key, a row of the target that agrees with it
    /// in the common columns or has that id, or null; the pairs that agree in most columns come first.
    func similarRows(_ common: [String], of owners: SQL) -> SQL {
        let (key, owner) = (staged.key, staged.owner)
        let columns = staged.sources.map { Identifier(parts: [$0.name]) }
        func keyed(_ alias: SQL) -> SQL {
            "\(Self.hash(["\(alias).\(owner)"] + common.map { "\(alias).\(id: $0)" })) as keyed"
        }
        let likeness: [SQL] = columns.map { "(open.\($0) is not distinct from alike.\($0))::integer" }
        return """
            with mine as materialized (
                select staged.*, \(keyed("staged")), count(*) over (partition by staged.\(key)) as times
                from \(staged.staging) as staged
                where staged.counted
            ), alike as materialized (
                select target.*
                from (
                    select target.*, \(keyed("target"))
                    from (\(stored)) as target
                    where target.\(owner) = any (\(owners))
                    offset 0
                ) as target
                where target.keyed in (select mine.keyed from mine) or target.\(key) in (select mine.\(key) from mine)
            ), open as materialized (
                select mine.*
                from mine
                where mine.times > 1 or exists (
                    select from alike where alike.keyed = mine.keyed and alike.\(key) <> mine.\(key))
            )
            select open.record, open.\(key) as key, alike.\(key) as twin
            from open
            left join alike on alike.keyed = open.keyed or alike.\(key) = open.\(key)
            order by \((["0"] + likeness).joined(separator: " + ")) desc, alike.\(key) = open.\(key) desc, open.record
            """
    }
}
