internal import Definitions
internal import Postgres

/// SQL that rolls back the rows of one unit in one table.
struct RollbackTable {
    /// A column of another table that refers to this one's key.
    struct Dependent {
        var table: Identifier
        var column: Identifier
    }

    /// The unit's id.
    let unit: SQL
    /// Where the table stands in the order in which tables load.
    let place: Int
    let table: Table
    let fields: [Field]
    /// Sets of columns that the unit wrote from its source.
    let written: [[String]]
    /// Sets of unmanaged columns.
    let unmanaged: [[String]]
    let dependents: [Dependent]
    /// A view of the rows of admitted owners, where there is one.
    var rows: Identifier?
    /// The columns that can be read through the view or the table, and those of the table that a migration of the app may have
    /// added since, with their defaults.
    var stored: [UnmanagedColumns.Column] = []
    var added: [Added] = []

    /// A column of the table itself, which this role may read.
    struct Added {
        var name: String
        /// The default, or `null`.
        var fallback: SQL
    }

    private var target: Identifier { Identifier(table.name) }
    private var key: Identifier { Identifier(parts: [table.key]) }
    private var owner: Identifier { Identifier(parts: [table.owner]) }

    /// The hash of a row as it stands, by the columns it was written in; null where a column is no longer known.
    private var current: SQL {
        cases("written.columns", written) { columns in
            let values = columns.compactMap { name in
                table.columns.first { $0.name == name }.map {
                    StagedTable.comparable($0, of: "target", fields: fields)
                }
            }
            return values.count == columns.count ? Classification.hash(values) : nil
        } ?? "null::bigint"
    }

    /// Whether the row's unmanaged columns differ from those after the insert; true where a column no longer exists.
    private var isTouched: SQL {
        let changed = cases("inserted.columns", unmanaged) { names in
            UnmanagedColumns(named: names, among: stored).map { columns -> SQL in
                let first: SQL = "inserted.hash is distinct from \(columns.hash(of: "target"))"
                return ([first] + addedSince(names)).joined(separator: " or ")
            }
        }
        return "inserted.hash is null or coalesce(\(changed ?? "true"), true)"
    }

    /// Columns that the table did not have at the insert: the app has not touched the row while they hold their default.
    private func addedSince(_ unmanaged: [String]) -> [SQL] {
        let known = [table.key, table.owner] + written.joined() + unmanaged + UnmanagedColumns.moving(table)
        return added.filter { !known.contains($0.name) }.map { column in
            "stored.\(id: column.name)::text is distinct from (\(column.fallback))::text"
        }
    }

    private func cases(_ columns: SQL, _ sets: [[String]], _ value: ([String]) -> SQL?) -> SQL? {
        let cases = sets.compactMap { names -> SQL? in
            value(names).map { "when \(literal: names.joined(separator: ",")) then \($0)" }
        }
        return cases.isEmpty
            ? nil : "case pg_catalog.array_to_string(\(columns), ',') \(cases.joined(separator: " ")) end"
    }

    /// Columns of a row that the hash does not cover: the app's, once the row is there.
    private var kept: SQL {
        "\(literal: table.columns.filter { $0.write == .keep }.map(\.name))::text[]"
    }

    /// Locks the rows before they are classified: a change of the app, or a new row below them, comes
    /// before the classification or after the end.
    ///
    /// A block of lineage after the other: an array of keys goes by the index whatever the server knows of the tables.
    func lock() -> SQL {
        """
        select count(*)
        from scorebook.lineage
        cross join lateral (
            select from \(target) as target where target.\(key) = any (lineage.keys)
            offset 0
            for update
        ) as locked
        where lineage.unit_id = \(unit) and lineage.table_name = \(literal: table.name)
        """
    }

    /// Notes the rows that the unit wrote, and those that later units wrote too.
    func noteWritten() -> [SQL] {
        [
            "delete from pg_temp.written",
            """
            insert into pg_temp.written
            select distinct on (block.key) block.key, block.hash, lineage.owner, lineage.columns, lineage.sequence,
                lineage.unmanaged_columns, lineage.columns = '{}' as is_deletion,
                case when pg_catalog.cardinality(lineage.unmanaged_hashes) = 1 then lineage.unmanaged_hashes[1]
                    else block.unmanaged_hash end as unmanaged_hash
            from scorebook.lineage
            cross join lateral unnest(lineage.keys, lineage.hashes, lineage.unmanaged_hashes)
                as block (key, hash, unmanaged_hash)
            where lineage.unit_id = \(unit) and lineage.table_name = \(literal: table.name)
                and block.key is not null
            order by block.key, lineage.sequence desc
            """,
            "delete from pg_temp.later",
            """
            insert into pg_temp.later
            select block.key, pg_catalog.bool_or(lineage.columns = '{}') as is_deletion
            from scorebook.lineage
            cross join lateral unnest(lineage.keys) as block (key)
            where lineage.table_name = \(literal: table.name)
                and lineage.unit_id <> \(unit) and lineage.sequence > (select min(written.sequence) from pg_temp.written)
                and lineage.owner in (select written.owner from pg_temp.written)
                and block.key in (select written.key from pg_temp.written)
            group by block.key
            """,
        ]
    }

    /// Decides for every row what the rollback does with it.
    func classify() -> SQL {
        // The table itself is read only for columns that its view does not know.
        let readsTable = unmanaged.contains { !addedSince($0).isEmpty }
        let stored: SQL =
            "left join lateral (select * from \(target) as stored where stored.\(key) = target.\(key) offset 0) as stored on true"
        return """
            insert into pg_temp.undone (key, owner, verdict, is_inserted, unmanaged_columns, unmanaged_hash, columns)
            select classified.key, classified.owner, classified.verdict, classified.is_inserted,
                classified.unmanaged_columns, classified.unmanaged_hash,
                case when classified.verdict in ('restore', 'edited', 'later') then classified.columns
                     when classified.verdict = 'touched' then \(kept)
                     else '{}' end
            from (
                select written.key, written.owner, written.columns, before.columns is null as is_inserted,
                    inserted.columns as unmanaged_columns, inserted.hash as unmanaged_hash,
                    case when written.is_deletion then
                             case when later.key is not null then 'later'
                                  when target.\(key) is not null then 'touched'
                                  when before.columns is null then 'deleted'
                                  else 'revive' end
                         when target.\(key) is null then case when later.is_deletion then 'later' else 'deleted' end
                         when later.key is not null then 'later'
                         when written.hash is distinct from (\(current)) then 'edited'
                         when before.columns is not null then 'restore'
                         when \(isTouched) then 'touched'
                         else 'remove' end as verdict
                from pg_temp.written
                left join pg_temp.later on later.key = written.key
                -- Each by its key: of a history whose size the server does not know, few are asked for.
                left join lateral (
                    select target.* from \(rows ?? target) as target
                    where target.\(key) = written.key and target.\(owner) = written.owner
                    offset 0
                ) as target on true
                \(readsTable ? stored : "")
                left join lateral (
                    select before.* from scorebook.before_images as before
                    where before.unit_id = \(unit) and before.table_name = \(literal: table.name)
                        and before.key = written.key
                    offset 0
                ) as before on true
                cross join lateral (
                    select coalesce(before.unmanaged_columns, written.unmanaged_columns) as columns,
                        coalesce(before.unmanaged_hash, written.unmanaged_hash) as hash
                ) as inserted
            ) as classified
            """
    }

    /// Gives the before-images of this unit to the next unit that wrote the same rows.
    ///
    /// If that unit is rolled back later, it restores the rows as this unit found them, and removes rows that this unit
    /// inserted. For the latter it needs the hash of the unmanaged columns after the insert.
    func inheritBeforeImages() -> SQL {
        let name: SQL = "\(literal: table.name)"
        return """
            with next as materialized (
                select distinct on (block.key) block.key, lineage.unit_id
                from scorebook.lineage
                cross join lateral unnest(lineage.keys) as block (key)
                where lineage.table_name = \(name) and lineage.unit_id <> \(unit)
                    and lineage.owner in (select undone.owner from pg_temp.undone)
                    and lineage.sequence > (
                        select min(mine.sequence) from scorebook.lineage as mine
                        where mine.unit_id = \(unit) and mine.table_name = \(name))
                    and block.key in (select undone.key from pg_temp.undone where undone.verdict = 'later')
                order by block.key, lineage.sequence
            ), found as (
                delete from scorebook.before_images as later using next
                where later.table_name = \(name) and later.unit_id = next.unit_id and later.key = next.key
                returning later.*
            )
            insert into scorebook.before_images
                (unit_id, table_name, key, owner, record, columns, written_hash, created_at, is_deleted, unmanaged_columns,
                 unmanaged_hash)
            select found.unit_id, found.table_name, found.key, found.owner, found.record,
                found.columns || before.columns, found.written_hash, found.created_at, found.is_deleted,
                case when undone.is_inserted then undone.unmanaged_columns end,
                case when undone.is_inserted then undone.unmanaged_hash end
            from found
            join pg_temp.undone on undone.key = found.key
            left join scorebook.before_images as before
                on before.unit_id = \(unit) and before.table_name = \(name) and before.key = found.key
            -- A row that this unit inserted and the next one deleted is restored by neither.
            where not (found.is_deleted and undone.is_inserted)
            """
    }

    /// Keeps rows that other rows reference: removing them would remove or change rows of other units.
    func keepReferenced() -> [SQL] {
        dependents.map { dependent in
            """
            update pg_temp.undone set verdict = 'referred'
            where verdict = 'remove' and exists (
                select from \(dependent.table) as dependent where dependent.\(dependent.column) = undone.key)
            """
        }
    }

    /// Puts back what the rows held before, of one set of columns. References that lead nowhere by now are emptied.
    func restore(_ columns: [String]) -> SQL {
        let assignments = columns.map { column -> SQL in
            let before: SQL = "former.\(id: column)"
            guard let known = table.columns.first(where: { $0.name == column }), known.onMissing == .null,
                let reference = known.references
            else { return "\(id: column) = \(before)" }
            return """
                \(id: column) = (
                    select referenced.\(id: reference.column) from \(Identifier(reference.table)) as referenced
                    where referenced.\(id: reference.column) = \(before))
                """
        }
        return """
            update \(target) as target set \(assignments)
            from pg_temp.undone
            join scorebook.before_images as before
                on before.unit_id = \(unit) and before.table_name = \(literal: table.name)
                and before.key = undone.key
            cross join lateral pg_catalog.jsonb_populate_record(null::\(target), before.columns) as former
            where target.\(key) = undone.key and undone.verdict = 'restore' and undone.columns = \(bind: columns)::text[]
            """
    }

    /// Notes the rows that the unit deleted, to be put back once those above them are there.
    func noteRevived() -> SQL {
        """
        insert into pg_temp.revived (table_name, key)
        select \(literal: table.name), undone.key from pg_temp.undone where undone.verdict = 'revive'
        """
    }

    /// Puts them back, as far as the rows above them are there.
    func revive() -> SQL {
        let isBelow = table.columns.compactMap { column -> SQL? in
            guard case .row(let above) = column.source else { return nil }
            let value: SQL = "former.\(id: column.name)"
            return
                "and (\(value) is null or exists (select from \(Identifier(above)) as above where above.id = \(value)))"
        }
        return """
            insert into \(target) (\(stored.map { Identifier(parts: [$0.name]) }))
            select \(stored.map { "former.\(id: $0.name)" })
            from pg_temp.revived
            join scorebook.before_images as before
                on before.unit_id = \(unit) and before.table_name = revived.table_name and before.key = revived.key
                and before.is_deleted
            cross join lateral pg_catalog.jsonb_populate_record(null::\(target), before.columns) as former
            where revived.table_name = \(literal: table.name) \(isBelow.joined(separator: " "))
            """
    }

    func remove() -> SQL {
        """
        delete from \(target) as target using pg_temp.undone
        where undone.verdict = 'remove' and target.\(key) = undone.key
        """
    }

    let left: SQL = """
        select verdict, count(*) as count from pg_temp.undone where verdict not in ('remove', 'restore', 'revive') group by verdict
        """

    func leftRows(limit: Int) -> SQL {
        """
        select key, verdict, columns from pg_temp.undone
        where verdict not in ('remove', 'restore', 'revive') order by key limit \(literal: limit)
        """
    }
}
