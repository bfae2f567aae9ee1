internal import Definitions
internal import Postgres
internal import Records

/// What changes labels: flags of other rows, keys of other people, and changes of the app.
extension Classification {
    /// Columns of which at most one row of an owner may hold true.
    var single: [TableColumn] { staged.given.filter { $0.truth == .oneRow } }

    /// Sets a flag of a new row to false where the owner has a row with that flag, or the file has an earlier one.
    func clearTakenFlags(_ column: TableColumn) -> SQL {
        let (key, owner, flag) = (staged.key, staged.owner, Identifier(parts: [column.name]))
        let holders = ([staged.target] + (overlay == .planned ? [plannedTable] : [])).map { table -> SQL in
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
                        partition by labelled.\(owner) order by labelled.record, labelled.\(key)) as number,
                    \(holders.joined(separator: " or ")) as is_taken
                from \(staged.labels) as labelled
                where labelled.label = 'i' and labelled.\(flag)
            )
            update \(staged.labelTable) as labelled set \(flag) = false
            from claims
            where labelled.record = claims.record and labelled.\(key) = claims.key
                and (claims.number > 1 or claims.is_taken)
            """
    }

    /// Refuses rows whose id is the key of another person's row.
    func refuseForeignKeys(isLabelled: Bool) -> SQL {
        """
        insert into pg_temp.refused (record, field, code)
        select labelled.record, \(literal: staged.table.key), 'foreign_owner'
        from \(isLabelled ? staged.labels : "\(staged.staging)") as labelled
        join \(staged.keys) as known on known.\(staged.key) = labelled.\(staged.key)
        where \(isLabelled ? "labelled.label = 'i' and " : "")known.\(staged.owner) <> labelled.\(staged.owner)
        """
    }

    /// Removes the labels of records that were refused since.
    func dropRefused() -> SQL {
        """
        delete from \(staged.labelTable) as labelled
        using (select distinct record from pg_temp.refused) as refused
        where refused.record = labelled.record
        """
    }

    /// Locks the rows to be updated, in the order of their keys, and counts those that no longer exist.
    func lockUpdated(rows: Int) -> SQL {
        let isTarget: [SQL] = staged.identifying.map { "target.\($0) = labelled.\($0)" }
        let found = isTarget.joined(separator: " and ")
        let lock: SQL = "for no key update of target"
        let locked: SQL =
            rows <= StagedTable.rowsSoughtByKey
            ? "labelled cross join lateral (select from \(staged.target) as target where \(found) offset 0 \(lock)) as target"
            : "(select from labelled join \(staged.target) as target on \(found) \(lock)) as locked"
        return """
            with labelled as materialized (
                select distinct \(staged.identifying) from \(staged.labels) as labelled where labelled.label = 'u'
                order by \(staged.key)
            )
            select (select count(*) from labelled) - (select count(*) from \(locked)) as gone
            """
    }

    /// The sets of columns in which rows of these owners, or of these keys, were ever written by us.
    func written(_ rows: LineageScope, of owners: SQL) -> SQL {
        """
        select distinct lineage.columns
        from \(blocks(rows, of: owners)) as lineage
        """
    }

    /// Labels rows that the app deleted (`d`) or edited (`c`) since we last wrote them.
    ///
    /// A row that we deleted ourselves, which lineage says by an empty set of columns, may come again.
    ///
    /// `written` are the sets of columns in which those rows were written: the hash of what we wrote is that of the row
    /// as it stands, as long as no other session has touched these columns.
    func labelConflicts(written: [[String]], _ rows: LineageScope, of owners: SQL) -> SQL {
        let current = current(written)
        return """
            with last as materialized (
                select distinct on (block.key) block.key, block.hash,
                    pg_catalog.array_to_string(lineage.columns, ',') as columns
                from \(blocks(rows, of: owners)) as lineage
                cross join lateral unnest(lineage.keys, lineage.hashes) as block (key, hash)
                where \(isAmong("block.key", "select labelled.\(staged.key) from \(staged.labels) as labelled where labelled.label in ('i', 'u') \(isNotPlanned)"))
                order by block.key, lineage.sequence desc
            ), verdict as (
                select labelled.\(staged.key) as key,
                    case when labelled.label = 'i' then case when last.key is null or last.columns = '' then 'i' else 'd' end
                         when last.key is null then 'c'
                         when target.\(staged.key) is null then 'd'
                         when last.hash is distinct from (\(current)) then 'c'
                         else 'u' end as label
                from (select * from \(staged.labels) as labelled where labelled.label in ('i', 'u') \(isNotPlanned)) as labelled
                -- Each of the last is labelled: a full join is one that is never done row by row.
                full join last on last.key = labelled.\(staged.key)
                \(targetJoin(to: "labelled", where: "labelled.label = 'u'"))
            )
            update \(staged.labelTable) as labelled set label = verdict.label::"char"
            from verdict
            where verdict.key = labelled.\(staged.key) and verdict.label <> labelled.label::text
            """
    }

    /// The hash of a target's row as it is, in the columns in which lineage says that it was written; null of others.
    func current(_ written: [[String]]) -> SQL {
        let known = Set(staged.table.columns.map(\.name))
        let cases = written.filter { !$0.isEmpty && $0.allSatisfy(known.contains) }.map { columns -> SQL in
            let values = columns.compactMap { name in staged.table.columns.first { $0.name == name } }
                .map { staged.comparable($0, of: "target") }
            return "when \(literal: columns.joined(separator: ",")) then \(Self.hash(values))"
        }
        return cases.isEmpty ? "null::bigint" : "case last.columns \(cases.joined(separator: " ")) end"
    }

    /// Whether a key is among those of a file: a hashed set of few, whatever joins the session allows; of more the planner knows
    /// how many there are.
    func isAmong(_ key: SQL, _ keys: SQL) -> SQL {
        search == .byKey ? "(\(key) in (\(keys))) is true" : "\(key) in (\(keys))"
    }

    /// Whether no row of a table has a value, in the same way.
    func isAbsent(_ value: SQL, from table: Identifier, _ column: Identifier) -> SQL {
        search == .byKey
            ? "(\(value) in (select other.\(column) from \(table) as other)) is not true"
            : "not exists (select from \(table) as other where other.\(column) = \(value))"
    }

    /// Whose lineage is read.
    enum LineageScope {
        /// That of the owners' rows, block after block.
        case owners
        /// That of few rows, by the index over the places of the ids in small blocks: a thousand small files leave a thousand blocks.
        case keys(in: SQL, count: Int)

        /// Most staged rows, of all tables of a unit, that are looked up one by one. For more it is faster to read all blocks of
        /// the owner.
        static let rowsAskedByKey = 10_000
        /// Most rows that are compared with each large block before its elements are compared one by one.
        static let rowsAskedByBlock = 50
    }

    /// The blocks of lineage that may hold the rows.
    func blocks(_ rows: LineageScope, of owners: SQL) -> SQL {
        let owned: SQL = "table_name = \(literal: staged.table.name) and owner = any (\(owners))"
        guard case .keys(let table, let count) = rows else { return "(select * from scorebook.lineage where \(owned))" }
        let asked: SQL = "array(select asked.\(staged.key) from \(table) as asked)"
        let isHolding: SQL = count <= LineageScope.rowsAskedByBlock ? "and keys && \(asked)" : ""
        return """
            (select * from scorebook.lineage where \(owned) and not (\(raw: LineageBlock.isFoundByPlace)) \(isHolding)
            union all
            select block.sequence, block.unit_id, shape.table_name, block.owner, block.by_place, shape.columns, block.keys,
                block.hashes, block.records, shape.unmanaged_columns, block.unmanaged_hashes, block.shape
            from scorebook.small_blocks(\(asked)) as block
            join scorebook.lineage_shapes as shape on shape.shape = block.shape
            where \(owned))
            """
    }

    /// Labels rows that exist and that we never wrote as the app's.
    func labelUnwrittenAsConflicts() -> SQL {
        "update \(staged.labelTable) as labelled set label = 'c' where label = 'u' \(isNotPlanned)"
    }

    /// In a plan, leaves out the rows that its earlier units would write.
    var isNotPlanned: SQL {
        overlay == .planned
            ? "and not exists (select from \(plannedTable) as planned where planned.\(staged.key) = labelled.\(staged.key))"
            : ""
    }

    /// 8-byte hash of a row's columns.
    ///
    /// PostgreSQL's extended record hash, on which hash partitions rely across versions; equal numbers hash alike
    /// whatever zeros they end in.
    static func hash(_ columns: [String], of alias: SQL) -> SQL {
        hash(columns.map { "\(alias).\(id: $0)" })
    }

    static func hash(_ values: [SQL]) -> SQL {
        "pg_catalog.hash_record_extended(row(\(values)), 0)"
    }

    /// Labels rows whose parent the app has deleted as deleted too.
    func labelBelowDeleted(_ column: TableColumn, parent: StagedTable) -> SQL {
        """
        update \(staged.labelTable) as labelled set label = 'd'
        from \(parent.labels) as above
        where above.label = 'd' and labelled.label = 'i'
            and above.\(parent.key) = labelled.\(id: column.name)
        """
    }
}
