/// What a card's query gave: texts by column.
public struct CardRows: Sendable {
    public var columns: [String]
    public var rows: [[String?]]

    public init(columns: [String], rows: [[String?]]) { (self.columns, self.rows) = (columns, rows) }

    /// The first row's text of a column; nil where it is empty, or where there is none.
    public func text(_ name: String) -> String? { values(name).first.flatMap(\.self).flatMap { $0.isEmpty ? nil : $0 } }

    /// The texts of one column; nil in each row where the query has no such column.
    func values(_ name: String) -> [String?] {
        guard let index = columns.firstIndex(of: name) else { return rows.map { _ in nil } }
        return rows.map { $0[index] }
    }

    /// Whether one of the rows is of what is chosen when the page opens.
    var isChosen: Bool { values("chosen").contains("t") }

    /// The rows that have something in one of these columns.
    func filled(_ names: [String]) -> CardRows {
        let places = names.compactMap { columns.firstIndex(of: $0) }
        return CardRows(
            columns: columns, rows: rows.filter { row in places.contains { row[$0]?.isEmpty == false } })
    }

    /// The rows by the values of a column, in the order in which these first come.
    func parted(by name: String) -> [(value: String?, rows: CardRows)] {
        var parts: [(value: String?, rows: CardRows)] = []
        for (value, row) in zip(values(name), rows) {
            if let index = parts.firstIndex(where: { $0.value == value }) {
                parts[index].rows.rows.append(row)
            } else {
                parts.append((value, CardRows(columns: columns, rows: [row])))
            }
        }
        return parts
    }
}
