internal import Definitions

/// A choice that cards have in common: a row of radio buttons, of which each card shows the rows of the chosen one.
///
/// The style does it, by `:has`, so that it needs no script.
struct Filter {
    let column: String
    /// Unique in the page.
    let id: String
    let values: [String]
    /// The value that is chosen when the page opens.
    let chosen: Int

    /// Nil where there is nothing to choose.
    init?(_ column: String, id: String, of cards: [CardRows]) {
        let all = cards.flatMap { $0.parted(by: column) }
        var values: [String] = []
        for value in all.compactMap(\.value) where !values.contains(value) { values.append(value) }
        guard values.count > 1 else { return nil }
        let chosen = all.first { $0.value != nil && $0.rows.isChosen }?.value
        (self.column, self.id, self.values) = (column, id, values)
        self.chosen = chosen.flatMap { values.firstIndex(of: $0) } ?? 0
    }

    /// The buttons.
    var html: HTML {
        let buttons = values.enumerated().map { index, value -> HTML in
            let checked: HTML = index == chosen ? " checked" : ""
            return """
                <input type="radio" name="\(id)" id="\(part(index))"\(checked)><label for="\(part(index))">\(value)</label>
                """
        }
        let words = column.split(separator: "_").joined(separator: " ")
        let name = words.prefix(1).uppercased() + words.dropFirst()
        return """
            <div class="filter" role="group" aria-label="\(name)"><span>\(name)</span><div>\(buttons)</div></div>

            """
    }

    /// The id of a button, and the class of the parts that it shows.
    func part(_ index: Int) -> String { "\(id)-\(index)" }

    /// Shows the parts of the chosen value.
    var style: String {
        values.indices.map { "body:has(#\(part($0)):checked) .\(part($0)){display:block}\n" }.joined()
    }

    /// The filters of some columns, as far as there is something to choose.
    static func all(_ columns: [String], id: String, of cards: [CardRows]) -> [Filter] {
        columns.compactMap { column in
            Filter(column, id: "\(id)-\(column)", of: cards.filter { $0.columns.contains(column) })
        }
    }

    static func bar(_ filters: [Filter]) -> HTML {
        filters.isEmpty ? "" : "<div class=\"filters\">\n\(filters.map(\.html))</div>\n"
    }
}
