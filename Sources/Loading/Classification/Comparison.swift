public import Definitions
internal import Postgres
public import Records

/// A table's rows of one unit as the source has them, against those that are there.
public struct TableComparison: Sendable {
    public var table: String
    /// Rows that the source gives, and those of the same keys and owners in the target.
    public var source = 0
    public var target = 0
    /// By column, rows that are in both and differ there.
    public var changed: [(column: String, rows: Int)] = []
    /// Rows that differ in any column.
    public var differing = 0
    /// Sums of hashes over keys, owners and columns, of the source's rows and of the target's.
    public var sourceSum = ""
    public var targetSum = ""
    /// Keys that are missing in the target, and keys of rows that differ: the first of them.
    public var missingKeys: [String] = []
    public var changedKeys: [String] = []
    /// Rows that later files have changed or deleted since: compared with those files, not with this one.
    public var superseded = 0

    public var missing: Int { source - target }
}

/// What one unit's comparison found.
public struct UnitComparison: Sendable {
    public var tables: [TableComparison] = []
    /// Records that never became rows.
    public var rejected = 0
    /// Of these, how many more there are than when the file was loaded: what they name is gone.
    public var rejectedSince = 0
    /// Rows that steps of the dataset have changed on their way.
    public var mapped = 0
    public var warnings = Counter()
}

extension UnitLoad {
    /// Compares every staged row with the target's.
    func compared() throws -> UnitComparison {
        var comparison = UnitComparison()
        if try refusal.refuseForeign(isLabelled: false) { try refusal.dropRefused() }
        comparison.rejected =
            try account.outcome.ledger.rejected + refusal.refusedRecords()
        let loaded = try loadedUnit()
        comparison.rejectedSince = max(0, comparison.rejected - (loaded?.rejected ?? comparison.rejected))
        comparison.mapped = mappedRows
        comparison.warnings = account.outcome.warnings
        comparison.warnings.add(outcome.warnings)
        for table in tables where table.stagedRows > 0 {
            comparison.tables.append(try compare(table, as: loaded))
        }
        return comparison
    }

    /// The unit that has loaded the file: its id, and how many records it rejected.
    private func loadedUnit() throws -> (id: Int64, rejected: Int)? {
        try connection.row(
            """
            select unit.id, coalesce(unit.rejected, 0) as rejected
            from scorebook.units as unit
            where unit.sha256 = pg_catalog.decode(\(bind: Hex.text(key.sha256)), 'hex')
                and unit.owner_scope = \(bind: key.ownerScope) and unit.status = 'loaded'
            order by unit.id desc
            limit 1
            """
        ).map { row in (id: try row["id"], rejected: try row["rejected"]) }
    }

    /// What a column must be in the target.
    ///
    /// A column that belongs to the app once the row is there was written only by the file that inserted the row; where
    /// that file has no value, a default or a trigger of the app gives one. Of a flag that one row may have, another row
    /// may have been the first.
    private func expected(_ column: TableColumn, of staged: StagedTable) -> SQL {
        let (name, there) = (Identifier(parts: [column.name]), staged.comparable(column, of: "target"))
        let isLookup = if case .lookup = column.source { true } else { false }
        guard column.write != .source || isLookup else { return "labelled.\(name)" }
        var value: SQL = "coalesce(labelled.\(name), \(there))"
        if column.truth == .oneRow {
            value = """
                case when labelled.\(name) and exists (
                        select from \(staged.rows) as other
                        where other.\(staged.owner) = labelled.\(staged.owner) and other.\(name)
                            and other.\(staged.key) <> labelled.\(staged.key))
                    then \(there) else \(value) end
                """
        }
        return "case when inserted.key is null then \(there) else \(value) end"
    }

    private func compare(
        _ table: TableLoad, as loaded: (id: Int64, rejected: Int)?
    ) throws -> TableComparison {
        let staged = table.staged
        let source = table.classification.fresh(refused: hasRefused ? .some : .none)
        let columns = (staged.given + staged.lookups).filter {
            $0.write != .app && !(staged.isClocked && $0.name == Table.Order.column)
        }
        let mine = columns.map { expected($0, of: staged) }
        let theirs = columns.map { staged.comparable($0, of: "target") }
        let differs: [SQL] = zip(mine, theirs).map { "\($0) is distinct from \($1)" }
        let keys = staged.identifying
        let table: SQL = "\(literal: staged.table.name)"
        let both: SQL = """
            from \(source) as labelled
            left join \(staged.rows) as target
                on target.\(staged.key) = labelled.\(staged.key) and target.\(staged.owner) = labelled.\(staged.owner)
            left join (\(Self.insertedKeys(table, by: loaded?.id))) as inserted on inserted.key = labelled.\(staged.key)
            """
        let present: SQL = "target.\(staged.key) is not null"
        let any: SQL = differs.isEmpty ? "false" : "(\(differs.joined(separator: " or ")))"
        try connection.run(
            """
            delete from pg_temp.superseded where table_name = \(table);
            insert into pg_temp.superseded (table_name, key)
            select \(table), labelled.\(staged.key)
            \(both)
            where (not (\(present)) or \(any)) and \(try isWrittenLater(table, "labelled.\(staged.key)", than: loaded?.id))
            """)
        let own: SQL = """
            not exists (
                select from pg_temp.superseded as later
                where later.table_name = \(table) and later.key = labelled.\(staged.key))
            """
        let changed = differs.map { differs -> SQL in "count(*) filter (where \(present) and \(differs))" }
        let row = try connection.only(
            """
            select count(*) as source, count(target.\(staged.key)) as target,
                count(*) filter (where \(present) and \(any)) as differing,
                coalesce(sum(\(Classification.hash(keys.map { "labelled.\($0)" } + mine))), 0) as source_sum,
                coalesce(sum(\(Classification.hash(keys.map { "target.\($0)" } + theirs))) filter (where \(present)), 0)
                    as target_sum,
                (select count(*) from pg_temp.superseded where table_name = \(table)) as superseded,
                array[\(changed)]::bigint[] as changed
            \(both) where \(own)
            """)
        var comparison = TableComparison(table: staged.table.name)
        comparison.source = try row["source"]
        comparison.target = try row["target"]
        comparison.differing = try row["differing"]
        comparison.sourceSum = try row["source_sum"]
        comparison.targetSum = try row["target_sum"]
        comparison.superseded = try row["superseded"]
        let rows: [Int] = try row["changed"]
        for (column, rows) in zip(columns, rows) where rows > 0 { comparison.changed.append((column.name, rows)) }
        func first(_ condition: SQL) throws -> [String] {
            try connection.values(
                "select labelled.\(staged.key) \(both) where \(own) and \(condition) order by 1 limit 20")
        }
        if comparison.missing > 0 { comparison.missingKeys = try first("not (\(present))") }
        if comparison.differing > 0 { comparison.changedKeys = try first("\(present) and \(any)") }
        try connection.run(
            """
            insert into pg_temp.compared (table_name, key, owner)
            select \(table), labelled.\(staged.key), labelled.\(staged.owner)
            from \(source) as labelled
            """)
        return comparison
    }

    /// A condition: another file has written or deleted the row since this one was loaded.
    private func isWrittenLater(
        _ table: SQL, _ rowKey: SQL, than unit: Int64?
    ) throws -> SQL {
        guard let unit else { return "false" }
        let last: Int64? = try connection.value(
            "select max(sequence) from scorebook.lineage where unit_id = \(bind: unit) and table_name = \(table)")
        let since: SQL =
            last.map { "lineage.sequence > \(literal: $0) and lineage.unit_id <> \(literal: unit)" }
            ?? "lineage.unit_id > \(literal: unit)"
        return "\(rowKey) in (\(Self.writtenKeys(table, where: since)))"
    }

    /// The keys of the rows that a unit has inserted, see `scorebook.lineage`.
    private static func insertedKeys(_ table: SQL, by unit: Int64?) -> SQL {
        guard let unit else { return "select null::uuid as key where false" }
        return """
            select block.key
            from scorebook.lineage
            cross join lateral unnest(lineage.keys, lineage.unmanaged_hashes) as block (key, hash)
            where lineage.unit_id = \(literal: unit) and lineage.table_name = \(table)
                and case when pg_catalog.cardinality(lineage.unmanaged_hashes) = 1 then lineage.unmanaged_hashes[1]
                    else block.hash end is not null
            group by block.key
            """
    }

    /// The keys that lineage has of a table: one list, not a search for each row.
    fileprivate static func writtenKeys(_ table: SQL, where condition: SQL = "true") -> SQL {
        """
        select written.key
        from scorebook.lineage
        cross join lateral unnest(lineage.keys) as written (key)
        where lineage.table_name = \(table) and \(condition)
        """
    }
}

/// Rows of the compared owners that no file of this run has given.
public struct ExtraRows: Sendable {
    public var table: String
    /// Rows that no run has given and that came after this one had begun, and the first of their keys.
    public var rows = 0
    public var keys: [String] = []
    /// Rows that no run has given and that were there before this one.
    public var earlier = 0
    /// Rows of other runs.
    public var others = 0
}

extension Loader {
    /// Columns that say when the app made a row, in the order in which they are looked for.
    private static let timesOfMaking = [Table.Order.column, "added_at", "viewed_at"]

    /// Rows of the owners whose rows were compared, of the tables that were, that no file of the run has given.
    ///
    /// - Parameter run: rows that are older than this run's beginning are counted apart.
    public func extraRows(in tables: [Table], since run: String) throws -> [ExtraRows] {
        let owners: [String] = try connection.values("select distinct owner from pg_temp.compared order by 1")
        return try connection.transaction {
            try connection.run(
                "select pg_catalog.set_config('scorebook.owners', \(bind: owners.joined(separator: ",")), true)")
            let started: String? = try connection.value(
                "select started_at from scorebook.runs where id = \(bind: run)::uuid")
            return try tables.map { table in try extraRows(in: table, since: started ?? "-infinity") }
        }
    }

    private func extraRows(in table: Table, since start: String) throws -> ExtraRows {
        let staged = session[table.name]
        let rows = staged.map { $0.rows } ?? Identifier(table.name)
        let name: SQL = "\(literal: table.name)"
        let (key, owner) = (Identifier(table.key), Identifier(table.owner))
        let stored = staged?.ways.stored.map(\.name) ?? []
        let made = Self.timesOfMaking.first { stored.contains($0) }
        // A row without a time is taken for one that came later.
        let isEarlier: SQL =
            made.map {
                "coalesce(target.\(id: $0) < \(literal: start)::timestamp with time zone, false)"
            } ?? "false"
        let extra: SQL = """
            from \(rows) as target
            left join (select distinct written.key from (\(UnitLoad.writtenKeys(name))) as written) as other
                on other.key = target.\(key)
            where target.\(owner) in (select owner from pg_temp.compared where table_name = \(name))
                and not exists (
                    select from pg_temp.compared
                    where compared.table_name = \(name) and compared.key = target.\(key))
            """
        let counts = try connection.only(
            """
            select count(*) filter (where other.key is null and not \(isEarlier)) as later,
                count(*) filter (where other.key is null and \(isEarlier)) as earlier, count(other.key) as others
            \(extra)
            """)
        var found = ExtraRows(
            table: table.name, rows: try counts["later"], earlier: try counts["earlier"], others: try counts["others"])
        if found.rows > 0 {
            found.keys = try connection.values(
                "select target.\(key) \(extra) and other.key is null and not \(isEarlier) order by 1 limit 20")
        }
        return found
    }
}
