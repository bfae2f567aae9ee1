import Foundation
import Proving
import Testing

/// `metrics:` of a job.
@Suite struct MetricsTests {
    let night: JobNight

    init() throws { night = try JobNight("metrics: FOLDER/scorebook.prom") }

    private func exposition() throws -> Exposition { try Exposition(night.text("scorebook.prom")) }

    @Test func `The figures of a night are those of its report, in Prometheus's format`() throws {
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        try night.drop("\(Ground.leo)/b.csv", JobNight.bad)
        try night.drop("\(JobNight.maya)/poison.csv", "no;format\n1;2\n")
        let before = Date().timeIntervalSince1970.rounded(.down)
        let result = try night.run()
        #expect(result.code == 1, "\(result.complaints)")
        let found = try exposition()
        for outcome in ["inserted", "updated", "unchanged", "duplicate", "rejected", "skipped"] {
            let labels = ["job": "nightly", "outcome": outcome]
            #expect(found.value("scorebook_last_run_records", labels) == result.ledger[outcome].map(Double.init))
        }
        for (status, count) in [("loaded", 1.0), ("loaded_with_rejects", 1), ("refused", 1), ("failed", 0)] {
            #expect(found.value("scorebook_last_run_files", ["status": status]) == count)
        }
        #expect(found.value("scorebook_last_run_success") == 0)
        #expect(found.value("scorebook_last_run_status", ["status": "limit_exceeded"]) == 1)
        let statuses: [Double] = found.samples.filter { $0.name == "scorebook_last_run_status" }.map(\.value)
        #expect(statuses.reduce(0, +) == 1)
        #expect(found.value("scorebook_open_rejects", ["job": "nightly"]) == 1)
        #expect(found.value("scorebook_waiting_files", ["place": "inbox"]) == 0)
        #expect(found.value("scorebook_waiting_files", ["place": "quarantine"]) == 1)
        #expect(found.value("scorebook_last_success_timestamp_seconds") == nil)
        let ended = try #require(found.value("scorebook_last_run_timestamp_seconds"))
        #expect(ended >= before && ended <= Date().timeIntervalSince1970)
        #expect(found.value("scorebook_last_run_duration_seconds") == result.report["seconds"] as? Double)
        // Whoever collects is another user; nothing of a person is in it.
        let text = try night.text("scorebook.prom")
        for word in [JobNight.maya, Ground.maya, Ground.leo, "a.csv", "fäst"] { #expect(!text.contains(word)) }
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(night.scratch.folder)/scorebook.prom")
        #expect((attributes[.posixPermissions] as? Int) == 0o644)
        #expect(try files() == ["scorebook.prom"])
    }

    @Test func `When a night last went well outlives nights without a database`() throws {
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        #expect(try night.run().code == 0)
        let good = try exposition()
        let time = try #require(good.value("scorebook_last_success_timestamp_seconds"))
        #expect(good.value("scorebook_last_run_success") == 1)
        #expect(good.value("scorebook_last_run_timestamp_seconds") == time)
        #expect(try night.run(database: night.nowhere).code == 69)
        let failed = try exposition()
        #expect(failed.value("scorebook_last_success_timestamp_seconds") == time)
        #expect(failed.value("scorebook_last_run_success") == 0)
        #expect(failed.value("scorebook_last_run_status", ["status": "failed"]) == 1)
        #expect(failed.value("scorebook_open_rejects") == nil)
        // The ledger knows it where the file is gone.
        try FileManager.default.removeItem(atPath: "\(night.scratch.folder)/scorebook.prom")
        try night.drop("\(JobNight.maya)/b.csv", JobNight.bad)
        #expect(try night.run().code == 1)
        let known = try #require(try exposition().value("scorebook_last_success_timestamp_seconds"))
        #expect(abs(known - time) <= 1)
    }

    @Test func `A plan and a run of files leave the file as it is, and one that cannot be written is a warning`() throws
    {
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        #expect(try night.run(["-n"]).code == 0)
        #expect(!night.exists("scorebook.prom"))
        let other = try JobNight("metrics: FOLDER/no/folder/scorebook.prom")
        try other.drop("\(JobNight.maya)/a.csv", JobNight.good)
        let result = try other.run()
        #expect(result.code == 0 && result.statuses == ["loaded"])
        let warnings = result.report["warnings"] as? [String: Int] ?? [:]
        #expect(warnings.keys.contains { $0.hasPrefix("metrics: ") && $0.contains("No such file") }, "\(warnings)")
    }

    @Test func `What is no exposition is found out`() {
        let faulty = [
            "a 1", "# HELP a x\n# TYPE a gauge\na 1 1700000000\n", "# HELP a x\n# TYPE a gauge\na{b=\"1} 2\n",
            "# HELP a x\n# TYPE a gauge\nb 1\n", "# HELP a x\n# TYPE a gauge\na 1\na 2\n",
            "# HELP a x\n# TYPE a gauge\n",
            "# HELP a x\n# TYPE a gauge\na{1b=\"\"} 2\n", "a 1\n", "# HELP a x\n# TYPE a size\na 1\n",
        ]
        for text in faulty { #expect(throws: Exposition.Fault.self) { try Exposition(text) } }
    }

    @Test func `Prometheus's own client reads it`() throws {
        guard PublicPackages.has("prometheus_client", or: "the strict parser of the tests alone has read it") else {
            return
        }
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        #expect(try night.run().code == 0)
        let script = """
            import sys
            from prometheus_client.parser import text_string_to_metric_families as parse
            for family in parse(open(sys.argv[1]).read()):
                for sample in family.samples:
                    labels = ",".join(k + "=" + v for k, v in sorted(sample.labels.items()))
                    print(sample.name, labels, float(sample.value))
            """
        let read = try PublicPackages.run(script, ["\(night.scratch.folder)/scorebook.prom"])
        let lines = read.output
        let ours = try exposition().samples.map { sample in
            let labels = sample.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(sample.name) \(labels.joined(separator: ",")) \(sample.value)"
        }
        #expect(read.code == 0 && lines.split(separator: "\n").count == ours.count)
        #expect(
            Set(lines.split(separator: "\n").map { $0.split(separator: " ").prefix(2) })
                == Set(ours.map { $0.split(separator: " ").prefix(2) }))
    }

    /// Files of the folder but the job's own.
    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: night.scratch.folder).filter { $0.hasPrefix("scorebook") }
    }
}
