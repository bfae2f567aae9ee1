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
    /// Keys that the target lacks, and keys of rows that differ: the first of them.
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
    /// Rows that steps of the dataset have changed on their way.
    public var mapped = 0
    public var warnings = Tally()
}

extension UnitLoad {
    /// Compares every staged row with the target's.
    func compared() throws(LoadError) -> UnitComparison {
        var comparison = UnitComparison()
        comparison.rejected =
            account.outcome.ledger.rejected + (try number("select count(distinct record) from pg_temp.refused"))
        comparison.mapped = mappedRows
        comparison.warnings = account.outcome.warnings
        comparison.warnings.add(outcome.warnings)
        for table in tables where table.stagedRows > 0 { comparison.tables.append(try compare(table)) }
        return comparison
    }

    private func compare(_ table: TableLoad) throws(LoadError) -> TableComparison {
        let staged = table.staged
        let source = table.classification.fresh(refused: hasRefused ? .some : .none)
        func name(_ column: String) -> String { Identifier(parts: [column]).quoted }
        let columns = (staged.given + staged.lookups).filter {
            $0.write != .app && !(staged.isClocked && $0.name == Table.Order.column)
        }
        // Where the source gives nothing and the column has a default, what is there is right.
        let mine = columns.map { column in
            column.whenNull == nil || column.write == .source
                ? "labelled.\(name(column.name))"
                : "coalesce(labelled.\(name(column.name)), \(staged.comparable(column, of: "target")))"
        }
        let theirs = columns.map { staged.comparable($0, of: "target") }
        let differs = zip(mine, theirs).map { "\($0) is distinct from \($1)" }
        let keys = staged.identifying
        let table = Literal(staged.table.name).quoted
        let both = """
            from \(source) as labelled
            left join \(staged.rows) as target
                on target.\(staged.key) = labelled.\(staged.key) and target.\(staged.owner) = labelled.\(staged.owner)
            """
        let present = "target.\(staged.key) is not null"
        let any = differs.isEmpty ? "false" : "(\(differs.joined(separator: " or ")))"
        try connection.checked(
            """
            delete from pg_temp.superseded where table_name = \(table);
            insert into pg_temp.superseded (table_name, key)
            select \(table), labelled.\(staged.key)
            \(both)
            where (not (\(present)) or \(any)) and \(try isWrittenLater(table, "labelled.\(staged.key)"))
            """)
        let own = """
            not exists (
                select from pg_temp.superseded as later
                where later.table_name = \(table) and later.key = labelled.\(staged.key))
            """
        let figures =
            [
                "count(*)", "count(target.\(staged.key))", "count(*) filter (where \(present) and \(any))",
                "coalesce(sum(\(Classification.hash(keys.map { "labelled.\($0)" } + mine))), 0)",
                "coalesce(sum(\(Classification.hash(keys.map { "target.\($0)" } + theirs))) filter (where \(present)), 0)",
                "(select count(*) from pg_temp.superseded where table_name = \(table))",
            ] + differs.map { "count(*) filter (where \(present) and \($0))" }
        let row =
            try connection.table("select \(figures.joined(separator: ", ")) \(both) where \(own)").first ?? []
        func count(_ index: Int) -> Int { index < row.count ? row[index].flatMap { Int($0) } ?? 0 : 0 }
        var comparison = TableComparison(table: staged.table.name)
        comparison.source = count(0)
        comparison.target = count(1)
        comparison.differing = count(2)
        comparison.sourceSum = row.count > 3 ? row[3] ?? "" : ""
        comparison.targetSum = row.count > 4 ? row[4] ?? "" : ""
        comparison.superseded = count(5)
        for (index, column) in columns.enumerated() where count(6 + index) > 0 {
            comparison.changed.append((column.name, count(6 + index)))
        }
        func first(_ condition: String) throws(LoadError) -> [String] {
            try connection.table(
                "select labelled.\(staged.key) \(both) where \(own) and \(condition) order by 1 limit 20"
            ).compactMap { $0[0] }
        }
        if comparison.missing > 0 { comparison.missingKeys = try first("not (\(present))") }
        if comparison.differing > 0 { comparison.changedKeys = try first("\(present) and \(any)") }
        try connection.checked(
            """
            insert into pg_temp.compared (table_name, key, owner)
            select \(table), labelled.\(staged.key), labelled.\(staged.owner)
            from \(source) as labelled
            """)
        return comparison
    }

    /// A condition: another file has written or deleted the row since this one was loaded.
    private func isWrittenLater(_ table: String, _ rowKey: String) throws(LoadError) -> String {
        let loaded = """
            select unit.id, (
                select max(own.turn) from scorebook.lineage as own
                where own.unit_id = unit.id and own.table_name = \(table))
            from scorebook.units as unit
            where unit.sha256 = pg_catalog.decode('\(Hex.text(key.sha256))', 'hex') and unit.status = 'loaded'
            order by unit.id desc
            limit 1
            """
        guard let row = try connection.table(loaded).first, let unit = row[0] else { return "false" }
        let since = row[1].map { "lineage.turn > \($0) and lineage.unit_id <> \(unit)" } ?? "lineage.unit_id > \(unit)"
        return "\(rowKey) in (\(Self.writtenKeys(table, where: since)))"
    }

    /// The keys that lineage has of a table: one list, not a search for each row.
    fileprivate static func writtenKeys(_ table: String, where condition: String = "true") -> String {
        """
        select written.key
        from scorebook.lineage
        cross join lateral unnest(lineage.keys) as written (key)
        where lineage.table_name = \(table) and \(condition)
        """
    }
}

extension Loader {
    /// Rows of the owners whose rows were compared, of the tables that were, which no source has given, neither of this run
    /// nor of another.
    public func extraRows(in tables: [Table]) throws(LoadError) -> [(table: String, rows: Int, keys: [String])] {
        let owners = try connection.table("select distinct owner from pg_temp.compared order by 1").compactMap { $0[0] }
        return try connection.transaction { () throws(LoadError) in
            _ = try connection.table(
                "select pg_catalog.set_config('scorebook.owners', $1, true)", [owners.joined(separator: ",")])
            var found: [(table: String, rows: Int, keys: [String])] = []
            for table in tables {
                let rows = session[table.name].map { $0.rows } ?? Identifier(table.name).quoted
                let name = Literal(table.name).quoted
                let (key, owner) = (Identifier(table.key).quoted, Identifier(table.owner).quoted)
                let extra = """
                    from \(rows) as target
                    where target.\(owner) in (select owner from pg_temp.compared where table_name = \(name))
                        and not exists (
                            select from pg_temp.compared
                            where compared.table_name = \(name) and compared.key = target.\(key))
                        and not exists (
                            select from (\(UnitLoad.writtenKeys(name))) as other
                            where other.key = target.\(key))
                    """
                let count =
                    try connection.table("select count(*) \(extra)").first?.first?.flatMap { Int($0) } ?? 0
                let keys =
                    count == 0
                    ? []
                    : try connection.table("select target.\(key) \(extra) order by 1 limit 20").compactMap { $0[0] }
                found.append((table.name, count, keys))
            }
            return found
        }
    }
}
