import Definitions
import Foundation
import Pages
import Testing

@Suite struct RendererTests {
    static let hostile = "<script>alert('x')</script>\"&"

    static let page = Page(
        "numbers", "Numbers", about: "All of them",
        sections: [
            Page.Section(
                "Values",
                [
                    Page.Card(
                        "Latest", .value,
                        columns: [
                            .init("name", "Metric"), .init("value", "Value", form: .number),
                            .init("state", "State", form: .badge), .init("list", "Last ten", form: .trend),
                        ],
                        empty: "No metrics logged yet")
                ]),
            Page.Section(
                "Charts",
                [
                    Page.Card(
                        "Speed", .line,
                        columns: [
                            .init("day", "Date", form: .date), .init("value", "Speed", unit: "mph", form: .number),
                        ],
                        tabs: ["name"], empty: "Nothing to draw"),
                    Page.Card(
                        "Balance", .radar, columns: [.init("name", "Metric"), .init("value", "Score", form: .number)],
                        empty: "Nothing"),
                    Page.Card(
                        "Photos", .photos,
                        columns: [
                            .init("day", "Date"), .init("front", "Front", form: .photo),
                            .init("weight", "Weight", unit: "kg"),
                        ],
                        empty: "No photos"),
                ]),
        ])

    private func html(_ rows: [[CardRows]], library: String? = "window.Chart=1") -> String {
        PageRenderer(
            library: library, person: Self.hostile, made: "made on 2026-05-31",
            links: [.init(file: "numbers.html", title: "Numbers"), .init(file: "other.html", title: "Other")]
        ).html(of: Self.page, rows: rows)
    }

    private let none = CardRows(columns: [], rows: [])

    private var much: [[CardRows]] {
        let columns = ["name", "day", "value", "state", "list", "front", "weight"]
        let first: [String?] = [
            Self.hostile, "2026-05-01", "70.5", "improving", "{1,2,3}", "data:image/jpeg;base64,AAAA", "80",
        ]
        let second: [String?] = [Self.hostile, "2026-05-09", nil, nil, nil, "javascript:alert(1)", nil]
        let rows = CardRows(columns: columns, rows: [first, second])
        let axes = CardRows(columns: columns, rows: [first, second, first])
        return [[rows], [rows, axes, rows]]
    }

    @Test func nothingOfDataIsMarkup() {
        let page = html(much)
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("javascript:alert"))
        #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;"))
        // In the data of charts, too.
        #expect(page.contains("\\u003cscript>alert"))
        // Own scripts: the library, the one of ours, and data of two charts.
        #expect(page.components(separatedBy: "</script>").count - 1 == 4)
    }

    @Test func aPageAsksForNothing() {
        let page = html(much)
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("http://") && !page.contains("https://"))
        #expect(!page.contains(" style=") && !page.contains(" onclick="))
        for (open, close) in [("<style>", "</style>"), ("<script>", "</script>")] {
            for part in page.components(separatedBy: open).dropFirst() {
                let text = part.components(separatedBy: close)[0]
                #expect(page.contains("'\(Base64.digest(text))'"))
            }
        }
    }

    @Test func everyChartHasItsTable() {
        let page = html(much)
        #expect(page.components(separatedBy: "<canvas").count == 3)
        for chart in page.components(separatedBy: "<canvas").dropFirst() {
            #expect(chart.contains("role=\"img\" aria-label=") && chart.contains("<table><caption>"))
        }
        let plain = html(much, library: nil)
        #expect(!plain.contains("<canvas") && plain.contains("libjs-chart.js"))
        #expect(plain.components(separatedBy: "<table>").count == 3)
        // Choices need no script.
        #expect(plain.contains("script-src 'none'") && !plain.contains("<script>"))
    }

    @Test func littleAndNoData() {
        let empty = html([[none], [none, none, none]])
        for message in ["No metrics logged yet", "Nothing to draw", "No photos"] { #expect(empty.contains(message)) }
        #expect(!empty.contains("<canvas") && !empty.contains("<table>"))
        let one = CardRows(columns: ["name", "day", "value"], rows: [["Fastball", "2026-05-01", "70"]])
        let little = html([[one], [one, one, none]])
        #expect(little.contains("Not enough data to display chart (need at least 2 records)"))
        #expect(little.contains("Not enough data to display chart (need at least 3 metrics)"))
        #expect(!little.contains("<canvas") && little.contains("<table>"))
    }

    private func card(_ card: Page.Card, _ columns: [String], _ rows: [[String?]], about: String? = nil) -> String {
        let page = Page("one", "One", about: "Of the definition", sections: [Page.Section("All", columns: 2, [card])])
        return PageRenderer(library: nil, person: "Maya", made: "", links: [])
            .html(of: page, about: about, rows: [[CardRows(columns: columns, rows: rows)]])
    }

    /// One row of choices for all cards; each card has a part for each value, and the chosen one need not be the first.
    @Test func filtersAreShared() {
        func card(_ title: String) -> Page.Card {
            Page.Card(title, .table, columns: [.init("day", "Date")], empty: "No metrics")
        }
        var page = Page(
            "one", "One", filters: ["range", "records"], sections: [Page.Section("All", [card("A"), card("B")])])
        let columns = ["range", "records", "empty", "chosen", "day"]
        let full: [[String?]] = [
            ["Last 30 Days", "All records", "None", "f", nil],
            ["Last 30 Days", "Verified only", "None verified", "f", nil],
            ["Last 3 Months", "All records", "None", "t", "2026-05-01"],
            ["Last 3 Months", "Verified only", "None verified", "f", nil],
        ]
        let rows = [CardRows(columns: columns, rows: full), CardRows(columns: columns, rows: Array(full.suffix(1)))]
        let renderer = PageRenderer(library: nil, person: "Maya", made: "", links: [])
        let html = renderer.html(of: page, rows: [rows])
        #expect(html.components(separatedBy: "type=\"radio\"").count == 5)
        #expect(html.contains("id=\"all-range-1\" checked><label for=\"all-range-1\">Last 3 Months</label>"))
        #expect(html.contains("id=\"all-records-0\" checked>") && html.components(separatedBy: " checked>").count == 3)
        #expect(html.contains("body:has(#all-range-1:checked) .all-range-1{display:block}"))
        // The first card has a part for each pair; the second, all empty, says so once.
        #expect(html.components(separatedBy: "class=\"part all-records-").count == 5)
        #expect(html.contains("<caption>A, Last 3 Months, All records</caption>"))
        #expect(html.contains(">None verified</p>"))

        // Of a section, and of columns that a card does not have.
        page.filters = []
        page.sections[0].filters = ["range"]
        let other = CardRows(columns: ["day"], rows: [["2026-05-02"]])
        let mixed = renderer.html(of: page, rows: [[rows[0], other]])
        #expect(mixed.contains("</h2><div class=\"filters\">") && mixed.contains("section1-range-1"))
        #expect(mixed.components(separatedBy: "class=\"part").count == 3)
    }

    /// Tiles that lead to cards and pages, their symbols, and what follows below the first rows.
    @Test func linksIconsAndMore() {
        let tiles = Page.Card(
            "Counts", .value,
            columns: [
                .init("name", "Count"), .init("value", "Average"), .init("symbol", "", form: .icon),
                .init("target", "Details", form: .link),
            ], empty: "None")
        let table = Page.Card("Streaks", .table, columns: [.init("name", "Streak")], empty: "None", first: 2)
        let hidden = Page.Card("Parents", .table, columns: [.init("name", "Name")], empty: "")
        let page = Page(
            "one", "One", sections: [Page.Section("All", [tiles, table]), Page.Section("Parents", [hidden])])
        let html = PageRenderer(
            library: nil, person: "Maya", made: "", links: [.init(file: "packet.html", title: "Packet")],
            people: [.init(file: "one.html", title: "Maya"), .init(file: "one-2.html", title: "Leo")],
            banner: "You're viewing Maya's data"
        ).html(
            of: page,
            rows: [
                [
                    CardRows(
                        columns: ["name", "value", "symbol", "target"],
                        rows: [
                            ["Wins", "4", "★", "Streaks"], ["Packet", "1", "✉", "Packet"], ["Other", "2", nil, "x"],
                        ]),
                    CardRows(columns: ["name"], rows: [["1"], ["2"], ["3"], ["4"], ["5"]]),
                ], [none],
            ])
        #expect(html.contains("<a href=\"#card2\">Wins</a>") && html.contains("<article id=\"card2\""))
        #expect(html.contains("<a href=\"packet.html\">Packet</a></dt>") && !html.contains("href=\"x\""))
        #expect(html.contains("class=\"tile filled\"") && html.contains("aria-hidden=\"true\">★</span>"))
        #expect(html.contains("<dd class=\"figure\">4 <span class=\"of\">Average</span></dd>"))
        #expect(html.contains("<summary>Show more (3)</summary>") && html.contains("<caption>Streaks, more</caption>"))
        #expect(!html.contains("<h2>Parents</h2>"))
        #expect(html.contains("<p class=\"banner\">You&#39;re viewing Maya&#39;s data</p>"))
        #expect(html.contains("<a aria-current=\"true\" href=\"one.html\">Maya</a>"))
        #expect(html.contains("<a href=\"one-2.html\">Leo</a>"))
    }

    /// The choices of one card: a row for each column; one value is no choice.
    @Test func choicesOfACard() {
        let chosen = Page.Card(
            "Speed", .table, columns: [.init("day", "Date"), .init("value", "Speed")],
            tabs: ["metric", "records", "unit"],
            empty: "No metrics")
        let columns = ["metric", "records", "unit", "empty", "day", "value"]
        let page = card(
            chosen, columns,
            [
                ["Velocity", "All records", "mph", "None", "2026-05-01", "70"],
                ["Velocity", "Verified only", "mph", "None verified", nil, nil],
                ["Pop Time", "All records", nil, "None", "2026-05-01", "2"],
            ])
        #expect(page.components(separatedBy: "class=\"filter\"").count == 3)
        #expect(page.components(separatedBy: "type=\"radio\"").count == 5)
        #expect(page.components(separatedBy: " checked>").count == 3)
        #expect(page.contains(">None verified</p>") && page.contains("<h4>mph</h4>"))
        // A pair without rows says what the card says.
        #expect(page.components(separatedBy: ">No metrics</p>").count == 2)
        #expect(page.contains("<caption>Speed, Velocity, All records</caption>"))
        #expect(!page.contains("class=\"whole\""))

        let none = card(chosen, columns, [["Velocity", "All records", nil, "None", nil, nil]])
        #expect(none.contains("<p class=\"empty\">None</p>") && !none.contains("type=\"radio\""))
    }

    @Test func tilesOfGroups() {
        let tiles = Page.Card(
            "Cards", .value,
            columns: [
                .init("place", "Group", form: .heading), .init("name", "Card"), .init("value", "Value"),
                .init("note", ""),
            ], empty: "No games")
        let page = card(
            tiles, ["place", "name", "value", "note"],
            [
                ["Streaks", "Longest", "3", "2026-05-01 to 2026-05-03"], ["Results", "Rate", nil, nil],
                ["Results", "Address", "maya.rivera@example.org", nil],
            ], about: "Welcome back, Maya!")
        #expect(page.contains("<h4>Streaks</h4><dl class=\"tiles\"><div class=\"tile\"><dt>Longest</dt>"))
        #expect(page.components(separatedBy: "<h4>Results</h4>").count == 2)
        // Missing values as the app writes them; dates stay whole, and a long word gets a wide tile.
        #expect(
            page.contains("<dd class=\"figure\"><span class=\"none\">--</span> <span class=\"of\">Value</span></dd>"))
        #expect(page.contains("<span class=\"word\">2026-05-01</span> to <span class=\"word\">2026-05-03</span>"))
        #expect(page.contains("<div class=\"tile wide\"><dt>Address</dt>"))
        #expect(page.contains("<p>Welcome back, Maya!</p>") && !page.contains("Of the definition"))
        #expect(page.contains("<div class=\"cards beside\">"))
    }

    @Test func aCoverIsOfThePageOnly() {
        func page(_ photo: String) -> String {
            PageRenderer(library: nil, person: "Maya \"M\"", made: "", links: [])
                .html(of: Self.page, photo: photo, rows: [[none], [none, none, none]])
        }
        #expect(
            page("data:image/jpeg;base64,AAAA").contains(
                "<img class=\"cover\" src=\"data:image/jpeg;base64,AAAA\" alt=\"Maya &quot;M&quot;\">"))
        #expect(!page("https://example.org/maya.jpg").contains("example.org"))
    }

    @Test func aSheetOfPaperSaysWhoseItIs() {
        let page = html(much)
        #expect(page.contains("content:counter(page) \" / \" counter(pages)"))
        // Neither the quotes of the style nor the style itself end early.
        let name = "\\3c script\\3e alert\\28 \\27 x\\27 \\29 \\3c \\2f script\\3e \\22 \\26 "
        #expect(
            page.contains("@page{@bottom-left{content:\"Numbers \\2013  \(name)\\2c  made on 2026\\2d 05\\2d 31\"}}"))
    }

    /// A value and its unit stay together; an address may be broken where it does not fit.
    @Test func cellsThatStayOnOneLine() {
        let table = Page.Card(
            "Metrics", .table, columns: [.init("value", "Value"), .init("note", "Notes")], empty: "No metrics")
        let page = card(
            table, ["value", "note"], [["57.2 mph", "https://video.example.org/watch/1"], ["Won 2", "two words"]])
        #expect(page.contains("<td class=\"word\">57.2 mph</td><td class=\"long-word\">https:"))
        #expect(page.contains("<td>Won 2</td><td>two words</td>"))
    }

    @Test func headingsStandInOrder() {
        var depth = 0
        for heading in html(much).matches(of: /<h([1-6])>/) {
            let next = Int(heading.1) ?? 0
            #expect(next <= depth + 1)
            depth = next
        }
        #expect(depth > 2)
        for picture in html(much).matches(of: /<img [^>]*>/) { #expect(picture.0.contains("alt=\"Front")) }
    }

    @Test func digestsAreThoseOfTheStandard() {
        #expect(Base64.digest("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        #expect(Base64.text([]) == "" && Base64.text([1, 2, 3, 4]) == "AQIDBA==")
    }
}
