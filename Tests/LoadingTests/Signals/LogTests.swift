import Foundation
import Proving
import Reporting
import Testing

/// `--log-format json`: every line is of the shipped schema.
@Suite struct LogTests {
    static let schemaPath = "\(Ground.pipelinesFolder)/log.schema.json"

    private func lines(_ text: String) throws -> [[String: Any]] {
        let schema = try SchemaCheck(file: Self.schemaPath)
        return try text.split(separator: "\n").map { line in
            #expect(schema.faults(ofLine: line) == [], "\(line)")
            return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    private func events(_ lines: [[String: Any]]) -> [String] { lines.compactMap { $0["event"] as? String } }

    @Test func `A night tells each file with its owner's id, format and reason`() throws {
        let night = try JobNight(
            "on_success: /bin/true\non_failure: /no/such/program\nmetrics: FOLDER/no/folder/x.prom")
        try night.drop("\(JobNight.maya)/sub/a.csv", JobNight.good)
        try night.drop("\(JobNight.maya)/bad.csv", JobNight.bad)
        try night.drop("\(Ground.leo)/poison.csv", "no;format\n1;2\n")
        try night.drop("nobody@example.org/log.csv", JobNight.good)
        let result = try night.run(["--log-format", "json", "-v", "-o", "json"])
        #expect(result.code == 1)
        let found = try lines(result.complaints)
        let run = result.report["run"] as? String
        #expect(found.allSatisfy { $0["run"] as? String == run })
        #expect(events(found).first == "run started")
        #expect(events(found).suffix(3) == ["file not written", "command failed", "run finished"])
        let loaded = found.first { $0["source"] as? String == "sub/a.csv" }
        #expect(loaded?["owner"] as? String == Ground.maya && loaded?["format"] as? String != nil)
        #expect(loaded?["inserted"] as? Int == 2 && loaded?["status"] as? String == "loaded")
        let rejected = found.first { $0["source"] as? String == "bad.csv" }
        #expect(rejected?["rejected"] as? Int == 1 && rejected?["level"] as? String == "warning")
        let refused = found.first { $0["source"] as? String == "poison.csv" }
        #expect(refused?["owner"] as? String == Ground.leo && refused?["code"] as? String == "E_UNKNOWN_FORMAT")
        #expect(refused?["reason"] as? String == "no format matches the file")
        let stray = found.first { $0["code"] as? String == "E_OWNER_UNKNOWN" }
        #expect(stray != nil && stray?["owner"] is NSNull)
        let end = try #require(found.last)
        #expect(end["status"] as? String == "limit_exceeded" && end["refused"] as? Int == 2)
        #expect(end["job"] as? String == "nightly" && end["read"] as? Int == result.ledger["read"])
        for word in [JobNight.maya, "nobody@example.org", "fäst"] { #expect(!result.complaints.contains(word)) }
        let again = try lines(try night.run(["--log-format", "json", "-o", "json"]).complaints)
        #expect(events(again).contains("unit refused"))
    }

    @Test func `Faulty settings are told with the id of their owner`() throws {
        let night = try JobNight("")
        try night.drop("\(Ground.leo)/settings.yaml", "zones: nowhere\n")
        try night.drop("\(Ground.leo)/log.csv", JobNight.good)
        let found = try lines(try night.run(["--log-format", "json"]).complaints)
        let refused = found.first { $0["code"] as? String == "E_SETTINGS_FILE" }
        #expect(refused?["source"] as? String == "settings.yaml" && refused?["owner"] as? String == Ground.leo)
    }

    @Test func `Lines of failed runs, plans, checks and of other commands are of the schema too`() throws {
        let night = try JobNight("")
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        try night.drop("\(JobNight.maya)/.hidden", JobNight.good)
        let failed = try lines(try night.run(["--log-format", "json"], database: night.nowhere).complaints)
        #expect(events(failed) == ["run started", "run finished", "message"])
        #expect(failed[1]["status"] as? String == "failed" && failed[1]["level"] as? String == "error")
        #expect(events(try lines(try night.run(["--log-format", "json", "-n"]).complaints)).contains("unit planned"))
        #expect(events(try lines(try night.run(["--log-format", "json"]).complaints)).contains("unit loaded"))
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        let again = try lines(try night.run(["--log-format", "json"]).complaints)
        #expect(events(again).contains("unit was loaded before"))
        let path = try night.scratch.file("a.csv", JobNight.bad)
        for words in [
            ["validate", path], ["runs", "--database", night.nowhere], ["rollback", "latest"], ["show", "nothing"],
            ["plan", path], ["status", "nobody"],
        ] {
            let result = try Program.run(
                words + ["--log-format", "json"], environment: ["DATABASE_URL": night.scratch.url()])
            let found = try lines(result.complaints)
            if words[0] == "validate" { #expect(events(found) == ["run started", "unit checked", "run finished"]) }
            if words[0] == "runs" { #expect(events(found) == ["message"] && found[0]["run"] is NSNull) }
        }
    }

    @Test func `The schema knows every event, and no other`() throws {
        let text = try String(contentsOfFile: Self.schemaPath, encoding: .utf8)
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let known = (schema["oneOf"] as? [[String: Any]] ?? []).flatMap { branch -> [String] in
            let event = (branch["properties"] as? [String: Any])?["event"] as? [String: Any]
            return event?["enum"] as? [String] ?? [event?["const"] as? String].compactMap { $0 }
        }
        #expect(known.sorted() == LogLine.Event.allCases.map(\.rawValue).sorted())
        let check = try SchemaCheck(file: Self.schemaPath)
        let line = LogLine(.info, .runStarted, .run("5f0c0000-0000-4000-8000-000000000001"))
        #expect(!check.faults(ofLine: line.text(as: .json, time: "T", for: .plain)).isEmpty)
    }

    @Test func `An email is no owner's id`() {
        let line = LogLine(.info, .message, .owner("maya.rivera@example.org"), .owner("payload"))
        let text = line.text(as: .json, time: "T", for: .plain)
        #expect(!text.contains("maya") && text.contains("\"owner\": null") && text.contains("payload"))
    }
}
