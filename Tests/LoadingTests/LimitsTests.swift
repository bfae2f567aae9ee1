import Foundation
import Packing
import Postgres
import Proving
import Testing

/// Limits of a night: what fails it, what is warned of, what it refuses.
@Suite struct LimitsTests {
    private let night: NightlyTests
    private var scratch: Scratch { night.scratch }

    init() throws { night = try NightlyTests() }

    private func drop(_ name: String, _ text: String) throws {
        try night.drop("\(Ground.maya)/\(name)", Array(text.utf8))
    }

    private func log(_ first: Int, _ count: Int, bad: Int = 0) -> String {
        let good = (0..<count).map { "r\(first + $0),2026-05-01,velocity,\(50 + Double($0) / 100),mph" }
        return Log.withIDs(good + (0..<bad).map { "x\(first + $0),2026-05-01,velocity,none,mph" })
    }

    /// The nightly job with other lines than `max_rejects: 0`.
    private func nightly(_ lines: String, _ words: [String] = []) throws -> Program.Result {
        let pipelines = "\(scratch.folder)/pipelines"
        if !FileManager.default.fileExists(atPath: pipelines) {
            try FileManager.default.copyItem(atPath: Ground.pipelinesFolder, toPath: pipelines)
        }
        let job = try String(contentsOfFile: "\(Ground.pipelinesFolder)/nightly.yaml", encoding: .utf8)
        try scratch.file("pipelines/nightly.yaml", job.replacing("max_rejects: 0", with: lines))
        return try night.start(["SCOREBOOK_PIPELINES": pipelines], words: ["run", "nightly"] + words).finish()
    }

    /// Lets a day go by since all runs.
    private func passNight() throws {
        _ = try scratch.openPlatform().rows(
            "update scorebook.runs set started_at = started_at - interval '24 hours'")
    }

    private func metrics() throws -> String? {
        try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)")
    }

    @Test func `Rejects and refused files below their limits are warned of, and above them fail the run`() throws {
        let cases: [(lines: String, words: [String], status: String, code: Int32)] = [
            ("max_rejects: 1", [], "limit_exceeded", 1),
            ("max_rejects: 2", [], "warned", 0),
            ("{max_rejects: 2, warn_rejects: 1}", [], "warned", 0),
            ("{max_rejects: 2, warn_rejects: 2}", [], "succeeded", 0),
            ("max_rejects: 0", ["--max-rejects", "50%", "--warn-rejects", "40%"], "succeeded", 0),
        ]
        for (number, item) in cases.enumerated() {
            try drop("log\(number).csv", log(100 * number, 3, bad: 2))
            let lines = item.lines.trimmingCharacters(in: ["{", "}"]).replacing(", ", with: "\n")
            let result = try nightly(lines, item.words)
            #expect(
                result.code == item.code && result.report["status"] as? String == item.status,
                "\(item): \(result.code) \(result.report["status"] ?? "") \(result.complaints)")
        }
        let refusals: [(lines: String, words: [String], hasGood: Bool, status: String, code: Int32)] = [
            ("max_refused: 0", [], true, "limit_exceeded", 1), ("max_refused: 1", [], true, "warned", 0),
            ("max_refused: 1", [], false, "warned", 0), ("max_refused: 0", [], false, "refused", 65),
            ("max_refused: 40%", [], true, "limit_exceeded", 1), ("max_refused: 50%", [], true, "warned", 0),
            ("max_refused: 0", ["--max-refused", "1"], true, "warned", 0),
        ]
        for (number, item) in refusals.enumerated() {
            if item.hasGood { try drop("good\(number).csv", log(10_000 + 100 * number, 3)) }
            try drop("bad\(number).csv", "nonsense\n")
            let result = try nightly("max_rejects: 0\n\(item.lines)", item.words)
            #expect(
                result.code == item.code && result.report["status"] as? String == item.status,
                "\(item): \(result.code) \(result.report["status"] ?? "") \(result.complaints)")
        }
        #expect(night.files("inbox") == [])
    }

    @Test func `A file with more new rows than the run may still load is refused as a whole`() throws {
        try drop("a.csv", log(0, 6))
        try drop("b.csv", log(100, 6))
        try drop("c.csv", log(200, 4))
        try night.drop("\(Ground.maya)/d.json", Ground.bytes("\(Ground.samples)/metric-log-json.json"))
        let result = try nightly("max_rejects: 100%\nmax_new_rows: 10")
        #expect(result.code == 1, "\(result.complaints)")
        let refused = result.units.filter { $0["status"] as? String == "refused" }
        #expect(refused.compactMap { $0["source"] as? String } == ["b.csv", "d.json"], "\(result.output)")
        #expect(refused.allSatisfy { $0["code"] as? String == "E_ROW_BUDGET" })
        let reason = refused.first?["reason"] as? String
        #expect(reason?.hasPrefix("it would add 6 rows, but this run may add only 4 more") == true, "\(reason ?? "")")
        #expect(try metrics() == "10")
        #expect(night.files("archive").count == 2 && night.files("quarantine").count == 4)
        // What is loaded already adds nothing.
        try drop("a.csv", log(0, 6))
        #expect(try nightly("max_rejects: 0\nmax_new_rows: 0").statuses == ["already_loaded"])
        let retried = try night.start(words: ["quarantine", "retry", "--code", "E_ROW_BUDGET"]).finish()
        #expect(retried.code == 0 && night.files("quarantine") == [], "\(retried.output)")
        let plan = try night.start(words: ["plan", "nightly", "--max-new-rows", "5", "--max-rejects", "100%"]).finish()
        #expect(plan.units.first?["code"] as? String == "E_ROW_BUDGET", "\(plan.output)")
        let more = try nightly("max_rejects: 100%\nmax_new_rows: 10", ["--max-new-rows", "1000"])
        #expect(more.code == 0 && night.files("inbox") == [], "\(more.complaints)")
    }

    @Test func `A night with far fewer or far more records than usual is warned of`() throws {
        func night(_ number: Int, _ records: Int) throws -> [String] {
            if records > 0 { try drop("n\(number).csv", log(10_000 * number, records)) }
            let result = try nightly("max_rejects: 0")
            #expect(result.code == 0, "\(result.complaints)")
            let warnings = (result.report["warnings"] as? [String: Int] ?? [:]).keys.filter { $0.contains("unusually") }
            // The night is over.
            try passNight()
            return Array(warnings)
        }
        for number in 1...3 { #expect(try night(number, 100) == []) }
        #expect(try night(4, 11) == [])
        let few = try night(5, 9)
        #expect(few == ["unusually few records: 9, the median of the last nights is 100"])
        #expect(try night(6, 1000) == [])
        let many = try night(7, 1001)
        #expect(many == ["unusually many records: 1,001, the median of the last nights is 100"])
        #expect(try night(8, 0).count == 1)
        let status = try self.night.start(words: ["status", "nightly"]).finish()
        let list = try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [[String: Any]]
        let job = try #require(list?.first, "\(status.output)")
        #expect(job["records"] as? Int == 0 && job["usual_records"] as? Int == 100, "\(job)")
        #expect((job["warning"] as? String)?.hasPrefix("unusually few records: 0") == true && status.code == 0)
        #expect(job["last_good"] is String && job["last_good_age_s"] is Int)
    }

    @Test func `A second run after a correction belongs to the same night`() throws {
        for number in 1...3 {
            try drop("n\(number).csv", log(10_000 * number, 100))
            #expect(try nightly("max_rejects: 0").code == 0)
            try passNight()
        }
        try drop("today.csv", log(50_000, 100))
        #expect(try nightly("max_rejects: 0").report["status"] as? String == "succeeded")
        try drop("late.csv", log(60_000, 1))
        let late = try nightly("max_rejects: 0")
        #expect(late.report["status"] as? String == "succeeded" && (late.report["warnings"] as? [String: Int]) == [:])
    }

    @Test func `Status lists since when each owner has nothing new`() throws {
        try drop("log.csv", log(0, 3, bad: 1))
        try night.drop("\(Ground.leo)/log.csv", Array(log(500, 2).utf8))
        #expect(try nightly("max_rejects: 10").code == 0)
        _ = try scratch.openPlatform().rows(
            "update scorebook.units set finished_at = finished_at - interval '3 days' where owner_scope = $1",
            [Ground.leo])
        try night.drop("\(Ground.leo)/bad.csv", Array("nonsense\n".utf8))
        _ = try nightly("max_rejects: 10")
        let result = try night.start(words: ["status", "nightly", "--owners"]).finish()
        let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]] ?? []
        #expect(list.compactMap { $0["owner"] as? String } == [Ground.leo, Ground.maya], "\(result.output)")
        #expect(
            list.compactMap { $0["refused"] as? Int } == [1, 0] && list.compactMap { $0["rejects"] as? Int } == [0, 1])
        #expect((list.first?["age_s"] as? Int ?? 0) / 86_400 == 3)
    }

    @Test func `An owner of whom nothing was ever loaded is listed first, with what was refused`() throws {
        try drop("log.csv", log(0, 3))
        try drop("bad.csv", "nonsense\n")
        try night.drop("\(Ground.leo)/bad.csv", Array("other nonsense\n".utf8))
        _ = try nightly("max_rejects: 10")
        let result = try night.start(words: ["status", "nightly", "--owners"]).finish()
        let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]] ?? []
        #expect(list.compactMap { $0["owner"] as? String } == [Ground.leo, Ground.maya], "\(result.output)")
        #expect(list.first?["loaded"] is NSNull && list.first?["age_s"] is NSNull)
        // One of Maya's was refused by the run that loaded the other.
        #expect(list.compactMap { $0["refused"] as? Int } == [1, 1])
    }

    @Test func `The last good night stays known when later ones fail`() throws {
        try drop("log.csv", log(0, 3))
        #expect(try nightly("max_rejects: 0").code == 0)
        try drop("bad.csv", log(100, 1, bad: 1))
        #expect(try nightly("max_rejects: 0").code == 1)
        let status = try night.start(words: ["status", "nightly"]).finish()
        #expect(status.code == 1 && status.output.contains("\"last_good\": \"20"), "\(status.output)")
    }
}
