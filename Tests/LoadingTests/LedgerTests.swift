import Foundation
import Postgres
import Proving
import Records
import Reporting
import Testing

/// What the ledger says of a night is what its report has said.
@Suite struct LedgerTests {
    private let night: NightlyTests
    private var scratch: Scratch { night.scratch }

    init() throws { night = try NightlyTests() }

    private func drop(_ name: String, _ text: String) throws { try night.drop(name, Array(text.utf8)) }

    private func list(_ words: [String]) throws -> [[String: Any]] {
        let result = try night.start(words: words).finish()
        let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        return try #require(list, "\(result.output) \(result.complaints)")
    }

    /// How many files of each owner were refused, as `status --owners` lists them; of no known owner under "unknown".
    private func refused() throws -> [String: Int] {
        Dictionary(
            try list(["status", "nightly", "--owners"]).map {
                ($0["owner"] as? String ?? "unknown", $0["refused"] as? Int ?? -1)
            }, uniquingKeysWith: +)
    }

    /// Status and code of each file.
    private func told(_ units: [[String: Any]]) -> [String] {
        units.filter { $0["status"] as? String != "ignored" }.map { unit in
            "\(unit["source"] ?? "") \(unit["status"] ?? "") \(unit["code"] as? String ?? "")"
        }.sorted()
    }

    @Test func `Files of no known owner are in the ledger, which names nobody for them`() throws {
        try drop("\(Ground.maya)/log.csv", night.good)
        try drop("nobody@example.org/hevy.csv", "nonsense\n")
        try drop("stray.csv", "nonsense\n")
        let link = "\(scratch.folder)/inbox/\(Ground.maya)/link.csv"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/passwd")
        let first = try night.nightly()
        #expect(first.code == 1, "\(first.complaints)")
        let expected = [
            "hevy.csv refused E_OWNER_UNKNOWN", "link.csv refused E_NOT_A_FILE", "log.csv loaded ",
            "stray.csv refused E_OWNER_MISSING",
        ]
        #expect(told(first.units) == expected)
        let rows = try scratch.rows(
            """
            select source, code, owner_scope, pg_catalog.encode(sha256, 'hex') from scorebook.units
            where status = 'refused' order by source
            """)
        #expect(
            rows == [
                ["hevy.csv", "E_OWNER_UNKNOWN", nil, nil], ["link.csv", "E_NOT_A_FILE", nil, nil],
                ["stray.csv", "E_OWNER_MISSING", nil, nil],
            ])
        #expect(try scratch.value("select count(*) from scorebook.units as u where u::text like '%nobody%'") == "0")
        #expect(night.files("quarantine") == [])
        let shown = try night.start(words: ["show", "latest"]).finish()
        #expect(told(shown.units) == expected, "\(shown.output)")
        #expect(try list(["runs"]).first?["files"] as? Int == 4)
        #expect(try refused() == ["unknown": 3, Ground.maya: 0])
        // The next night finds them once more, and nothing else: three wait, not six.
        _ = try night.nightly()
        #expect(try refused()["unknown"] == 3)
        // The pages count as the report does.
        let pages = "\(scratch.folder)/pages"
        let words = ["report", "--run", "latest", "--out", pages]
        let written = try night.start(["DATABASE_URL": scratch.administratorURL], words: words).finish()
        #expect(written.code == 0, "\(written.complaints)")
        let page = try String(contentsOfFile: "\(pages)/run.html", encoding: .utf8)
        #expect(page.contains("E_OWNER_UNKNOWN") && !page.contains("No file was refused") && !page.contains("nobody"))
        // Once they are gone, nothing of nobody is listed.
        for name in ["nobody@example.org/hevy.csv", "stray.csv", "\(Ground.maya)/link.csv"] {
            try FileManager.default.removeItem(atPath: "\(scratch.folder)/inbox/\(name)")
        }
        _ = try night.nightly()
        #expect(try refused() == [Ground.maya: 0])
    }

    @Test func `Refused files of an owner are counted by the runs of their own job`() throws {
        try drop("\(Ground.maya)/bad.csv", "nonsense\n")
        #expect(try night.nightly().code == 65)
        // What is loaded or refused by hand says nothing of the job's files.
        let good = try scratch.file("by-hand.csv", night.good)
        #expect(try night.start(words: ["run", good, "--owner", Ground.maya]).finish().code == 0)
        let bad = try scratch.file("bad-by-hand.csv", "other nonsense\n")
        #expect(try night.start(words: ["run", bad, "--owner", Ground.maya]).finish().code == 65)
        #expect(try refused() == [Ground.maya: 1])
        #expect(try list(["status", "--owners"]).first?["refused"] as? Int == 1)
    }

    @Test func `Rejects are those of the last run that was not undone`() throws {
        var runs: [String] = []
        for (number, value) in ["fast", "slow"].enumerated() {
            let text = Log.withIDs(["r\(number),2026-05-01,velocity,\(value),mph", "g\(number),2026-05-02,era,3,"])
            let path = try scratch.file("log-\(number).csv", text)
            let words = ["run", path, "--owner", Ground.maya, "--max-rejects", "100%"]
            runs.append(try #require(try night.start(words: words).finish().report["run"] as? String))
        }
        func sources() throws -> [String] { try list(["rejects"]).compactMap { $0["source"] as? String } }
        #expect(try sources() == ["log-1.csv"])
        #expect(try night.start(words: ["rollback", runs[1]]).finish().code == 0)
        #expect(try sources() == ["log-0.csv"])
    }

    @Test func `Of a file that was loaded again with other settings the later rejects are open`() throws {
        let path = try scratch.file(
            "sets.csv",
            """
            title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,\
            reps,distance_km,duration_seconds,rpe
            Push,"1 May 2026, 08:00","1 May 2026, 09:00",,Bench Press (Barbell),,,0,normal,60,8,,,
            Push,"1 May 2026, 08:00","1 May 2026, 09:00",,Bench Press (Barbell),,,1,normal,heavy,8,,,

            """)
        var runs: [String] = []
        for zone in ["America/New_York", "America/Chicago"] {
            let words = ["run", path, "--owner", Ground.maya, "--set", "zone=\(zone)", "--max-rejects", "100%"]
            let result = try night.start(words: words).finish()
            #expect(result.statuses == ["loaded_with_rejects"], "\(result.output) \(result.complaints)")
            runs.append(try #require(result.report["run"] as? String))
        }
        #expect(try list(["rejects", runs[0]]).count == 1 && list(["rejects", runs[1]]).count == 1)
        #expect(try list(["rejects", "--all"]).count == 1)
        #expect(try night.start(words: ["rollback", runs[1]]).finish().code == 0)
        #expect(try list(["rejects", "--all"]).count == 1)
        #expect(try night.start(words: ["rollback", runs[0]]).finish().code == 0)
        #expect(try list(["rejects", "--all"]).isEmpty)
    }

    @Test(arguments: [
        ("inserted", -1, "a count below zero"), ("bytes", -1, "a size below zero"),
        ("read", 9, "more read than counted"),
    ])
    func `The database takes no count that cannot be`(column: String, count: Int, what: String) throws {
        let path = try scratch.file("log.csv", night.good)
        #expect(scratch.run(path).report.ledger.inserted == 1)
        let error = #expect(throws: DatabaseError.self) {
            // Of a count below zero the sum is right all the same.
            try scratch.openPlatform().run(
                "update scorebook.units set \(column) = \(count), skipped = skipped + \(column == "inserted" ? 2 : 0)")
        }
        #expect(error?.sqlstate == "23514", "\(what)")
    }
}
