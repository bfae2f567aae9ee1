import Definitions
import Foundation
import Testing

@testable import Pages

/// Pages in headless Chromium, at the width of a telephone and of a desk: charts are drawn under the content security
/// policy, the console stays empty, nothing leaves the screen, and what WCAG asks of a page is there.
@Suite(.serialized) struct BrowserTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    static let pages = Pipelines.load("\(root)/Pipelines", environment: ["DATABASE_URL": "service=any"]).0.pages

    private func expectSound(_ view: HeadlessBrowser.View, width: Int, _ name: String) {
        #expect(view.faults == [], "\(name)")
        #expect(view.console == [], "\(name)")
        #expect(view.width == width && view.drawn == view.charts, "\(name)")
    }

    /// Every page that is shipped, full of data; pages of little and no data are in the recorded pictures.
    @Test(arguments: pages.map(\.name), [(380, HeadlessBrowser.Scheme.light), (1280, .dark)])
    func shippedPages(name: String, as look: (width: Int, scheme: HeadlessBrowser.Scheme)) throws {
        guard let charts = HeadlessBrowser.charts else { return }
        let page = try #require(Self.pages.first { $0.name == name })
        let html = InventedRows.html(of: page, .much, charts: charts)
        let view = try HeadlessBrowser.open(html, width: look.width, height: 1600, look.scheme)
        expectSound(view, width: look.width, name)
        let kinds = page.sections.flatMap(\.cards).map(\.kind)
        #expect(view.charts == kinds.count { [.line, .bar, .radar].contains($0) })
    }

    /// The check sees what it is to see.
    @Test func faultsAreFound() throws {
        guard let charts = HeadlessBrowser.charts else { return }
        let good = InventedRows.html(of: InventedRows.page, .two, charts: charts)
        for (old, new, fault) in [
            ("lang=\"en\"", "", "the page has no language"), ("<h2>", "<h5>", "a heading skips a level"),
            ("--soft:#4b5563", "--soft:#b0b0b0", "too little contrast"),
            ("scope=\"col\"", "", "without a scope"), ("padding:9px 14px", "padding:1px", "too small to touch"),
            ("td{overflow-wrap:break-word;max-width:24em}", "main{width:900px}", "leaves the screen"),
        ] {
            // The style's hash changes with its text.
            var bad = good.replacingOccurrences(of: old, with: new)
            #expect(bad != good, "\(old)")
            if old.hasPrefix("--") || old.contains("{") || old.contains(":") {
                let style = PageText.style.replacingOccurrences(of: old, with: new)
                bad = bad.replacingOccurrences(of: Base64.digest(PageText.style), with: Base64.digest(style))
            }
            let view = try HeadlessBrowser.open(bad, width: 380, height: 1600, .light)
            #expect(view.faults.contains { $0.contains(fault) }, "\(fault): \(view.faults)")
        }
    }
}

/// How pages look, beside the recorded pictures: a quarter of the size, at both widths, light and dark, with much, little
/// and no data.
///
/// Tolerance: the mean difference of a channel is at most 1.5 of 255, and at most 1.5 % of the channels differ by more
/// than 32. The pictures are those of one font; with another one the test says so and is skipped.
/// `SCOREBOOK_RECORD=1` records them; look at each.
@Suite(.serialized) struct ScreenshotTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Screenshots"

    @Test(
        arguments: InventedRows.Amount.allCases,
        [(380, HeadlessBrowser.Scheme.light), (380, .dark), (1280, .light), (1280, .dark)])
    func asRecorded(amount: InventedRows.Amount, look: (width: Int, scheme: HeadlessBrowser.Scheme)) throws {
        guard let charts = HeadlessBrowser.charts else { return }
        let font = Self.font()
        let isRecording = ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1"
        let recordedFont = try? String(contentsOfFile: "\(Self.folder)/font.txt", encoding: .utf8)
        if !isRecording, font != recordedFont {
            print("SKIPPED: pages are shown in \(font), the recorded ones in \(recordedFont ?? "none")")
            return
        }
        let html = InventedRows.html(of: InventedRows.page, amount, charts: charts)
        let view = try HeadlessBrowser.open(html, width: look.width, height: 2400, look.scheme)
        #expect(view.faults == [] && view.console == [])
        let shown = try Picture(png: view.picture).reduced(by: 4, columns: look.width)
        let path = "\(Self.folder)/\(amount)-\(look.width)-\(look.scheme).png"
        if isRecording {
            try Data(shown.png).write(to: URL(filePath: path))
            try font.write(toFile: "\(Self.folder)/font.txt", atomically: true, encoding: .utf8)
            return
        }
        let recorded = try Picture(png: [UInt8](Data(contentsOf: URL(filePath: path))))
        let (mean, off) = shown.distance(to: recorded)
        #expect(mean <= 1.5 && off <= 0.015, "\(path): mean \(mean), off \(off)")
    }

    /// The tolerance lets no card go.
    @Test func aMissingCardIsSeen() throws {
        guard let charts = HeadlessBrowser.charts else { return }
        let html = InventedRows.html(of: InventedRows.page, .much, charts: charts)
        var less = InventedRows.page
        less.sections[0].cards.removeLast()
        let pictures = try [html, InventedRows.html(of: less, .much, charts: charts)].map { html in
            try Picture(png: HeadlessBrowser.open(html, width: 1280, height: 2400, .light).picture)
                .reduced(by: 4, columns: 1280)
        }
        let (mean, off) = pictures[0].distance(to: pictures[1])
        #expect(mean > 1.5 || off > 0.015)
        #expect(try Picture(png: pictures[0].png) == pictures[0])
    }

    /// The font that the style's names lead to.
    private static func font() -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/fc-match")
        process.arguments = ["-f", "%{family} %{style}\n", "system-ui"]
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return "unknown" }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
