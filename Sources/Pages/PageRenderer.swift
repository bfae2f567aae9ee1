public import Definitions
internal import Reporting

/// Makes a page of its definition and rows: one file of HTML that needs no other and asks for none.
///
/// Each chart has a table below it, so that the page is whole without JavaScript. The content security policy allows the style
/// and the scripts of the page by their hashes, pictures in the page, and nothing else.
public struct PageRenderer: Sendable {
    /// What a page can be opened from the others by.
    public struct Link: Sendable {
        public var file: String
        public var title: String

        public init(file: String, title: String) { (self.file, self.title) = (file, title) }
    }

    /// The text of Chart.js; nil: tables only.
    public var library: String?
    /// Whose page it is.
    public var person: String
    /// When it was made, as it is to be read.
    public var made: String
    public var links: [Link]
    /// The same page of the others whose pages the reader may see, this one included.
    public var people: [Link]
    /// A line above the heading about whose data it is.
    public var banner: String?

    public init(
        library: String?, person: String, made: String, links: [Link], people: [Link] = [], banner: String? = nil
    ) {
        (self.library, self.person, self.made, self.links) = (library, person, made, links)
        (self.people, self.banner) = (people, banner)
    }

    /// The page; `rows` are those of its cards, section by section, `about` the subject's own line below the heading,
    /// `photo` a picture beside it, which must be in the text: `data:image/jpeg;base64,...`.
    public func html(of page: Page, about: String? = nil, photo: String? = nil, rows: [[CardRows]]) -> String {
        let filters = Filter.all(page.filters, id: "all", of: rows.flatMap(\.self))
        var filterStyle = filters.map(\.style).joined()
        let places = places(of: page)
        var number = 0
        let sections = zip(page.sections, rows).enumerated().map { index, part -> HTML in
            let (section, rows) = part
            let own = Filter.all(section.filters, id: "section\(index + 1)", of: rows)
            filterStyle += own.map(\.style).joined()
            let cards = zip(section.cards, rows).map { card, rows -> HTML in
                number += 1
                let tabs = Filter.all(card.tabs, id: "card\(number)", of: [rows])
                filterStyle += tabs.map(\.style).joined()
                return CardRenderer(
                    card: card, id: "card\(number)", hasCharts: library != nil, tabs: tabs, filters: filters + own,
                    places: places
                ).html(of: rows)
            }
            guard cards.contains(where: { !$0.text.isEmpty }) else { return "" }
            let style: HTML =
                section.columns == 1
                ? "cards" : section.cards.contains { $0.kind == .photos } ? "cards always" : "cards beside"
            return """
                <section><h2>\(section.title)</h2>\(Filter.bar(own))<div class="\(style)">\(cards)</div></section>

                """
        }
        let style =
            PageText.style + "\n.chart{height:\(page.chartHeight)px}\n" + filterStyle
            + PageText.foot("\(page.title) – \(person), \(made)")
        let hasCharts = page.sections.flatMap(\.cards).contains { [.line, .bar, .radar].contains($0.kind) }
        let isDrawn = hasCharts && library != nil
        let scripts = (isDrawn ? [library, PageText.charts] : []).compactMap(\.self)
        let allowed = scripts.map { "'\(Base64.digest($0))'" }.joined(separator: " ")
        let policy =
            "default-src 'none'; style-src '\(Base64.digest(style))'; "
            + "script-src \(allowed.isEmpty ? "'none'" : allowed); img-src data:; base-uri 'none'; form-action 'none'"
        let navigation = links.map { link -> HTML in
            link.title == page.title
                ? "<li><a aria-current=\"page\" href=\"\(link.file)\">\(link.title)</a></li>"
                : "<li><a href=\"\(link.file)\">\(link.title)</a></li>"
        }
        let others = people.map { link -> HTML in
            link.title == person
                ? "<li><a aria-current=\"true\" href=\"\(link.file)\">\(link.title)</a></li>"
                : "<li><a href=\"\(link.file)\">\(link.title)</a></li>"
        }
        let switcher: HTML = people.isEmpty ? "" : "<ul aria-label=\"People\">\(others)</ul>"
        let banner: HTML = banner.map { "<p class=\"banner\">\($0)</p>" } ?? ""
        let note: HTML =
            hasCharts && library == nil
            ? "<p class=\"note\">The charts are left out: the Debian package libjs-chart.js is not installed.</p>" : ""
        let cover: HTML =
            photo.flatMap { CardRenderer.isPicture($0) ? "<img class=\"cover\" src=\"\($0)\" alt=\"\(person)\">" : nil }
            ?? ""
        let whole: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(raw: policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <link rel="icon" href="data:,">
            <title>\(page.title) – \(person)</title>
            <style>\(raw: style)</style>
            </head>
            <body>
            <nav aria-label="Pages"><ul>\(navigation)</ul>\(switcher)</nav>
            <header>\(banner)\(cover)<h1>\(page.title)</h1><p>\(about ?? page.about)</p><p class="aside">\(person), \(HTML(words: made))</p>\(note)</header>
            <main>
            \(Filter.bar(filters))\(sections)</main>
            \(scripts.map { "<script>\(raw: $0)</script>\n" as HTML })</body>
            </html>

            """
        return whole.text
    }

    /// Where a title leads to: a card of the page, or another page.
    private func places(of page: Page) -> [String: String] {
        let cards = page.sections.flatMap(\.cards).enumerated().map { ($1.title, "#card\($0 + 1)") }
        return Dictionary(links.map { ($0.title, $0.file) } + cards) { _, card in card }
    }
}
