internal import Definitions
internal import Postgres

/// Rows of other tables that a step of the dataset changes: they stay ours, as far as they were.
///
/// A step names them in `pg_temp.rewritten` before the unit's rows are written. Those that are as we wrote them get a new
/// block of lineage once the step after the rows has changed them, under the unit that wrote them.
extension UnitLoad {
    /// Named rows of one table that were written in one set of columns.
    private struct Rewritten {
        let staged: StagedTable
        /// The condition of those in `pg_temp.rewritten`.
        let noted: String
        /// The hash of a row as it stands.
        let current: String
    }

    /// Keeps those of the named rows that nobody but us has changed.
    func noteRewritten() throws {
        guard try number("select count(*) from pg_temp.rewritten") > 0 else { return }
        let found = try connection.run(
            """
            update pg_temp.rewritten as noted
            set unit_id = last.unit_id, owner = last.owner, columns = last.columns, hash = last.hash,
                record = last.record, other_columns = last.other_columns, other_hash = last.other_hash
            from (
                select distinct on (lineage.table_name, block.key) lineage.table_name, lineage.unit_id, lineage.owner,
                    lineage.columns, lineage.other_columns, block.key, block.hash, block.record,
                    case when pg_catalog.cardinality(lineage.other_hashes) = 1 then lineage.other_hashes[1]
                        else block.other_hash end as other_hash
                from scorebook.lineage
                cross join lateral unnest(lineage.keys, lineage.hashes, lineage.records, lineage.other_hashes)
                    as block (key, hash, record, other_hash)
                where (lineage.table_name, block.key) in (select table_name, key from pg_temp.rewritten)
                order by lineage.table_name, block.key, lineage.turn desc
            ) as last
            where noted.table_name = last.table_name and noted.key = last.key
            """)
        try connection.run("delete from pg_temp.rewritten where unit_id is null")
        guard found > 0 else { return }
        for rewritten in try rewritten() {
            try connection.run(
                """
                delete from pg_temp.rewritten as noted
                where \(rewritten.noted) and not exists (
                    select from \(rewritten.staged.rows) as target
                    where target.\(rewritten.staged.key) = noted.key and noted.hash = \(rewritten.current))
                """)
        }
    }

    /// Says of those that have been changed by now that we wrote them.
    func recordRewritten() throws {
        let changed = try rewritten()
        guard !changed.isEmpty else { return }
        for rewritten in changed {
            try connection.run(
                """
                insert into scorebook.lineage
                    (unit_id, table_name, owner, columns, keys, hashes, records, other_columns, other_hashes)
                select noted.unit_id, noted.table_name, noted.owner, noted.columns, pg_catalog.array_agg(noted.key),
                    pg_catalog.array_agg(\(rewritten.current)), pg_catalog.array_agg(noted.record),
                    noted.other_columns, pg_catalog.array_agg(noted.other_hash)
                from pg_temp.rewritten as noted
                join \(rewritten.staged.rows) as target on target.\(rewritten.staged.key) = noted.key
                where \(rewritten.noted) and noted.hash is distinct from \(rewritten.current)
                group by noted.unit_id, noted.table_name, noted.owner, noted.columns, noted.other_columns
                """)
        }
        try connection.run("delete from pg_temp.rewritten")
    }

    private func rewritten() throws -> [Rewritten] {
        try connection.rows(
            "select distinct table_name, pg_catalog.array_to_string(columns, ',') from pg_temp.rewritten"
        ).compactMap { row in
            guard let staged = related.values.joined().first(where: { $0.table.name == row[0] }) else { return nil }
            let columns = (row[1] ?? "").split(separator: ",").map(String.init)
            let values = columns.compactMap { name in
                staged.table.columns.first { $0.name == name }.map { staged.comparable($0, of: "target") }
            }
            guard values.count == columns.count else { return nil }
            let noted = """
                noted.table_name = \(Literal(staged.table.name).quoted)
                    and pg_catalog.array_to_string(noted.columns, ',') = \(Literal(columns.joined(separator: ",")).quoted)
                """
            return Rewritten(staged: staged, noted: noted, current: Classification.hash(values))
        }
    }
}
