internal import Definitions
internal import Normalising
internal import Postgres
internal import Records

/// Runs the datasets' own SQL in a unit's transaction: their steps, and the checks over many records.
struct DatasetSteps {
    let load: UnitLoad

    private var connection: Connection { load.connection }
    private var tables: [TableLoad] { load.tables }

    private func steps(_ moment: Step.Moment, _ table: String) -> [Step] {
        load.plan.datasets.flatMap(\.steps).filter { $0.moment == moment && $0.table == table }
    }

    /// Runs the steps of a moment for a table's rows.
    func run(_ moment: Step.Moment, _ table: TableLoad) throws {
        let steps = steps(moment, table.staged.table.name)
        for step in steps {
            _ = try load.loader.patience.lock(on: connection) {
                try connection.run(sql(step, table))
            }
        }
        guard !steps.isEmpty else { return }
        if moment == .before { try noteRewritten() } else { try recordRewritten() }
    }

    /// Runs the steps that change staged rows, before anything is looked up.
    func runStaged() throws {
        for table in tables where table.stagedRows > 0 {
            for step in steps(.staged, table.staged.table.name) {
                load.mappedRows += try connection.run(sql(step, table))
            }
        }
    }

    /// Adds the warnings of the steps that report on a unit.
    func report() throws {
        for table in tables where table.isWritten {
            for step in steps(.told, table.staged.table.name) {
                for row in try connection.rows(sql(step, table)) {
                    let count: Int = try row["count"]
                    if count > 0 { load.outcome.warnings.add(try row["what"], count) }
                }
            }
        }
    }

    /// The step's SQL with the table's labelled rows and the effective rows of the dataset.
    private func sql(_ step: Step, _ table: TableLoad) -> SQL {
        step.parts.map { part -> SQL in
            switch part {
            case .sql(let text): return "\(raw: text)"
            case .labelled: return table.staged.labels
            case .known:
                let dataset = load.related.first { $0.value.contains { $0.table.name == table.staged.table.name } }
                return knownRows(dataset?.value ?? [])
            }
        }.joined(separator: "")
    }

    /// Statements that refuse the records that a check of the dataset finds.
    func check(_ dataset: Dataset) -> [SQL] {
        guard tables.contains(where: { $0.stagedRows > 0 }) else { return [] }
        return dataset.checks.map { check in
            """
            with \(knownRows(load.related[dataset.name, default: []])), found as (
            \(raw: check.sql)
            )
            insert into pg_temp.refused (record, field, code, because)
            select distinct found.record, found.field, 'cross_record', \(literal: check.because)
            from found
            where found.record is not null
            """
        }
    }

    /// `known_<table>` of a dataset's tables, for a `with` clause.
    func knownRows(_ tables: [StagedTable]) -> SQL {
        let overlay: Classification.Overlay = load.unit == nil ? .planned : .none
        let isSmall = self.tables.reduce(0) { $0 + $1.stagedRows } <= StagedTable.rowsSoughtByKey
        return tables.map {
            Classification(staged: $0, overlay: overlay, search: isSmall ? .byKey : .joined)
                .known(replacesParents: !load.rejectedBefore.isAny)
        }
        .joined(separator: ", ")
    }
}

/// Keeps the lineage of rows of other tables that a step of the dataset changes.
///
/// A step adds them to `pg_temp.rewritten` before the unit's rows are written. Those that are as we wrote them get a new
/// block of lineage, under the unit that wrote them, when the step after the rows has changed them.
extension DatasetSteps {
    /// Named rows of one table that were written in one set of columns.
    private struct Rewritten {
        let staged: StagedTable
        /// The condition of those in `pg_temp.rewritten`.
        let noted: SQL
        /// The hash of the stored row.
        let current: SQL
    }

    /// Keeps those rows that only we have written.
    func noteRewritten() throws {
        guard try connection.value("select exists (select from pg_temp.rewritten)") == true else { return }
        let found = try connection.run(
            """
            update pg_temp.rewritten as noted
            set unit_id = last.unit_id, owner = last.owner, shape = last.shape, columns = last.columns,
                hash = last.hash, record = last.record, unmanaged_hash = last.unmanaged_hash
            from (
                select distinct on (lineage.table_name, block.key) lineage.table_name, lineage.unit_id, lineage.owner,
                    lineage.shape, lineage.columns, block.key, block.hash, block.record,
                    case when pg_catalog.cardinality(lineage.unmanaged_hashes) = 1 then lineage.unmanaged_hashes[1]
                        else block.unmanaged_hash end as unmanaged_hash
                from scorebook.lineage
                cross join lateral unnest(lineage.keys, lineage.hashes, lineage.records, lineage.unmanaged_hashes)
                    as block (key, hash, record, unmanaged_hash)
                where (lineage.table_name, block.key) in (select table_name, key from pg_temp.rewritten)
                order by lineage.table_name, block.key, lineage.sequence desc
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

    /// Records lineage for those that the step has changed.
    func recordRewritten() throws {
        let changed = try rewritten()
        guard !changed.isEmpty else { return }
        for rewritten in changed {
            try connection.run(
                """
                insert into scorebook.lineage_blocks (unit_id, shape, owner, keys, hashes, records, unmanaged_hashes)
                select noted.unit_id, noted.shape, noted.owner, pg_catalog.array_agg(noted.key),
                    pg_catalog.array_agg(\(rewritten.current)), pg_catalog.array_agg(noted.record),
                    pg_catalog.array_agg(noted.unmanaged_hash)
                from pg_temp.rewritten as noted
                join \(rewritten.staged.rows) as target on target.\(rewritten.staged.key) = noted.key
                where \(rewritten.noted) and noted.hash is distinct from \(rewritten.current)
                group by noted.unit_id, noted.shape, noted.owner
                """)
        }
        try connection.run("delete from pg_temp.rewritten")
    }

    private func rewritten() throws -> [Rewritten] {
        try connection.rows("select distinct table_name, columns from pg_temp.rewritten").compactMap { row in
            let (table, columns): (String, [String]) = (try row["table_name"], try row["columns"])
            guard let staged = load.related.values.joined().first(where: { $0.table.name == table }) else { return nil }
            let values = columns.compactMap { name in
                staged.table.columns.first { $0.name == name }.map { staged.comparable($0, of: "target") }
            }
            guard values.count == columns.count else { return nil }
            return Rewritten(
                staged: staged,
                noted: "noted.table_name = \(literal: table) and noted.columns = \(literal: columns)::text[]",
                current: Classification.hash(values))
        }
    }
}
