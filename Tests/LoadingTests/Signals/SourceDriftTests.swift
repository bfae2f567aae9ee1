import Foundation
import Postgres
import Proving
import Serving
import Testing

/// What changed in the files of a format: in the report, in the ledger, and by `scorebook drift`.
@Suite struct SourceDriftTests {
    let night: JobNight

    init() throws { night = try JobNight("") }

    private func changes(_ result: Program.Result) -> [String] {
        (result.report["drift"] as? [[String: Any]] ?? []).map { change in
            "\(change["format"] ?? ""): \(change["message"] ?? "")"
        }
    }

    /// A night with one file.
    private func load(_ text: String, of owner: String = JobNight.maya, _ more: [String] = []) throws -> Program.Result
    {
        try night.drop("\(owner)/\(UUID().uuidString).csv", text)
        return try night.run(["-o", "json", "--max-rejects", "100%"] + more)
    }

    private func log(_ days: Range<Int>, _ columns: String, _ cells: (Int) -> String) -> String {
        Log.withIDs(
            days.map { day in "r\(day),2026-01-\(day % 18 + 10),velocity,7\(day % 10),mph\(cells(day))" },
            columns: columns)
    }

    private func drift(_ words: [String]) throws -> Program.Result {
        try Program.run(["drift"] + words, environment: ["DATABASE_URL": night.scratch.url(), "COLUMNS": "80"])
    }

    @Test func `Columns that are new, gone or empty show once, in the night in which it happened`() throws {
        // The first has nothing to be compared with.
        #expect(changes(try load(log(0..<12, ",notes,feel") { _ in ",secret note,5" })) == [])
        let same = try load(log(20..<32, ",notes,feel") { _ in ",other,6" })
        #expect(changes(same) == [] && same.code == 0, "\(same.complaints)")
        let second = try load(log(40..<52, ",notes,feel,rpe") { _ in ",other,6,8" })
        #expect(changes(second) == ["metric-log: column \"rpe\" is new"])
        // A plan says the same and writes nothing.
        try night.drop("\(JobNight.maya)/planned.csv", log(60..<72, ",notes") { _ in "," })
        let expected = [
            "metric-log: column \"feel\" is gone", "metric-log: column \"notes\" is always empty; it had values before",
        ]
        #expect(changes(try night.run(["-n", "-o", "json"])).sorted() == expected)
        let third = try night.run(["-o", "json"])
        #expect(changes(third).sorted() == expected)
        #expect(changes(try load(log(80..<92, ",notes") { _ in "," })) == [])
        // A few records say nothing of an empty column; an unread column is neither empty nor filled.
        let text = try night.run([])
        #expect(!text.output.contains("Sources that changed"))
        let again = try night.scratch.value("select count(*) from scorebook.profiles")
        #expect(again == "5")

        let table = try drift(["metric-log"])
        #expect(table.code == 0 && table.output.contains("column \"rpe\" is new"), "\(table.complaints)")
        #expect(table.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(table.output)")
        #expect(table.output.contains("not read"))
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(try drift(["metric-log", "-o", "json"]).output.utf8))
                as? [[String: Any]])
        #expect(rows.map { ($0["changes"] as? [Any])?.count } == [0, 2, 1, 0, 0])
        #expect(rows.map { $0["records"] as? Int } == [12, 12, 12, 12, 12])
        let all = try drift([])
        #expect(all.code == 0 && all.output.contains("metric-log") && all.output.contains("and 1 more"))
        #expect(try drift(["strong"]).code == 66)
        #expect(try drift(["metric-log", "--limit", "1", "-o", "jsonl"]).output.split(separator: "\n").count == 1)
        // No value and nobody in it.
        let stored = try night.scratch.rows("select profile::text from scorebook.profiles as profile").map {
            $0[0] ?? ""
        }
        for word in ["secret", "velocity", "mph", Ground.maya, JobNight.maya] {
            #expect(!stored.contains { $0.contains(word) }, "\(word)")
        }
    }

    @Test func `A unit that was not seen before, and twice the share of rejects`() throws {
        func sets(_ unit: String, _ day: Int) -> String {
            "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n"
                + "2026-03-0\(day),Lat Pulldown,Back,35.0,\(unit),10,,,,\n2026-03-0\(day),Squat,Legs,65.0,\(unit),8,,,,\n"
        }
        #expect(changes(try load(sets("kgs", 1))) == [])
        #expect(changes(try load(sets("kgs", 2))) == [])
        let found = changes(try load(sets("lbs", 3)))
        #expect(found == ["fitnotes: the unit of \"Weight\" is lb; before, it was kg"])
        #expect(changes(try load(sets("lbs", 4))) == [])

        func metrics(_ range: Range<Int>, bad: Int) -> String {
            Log.withIDs(
                range.map {
                    "r\($0),2026-01-\($0 % 18 + 10),velocity,\($0 - range.lowerBound < bad ? "fast" : "7\($0 % 10)"),mph"
                })
        }
        #expect(changes(try load(metrics(0..<100, bad: 10))) == [])
        #expect(changes(try load(metrics(100..<200, bad: 19))) == [])
        let doubled = try load(metrics(200..<300, bad: 29))
        #expect(changes(doubled) == ["metric-log: 29% of the records are rejected; before, it was 14.5%"])
        // Few rejects are no share.
        #expect(changes(try load(metrics(300..<309, bad: 9))) == [])
    }

    @Test func `The report in a terminal, the log and the metrics tell it`() throws {
        let night = try JobNight("metrics: FOLDER/scorebook.prom")
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        #expect(try night.run().code == 0)
        try night.drop(
            "\(Ground.leo)/b.csv",
            Log.withIDs(["x,2026-05-01,velocity,70,mph,3"], columns: ",a very long name of a column"))
        let result = try night.run(["--log-format", "json"])
        #expect(
            result.output.contains(
                "Sources that changed since earlier runs\n  metric-log: column \"a very long name of a column\" is new\n"
            ),
            "\(result.output)")
        #expect(result.complaints.contains("\"event\": \"source changed\"") && !result.complaints.contains("very long"))
        let found = try Exposition(night.text("scorebook.prom"))
        #expect(found.value("scorebook_last_run_source_changes", ["kind": "column_new"]) == 1)
        #expect(found.value("scorebook_last_run_source_changes", ["kind": "column_gone"]) == 0)
    }

    @Test func `Profiles are small, whatever is in a header`() throws {
        let names = (0..<700).map { "column \($0) " + String(repeating: "x", count: 200) }
        let text = Log.withIDs(
            ["a,2026-05-01,velocity,70,mph" + String(repeating: ",1", count: 700)],
            columns: "," + names.joined(separator: ","))
        #expect(try load(text).code == 0)
        let row = try night.scratch.rows(
            """
            select cardinality(columns), (select max(length(name)) from unnest(columns) as name) from scorebook.profiles
            """)
        #expect(row == [["500", "100"]])
    }

    @Test func `Erasure takes profiles that are of one person alone, retention all but the last`() throws {
        #expect(try load(JobNight.good).code == 0)
        try night.drop("\(JobNight.maya)/b.csv", Log.withIDs(["b,2026-05-02,velocity,71,mph"]))
        #expect(try load(Log.withIDs(["x,2026-05-01,velocity,70,mph"]), of: Ground.leo).code == 0)
        #expect(try load(Log.withIDs(["y,2026-05-03,velocity,70,mph"], columns: ",\(JobNight.maya)")).code == 0)
        let count = "select count(*) from scorebook.profiles"
        #expect(try night.scratch.value(count) == "3")
        let environment = ["DATABASE_URL": night.scratch.url()]
        let erased = try Program.run(["erase", "--owner", JobNight.maya, "--yes"], environment: environment)
        #expect(erased.code == 0, "\(erased.complaints)")
        // The night with a file of Leo's stays.
        #expect(try night.scratch.value(count) == "1")
        #expect(try Program.run(["erase", "--owner", JobNight.maya, "--verify"], environment: environment).code == 0)

        #expect(try load(Log.withIDs(["z,2026-05-04,velocity,70,mph"]), of: Ground.leo).code == 0)
        #expect(try night.scratch.value(count) == "2")
        _ = try night.scratch.rows("update scorebook.runs set started_at = started_at - interval '91 days'")
        #expect(try Program.run(["purge"], environment: environment).code == 0)
        #expect(try night.scratch.value(count) == "1")
        #expect(
            try night.scratch.value(
                "select (select max(id) from scorebook.profiles) = (select id from scorebook.profiles)")
                == "t")
    }

    @Test(arguments: ["authenticated", "anon", "service_role"])
    func `The app's roles see none of it`(role: String) throws {
        #expect(try load(JobNight.good).code == 0)
        let connection = try night.scratch.openPlatform()
        _ = try connection.rows("set role \(role)")
        #expect(throws: DatabaseError.self) { try connection.rows("select * from scorebook.profiles") }
    }
}
