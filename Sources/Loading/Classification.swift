internal import Definitions
internal import Postgres

/// SQL that says, for every staged row, what the merge will do with it.
///
///     staged rows --(duplicates, references, owners)--> refused records
///               \--(left join target, compare)--------> labelled rows: i insert, u update
///                                                        --(lineage)--> c edited in the app, d deleted in the app
///
/// Rows that need nothing are not labelled: unchanged is what is left over. So a rerun writes nothing, not even labels.
struct Classification {
    let staged: StagedTable
    let fields: [Field]
    /// In a plan, rows that earlier units of the plan would have written lie over the target.
    let overlay: Overlay

    enum Overlay { case none, planned }

    /// Helper tables of a session.
    static let session = """
        create temporary table if not exists refused (
            record integer not null, field text not null, code text not null) on commit delete rows;
        create temporary table if not exists duplicated (record integer not null) on commit delete rows;
        create temporary table if not exists renumbered (
            record integer not null, old uuid not null, new uuid not null) on commit delete rows;
        create temporary table if not exists reviewed (
            table_name text not null, key uuid not null) on commit preserve rows;
        """

    private func name(_ column: String) -> String { Identifier(parts: [column]).quoted }

    /// The target's rows of the staged keys; under a plan, what earlier units of it would have made of them.
    private var targetJoin: String {
        let target = """
            left join \(staged.rows) as target
                on target.\(staged.key) = staged.\(staged.key) and target.\(staged.owner) = staged.\(staged.owner)
            """
        guard overlay == .planned else { return target }
        return target + """

            left join \(plannedTable) as planned
                on planned.\(staged.key) = staged.\(staged.key) and planned.\(staged.owner) = staged.\(staged.owner)
            """
    }

    /// The key of the row that is there, or null.
    private var presentKey: String {
        overlay == .planned ? "coalesce(planned.\(staged.key), target.\(staged.key))" : "target.\(staged.key)"
    }

    var plannedTable: String {
        staged.labels.replacing("labelled_", with: "planned_")
    }

    private func compared(_ column: TableColumn) -> String {
        let target = staged.comparable(column, of: "target", fields: fields)
        guard overlay == .planned else { return target }
        return "case when planned.\(staged.key) is null then \(target) else planned.\(name(column.name)) end"
    }

    /// The value that would be written, after foreign keys that lead nowhere are emptied.
    private func resolved(_ column: TableColumn) -> String {
        guard column.onMissing == .null, let reference = column.references else { return "staged.\(name(column.name))" }
        return "\(alias(column)).\(name(reference.column))"
    }

    private func alias(_ column: TableColumn) -> String { name("reference_\(column.name)") }

    private var optionalReferences: [TableColumn] {
        staged.given.map(\.column).filter { $0.references != nil && $0.onMissing == .null }
    }

    /// Refuses records whose required foreign keys lead nowhere.
    func refuseMissingReferences() -> [String] {
        staged.given.map(\.column).filter { $0.references != nil && $0.onMissing == .reject }.compactMap { column in
            guard let reference = column.references else { return nil }
            return """
                insert into pg_temp.refused (record, field, code)
                select staged.record, \(Literal(column.name).quoted), 'missing_reference'
                from \(staged.staging) as staged
                where staged.\(name(column.name)) is not null and not exists (
                    select from \(Identifier(reference.table).quoted) as referenced
                    where referenced.\(name(reference.column)) = staged.\(name(column.name)))
                """
        }
    }

    /// Refuses records of owners that this database does not know; `$1` is a text array of ids.
    func refuseUnknownOwners(_ owners: ColumnReference) -> String {
        """
        insert into pg_temp.refused (record, field, code)
        select staged.record, \(Literal(staged.table.owner).quoted), 'unknown_owner'
        from \(staged.staging) as staged
        where not exists (
            select from \(Identifier(owners.table).quoted) as known
            where known.\(name(owners.column)) = staged.\(staged.owner))
        """
    }

    /// Equal rows of one id are one row; different ones are refused together.
    func settleDuplicates() -> String {
        let values = staged.given.map { "staged.\(name($0.column.name))" }
        return """
            with again as (
                select staged.\(staged.key) as key, min(staged.record) as first,
                    count(distinct pg_catalog.hash_record_extended(
                        row(\((["staged.\(staged.owner)"] + values).joined(separator: ", "))), 0)) as kinds
                from \(staged.staging) as staged
                where staged.\(staged.key) in (select other.\(staged.key) from \(staged.staging) as other
                    where other.suspect and other.counted is null)
                group by staged.\(staged.key)
                having count(*) > 1
            ), refused as (
                insert into pg_temp.refused (record, field, code)
                select staged.record, \(Literal(staged.table.key).quoted), 'conflicting_duplicate'
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

    /// Rows of equal natural keys, from the second on, with their occurrence number.
    func repeated() -> String {
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

    /// Gives repeated rows the ids that were made of key and occurrence number.
    func renumber() -> String {
        """
        update \(staged.staging) as staged set \(staged.key) = renumbered.new
        from pg_temp.renumbered
        where staged.record = renumbered.record and staged.\(staged.key) = renumbered.old
        """
    }

    /// Gives rows without a source's id the ids of rows that the app itself has of the same owner and natural key, as long
    /// as they last: the app's exports without ids, read back, must not double it. Rows that we wrote are never taken for
    /// the app's. `$1` is the array of owners.
    func adopt(_ identity: [String]) -> String {
        let mine = identity.map { "staged.\(name($0))" }.joined(separator: ", ")
        let theirs = identity.map { name in
            table(column: name).map { staged.comparable($0, of: "target", fields: fields) } ?? name
        }.joined(separator: ", ")
        let (key, owner) = (staged.key, staged.owner)
        return """
            with written as materialized (
                select unnest(lineage.keys) as key
                from scorebook.lineage
                where lineage.table_name = \(Literal(staged.table.name).quoted) and lineage.owner = any ($1::uuid[])
            ), mine as materialized (
                select staged.record, staged.\(key) as key, staged.\(owner) as owner,
                    pg_catalog.hash_record_extended(row(\(mine)), 0) as natural,
                    row_number() over (partition by staged.\(owner), \(mine) order by staged.record) as occurrence
                from \(staged.staging) as staged
                where staged.counted
                    and not exists (select from written where written.key = staged.\(key))
                    and not exists (select from \(staged.rows) as target where target.\(key) = staged.\(key))
            ), theirs as (
                select target.\(key) as key, target.\(owner) as owner,
                    pg_catalog.hash_record_extended(row(\(theirs)), 0) as natural,
                    row_number() over (partition by target.\(owner), \(theirs) order by target.\(key)) as occurrence
                from \(staged.rows) as target
                where target.\(owner) = any ($1::uuid[]) and exists (select from mine)
                    and not exists (select from written where written.key = target.\(key))
                    and not exists (select from \(staged.staging) as staged where staged.\(key) = target.\(key))
            )
            update \(staged.staging) as staged set \(key) = theirs.key
            from mine
            join theirs on theirs.owner = mine.owner and theirs.natural = mine.natural
                and theirs.occurrence = mine.occurrence
            where staged.record = mine.record and staged.\(key) = mine.key
            """
    }

    private func table(column name: String) -> TableColumn? { staged.table.columns.first { $0.name == name } }

    /// The order in which rows are inserted: index upkeep is most of a load.
    private var order: String {
        let given = Set(staged.given.map(\.column.name)).union([staged.table.key, staged.table.owner])
        let columns = staged.table.order.filter(given.contains)
        return (columns.isEmpty ? [staged.table.key] : columns).map { "staged.\(name($0))" }.joined(separator: ", ")
    }

    /// Labels rows that the target does not have (`i`) or has otherwise (`u`), in the order in which they are inserted.
    func label() -> String {
        let columns = staged.given.map(\.column)
        let sources = staged.sources
        let names = (columns + staged.lookups).map { name($0.name) }
        let values =
            columns.map { "\(resolved($0)) as \(name($0.name))" }
            + staged.lookups.map { "\(name("lookup_\($0.name)")).value as \(name($0.name))" }
        let missing = optionalReferences.map {
            "(staged.\(name($0.name)) is not null and \(resolved($0)) is null)::integer"
        }
        let differs =
            sources.isEmpty
            ? "false"
            : sources.map { "\(compared($0)) is distinct from \(resolved($0))" }.joined(separator: " or ")
        let references = optionalReferences.compactMap { column in
            column.references.map {
                "left join \(Identifier($0.table).quoted) as \(alias(column)) "
                    + "on \(alias(column)).\(name($0.column)) = staged.\(name(column.name))"
            }
        }
        return """
            insert into \(staged.labels)
                (\((["label", "record", staged.key, staged.owner, "missing"] + names).joined(separator: ", ")))
            select case when \(presentKey) is null then 'i' else 'u' end, staged.record,
                staged.\(staged.key), staged.\(staged.owner), \((missing + ["0"]).joined(separator: " + ")),
                \(values.joined(separator: ",\n    "))
            from \(staged.staging) as staged
            \(targetJoin)
            \((references + staged.lookups.map(lookup)).joined(separator: "\n"))
            where (\(presentKey) is null or \(differs))
                and not exists (select from pg_temp.refused where refused.record = staged.record)
            order by \(order)
            """
    }

    private func lookup(_ column: TableColumn) -> String {
        guard case .lookup(let table, let match, let take) = column.source else { return "" }
        let constants = match.compactMap { pair in
            pair.constant.map { "found.\(name(pair.column)) = \(Literal($0).quoted)" }
        }
        let fields = match.filter { $0.constant == nil }
        let keys = fields.map { "found.\(name($0.column))" }.joined(separator: ", ")
        let alias = name("lookup_\(column.name)")
        let joins = fields.enumerated().map { index, pair in
            let value = pair.field == "$owner" || pair.field == nil ? staged.owner : name(pair.field ?? "")
            return "\(alias).\(name(pair.column)) = staged.\(value)"
        }
        // What is not the only answer is none.
        return """
            left join (
                select \(keys), (pg_catalog.array_agg(found.\(name(take))))[1] as value
                from \(Identifier(table).quoted) as found
                \(constants.isEmpty ? "" : "where " + constants.joined(separator: " and "))
                group by \(keys)
                having count(distinct found.\(name(take))) = 1
            ) as \(alias) on \(joins.joined(separator: " and "))
            """
    }

    /// Columns of which at most one row of an owner may hold true.
    var single: [TableColumn] { staged.given.map(\.column).filter { $0.truth == .oneRow } }

    /// Makes false what a new row may not claim: the owner has such a row, or the file has an earlier one.
    func settleSingle(_ column: TableColumn) -> String {
        let (key, owner, flag) = (staged.key, staged.owner, name(column.name))
        let holders = ([staged.target] + (overlay == .planned ? [plannedTable] : [])).map { table in
            """
            exists (
                select from \(table) as existing
                where existing.\(owner) = labelled.\(owner) and existing.\(flag))
            """
        }
        return """
            with claims as (
                select labelled.record, labelled.\(key) as key,
                    row_number() over (
                        partition by labelled.\(owner) order by labelled.record, labelled.\(key)) as turn,
                    \(holders.joined(separator: " or ")) as is_taken
                from \(staged.labels) as labelled
                where labelled.label = 'i' and labelled.\(flag)
            )
            update \(staged.labels) as labelled set \(flag) = false
            from claims
            where labelled.record = claims.record and labelled.\(key) = claims.key
                and (claims.turn > 1 or claims.is_taken)
            """
    }

    /// Refuses rows whose id is the key of somebody else's row.
    func refuseForeignKeys() -> String {
        """
        insert into pg_temp.refused (record, field, code)
        select labelled.record, \(Literal(staged.table.key).quoted), 'foreign_owner'
        from \(staged.labels) as labelled
        join \(staged.keys) as known on known.\(staged.key) = labelled.\(staged.key)
        where labelled.label = 'i' and known.\(staged.owner) <> labelled.\(staged.owner)
        """
    }

    /// Takes back what was labelled for records refused since.
    func dropRefused() -> String {
        """
        delete from \(staged.labels) as labelled
        using (select distinct record from pg_temp.refused) as refused
        where refused.record = labelled.record
        """
    }

    /// Whether rows of these owners were ever written by us; `$1` is the array of owners.
    func hasLineage() -> String {
        """
        select distinct pg_catalog.array_to_string(lineage.columns, ',')
        from scorebook.lineage
        where lineage.table_name = \(Literal(staged.table.name).quoted) and lineage.owner = any ($1::uuid[])
        """
    }

    /// Labels rows that the app deleted (`d`) or edited (`c`) since we last wrote them; `$1` is the array of owners.
    ///
    /// `written` are the sets of columns in which those rows were written: the hash of what we wrote is that of the row
    /// as it stands, as long as nobody else has touched these columns.
    func labelConflicts(written: [[String]]) -> String {
        let known = Set(staged.table.columns.map(\.name))
        let cases = written.filter { $0.allSatisfy(known.contains) }.map { columns -> String in
            let values = columns.compactMap { name in staged.table.columns.first { $0.name == name } }
                .map { staged.comparable($0, of: "target", fields: fields) }
            return "when \(Literal(columns.joined(separator: ",")).quoted) then \(Self.hash(values))"
        }
        let current = cases.isEmpty ? "null::bigint" : "case last.columns \(cases.joined(separator: " ")) end"
        let planned =
            overlay == .planned
            ? "and not exists (select from \(plannedTable) as planned where planned.\(staged.key) = labelled.\(staged.key))"
            : ""
        return """
            with last as materialized (
                select distinct on (block.key) block.key, block.hash,
                    pg_catalog.array_to_string(lineage.columns, ',') as columns
                from scorebook.lineage
                cross join lateral unnest(lineage.keys, lineage.hashes) as block (key, hash)
                where lineage.table_name = \(Literal(staged.table.name).quoted)
                    and lineage.owner = any ($1::uuid[])
                    and block.key in (select labelled.\(staged.key) from \(staged.labels) as labelled)
                order by block.key, lineage.unit_id desc
            ), verdict as (
                select labelled.\(staged.key) as key,
                    case when labelled.label = 'i' then case when last.key is null then 'i' else 'd' end
                         when last.key is null then 'c'
                         when last.hash is distinct from (\(current)) then 'c'
                         else 'u' end as label
                from \(staged.labels) as labelled
                left join last on last.key = labelled.\(staged.key)
                left join \(staged.rows) as target
                    on target.\(staged.key) = labelled.\(staged.key) and labelled.label = 'u'
                where labelled.label in ('i', 'u') \(planned)
            )
            update \(staged.labels) as labelled set label = verdict.label::"char"
            from verdict
            where verdict.key = labelled.\(staged.key) and verdict.label <> labelled.label::text
            """
    }

    /// Rows that exist without our ever having written them are the app's.
    func labelUnwrittenAsConflicts() -> String {
        let planned =
            overlay == .planned
            ? "and not exists (select from \(plannedTable) as planned where planned.\(staged.key) = labelled.\(staged.key))"
            : ""
        return "update \(staged.labels) as labelled set label = 'c' where label = 'u' \(planned)"
    }

    /// 8-byte hash of a row's columns.
    ///
    /// PostgreSQL's extended record hash, on which hash partitions rely across versions; equal numbers hash alike
    /// whatever zeros they end in.
    static func hash(_ columns: [String], of alias: String) -> String {
        hash(columns.map { "\(alias).\(Identifier(parts: [$0]).quoted)" })
    }

    static func hash(_ values: [String]) -> String {
        "pg_catalog.hash_record_extended(row(\(values.joined(separator: ", "))), 0)"
    }
}
