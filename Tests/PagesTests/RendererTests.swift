import Definitions
import Foundation
import Testing

@testable import Pages

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
        // Own scripts: the library, the two of ours, and data of two charts.
        #expect(page.components(separatedBy: "</script>").count - 1 == 5)
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
        // Choices need no library.
        #expect(plain.contains("script-src '\(Base64.digest(PageText.choices))';"))
        var whole = Self.page
        whole.sections[1].cards[0].tabs = []
        let still = PageRenderer(library: nil, person: "", made: "", links: []).html(of: whole, rows: much)
        #expect(still.contains("script-src 'none'") && !still.contains("<script>"))
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

    /// A row of choices for each column, the second within the first; a choice of one value is none.
    @Test func choicesWithinChoices() {
        let chosen = Page.Card(
            "Speed", .table, columns: [.init("day", "Date"), .init("value", "Speed")], tabs: ["range", "records"],
            empty: "No metrics")
        let columns = ["range", "records", "empty", "day", "value"]
        let page = card(
            chosen, columns,
            [
                ["Last 3 Months", "All records", "None", "2026-05-01", "70"],
                ["Last 3 Months", "Verified only", "None verified", nil, nil],
                ["All Time", "All records", "None", "2026-05-01", "70"],
            ])
        #expect(page.components(separatedBy: "data-choice=\"range\"").count == 2)
        #expect(page.components(separatedBy: "data-choice=\"records\"").count == 2)
        #expect(page.components(separatedBy: "type=\"radio\"").count == 5)
        #expect(page.components(separatedBy: " checked>").count == 3)
        #expect(page.contains(">None verified</p>") && !page.contains("No metrics"))
        #expect(page.contains("<h4>All Time</h4><h4>All records</h4>"))
        #expect(page.contains("<caption>Speed, Last 3 Months, All records</caption>"))

        let none = card(chosen, columns, [["Last 3 Months", "All records", "None", nil, nil]])
        #expect(none.contains("<p class=\"empty\">No metrics</p>") && !none.contains("type=\"radio\""))
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
        #expect(page.contains("<dd class=\"figure\"><span class=\"none\">--</span></dd>"))
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
