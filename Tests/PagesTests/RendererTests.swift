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
                        tabs: "name", empty: "Nothing to draw"),
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
        return [[rows], [rows, rows, rows]]
    }

    @Test func nothingOfDataIsMarkup() {
        let page = html(much)
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("javascript:alert"))
        #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;"))
        // In the data of charts, too.
        #expect(page.contains("\\u003cscript>alert"))
        // Own scripts: the library, ours, and data of two charts.
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
        #expect(plain.contains("script-src 'none'"))
    }

    @Test func littleAndNoData() {
        let empty = html([[none], [none, none, none]])
        for message in ["No metrics logged yet", "Nothing to draw", "No photos"] { #expect(empty.contains(message)) }
        #expect(!empty.contains("<canvas") && !empty.contains("<table>"))
        let one = CardRows(columns: ["name", "day", "value"], rows: [["Fastball", "2026-05-01", "70"]])
        let little = html([[one], [one, none, none]])
        #expect(little.contains("Not enough data to display chart (need at least 2 records)"))
        #expect(!little.contains("<canvas") && little.contains("<table>"))
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
