internal import Definitions
internal import Reporting

/// One card of a page.
struct CardRenderer {
    let card: Page.Card
    /// Unique in the page.
    let id: String
    let hasCharts: Bool

    func html(of rows: CardRows) -> HTML {
        let content: HTML
        if rows.rows.isEmpty {
            content = "<p class=\"empty\">\(card.empty)</p>"
        } else if let tabs = card.tabs {
            content = self.tabs(rows.parted(by: tabs))
        } else {
            content = part(rows, id: id, title: card.title)
        }
        return "<article class=\"kind-\(card.kind.rawValue)\"><h3>\(card.title)</h3>\(content)</article>\n"
    }

    /// Radio buttons with a panel each: of a choice the style shows one, on paper all.
    private func tabs(_ parts: [(value: String, rows: CardRows)]) -> HTML {
        let panels = parts.enumerated().map { index, part -> HTML in
            let (id, checked): (String, HTML) = ("\(self.id)-\(index)", index == 0 ? " checked" : "")
            let content = self.part(part.rows, id: "\(id)-part", title: "\(card.title), \(part.value)")
            return """
                <input type="radio" name="\(self.id)" id="\(id)"\(checked)><label for="\(id)">\(part.value)</label>
                <div class="panel"><h4>\(part.value)</h4>\(content)</div>
                """
        }
        return "<div class=\"tabs\" role=\"group\" aria-label=\"\(card.title)\">\(panels)</div>"
    }

    private func part(_ rows: CardRows, id: String, title: String) -> HTML {
        // A part that has no rows comes as one row with nothing in it.
        let rows = rows.filled(card.columns.map(\.name))
        guard !rows.rows.isEmpty else { return "<p class=\"empty\">\(card.empty)</p>" }
        switch card.kind {
        case .value: return tiles(rows)
        case .table: return table(rows, title)
        case .photos: return photos(rows)
        case .line where rows.rows.count < 2:
            let message = "Not enough data to display chart (need at least 2 records)"
            return "<p class=\"empty\">\(message)</p>\(table(rows, title))"
        case .line, .bar, .radar:
            return hasCharts ? "\(chart(rows, id, title))\(table(rows, title))" : table(rows, title)
        }
    }

    private func shown(_ value: String?, _ column: Page.Column) -> HTML {
        guard let value, !value.isEmpty else { return "<span class=\"none\">–</span>" }
        switch column.form {
        case .badge: return "<span class=\"badge \(badgeColour(value))\">\(value)</span>"
        case .trend: return "<span class=\"trend\" aria-hidden=\"true\">\(Plot.sparkline(Self.numbers(value)))</span>"
        case .photo: return Self.isPicture(value) ? "<img src=\"\(value)\" alt=\"\(column.label)\">" : "–"
        case .text, .number, .count, .date: return column.unit.map { "\(value) \($0)" } ?? "\(value)"
        }
    }

    /// The numbers of `{1,2.5,3}`.
    private static func numbers(_ list: String) -> [Double?] {
        list.dropFirst().dropLast().split(separator: ",").map { Double($0) }
    }

    /// Only what was put into the page.
    private static func isPicture(_ value: String) -> Bool { value.hasPrefix("data:image/jpeg;base64,") }

    private func badgeColour(_ word: String) -> String {
        switch word.lowercased() {
        case "improving", "responsive", "verified", "won", "succeeded", "loaded", "accepted": "good"
        case "declining", "hardly responsive", "high", "lost", "failed", "refused", "rejected", "limit exceeded",
            "unfinished":
            "bad"
        case "fairly responsive", "medium", "warned", "with rejects": "fair"
        case "low", "rising", "falling": "plain"
        default: "neutral"
        }
    }

    private func tiles(_ rows: CardRows) -> HTML {
        let texts = card.columns.map { rows.values($0.name) }
        let tiles = rows.rows.indices.map { row -> HTML in
            let notes = card.columns.indices.dropFirst(2).compactMap { index -> HTML? in
                let column = card.columns[index]
                guard let text = texts[index][row], !text.isEmpty else { return nil }
                let label: HTML = column.form == .badge || column.form == .trend ? "" : "\(column.label) "
                return "<dd class=\"aside\">\(label)\(shown(text, column))</dd>"
            }
            return """
                <div class="tile"><dt>\(shown(texts[0][row], card.columns[0]))</dt>\
                <dd class="figure">\(shown(texts[1][row], card.columns[1]))</dd>\(notes)</div>
                """
        }
        return "<dl class=\"tiles\">\(tiles)</dl>"
    }

    private func table(_ rows: CardRows, _ title: String) -> HTML {
        let texts = card.columns.map { rows.values($0.name) }
        func isRight(_ column: Page.Column) -> HTML {
            [.number, .count].contains(column.form) ? " class=\"right\"" : ""
        }
        let head = card.columns.map { column -> HTML in "<th scope=\"col\"\(isRight(column))>\(column.label)</th>" }
        let body = rows.rows.indices.map { row -> HTML in
            let cells = card.columns.indices.map { index -> HTML in
                "<td\(isRight(card.columns[index]))>\(shown(texts[index][row], card.columns[index]))</td>"
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
            let heading = texts[0][row] ?? "–"
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
        let label = "\(title): \(card.kind.rawValue) chart of \(count.of("row")); the table below has them."
        return """
            <div class="chart" hidden><canvas id="\(id)" role="img" aria-label="\(label)"></canvas></div>\
            <script type="application/json" data-chart="\(id)">\(raw: ChartData(card, rows).text)</script>
            """
    }
}
