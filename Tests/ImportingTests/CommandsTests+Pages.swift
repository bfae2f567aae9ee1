import Foundation
import Testing

/// Pages of runs, pages in the browser and on paper.
extension CommandsTests {
    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func pagesOfRuns() throws {
        let folder = "\(project.folder)/run-pages"
        let first = try #require(project.firstRun.object["run"] as? String)
        let written = project.call("report --run \(first.prefix(8)) --out \(folder) -o json")
        #expect(written.code == 0, "\(written.errors)")
        #expect(
            Set(written.list.compactMap { $0["file"] as? String }) == ["\(folder)/run.html", "\(folder)/runs.html"])
        #expect(try mode(folder) == 0o700)
        for name in ["run", "runs"] { #expect(try mode("\(folder)/\(name).html") == 0o600) }

        // The figures of the report, by file, cause and table.
        let run = try text("\(folder)/run.html")
        let report = project.firstRun.object
        let read = try #require((report["ledger"] as? [String: Int])?["read"])
        #expect(run.contains("samples, run \(first.prefix(8))"))
        #expect(run.contains("<dt>Records read</dt><dd class=\"figure\">\(read)</dd>"))
        for table in try #require(report["tables"] as? [String: Any]).keys {
            #expect(run.contains("<td>\(table.replacing("public.", with: ""))</td>"), "\(table)")
        }
        let causes = try #require(report["causes"] as? [[String: Any]])
        #expect(!causes.isEmpty)
        for cause in causes { #expect(run.contains("<td>\(cause["code"] as? String ?? "?")</td>")) }
        #expect(run.contains("badge fair\">with rejects") && run.contains("No earlier run of this job"))
        let runs = try text("\(folder)/runs.html")
        #expect(runs.contains("Share of rejected records") && runs.contains("<td>samples</td>"))
        #expect(runs.contains("<td>\(first.prefix(8))</td>"))

        // No text of a rejected record.
        var texts = 0
        for line in project.call("rejects \(first) -o jsonl").output.split(separator: "\n") {
            let reject = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard let raw = reject["raw"] as? String, raw.count > 20 else { continue }
            texts += 1
            #expect(!run.contains(raw) && !runs.contains(raw))
        }
        #expect(texts > 20)

        // A later run stands beside the one before it.
        let path = project.write("date,metric,value,unit\n2026-05-01,vertical_jump,64,cm\n", to: "jump.csv")
        _ = project.call("run \(path) --owner \(maya) -o json")
        _ = project.call("run \(path) --owner \(maya) -o json")
        #expect(project.call("report --out \(folder)").code == 0)
        let later = try text("\(folder)/run.html")
        #expect(later.contains("<th scope=\"col\" class=\"right\">Run before</th>"))
        #expect(later.contains("<td>Records read</td>"))

        #expect(project.call("report --run ffffffff --out \(folder)").code == 2)
        let both = project.call("report --run \(first) --owner \(maya) --out \(folder)/both -o json")
        #expect(both.list.count == 8, "\(both.errors)")
        #expect(try text("\(folder)/both/run.html").contains("href=\"performance.html\""))
    }

    @Test func theFirstPageIsOpened() throws {
        let programs = "\(project.folder)/programs"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let opener = project.write("#!/bin/sh\nprintf %s \"$1\" >\(programs)/opened\n", to: "programs/xdg-open")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
        let opened = project.call(
            "report --out \(programs)/pages --open", environment: ["PATH": "\(programs):/usr/bin:/bin"])
        #expect(opened.code == 0, "\(opened.errors)")
        #expect(try text("\(programs)/opened") == "\(programs)/pages/run.html")
        let without = project.call("report --out \(programs)/pages --open", environment: ["PATH": "/nonexistent"])
        #expect(without.code == 0 && without.errors.contains("xdg-utils"))
    }

    @Test func aRangeOfOnesOwn() throws {
        let folder = "\(project.folder)/range-pages"
        let dates = "--from 2026-03-01 --to 2026-05-31 --as-of 2026-06-15T12:00:00Z"
        let written = project.call("report --owner \(maya) \(dates) --out \(folder)")
        #expect(written.code == 0, "\(written.errors)")
        for name in ["timeline", "statistics", "progress"] {
            let page = try text("\(folder)/\(name).html")
            #expect(page.contains("<span class=\"word\">2026-03-01</span> to "), "\(name)")
            #expect(page.contains(" as of 2026-06-15T12:00:00Z</p>"), "\(name)")
            // The last, chosen, and once for all cards.
            #expect(page.components(separatedBy: ">Custom Range</label>").count == 2, "\(name)")
            #expect(
                try #/checked><label for="all-range-\d">Custom Range</label></div>/#.firstMatch(in: page) != nil,
                "\(name)")
        }
        let timeline = try text("\(folder)/timeline.html")
        let cards = timeline.components(separatedBy: "<article").dropFirst()
        #expect(cards.count == 7)
        for card in cards { #expect(card.components(separatedBy: "class=\"part all-range-").count >= 7) }
        #expect(try text("\(folder)/dashboard.html").contains("<p>Welcome back, Maya!</p>"))

        let without = project.call("report --owner \(maya) --as-of 2026-06-15 --out \(folder)")
        #expect(without.code == 0, "\(without.errors)")
        let usual = try text("\(folder)/timeline.html")
        #expect(!usual.contains("Custom Range"))
        let presets = ["Last 30 Days", "Last 3 Months", "Last 6 Months", "Last 12 Months", "All Time"]
        #expect(usual.matches(of: /for="all-range-\d">([^<]+)</).map { String($0.1) } == presets)
        #expect(usual.contains(" checked><label for=\"all-range-1\">Last 3 Months</label>"))
        // Measurements at an event, beside those at others.
        #expect(usual.contains("Summer Camp</td>") || usual.contains(", Summer Camp"))

        let reversed = project.call("report --owner \(maya) --from 2026-06-01 --to 2026-05-31")
        #expect(reversed.code == 2 && reversed.errors.contains("the range ends before it starts"))
        let ofRuns = project.call("report --from 2026-06-01 --out \(folder)")
        #expect(ofRuns.code == 2 && ofRuns.errors.contains("are for the pages of a person"))
    }

    @Test func ofADayThatWasAskedForNothingMeasuredLaterIsShown() throws {
        let folder = "\(project.folder)/earlier-pages"
        #expect(project.call("report --owner \(maya) --as-of 2026-04-15 --out \(folder)").code == 0)
        for name in ["performance", "progress", "statistics"] {
            // The day on which the page is written stands there, too.
            let today = Date.now.formatted(.iso8601.year().month().day())
            let days = try text("\(folder)/\(name).html").matches(of: /20\d\d-\d\d-\d\d/).map { String($0.0) }.filter {
                $0 != today
            }
            #expect(days.contains { $0 >= "2026-04" && $0 <= "2026-04-15" }, "\(name)")
            #expect(days.filter { $0 > "2026-04-15" } == [], "\(name)")
        }
    }

    /// A parent reads the pages of each athlete, and the own ones last.
    @Test func pagesOfAParent() throws {
        let folder = "\(project.folder)/parent-pages"
        let written = project.call("report --owner ana.rivera@example.org --as-of 2026-06-15 --out \(folder) -o json")
        #expect(written.code == 0 && written.list.count == 18, "\(written.errors)")
        #expect(written.list.first?["page"] as? String == "Dashboard, Maya Rivera")
        let first = try text("\(folder)/dashboard.html")
        #expect(first.contains("You&#39;re viewing Maya Rivera&#39;s recruiting data. Data is read-only."))
        #expect(first.contains("<p>Welcome back, Ana!</p>"))
        for (file, name) in [("dashboard-2", "Leo"), ("dashboard-3", "Ana")] {
            #expect(first.contains("<a href=\"\(file).html\">\(name) Rivera</a>"))
        }
        #expect(first.contains("<h3>Activity of the athlete</h3>"))
        #expect(try text("\(folder)/dashboard-2.html").contains("href=\"timeline-2.html\""))
        #expect(try text("\(folder)/performance.html").contains("Fastball Velocity"))
        let own = try text("\(folder)/dashboard-3.html")
        #expect(!own.contains("class=\"banner\"") && !own.contains("Activity of the athlete"))
    }

    /// Rejects of one cause in two files are one row of the page.
    @Test func causesAreGrouped() throws {
        let files = ["grouped-a", "grouped-b"].map { name in
            project.write("date,metric,value,unit,id,notes\n2026-05-01,velocity,fast,mph,\(name),\n", to: "\(name).csv")
        }
        let run = project.call("run \(files.joined(separator: " ")) --owner \(maya) --max-rejects 9 -o json").object
        let folder = "\(project.folder)/cause-pages"
        #expect(project.call("report --run \(try #require(run["run"] as? String)) --out \(folder)").code == 0)
        let page = try text("\(folder)/run.html")
        let card = page.components(separatedBy: "<h3>By cause</h3>")[1].components(separatedBy: "</article>")[0]
        #expect(card.components(separatedBy: "<tr>").count == 3)
        #expect(card.contains("<td class=\"right\">2</td>") && card.contains("2 files, as "))
        #expect(page.contains("<h3>What changed in the files since earlier runs</h3>"))
    }

    /// An operator's own card, and an own page: definitions in an own folder, no Swift.
    @Test func ownCardsAndPages() throws {
        let own = "\(project.folder)/own/pages"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        let card = """
                  - title: Longest jump
                    kind: value
                    sql: |
                      select 'Vertical jump' as label, max(h.value) || ' cm' as value
                      from public.metric_history as h
                      where h.user_id = $1::uuid and h.metric_type = 'vertical_jump'
                    columns:
                      - {column: label, label: Metric}
                      - {column: value, label: Best}
                    empty: No jump yet

            """
        let head = "page: Jumps\nsections:\n  - title: Jumps\n    cards:\n"
        _ = project.write(head + card, to: "own/pages/jumps.yaml")
        let shipped = try text("\(project.folder)/Pipelines/pages/dashboard.yaml")
        _ = project.write(shipped + card, to: "own/pages/dashboard.yaml")
        #expect(project.call("check own").code == 0)
        let folder = "\(project.folder)/own-pages"
        let written = project.call("report --owner \(maya) --pipelines own --out \(folder) -o json")
        #expect(written.code == 0, "\(written.errors)")
        #expect(written.list.contains { $0["page"] as? String == "Jumps" })
        #expect(try text("\(folder)/jumps.html").contains("<dt>Vertical jump</dt>"))
        let dashboard = try text("\(folder)/dashboard.html")
        #expect(dashboard.contains("<h3>Longest jump</h3>") && dashboard.contains("<h2>At a Glance</h2>"))
        #expect(dashboard.contains("href=\"jumps.html\""))

        // A column that the query lacks is said with its card.
        _ = project.write(head + card.replacing("as value", with: "as best"), to: "own/pages/jumps.yaml")
        let wrong = project.call("report --owner \(maya) --pipelines own --out \(folder)")
        #expect(wrong.code == 78 && wrong.errors.contains("the query of Longest jump has no column value"))
    }

    @Test func pagesOnPaper() throws {
        let file = "\(project.folder)/packet.pdf"
        let without = project.call(
            "export packet --owner \(maya) -o pdf --out \(file)", environment: ["PATH": "/nonexistent"])
        #expect(without.code == 78 && without.errors.contains("Debian package chromium"))
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(project.call("export strangers --owner \(maya) -o pdf").code == 2)
        #expect(project.call("export packet --owner \(maya) -o pdf --preset all_time").code == 2)
        #expect(project.call("runs -o pdf").code == 2)
        guard FileManager.default.fileExists(atPath: "/usr/bin/chromium") else {
            print("SKIPPED: chromium is not installed, so no page was printed")
            return
        }
        let printed = project.call("export packet --owner \(maya) -o pdf --out \(file)")
        #expect(printed.code == 0, "\(printed.errors)")
        let bytes = try #require(FileManager.default.contents(atPath: file))
        #expect(bytes.starts(with: Data("%PDF-".utf8)) && bytes.count > 5_000)
        #expect(try mode(file) == 0o600)
        #expect(project.call("export packet --owner \(maya) -o pdf --out \(file)").code == 73)
        // A photo on the cover, of which the place where it was taken is left out.
        let pages = "\(project.folder)/cover-pages"
        let cover = project.call("report --owner \(maya) --photo Samples/progress-photo.front.jpg --out \(pages)")
        #expect(cover.code == 0, "\(cover.errors)")
        #expect(try text("\(pages)/packet.html").contains("<img class=\"cover\" src=\"data:image/jpeg;base64,"))
        #expect(!(try text("\(pages)/dashboard.html").contains("class=\"cover\"")))
        #expect(project.call("report --owner \(maya) --photo Samples/strong.csv --out \(pages)").code == 65)
        #expect(project.call("report --owner \(maya) --photo nowhere.jpg --out \(pages)").code == 66)
        #expect(project.call("export metrics --owner \(maya) --photo nowhere.jpg").code == 2)
        // In a folder the packet has the app's own name, another page that of its definition.
        let folder = "\(project.folder)/printed"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["packet", "dashboard"] {
            let printed = project.call("export \(name) --owner \(maya) -o pdf --out \(folder)")
            #expect(printed.code == 0, "\(printed.errors)")
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == ["Maya_Rivera_RecruitingPacket.pdf", "dashboard.pdf"])
        let metrics = "\(project.folder)/metrics.pdf"
        #expect(project.call("export metrics --owner \(maya) -o pdf --out \(metrics)").code == 0)
        #expect(try #require(FileManager.default.contents(atPath: metrics)).count > 20_000)
    }
}
