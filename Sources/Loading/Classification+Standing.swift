internal import Definitions
internal import Postgres

/// Rows of other tables as they stand once what the unit brings is written: what it brings counts as there, and in a plan
/// what its earlier units would have brought.
extension Classification {
    private func brought(_ table: String) -> StagedTable? {
        staged.known.first { $0.table.name == table && (!$0.origins.isEmpty || overlay == .planned) }
    }

    /// Whether the unit may itself bring what a column refers to.
    func isBrought(_ column: TableColumn) -> Bool { column.references.map { brought($0.table) != nil } ?? false }

    /// Whether a table has a row of some value, as SQL.
    func has(_ reference: ColumnReference, _ value: String) -> String {
        let column = name(reference.column)
        var tests = [
            """
            exists (
                select from \(Identifier(reference.table).quoted) as referenced where referenced.\(column) = \(value))
            """
        ]
        if let other = brought(reference.table) {
            if !other.origins.isEmpty {
                tests.append(
                    """
                    exists (
                        select from \(other.staging) as brought
                        where brought.\(column) = \(value) and not exists (
                            select from pg_temp.refused where refused.record = brought.record))
                    """)
            }
            if overlay == .planned {
                tests.append(
                    "exists (select from \(other.plannedTable) as planned where planned.label <> 'x' and planned.\(column) = \(value))"
                )
            }
        }
        return tests.joined(separator: " or ")
    }

    /// The rows of a table as they stand once the unit's tables before this one are written: some columns of them.
    func standing(_ table: String, _ columns: [String]) -> String {
        let wanted = columns.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard let other = brought(table) else { return Identifier(table).quoted }
        func list(_ alias: String) -> String? {
            var names: [String] = []
            for name in wanted {
                let quoted = self.name(name)
                if name == other.table.key || name == other.table.owner {
                    names.append("\(alias).\(quoted)")
                } else if let column = other.table.columns.first(where: { $0.name == name }) {
                    names.append(
                        (alias == "target" ? other.comparable(column, of: alias) : "\(alias).\(quoted)")
                            + " as \(quoted)")
                } else {
                    return nil
                }
            }
            return names.joined(separator: ", ")
        }
        guard let theirs = list("target"), let mine = list("brought"), let planned = list("planned")
        else { return Identifier(table).quoted }
        var parts = ["select \(theirs) from \(other.target) as target"]
        if !other.origins.isEmpty {
            parts.append(
                """
                select \(mine) from \(other.staging) as brought
                where not exists (select from pg_temp.refused where refused.record = brought.record)
                """)
        }
        if overlay == .planned {
            parts.append("select \(planned) from \(other.plannedTable) as planned where planned.label <> 'x'")
        }
        return "(\(parts.joined(separator: " union ")))"
    }
}
