internal import Definitions
internal import Reporting

/// What the page's script draws: kind, axis and series as JSON.
struct ChartData {
    /// JSON that ends no script element: each `<` is written as an escape.
    let text: String

    init(_ card: Page.Card, _ rows: CardRows) {
        guard let axis = card.columns.first else {
            text = "{}"
            return
        }
        let series = card.columns.dropFirst().filter { $0.form == .number }.map { column in
            let label = column.unit.map { "\(column.label) (\($0))" } ?? column.label
            let values = rows.values(column.name).map { $0.flatMap(Double.init).map(JSONValue.real) ?? .null }
            return JSONValue.object([.init("label", .text(label)), .init("values", .array(values))])
        }
        let json = JSONValue.object([
            .init("kind", .text(card.kind.rawValue)), .init("axis", .text(axis.form == .date ? "date" : "text")),
            .init("labels", .array(rows.values(axis.name).map { .text($0 ?? "") })), .init("series", .array(series)),
        ])
        text = json.line.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
    }
}
