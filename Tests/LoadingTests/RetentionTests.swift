import Definitions
import Foundation
import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// What is older than its retention goes; what keeps a file from being loaded twice stays.
@Suite struct RetentionTests {
    let scratch: Scratch
    private let secret = "n.m. by Maya's coach"

    init() throws { scratch = try Scratch(.used) }

    private func scorebook(_ words: String...) throws -> Program.Result {
        try Program.run(words, environment: ["DATABASE_URL": scratch.url()])
    }

    /// Two runs: the second changes a row of the first, and rejects a record.
    private func loadTwice() throws -> (first: String, second: String, path: String) {
        let first = try scratch.file("first.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        let second = try scratch.file(
            "second.csv", Log.withIDs(["a,2026-05-01,velocity,71,mph", "b,2026-05-02,velocity,\(secret),mph"]))
        return (scratch.run(first).report.run, scratch.run(second).report.run, second)
    }

    private func age(_ run: String, days: Int) throws {
        _ = try scratch.rows(
            "update scorebook.runs set started_at = started_at - pg_catalog.make_interval(days => $2::integer) where id = $1::uuid",
            [run, "\(days)"])
    }

    private let texts = """
        select (select count(*) from scorebook.rejects where raw is not null or cells is not null),
            (select count(*) from scorebook.before_images), (select count(report) from scorebook.runs)
        """

    @Test func aRunRemovesWhatIsTooOldAndSaysSo() throws {
        let (_, second, path) = try loadTwice()
        #expect(try scratch.rows(texts) == [["1", "1", "2"]])
        try age(second, days: 89)
        let other = try scratch.file("other.csv", Log.withIDs(["c,2026-05-03,velocity,72,mph"]))
        let common = ["--owner", Ground.maya, "-o", "json"]
        let early = try Program.run(["run", "--input", other] + common, environment: ["DATABASE_URL": scratch.url()])
        #expect(early.report["purged"] is NSNull)
        #expect(try scratch.rows(texts) == [["1", "1", "3"]])
        try age(second, days: 2)
        let again = try Program.run(
            ["run", "--input", path, "--max-rejects", "9"] + common, environment: ["DATABASE_URL": scratch.url()])
        #expect(again.report["purged"] as? [String: Int] == ["rejects": 1, "before_images": 1, "reports": 1])
        // A second run still loads nothing.
        #expect(again.statuses == ["already_loaded"])
        #expect(try !scratch.dump().contains(secret))
        #expect(
            try scratch.rows("select code, record_number, field from scorebook.rejects") == [
                ["not_a_number", "2", "value"]
            ])
        let undone = try scorebook("rollback", second)
        #expect(undone.code == 1 && undone.complaints.contains("before-images were removed"), "\(undone.complaints)")
        #expect(
            try scratch.value(
                "select value from public.performance_metrics where user_id = $1::uuid and recorded_date = '2026-05-01'",
                [Ground.maya]) == "71")
        #expect(try scorebook("show", second).code == 0)
        #expect(try scorebook("rejects", second).code == 0)
        #expect(try scorebook("rejects", "replay", second).code == 0)
    }

    /// What a full portion leaves is for the next one, be it rows that were changed or rejects.
    @Test(arguments: [(3, 6), (6, 3)], 1...4)
    func whatIsTooOldGoesInPortionsOfAnySize(counts: (changed: Int, rejected: Int), portion: Int) throws {
        func good(_ value: Int) -> [String] {
            (1...counts.changed).map { "m\($0),2026-05-0\($0),velocity,\(value),mph" }
        }
        let bad = (1...counts.rejected).map { "b\($0),2026-05-0\($0),velocity,\(secret),mph" }
        _ = scratch.run(try scratch.file("first.csv", Log.withIDs(good(70))))
        let second = scratch.run(try scratch.file("second.csv", Log.withIDs(good(71) + bad))).report.run
        #expect(try scratch.rows(texts) == [["\(counts.rejected)", "\(counts.changed)", "2"]])
        try age(second, days: 91)
        let purge = "select rejects + before_images + reports from scorebook.purge('{}', '{}', 90, $1::integer)"
        let connection = try scratch.openPlatform()
        var calls = 0
        while calls < 20, try connection.rows(purge, ["\(portion)"]) != [["0"]] { calls += 1 }
        #expect(calls < 20)
        #expect(try scratch.rows(texts) == [["0", "0", "1"]])
        #expect(try !scratch.dump().contains(secret))
    }

    @Test func theCommandTakesTheTime() throws {
        _ = try loadTwice()
        let nothing = try scorebook("purge", "-o", "json")
        #expect(nothing.code == 0 && !nothing.output.contains("1"), "\(nothing.output)\(nothing.complaints)")
        #expect(try scratch.rows(texts) == [["1", "1", "2"]])
        let later = try scratch.value("select (pg_catalog.now() + interval '91 days')::date") ?? ""
        #expect(try scorebook("purge", "--as-of", later).code == 0)
        #expect(try scratch.rows(texts) == [["0", "0", "0"]])
        #expect(try scratch.value("select count(*) from scorebook.lineage") != "0")
    }

    @Test func aJobMayKeepForFewerDays() throws {
        let (first, second, _) = try loadTwice()
        _ = try scratch.rows("update scorebook.runs set job = 'weekly' where id = $1::uuid", [second])
        let folder = "\(scratch.folder)/definitions"
        try FileManager.default.copyItem(atPath: Ground.pipelinesFolder, toPath: folder)
        func job(_ retention: String) throws -> Program.Result {
            let text = """
                job: Weekly
                inbox: nowhere
                owner: payload
                datasets: [performance]
                retention: \(retention)
                """
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/weekly.yaml"))
            return try Program.run(
                ["purge", "--pipelines", folder],
                environment: ["DATABASE_URL": scratch.url()])
        }
        #expect(try job("soon").complaints.contains("`retention` is a number of days as in `90 d`"))
        try age(first, days: 20)
        try age(second, days: 20)
        #expect(try job("30 d").code == 0)
        #expect(try scratch.rows(texts) == [["1", "1", "2"]])
        #expect(try job("14 d").code == 0)
        #expect(try scratch.rows(texts) == [["0", "0", "1"]])
    }
}
