internal import Definitions
internal import Normalising
internal import Postgres

/// Finds a file whose numbers are those of the rows that it would replace, in another unit: then one of the two is wrong.
///
/// Of each column of decimals the ratio of new to stored is looked at, where nearly all rows agree on it. What a source writes
/// itself beside the converted number may change with its unit, as may a number with another unit beside it.
struct UnitChange {
    let load: UnitLoad

    /// Fewer rows say nothing.
    private static let fewestRows = 5
    private static let tolerance = 0.01
    /// How far from the middle one the middle half of the rows may be: numbers that were rounded in another unit.
    private static let spread = 0.05
    /// Pounds in a kilogram, kilograms and pounds in a stone, kilometres and metres in a mile, centimetres in an inch, feet in a
    /// metre, kilojoules in a kilocalorie, and steps of metric units.
    private static let ratios = [2.2046, 6.3503, 14, 1.609_344, 1609.344, 2.54, 3.2808, 4.184, 100, 1000]

    /// Whether there are rows enough to ask.
    var isPossible: Bool { load.tables.contains(where: suits) }

    private func suits(_ table: TableLoad) -> Bool {
        table.samples == 0 && !table.isFresh && table.updated >= Self.fewestRows
    }

    /// - Returns: the column and its ratio; nil where there is none.
    func find() throws -> (column: String, ratio: Double)? {
        let originals = Set(
            load.plan.parts.flatMap { part in
                (part.record.fields + part.record.unpivot.flatMap(\.fields)).filter(\.isOriginal).map(\.field)
            })
        for table in load.tables where suits(table) {
            let sources = table.staged.sources
            let columns = sources.filter { column in
                guard let field = table.staged.fields.first(where: { $0.name == column.field }) else { return false }
                return field.type == .decimal && !originals.contains(field.name)
            }
            guard !columns.isEmpty else { continue }
            let ratios: [SQL] = columns.map { column in
                let (new, old): (SQL, SQL) = ("staged.\(id: column.name)", table.classification.compared(column))
                var condition: SQL = "\(new) <> 0 and \(old) <> 0"
                if let unit = sources.first(where: { $0.name == "unit" }) {
                    condition =
                        "\(condition) and staged.\(id: unit.name) is not distinct from \(table.classification.compared(unit))"
                }
                return """
                    case when count(*) filter (where \(condition)) >= \(bind: Self.fewestRows) then pg_catalog.array_to_string(
                        pg_catalog.percentile_disc(array[0.25, 0.5, 0.75])
                        within group (order by \(new) / nullif(\(old), 0)) filter (where \(condition)), ' ')
                    end
                    """
            }
            let found: [String?] =
                try load.connection.value(
                    """
                    select array[\(ratios)]::text[] from \(table.staged.labels) as staged \(table.classification.targetJoin)
                    where staged.label = 'u'
                    """) ?? []
            for (column, text) in zip(columns, found) {
                let parts = (text ?? "").split(separator: " ").compactMap { Double($0) }
                guard parts.count == 3, let ratio = Self.unitRatio(parts[1]),
                    parts.allSatisfy({ abs($0 / parts[1] - 1) <= Self.spread })
                else { continue }
                return (column.name, ratio)
            }
        }
        return nil
    }

    /// The ratio itself, where it is one of two units.
    private static func unitRatio(_ ratio: Double) -> Double? {
        let greater = ratio < 1 ? 1 / ratio : ratio
        return ratios.contains { abs(greater / $0 - 1) <= tolerance } ? ratio : nil
    }
}
