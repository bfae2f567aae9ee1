import Foundation
import Packing
import Postgres
import Proving
import Testing

/// A whole night: 200 files of every kind, of twelve owners, good and bad.
@Suite struct NightOfManyTests {
    private let night: NightlyTests
    private var scratch: Scratch { night.scratch }
    private let owners: [String]
    /// Samples of the job's datasets that load with the settings below.
    private static let samples = [
        "metric-log.csv", "metric-log-json.json", "metric-log-jsonl.jsonl", "measurement-log.csv", "workout-log.csv",
        "game-log-json.json", "hevy.csv", "fitnotes.csv", "apple-health.xml", "progress-photo.front.jpg",
        "whoop-sleeps.csv",
    ]
    private static let settings = "zone: America/Los_Angeles\nspeed_unit: mph\nweight_unit: kg\n"
    private static let files = 200

    init() throws {
        night = try NightlyTests()
        let folder = night.scratch.folder
        let pipelines = "\(folder)/pipelines"
        try FileManager.default.copyItem(atPath: Ground.pipelinesFolder, toPath: pipelines)
        let job = try String(contentsOfFile: "\(pipelines)/nightly.yaml", encoding: .utf8)
        let after = ["success", "failure"].map { end in
            "on_\(end): [/bin/sh, -c, 'cat > \"$$1\"', told, \(folder)/\(end).json]\n"
        }
        try night.scratch.file("pipelines/nightly.yaml", job + after.joined())
        let others = (1...10).map { "5f0c0000-0000-4000-8000-0000000a00\($0 < 10 ? "0" : "")\($0)" }
        let platform = try night.scratch.openPlatform()
        for (number, id) in others.enumerated() {
            _ = try platform.rows(
                "insert into auth.users (id, email) values ($1, $2)", [id, "player\(number)@example.org"])
            _ = try platform.rows(
                """
                insert into public.users (id, email, role, full_name, timezone)
                values ($1, $2, 'player', 'A Player', 'America/Los_Angeles')
                """, [id, "player\(number)@example.org"])
        }
        owners = [Ground.maya, Ground.leo] + others
    }

    /// What is dropped for an owner under a number, and whether it can be loaded.
    private func file(_ number: Int) throws -> (name: String, bytes: [UInt8], isGood: Bool) {
        if number % 20 == 7 { return ("bad-\(number).csv", Array("nonsense \(number)\n".utf8), false) }
        if number % 20 == 13 { return ("cut-\(number).csv", [0x1F, 0x8B, 0, 1, 2, UInt8(number)], false) }
        let log = Log.withIDs([
            "n\(number),2026-05-\(number % 28 + 1 < 10 ? "0" : "")\(number % 28 + 1),velocity,70,mph"
        ])
        if number % 10 == 4 { return ("packed-\(number).zip", ZipFile.make([ZipFile.Entry("log.csv", log)]), true) }
        let sample = Self.samples[number / 12 % Self.samples.count]
        guard number % 3 == 0 else { return ("deep/log-\(number).csv", Array(log.utf8), true) }
        return (sample, try Ground.bytes("\(Ground.samples)/\(sample)"), true)
    }

    private var signals: [String: String] {
        [
            "SCOREBOOK_METRICS": "\(scratch.folder)/scorebook.prom",
            "SCOREBOOK_LINEAGE": "\(scratch.folder)/lineage.jsonl", "SCOREBOOK_PHOTOS": scratch.photos,
            "SCOREBOOK_PIPELINES": "\(scratch.folder)/pipelines",
        ]
    }

    /// A further night; its figures for the monitoring are those of its report.
    private func nightly() throws -> Program.Result {
        let result = try night.start(signals, words: ["run", "nightly", "--max-rejects", "100%"]).finish()
        try checkMetrics(of: result)
        try checkFollowUp(of: result)
        return result
    }

    /// The command for this end, and no other, got the report.
    private func checkFollowUp(of result: Program.Result) throws {
        let files = FileManager.default
        let (ran, other) = result.code == 0 ? ("success", "failure") : ("failure", "success")
        let told = try Data(contentsOf: URL(filePath: "\(scratch.folder)/\(ran).json"))
        let report = try JSONSerialization.jsonObject(with: told) as? [String: Any]
        #expect(report?["run"] as? String == result.report["run"] as? String)
        #expect(!files.fileExists(atPath: "\(scratch.folder)/\(other).json"))
        try files.removeItem(atPath: "\(scratch.folder)/\(ran).json")
    }

    private func checkMetrics(of result: Program.Result) throws {
        let found = try Exposition(String(contentsOfFile: "\(scratch.folder)/scorebook.prom", encoding: .utf8))
        for outcome in ["inserted", "updated", "unchanged", "rejected"] {
            let labels = ["job": "nightly", "outcome": outcome]
            #expect(found.value("scorebook_last_run_records", labels) == result.ledger[outcome].map(Double.init))
        }
        let refused = result.statuses.filter { $0 == "refused" }.count
        #expect(found.value("scorebook_last_run_files", ["status": "refused"]) == Double(refused))
        #expect(found.value("scorebook_waiting_files", ["place": "quarantine"]) == Double(count("quarantine")))
    }

    /// Each run has its start and its end, and names nobody.
    private func checkEvents(runs: Int) throws {
        let text = try String(contentsOfFile: "\(scratch.folder)/lineage.jsonl", encoding: .utf8)
        let kinds = try text.split(separator: "\n").map { line in
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return event?["eventType"] as? String ?? ""
        }
        #expect(kinds.count == 2 * runs, "\(kinds)")
        for (number, kind) in kinds.enumerated() { #expect((kind == "START") == (number % 2 == 0), "\(kinds)") }
        for owner in owners { #expect(!text.contains(owner)) }
    }

    /// The pages of a run tell what was refused; those of a person, which an administrator may write, what came of their files.
    private func checkPages(of run: String) throws {
        for (words, page, told) in [
            (["--run", run], "run.html", "bad-7.csv"),
            (["--owner", Ground.maya], "timeline.html", "Fastball Velocity"),
        ] {
            let folder = "\(scratch.folder)/pages-\(page)"
            let result = try night.start(
                ["DATABASE_URL": scratch.administratorURL], words: ["report", "--out", folder] + words
            ).finish()
            #expect(result.code == 0, "\(result.complaints)")
            let text = try String(contentsOfFile: "\(folder)/\(page)", encoding: .utf8)
            #expect(text.contains(told) && !text.contains("nonsense"))
        }
    }

    private func listing() -> [String] {
        ["inbox", "archive", "quarantine"].flatMap { folder in night.files(folder).map { "\(folder)/\($0)" } }
    }

    private func count(_ folder: String) -> Int {
        night.files(folder).filter { !$0.hasSuffix(".reason.md") && !$0.hasSuffix("settings.yaml") }.count
    }

    private func status(_ words: [String] = []) throws -> [[String: Any]] {
        let result = try night.start(words: ["status", "nightly"] + words).finish()
        let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        return try #require(list, "\(result.output) \(result.complaints)")
    }

    /// The night; while it waits for a lock, a file is replaced.
    private func replacing(_ path: String, with text: String) throws -> Program.Result {
        let blocker = try scratch.open()
        try blocker.run("begin; lock table scorebook.units in access exclusive mode")
        let watcher = try scratch.open()
        let program = try night.start(signals, words: ["run", "nightly", "--max-rejects", "100%"])
        let waiting = """
            select pid from pg_catalog.pg_stat_activity
            where wait_event_type = 'Lock' and datname = pg_catalog.current_database() and backend_type = 'client backend'
            """
        var process: String?
        for _ in 0..<6_000 where process == nil {
            process = try watcher.value(waiting)
            usleep(5_000)
        }
        #expect(process != nil)
        try night.drop("\(path).new.part", Array(text.utf8))
        let folder = "\(scratch.folder)/inbox"
        #expect(rename("\(folder)/\(path).new.part", "\(folder)/\(path)") == 0)
        try blocker.run("rollback")
        return program.finish()
    }

    @Test func `Two hundred files of twelve owners each come to their place, and a second night changes nothing`()
        throws
    {
        let broken = owners[11]
        var (good, bad, waiting) = (0, 0, 0)
        for number in 0..<Self.files {
            let owner = owners[number % owners.count]
            let file = try file(number)
            try night.drop("\(owner)/\(number)/\(file.name)", file.bytes)
            if owner == broken { waiting += 1 } else if file.isGood { good += 1 } else { bad += 1 }
        }
        for owner in owners { try night.drop("\(owner)/settings.yaml", Array(Self.settings.utf8)) }
        try night.drop("\(broken)/settings.yaml", Array("zone: Mars/Phobos\n".utf8))
        // The first of all, so that it is at hand while the night waits.
        let first = "\(owners[0])/0/first.csv"
        try night.drop(first, Array(Log.withIDs(["first,2026-04-01,velocity,70,mph"]).utf8))

        let replacement = Log.withIDs(["second,2026-04-02,velocity,71,mph"])
        let result = try replacing(first, with: replacement)
        // One file was not to be had as it was found: try again.
        #expect(result.code == 75, "\(result.complaints)")
        try checkMetrics(of: result)
        try checkFollowUp(of: result)
        let refused = result.units.filter { $0["status"] as? String == "refused" }
        #expect(refused.count == bad + 1, "\(refused)")
        #expect(refused.filter { $0["source"] as? String == "settings.yaml" }.count == 1)
        #expect(result.units.filter { $0["code"] as? String == "E_SETTINGS_FILE" }.count == waiting + 1)
        // The replaced one stays, and those of the broken settings.
        #expect(count("inbox") == waiting + 1 && count("archive") == good && count("quarantine") == bad)
        #expect(night.files("quarantine").count == 2 * bad)
        #expect(count("inbox") + count("archive") + count("quarantine") == Self.files + 1)

        let job = try #require(try status().first)
        #expect(job["inbox"] as? Int == waiting + 1 && job["quarantine"] as? Int == bad, "\(job)")

        // The second night takes what came meanwhile; the third finds nothing to change.
        let second = try nightly()
        #expect(second.statuses.filter { $0 == "loaded" }.count == 1, "\(second.complaints)")
        let (rows, places) = (try scratch.contents(), listing())
        _ = try nightly()
        #expect(try scratch.contents() == rows && listing() == places)

        // The settings are corrected, and one refused file; the others are dropped.
        try night.drop("\(broken)/settings.yaml", Array(Self.settings.utf8))
        let retried = try night.start(words: ["quarantine", "retry", "--all"]).finish()
        #expect(retried.code == 0 && count("quarantine") == 0 && night.files("quarantine") == [], "\(retried.output)")
        let third = try nightly()
        #expect(third.code == 1, "\(third.complaints)")
        let wrong = (0..<Self.files).filter { number in
            number % 20 == 7 || number % 20 == 13
        }.count
        #expect(count("inbox") == 0 && count("quarantine") == wrong && count("archive") == Self.files + 1 - wrong)
        #expect(try night.start(words: ["quarantine", "drop", "--all", "--yes"]).finish().code == 0)
        let last = try nightly()
        #expect(last.code == 0 && last.report["status"] as? String == "nothing_to_do", "\(last.output)")
        try checkEvents(runs: 5)
        try checkPages(of: try #require(third.report["run"] as? String))
        let verified = try scratch.rows(
            "select count(*) from scorebook.units where status = 'loaded'"
                + " and read <> inserted + updated + unchanged + duplicate + rejected + skipped")
        #expect(verified[0][0] == "0")
        let loaded = try scratch.rows(
            "select count(distinct owner_scope) from scorebook.units where status = 'loaded'")
        #expect(loaded[0][0] == "\(owners.count)")
        let nights = "select count(*) > 0 from public.sleep_nights union all select count(*) > 0 from public.photo_days"
        #expect(try scratch.rows(nights) == [["t"], ["t"]])
        #expect(try scratch.wrongSummaries() == [])
    }
}
