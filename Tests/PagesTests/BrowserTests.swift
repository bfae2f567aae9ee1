import Definitions
import Foundation
import Packing
import Pages
import Seeding
import Testing

/// Pages in headless Chromium, at the width of a telephone and of a desk, light and dark, with much, little and no data:
/// charts are drawn under the content security policy, the console stays empty, nothing leaves the screen, what WCAG asks
/// of a page is there, and the page looks as recorded.
@Suite(.serialized) struct BrowserTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    /// Those that are shipped, and the one with a card of each kind.
    static let pages =
        Pipelines.load("\(root)/Pipelines", environment: ["DATABASE_URL": "service=any"]).0.pages
        .filter { $0.subject != .people } + [InventedRows.page]

    @Test(
        arguments: pages.map(\.name),
        Extent.some([(380, HeadlessBrowser.Scheme.light), (1280, .dark), (380, .dark), (1280, .light)], 2))
    func everyPage(name: String, as look: (width: Int, scheme: HeadlessBrowser.Scheme)) throws {
        guard let charts = HeadlessBrowser.charts else { return }
        let page = try #require(Self.pages.first { $0.name == name })
        let amounts = InventedRows.Amount.allCases
        let screen = try HeadlessBrowser.open(
            amounts.map { InventedRows.html(of: page, $0, charts: charts) }, width: look.width, height: 2000,
            look.scheme)
        #expect(screen.console == [])
        for (amount, view) in zip(amounts, screen.views) {
            #expect(view.faults == [], "\(name), \(amount)")
            #expect(view.width == look.width && view.drawn == view.charts, "\(name), \(amount)")
        }
        let kinds = page.sections.flatMap(\.cards).map(\.kind)
        #expect(screen.views.last?.charts == kinds.count { [.line, .bar, .radar].contains($0) })
        for (index, amount) in amounts.enumerated() where Recorded.isRecorded(name, amount, look.width, look.scheme) {
            let shown = screen.picture(of: index).reduced(by: 2, columns: look.width / 2)
            try Recorded("\(name)-\(amount)-\(look.width)-\(look.scheme)").compare(shown)
        }
    }

    /// The check sees what it is to see.
    @Test func faultsAreFound() throws {
        guard let charts = HeadlessBrowser.charts else { return }
        let good = InventedRows.html(of: InventedRows.page, .two, charts: charts)
        let faults = [
            ("lang=\"en\"", "", "the page has no language"), ("<h2>", "<h5>", "a heading skips a level"),
            ("--soft:#4b5563", "--soft:#b0b0b0", "too little contrast"),
            ("scope=\"col\"", "", "without a scope"), ("padding:11px 12px", "padding:1px", "too small to touch"),
            ("td{overflow-wrap:break-word;max-width:24em}", "main{width:900px}", "leaves the screen"),
            (".tile{border:", ".tile{word-break:break-all;width:60px;border:", "a broken word"),
            ("body:has(#all", "nav:has(#all", "a choice is not followed"),
        ]
        let pages = faults.map { old, new, _ in
            let bad = good.replacingOccurrences(of: old, with: new)
            #expect(bad != good, "\(old)")
            // The style's hash changes with its text.
            let styles = [good, bad].map {
                $0.components(separatedBy: "<style>")[1].components(separatedBy: "</style>")[0]
            }
            return bad.replacingOccurrences(of: Base64.digest(styles[0]), with: Base64.digest(styles[1]))
        }
        let screen = try HeadlessBrowser.open(pages, width: 380, height: 1200, .light)
        for ((_, _, fault), view) in zip(faults, screen.views) {
            #expect(view.faults.contains { $0.contains(fault) }, "\(fault): \(view.faults)")
        }
    }

    /// The style of paper, at the width of A4 within its margins: tables fit, and a chart and its table are there.
    @Test func onPaper() throws {
        guard let charts = HeadlessBrowser.charts else { return }
        let pages = Self.pages.map { page in
            let html = InventedRows.html(of: page, .much, charts: charts)
            let style = html.components(separatedBy: "<style>")[1].components(separatedBy: "</style>")[0]
            let paper = style.replacingOccurrences(of: "@media print{", with: "@media all{")
            #expect(paper != style)
            return html.replacingOccurrences(of: style, with: paper)
                .replacingOccurrences(of: Base64.digest(style), with: Base64.digest(paper))
        }
        let screen = try HeadlessBrowser.open(pages, width: 700, height: 2000, .light)
        #expect(screen.console == [])
        for (page, view) in zip(Self.pages, screen.views) {
            // Choices are not followed there: all parts are shown.
            #expect(
                view.faults.filter { $0.hasPrefix("a table leaves") || $0.hasPrefix("a broken word") } == [],
                "\(page.name)")
        }
    }

    /// The tolerance lets no card go.
    @Test func aMissingCardIsSeen() throws {
        guard let charts = HeadlessBrowser.charts else { return }
        var less = InventedRows.page
        less.sections[0].cards.removeLast()
        let pages = [InventedRows.page, less].map { InventedRows.html(of: $0, .much, charts: charts) }
        let screen = try HeadlessBrowser.open(pages, width: 1280, height: 2000, .light)
        let pictures = [0, 1].map { screen.picture(of: $0).reduced(by: 2, columns: 640) }
        let isSeen = Recorded.differ(pictures[0], pictures[1])
        #expect(isSeen)
        let isSame = try Picture(png: pictures[0].png) == pictures[0]
        #expect(isSame)
    }
}
