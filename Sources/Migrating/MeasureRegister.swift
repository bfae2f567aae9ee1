internal import Definitions
internal import Postgres

/// The rows of the register tables, made from the measures of a pipelines folder.
enum MeasureRegister {
    private struct Table {
        var name: String
        /// The first is the key.
        var columns: [String]
        var rows: [[SQL]]

        var sql: SQL {
            let lines = rows.map { "    (\($0.map(\.description).joined(separator: ", ")))" }.joined(separator: ",\n")
            let others = columns.dropFirst()
            func list(_ of: String, _ columns: some Sequence<String>) -> String {
                columns.map { "\(of)\($0)" }.joined(separator: ", ")
            }
            return """
                insert into \(raw: name) as known (\(raw: list("", columns)))
                values
                \(raw: lines)
                on conflict (\(raw: columns[0])) do update set (\(raw: list("", others))) = row (\(raw: list("excluded.", others)))
                where (\(raw: list("known.", others))) is distinct from (\(raw: list("excluded.", others)));

                delete from \(raw: name) where \(raw: columns[0]) not in (\(raw: rows.map { $0[0].description }.joined(separator: ", ")));

                """
        }
    }

    /// Made again whenever the measures have changed; none where the folder has no measures.
    static func file(in folder: String) throws -> SchemaFile? {
        guard let measures = Measure.all(in: folder) else { throw SchemaError.unreadable("\(folder)/measures") }
        let tables = [metricTypes(measures), healthTypes(measures)].filter { !$0.rows.isEmpty }
        guard !tables.isEmpty else { return nil }
        let sql = tables.map(\.sql.description).joined(separator: "\n")
        return SchemaFile(name: "measures", layer: .dataset, sql: sql, isRepeated: true)
    }

    private static func text(_ text: String?) -> SQL { text.map { "\(literal: $0)" } ?? "null" }
    private static func number(_ number: Int?) -> SQL { number.map { "\(raw: String($0))" } ?? "null" }

    /// In their order, that of the app first.
    private static func metricTypes(_ measures: [Measure]) -> Table {
        let metrics = measures.filter { $0.dataset == "performance" }
        let columns = [
            "key", "label", "unit", "format_kind", "digits", "drop_leading_zero", "lower_is_better", "category",
            "radar_order", "registry_order", "origin",
        ]
        let rows = metrics.enumerated().map { place, one -> [SQL] in
            let kind =
                one.isDuration ? "duration" : one.digits == nil ? "integer" : one.unit == "%" ? "percent" : "decimal"
            return [
                text(one.key), text(one.label), text(one.unit), text(kind), number(one.digits),
                kind == "decimal" ? (one.hasLeadingZero ? "false" : "true") : "null",
                one.better.map { $0 == .less ? "true" : "false" } ?? "null", text(one.category), number(one.radar),
                number(place + 1), text(one.origin.rawValue),
            ]
        }
        return Table(name: "scorebook.metric_types", columns: columns, rows: rows)
    }

    private static func healthTypes(_ measures: [Measure]) -> Table {
        let rows = measures.filter { $0.dataset == "health" }.compactMap { one -> [SQL]? in
            one.day.map { [text(one.key), text(one.label), text(one.unit), text($0.rawValue)] }
        }
        return Table(name: "scorebook.health_types", columns: ["type", "label", "unit", "day_value"], rows: rows)
    }
}
