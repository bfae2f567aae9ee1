internal import Definitions
internal import Reporting

/// One card of a page.
struct CardRenderer {
    let card: Page.Card
    /// Unique in the page.
    let id: String
    let hasCharts: Bool
    /// The choices of the card.
    let tabs: [Filter]
    /// The choices of the section and the page.
    let filters: [Filter]
    /// Where a title leads to: another card, another page.
    let places: [String: String]

    func html(of rows: CardRows) -> HTML {
        let isEmpty = rows.filled(card.columns.map(\.name)).rows.isEmpty
        if isEmpty, card.empty.isEmpty { return "" }
        let content: HTML = isEmpty ? empty(rows) : choices(of: rows)
        return """

            <article id="\(id)" class="kind-\(card.kind.rawValue)"><h3>\(card.title)</h3>\(content)</article>

            """
    }

    /// The choices of the card, and the parts that they show; on paper all parts, where it is the card's only choice.
    private func choices(of rows: CardRows) -> HTML {
        // One value is no choice.
        let only = card.tabs.compactMap { column -> HTML? in
            let values = Set(rows.values(column).compactMap(\.self))
            return values.count == 1 ? values.first.map { "<h4>\($0)</h4>" } : nil
        }
        let shared = filters.filter { rows.columns.contains($0.column) }
        let parts = self.parts(of: rows, "\(id)-part", card.title, (tabs + shared)[...])
        return "\(only)\(Filter.bar(tabs))\(tabs.count == 1 ? "<div class=\"whole\">\(parts)</div>" : parts)"
    }

    /// The rows for each value of a filter, within them those of the next; the style shows those that are chosen.
    private func parts(of rows: CardRows, _ id: String, _ title: String, _ filters: ArraySlice<Filter>) -> HTML {
        guard let filter = filters.first else { return part(rows, id: id, title: title) }
        let found = rows.parted(by: filter.column)
        let parts = filter.values.enumerated().map { index, value -> HTML in
            let part = found.first { $0.value == value }?.rows
            let content =
                part.map { self.parts(of: $0, "\(id)-\(index)", "\(title), \(value)", filters.dropFirst()) }
                ?? "<p class=\"empty\">\(card.empty)</p>"
            return "<div class=\"part \(filter.part(index))\"><h4>\(value)</h4>\(content)</div>\n"
        }
        return "\(parts)"
    }

    /// What a part without rows says: the query's own text for it, or the card's.
    private func empty(_ rows: CardRows) -> HTML {
        "<p class=\"empty\">\(rows.values("empty").compactMap(\.self).first ?? card.empty)</p>"
    }

    private func part(_ rows: CardRows, id: String, title: String) -> HTML {
        // A part that has no rows comes as one row with nothing in it.
        let whole = rows
        let rows = whole.filled(card.columns.map(\.name))
        guard !rows.rows.isEmpty else { return empty(whole) }
        switch card.kind {
        case .value: return tiles(rows)
        case .table: return table(rows, title)
        case .photos: return photos(rows)
        case .line where rows.rows.count < 2: return tooFew("2 records", rows, title)
        // With fewer axes there is no shape.
        case .radar where rows.rows.count < 3: return tooFew("3 metrics", rows, title)
        case .line, .bar, .radar:
            return hasCharts ? "\(chart(rows, id, title))\(table(rows, title))" : table(rows, title)
        }
    }

    private func tooFew(_ needed: String, _ rows: CardRows, _ title: String) -> HTML {
        "<p class=\"empty\">Not enough data to display chart (need at least \(needed))</p>\(table(rows, title))"
    }

    private func shown(_ value: String?, _ column: Page.Column) -> HTML {
        guard let value, !value.isEmpty else { return Self.none }
        switch column.form {
        case .badge: return "<span class=\"badge \(badgeColour(value))\">\(value)</span>"
        case .trend: return Self.bars(value.dropFirst().dropLast().split(separator: ",").map(String.init))
        case .icon: return "<span class=\"icon\" aria-hidden=\"true\">\(value)</span>"
        case .link: return places[value].map { "<a href=\"\($0)\">\(value)</a>" } ?? "\(value)"
        case .photo: return Self.isPicture(value) ? "<img src=\"\(value)\" alt=\"\(column.label)\">" : Self.none
        case .text, .heading, .number, .count, .date: return HTML(words: column.unit.map { "\(value) \($0)" } ?? value)
        }
    }

    /// A missing value, as the app writes it.
    private static let missing = "--"
    private static let none: HTML = "<span class=\"none\">\(missing)</span>"

    /// A small bar for each number, from the lowest to the highest; a pointer sees the number.
    private static func bars(_ texts: [String]) -> HTML {
        let values = texts.map { Double($0) }
        guard let lowest = values.compactMap(\.self).min(), let highest = values.compactMap(\.self).max() else {
            return none
        }
        let bars = zip(texts, values).enumerated().map { index, bar -> HTML in
            guard let value = bar.1 else { return "" }
            let share = highest > lowest ? (value - lowest) / (highest - lowest) : 0.5
            let height = 15 + Int((share * 85).rounded())
            return """
                <rect x="\(index * 12)" y="\(100 - height)" width="10" height="\(height)"><title>\(bar.0)</title></rect>
                """
        }
        return """
            <svg class="bars" viewBox="0 0 \(max(10, texts.count) * 12) 100" preserveAspectRatio="none" aria-hidden="true">\(bars)</svg>
            """
    }

    /// Only what was put into the page.
    static func isPicture(_ value: String) -> Bool { value.hasPrefix("data:image/jpeg;base64,") }

    private func badgeColour(_ word: String) -> String {
        switch word.lowercased() {
        case "improving", "better", "responsive", "verified", "won", "succeeded", "loaded", "accepted": "good"
        case "declining", "worse", "hardly responsive", "high", "lost", "failed", "refused", "rejected",
            "limit exceeded", "unfinished":
            "bad"
        case "fairly responsive", "medium", "warned", "with rejects": "fair"
        case "low", "rising", "falling", "higher", "lower": "plain"
        default: "neutral"
        }
    }

    /// Tiles, with a heading above those of each group.
    private func tiles(_ rows: CardRows) -> HTML {
        guard let heading = card.columns.first(where: { $0.form == .heading }) else { return list(of: rows) }
        let groups = rows.parted(by: heading.name).map { group -> HTML in
            "<h4>\(group.value ?? Self.missing)</h4>\(list(of: group.rows))"
        }
        return "\(groups)"
    }

    private func list(of rows: CardRows) -> HTML {
        let columns = card.columns.filter { ![.heading, .icon, .link].contains($0.form) }
        let targets = column(.link).map { rows.values($0.name).map { $0.flatMap { places[$0] } } }
        let icon = column(.icon)
        let icons = icon.map { column in rows.values(column.name).map { shown($0, column) } }
        let texts = columns.map { rows.values($0.name) }
        let tiles = rows.rows.indices.map { row -> HTML in
            let notes = columns.indices.dropFirst(2).compactMap { index -> HTML? in
                let column = columns[index]
                guard let text = texts[index][row], !text.isEmpty else { return nil }
                let label: HTML = column.form == .badge || column.form == .trend ? "" : "\(column.label) "
                return "<dd class=\"aside\">\(label)\(shown(text, column))</dd>"
            }
            let figure = texts[1][row] ?? ""
            var label = shown(texts[0][row], columns[0])
            if let place = targets?[row] ?? nil { label = "<a href=\"\(place)\">\(label)</a>" }
            let of: HTML = columns[1].label.isEmpty ? "" : " <span class=\"of\">\(columns[1].label)</span>"
            let filled: HTML = icon == nil ? "" : " filled"
            return """
                <div class="\(Self.tile(figure))\(filled)"><dt>\(icons?[row] ?? "")\(label)</dt>\
                <dd class="figure">\(shown(figure, columns[1]))\(of)</dd>\(notes)</div>
                """
        }
        return "<dl class=\"tiles\">\(tiles)</dl>"
    }

    private func column(_ form: Page.Form) -> Page.Column? { card.columns.first { $0.form == form } }

    /// A tile as wide as the longest word of its figure needs it.
    private static func tile(_ figure: String) -> HTML {
        switch figure.split(separator: " ").map(\.count).max() ?? 0 {
        case ...9: "tile"
        case ...12: "tile long"
        default: "tile wide"
        }
    }

    /// A table; of a card that shows only the first rows the others follow, folded.
    private func table(_ rows: CardRows, _ title: String) -> HTML {
        guard let first = card.first, rows.rows.count > first else { return whole(rows, title) }
        var (some, others) = (rows, rows)
        some.rows = Array(rows.rows.prefix(first))
        others.rows = Array(rows.rows.dropFirst(first))
        return """
            \(whole(some, title))<details><summary>Show more (\(others.rows.count))</summary>\
            \(whole(others, "\(title), more"))</details>
            """
    }

    private func whole(_ rows: CardRows, _ title: String) -> HTML {
        let texts = card.columns.map { rows.values($0.name) }
        func isRight(_ column: Page.Column) -> HTML {
            [.number, .count].contains(column.form) ? " class=\"right\"" : ""
        }
        /// A number and its unit stay on one line; on paper a long address is broken.
        func style(_ column: Page.Column, _ text: String) -> HTML {
            let words = text.split(separator: " ")
            if column.form == .text, words.contains(where: { $0.count > 24 }) { return " class=\"long-word\"" }
            guard column.form == .text, words.count == 2, text.count <= 12, text.first?.isNumber == true else {
                return isRight(column)
            }
            return " class=\"word\""
        }
        let head = card.columns.map { column -> HTML in "<th scope=\"col\"\(isRight(column))>\(column.label)</th>" }
        let body = rows.rows.indices.map { row -> HTML in
            let cells = card.columns.indices.map { index -> HTML in
                "<td\(style(card.columns[index], texts[index][row] ?? ""))>\(shown(texts[index][row], card.columns[index]))</td>"
            }
            return "<tr>\(cells)</tr>\n"
        }
        return """
            <div class="table" role="region" tabindex="0" aria-label="\(title)"><table><caption>\(title)</caption>\
            <thead><tr>\(head)</tr></thead><tbody>\(body)</tbody></table></div>
            """
    }

    private func photos(_ rows: CardRows) -> HTML {
        let texts = card.columns.map { rows.values($0.name) }
        let groups = rows.rows.indices.map { row -> HTML in
            let heading = texts[0][row] ?? Self.missing
            let pictures = card.columns.indices.dropFirst().compactMap { index -> HTML? in
                let column = card.columns[index]
                guard column.form == .photo, let value = texts[index][row], Self.isPicture(value) else { return nil }
                return """
                    <figure><img src="\(value)" alt="\(column.label), \(heading)"><figcaption>\(column.label)</figcaption></figure>
                    """
            }
            let notes = card.columns.indices.dropFirst().compactMap { index -> HTML? in
                let column = card.columns[index]
                guard column.form != .photo else { return nil }
                return "<div><dt>\(column.label)</dt><dd>\(shown(texts[index][row], column))</dd></div>"
            }
            return
                "<div class=\"photo\"><h4>\(heading)</h4><div class=\"pictures\">\(pictures)</div><dl>\(notes)</dl></div>\n"
        }
        return "<div class=\"photos\">\(groups)</div>"
    }

    private func chart(_ rows: CardRows, _ id: String, _ title: String) -> HTML {
        let count = rows.rows.count
        let canvas = "\(id)-chart"
        let label = "\(title): \(card.kind.rawValue) chart of \(count.of("row")); the table below has them."
        return """
            <div class="chart" hidden><canvas id="\(canvas)" role="img" aria-label="\(label)"></canvas></div>\
            <script type="application/json" data-chart="\(canvas)">\(raw: ChartData(card, rows).text)</script>
            """
    }
}
