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
    /// In a plan, rows that earlier units of the plan would have written lie over the target.
    let overlay: Overlay
    var search = Search.joined

    enum Overlay { case none, planned }
    enum Refused { case none, some }

    /// Helper tables of a session; each unit empties them before it commits.
    static let session: [SQL] = [
        """
        create temporary table if not exists refused (
            record integer not null, field text not null, code text not null, because text)
        """,
        "create temporary table if not exists duplicated (record integer not null)",
        """
        create temporary table if not exists renumbered (
            table_name text not null, record integer not null, old uuid not null, new uuid not null)
        """,
        """
        create temporary table if not exists rewritten (
            table_name text not null, key uuid not null, unit_id bigint, owner uuid, shape bigint, columns text[],
            hash bigint, record integer, unmanaged_hash bigint)
        """,
        "create temporary table if not exists partial (table_name text not null, key uuid not null)",
        """
        create temporary table if not exists reviewed (
            table_name text not null, key uuid not null) on commit preserve rows
        """,
        "create temporary table if not exists superseded (table_name text not null, key uuid not null)",
        """
        create temporary table if not exists compared (
            table_name text not null, key uuid not null, owner uuid) on commit preserve rows
        """,
    ]

    /// How the target's rows are found.
    enum Search {
        /// By a join: the planner may read all rows of the owner.
        case joined
        /// Each by its key, where there are few.
        case byKey
    }

    /// The target's rows of the staged keys; under a plan, what earlier units of it would have made of them.
    var targetJoin: SQL {
        guard overlay == .planned else { return targetJoin(to: "staged") }
        return targetJoin(to: "staged") + """

            left join \(plannedTable) as planned
                on planned.\(staged.key) = staged.\(staged.key) and planned.\(staged.owner) = staged.\(staged.owner)
            """
    }

    /// The target's rows of the keys in other rows.
    ///
    /// - Parameter condition: of the other rows that are looked up.
    func targetJoin(to other: SQL, where condition: SQL = "true") -> SQL {
        let (key, owner) = (staged.key, staged.owner)
        let isFound: SQL =
            "target.\(key) = \(other).\(key) and target.\(owner) = \(other).\(owner) and \(condition)"
        return switch search {
        case .joined: "left join \(staged.rows) as target on \(isFound)"
        case .byKey:
            "left join lateral (select target.* from \(staged.rows) as target where \(isFound) offset 0) as target on true"
        }
    }

    /// The key of the row that is there, or null.
    private var presentKey: SQL {
        overlay == .planned
            ? "case when planned.label = 'x' then null else coalesce(planned.\(staged.key), target.\(staged.key)) end"
            : "target.\(staged.key)"
    }

    var plannedTable: Identifier { staged.plannedTable }

    func compared(_ column: TableColumn) -> SQL {
        let target = staged.comparable(column, of: "target")
        guard overlay == .planned else { return target }
        return "case when planned.\(staged.key) is null then \(target) else planned.\(id: column.name) end"
    }

    /// The value that would be written, after dangling references are set to null.
    private func resolved(_ column: TableColumn) -> SQL {
        guard column.fallback != nil else { return plain(column) }
        return "coalesce(\(plain(column)), \(id: "lookup_\(column.name)").value)"
    }

    private func plain(_ column: TableColumn) -> SQL {
        guard column.onMissing == .null, let reference = column.references else {
            let value: SQL = "staged.\(id: column.name)"
            // What later exports are compared with is what was written.
            guard column.write == .source, let fallback = column.whenNull else { return value }
            return "coalesce(\(value), \(literal: fallback)::\(raw: staged.stagingType(column)))"
        }
        if isIncoming(column) {
            let value: SQL = "staged.\(id: column.name)"
            return "case when \(has(reference, value)) then \(value) end"
        }
        return "\(alias(column)).\(id: reference.column)"
    }

    private func alias(_ column: TableColumn) -> Identifier { Identifier(parts: ["reference_\(column.name)"]) }

    var optionalReferences: [TableColumn] {
        staged.given.filter { $0.references != nil && $0.onMissing == .null }
    }

    /// Refuses records with dangling references in required columns.
    ///
    /// - Parameter refused: whether records that are refused already are passed over.
    func refuseMissingReferences(refused: Refused) -> [SQL] {
        staged.given.filter { $0.references != nil && $0.onMissing == .reject }.compactMap { column in
            guard let reference = column.references else { return nil }
            return """
                insert into pg_temp.refused (record, field, code)
                select staged.record, \(literal: column.name), 'missing_reference'
                from \(staged.staging) as staged
                where staged.\(id: column.name) is not null
                    and not (\(has(reference, "staged.\(id: column.name)")))
                    \(refused == .some ? "and \(isNotRefused)" : "")
                """
        }
    }

    /// Refuses records of owners that this database does not know, and gives up to 20 of these with their records.
    func refuseUnknownOwners(_ reference: ColumnReference, of owners: SQL, refused: Refused) -> SQL {
        """
        with unknown as materialized (
            select pg_catalog.array_agg(asked.id) as ids
            from unnest(\(owners)) as asked (id)
            where not (\(has(reference, "asked.id")))
        ), found as materialized (
            select staged.record, staged.\(staged.owner) as id
            from \(staged.staging) as staged
            where (select unknown.ids from unknown) is not null
                and staged.\(staged.owner) = any ((select unknown.ids from unknown)::uuid[])
                \(refused == .some ? "and \(isNotRefused)" : "")
        ), refusing as (
            insert into pg_temp.refused (record, field, code)
            select found.record, \(literal: staged.table.owner), 'unknown_owner' from found
        )
        select found.id, count(distinct found.record) as records
        from found
        group by found.id
        order by count(*) desc, found.id
        limit 20
        """
    }

    /// Labels rows that the target does not have (`i`) or has otherwise (`u`), in the order of the primary key:
    /// index upkeep is most of a load.
    ///
    /// - Parameter refused: whether records were refused already, whose rows are to be passed over.
    func label(refused: Refused) -> SQL {
        let differs: [SQL] = staged.sources.map { "\(compared($0)) is distinct from \(resolved($0))" }
        let names = staged.identifying + (staged.given + staged.lookups).map { Identifier(parts: [$0.name]) }
        return """
            insert into \(staged.labelTable) (label, record, missing, \(names))
            \(labelled("case when \(presentKey) is null then 'i' else 'u' end", joined: targetJoin))
            where (\((["\(presentKey) is null"] + differs).joined(separator: " or "))) \(refused == .some ? "and \(isNotRefused)" : "")
            order by staged.\(staged.key)
            """
    }

    /// The staged rows as they would be labelled if the target had none of them.
    func fresh(refused: Refused) -> SQL {
        """
        (\(labelled("'i'::\"char\"", joined: "", and: absent))
        \(refused == .some ? "where \(isNotRefused)" : ""))
        """
    }

    /// Columns that the unit does not fill: steps may use every column of the table.
    private var absent: [SQL] {
        let filled = Set((staged.given + staged.lookups).map(\.name) + [staged.table.key, staged.table.owner])
        return staged.table.columns.filter { !filled.contains($0.name) }.map {
            "null::\(raw: staged.stagingType($0)) as \(id: $0.name)"
        }
    }

    /// Which of a unit's keys are looked up in the target before its rows count as new.
    enum KeysAsked {
        case all
        /// Of many rows, some: a unique key shows the others, see `UnitLoad.write`.
        case some
    }

    /// Most rows of which every key is looked up. To look up 500,000 takes a twentieth of the time of their insert.
    static let rowsAskedForAll = 20_000

    /// Whether the target has no row of a staged key, and no flag is claimed that only one row may have.
    ///
    /// A file that was loaded before is recognised by its first rows; one with few existing rows, by a sample of a thousand rows.
    /// In both cases all are counted, because for `exists` the planner would always search the index for each key.
    ///
    /// - Parameter unwritten: blocks of lineage of which none may be there: what we wrote and the app deleted stays deleted.
    func isFresh(rows: Int, asking keys: KeysAsked, unwritten: SQL?) -> SQL {
        let (staging, key) = (staged.staging, staged.key)
        func isAny(_ some: SQL) -> SQL {
            let keys: SQL = "array(select other.\(key) from \(staging) as other \(some))"
            return "exists (select from \(staged.rows) as target where target.\(key) = any (\(keys)))"
        }
        var tests = [isAny("limit 1000")]
        if rows > Self.rowsAskedForAll, keys == .some {
            tests.append(isAny("where other.record % \(literal: rows / 1000) = 0"))
        } else if rows > 1000 {
            tests.append(
                """
                (
                    select count(*) from \(staging) as staged
                    join \(staged.rows) as target on target.\(key) = staged.\(key)) > 0
                """)
        }
        tests += single.map { "exists (select from \(staging) as staged where staged.\(id: $0.name))" }
        if let unwritten { tests.append("exists (select from \(unwritten) as lineage)") }
        return "select not (\(tests.joined(separator: " or ")))"
    }

    /// Given columns for which something is looked up where the record has no value.
    private var fallbacks: [TableColumn] { staged.given.filter { $0.fallback != nil } }

    var isNotRefused: SQL {
        "not exists (select from pg_temp.refused where refused.record = staged.record)"
    }

    private func labelled(_ label: SQL, joined target: SQL, and others: [SQL] = []) -> SQL {
        let values: [SQL] =
            staged.given.map { "\(resolved($0)) as \(id: $0.name)" }
            + staged.lookups.map { "\(id: "lookup_\($0.name)").value as \(id: $0.name)" } + others
        let missing: [SQL] = optionalReferences.map {
            "(staged.\(id: $0.name) is not null and \(plain($0)) is null)::integer"
        }
        let references = optionalReferences.filter { !isIncoming($0) }.compactMap { column in
            column.references.map { reference -> SQL in
                """
                left join \(Identifier(reference.table)) as \(alias(column))
                    on \(alias(column)).\(id: reference.column) = staged.\(id: column.name)
                """
            }
        }
        return """
            select \(label) as label, staged.record, \((missing + ["0"]).joined(separator: " + ")) as missing,
                \(staged.identifying.map { "staged.\($0)" } + values)
            from \(staged.source) as staged
            \(([target] + references + (staged.lookups + fallbacks).map(lookup)).joined(separator: "\n"))
            """
    }

    private func lookup(_ column: TableColumn) -> SQL {
        guard case .lookup(let table, let match, let take) = column.fallback ?? column.source else { return "" }
        let constants = match.compactMap { pair in
            pair.constant.map { "found.\(id: pair.column) = \(literal: $0)" as SQL }
        }
        let fields = match.filter { $0.constant == nil }
        let keys: [SQL] = fields.map { "found.\(id: $0.column)" }
        let alias = Identifier(parts: ["lookup_\(column.name)"])
        let joins = fields.map { pair -> SQL in
            let value = pair.field.flatMap { $0 == "$owner" ? nil : Identifier(parts: [$0]) } ?? staged.owner
            return "\(alias).\(id: pair.column) = staged.\(value)"
        }
        // An ambiguous match counts as none.
        return """
            left join (
                select \(keys), (pg_catalog.array_agg(found.\(id: take)))[1] as value
                from \(effectiveRows(table, match.map(\.column) + [take])) as found
                \(constants.isEmpty ? "" : "where \(constants.joined(separator: " and "))")
                group by \(keys)
                having count(distinct found.\(id: take)) = 1
            ) as \(alias) on \(joins.joined(separator: " and "))
            """
    }
}
