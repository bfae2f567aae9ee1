internal import Definitions
internal import Mapping
internal import Postgres
internal import Records

/// What datasets do in a unit's transaction beside its rows.
extension UnitLoad {
    private func steps(_ moment: Step.Moment, _ table: String) -> [Step] {
        plan.datasets.flatMap(\.steps).filter { $0.moment == moment && $0.table == table }
    }

    /// Takes the steps of a moment for a table's rows.
    func take(_ moment: Step.Moment, _ table: TableLoad) throws {
        let steps = steps(moment, table.staged.table.name)
        for step in steps {
            _ = try connection.undisturbed {
                try connection.run(labelled(step.sql, table))
            }
        }
        guard !steps.isEmpty else { return }
        if moment == .before { try noteRewritten() } else { try recordRewritten() }
    }

    /// Before anything is looked up: rows may be changed as they lie in staging.
    func takeStaged() throws {
        for table in tables where table.stagedRows > 0 {
            for step in steps(.staged, table.staged.table.name) {
                mappedRows += try connection.run(labelled(step.sql, table))
            }
        }
    }

    /// What a step has to tell of the unit.
    func tell() throws {
        for table in tables where table.isWritten {
            for step in steps(.told, table.staged.table.name) {
                for row in try connection.rows(labelled(step.sql, table)) where row.count == 2 {
                    guard let text = row[0], let count = row[1].flatMap({ Int($0) }), count > 0 else { continue }
                    outcome.warnings.add(text, count)
                }
            }
        }
    }

    /// Puts in the table's labelled rows, be they a table or a SELECT, and the rows of the dataset as they will stand.
    private func labelled(_ sql: String, _ table: TableLoad) -> String {
        let sql = sql.replacing("{labelled}", with: table.staged.labels)
        guard sql.contains("{known}") else { return sql }
        let dataset = related.first { $0.value.contains { $0.table.name == table.staged.table.name } }
        return sql.replacing("{known}", with: knownRows(dataset?.value ?? []))
    }
}
