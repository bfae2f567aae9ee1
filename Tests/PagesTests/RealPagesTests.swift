import Foundation
import Proving
import Testing

/// The shipped pages with the rows that their own queries give, of an athlete with no, one and two records.
@Suite(.serialized) struct RealPagesTests {
    /// The header and the first records of each of these samples go into a database; the pages come out of it.
    private static func pages(records: Int) throws -> [(name: String, html: String)] {
        let scratch = try Scratch(.used)
        for name in ["metric-log", "game-log", "workout-log", "measurement-log"] where records > 0 {
            let lines = try String(contentsOfFile: "\(Ground.samples)/\(name).csv", encoding: .utf8)
                .split(whereSeparator: \.isNewline).prefix(records + 1)
            let path = try scratch.file("\(name).csv", lines.joined(separator: "\n") + "\n")
            let run = try Program.run(
                ["run", path, "--owner", Ground.leo, "--set", "zone=America/Los_Angeles", "--max-rejects", "9"],
                environment: ["DATABASE_URL": scratch.url(), "SCOREBOOK_HOME": "\(scratch.folder)/home"])
            #expect(run.code == 0, "\(name): \(run.output) \(run.complaints)")
        }
        let folder = "\(scratch.folder)/pages"
        let report = try Program.run(
            ["report", "--owner", Ground.leo, "--as-of", "2026-06-15", "--out", folder],
            environment: ["DATABASE_URL": scratch.administratorURL, "SCOREBOOK_HOME": "\(scratch.folder)/home"])
        #expect(report.code == 0, "\(report.complaints)")
        return try ["dashboard", "packet", "performance", "progress", "statistics", "timeline"].map {
            ($0, try String(contentsOfFile: "\(folder)/\($0).html", encoding: .utf8))
        }
    }

    @Test(arguments: [0, 1, 2]) func littleData(records: Int) throws {
        let pages = try Self.pages(records: records)
        let statistics = try #require(pages.first { $0.name == "statistics" }).html
        let timeline = try #require(pages.first { $0.name == "timeline" }).html
        if records == 0 {
            // Each card says that it is empty; none has a row of nothing.
            for card in statistics.components(separatedBy: "<article").dropFirst() {
                #expect(card.contains("<p class=\"empty\">No ") && !card.contains("<td") && !card.contains("<canvas"))
            }
            #expect(timeline.contains("No metrics found for selected date range") && !timeline.contains("<canvas"))
            // The family has a school, so the dashboard has a chart.
            for page in pages where page.name != "dashboard" {
                let hasChart = page.html.contains("<canvas")
                #expect(!hasChart, "\(page.name)")
            }
        } else {
            #expect(statistics.contains("<dt><a href=\"#card2\">Win Rate</a></dt>"))
            #expect(statistics.contains("<h3>Details of Streaks</h3>"))
            #expect(records > 1 || timeline.contains("Not enough data to display chart (need at least 2 records)"))
        }
        guard HeadlessBrowser.charts != nil else { return }
        for (width, scheme) in [(380, HeadlessBrowser.Scheme.light), (1280, .dark)] {
            let screen = try HeadlessBrowser.open(pages.map(\.html), width: width, height: 2000, scheme)
            #expect(screen.console == [])
            for (page, view) in zip(pages, screen.views) {
                #expect(view.faults == [], "\(page.name), \(records)")
                #expect(view.width == width && view.drawn == view.charts, "\(page.name), \(records)")
            }
        }
    }
}
