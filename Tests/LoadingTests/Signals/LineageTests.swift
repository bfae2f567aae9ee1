import Foundation
import Proving
import Testing

/// `lineage:` of a job: events of OpenLineage.
@Suite struct LineageTests {
    let night: JobNight

    init() throws { night = try JobNight("lineage: FOLDER/lineage.jsonl") }

    private func events() throws -> [[String: Any]] {
        let lines = try night.text("lineage.jsonl").split(separator: "\n")
        let schema = try SchemaCheck(file: "\(Ground.package)/Tests/LoadingTests/Signals/openlineage.schema.json")
        for line in lines { #expect(schema.faults(ofLine: line) == []) }
        return try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func kinds(_ events: [[String: Any]]) -> [String] { events.compactMap { $0["eventType"] as? String } }

    private func id(_ event: [String: Any]) -> String? { (event["run"] as? [String: Any])?["runId"] as? String }

    private func facet(_ name: String, _ event: [String: Any]) -> [String: Any]? {
        ((event["run"] as? [String: Any])?["facets"] as? [String: Any])?[name] as? [String: Any]
    }

    @Test func `Each run has its start and its end, with what it read and wrote`() throws {
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        try night.drop("\(Ground.leo)/hidden name.csv", JobNight.good)
        let first = try night.run()
        #expect(first.code == 0, "\(first.complaints)")
        try night.drop("\(JobNight.maya)/b.csv", JobNight.bad)
        #expect(try night.run().code == 1)
        let found = try events()
        #expect(kinds(found) == ["START", "COMPLETE", "START", "FAIL"])
        let run = try #require(first.report["run"] as? String)
        #expect(Array(found.compactMap(id).prefix(2)) == [run, run])
        #expect(Set(found.compactMap(id)).count == 2)
        let complete = found[1]
        let inputs = try #require(complete["inputs"] as? [[String: Any]])
        #expect(inputs.map { $0["name"] as? String } == [first.units[0]["format"] as? String])
        let statistics = (inputs[0]["inputFacets"] as? [String: Any])?["inputStatistics"] as? [String: Any]
        #expect(statistics?["rowCount"] as? Int == 4 && statistics?["fileCount"] as? Int == 2)
        let outputs = try #require(complete["outputs"] as? [[String: Any]])
        let metrics = outputs.first { "\($0["name"] ?? "")".hasSuffix(".public.performance_metrics") }
        let written = (metrics?["outputFacets"] as? [String: Any])?["outputStatistics"] as? [String: Any]
        #expect(written?["rowCount"] as? Int == 4, "\(outputs)")
        #expect(facet("scorebook_outcome", complete)?["status"] as? String == "succeeded")
        #expect(facet("errorMessage", complete) == nil)
        #expect((facet("errorMessage", found[3])?["message"] as? String)?.contains("more was rejected") == true)
        // Nothing of a person.
        let text = try night.text("lineage.jsonl")
        for word in [JobNight.maya, Ground.maya, Ground.leo, "hidden name", "a.csv", "fäst", "velocity"] {
            #expect(!text.contains(word), "\(word)")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(night.scratch.folder)/lineage.jsonl")
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
    }

    @Test func `A run without a database fails; a plan has no events`() throws {
        #expect(try night.run(["-n"]).code == 0)
        #expect(!night.exists("lineage.jsonl"))
        #expect(try night.run(database: night.nowhere).code == 69)
        let found = try events()
        #expect(kinds(found) == ["START", "FAIL"])
        #expect(facet("errorMessage", found[1])?["message"] as? String == "the database is unavailable")
        #expect((found[1]["outputs"] as? [Any])?.isEmpty == true)
    }
}
