import Foundation
import Postgres
import Proving
import Testing

/// `verify` right after a job: files that have not changed are no difference.
@Suite struct VerifiedJobsTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Runs a job in a project folder of its own, and compares its rows with their files.
    private func verified(_ job: String, _ environment: [String: String]) throws -> Program.Result {
        let folder = "\(scratch.folder)/project"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var variables = [
            "DATABASE_URL": scratch.url(), "SCOREBOOK_PIPELINES": Ground.layers.joined(separator: ":"),
        ]
        variables.merge(environment) { $1 }
        let words = ["run", job, "--database", scratch.url(), "--max-rejects", "200", "-o", "json"]
        let run = try Program.run(words, environment: variables, folder: folder)
        let id = try #require(run.report["run"] as? String, "\(run.complaints)")
        return try Program.run(["verify", id, "-o", "json"], environment: variables, folder: folder)
    }

    @Test func `A migration's rows are those of its files`() throws {
        let folder = "\(scratch.folder)/migration"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: Ground.samples)
        where name.contains("-rows") || ["supabase-dump.sql", "webapp-performance.csv"].contains(name) {
            try FileManager.default.copyItem(atPath: "\(Ground.samples)/\(name)", toPath: "\(folder)/\(name)")
        }
        let result = try verified("webapp-migration", ["SCOREBOOK_MIGRATION": folder])
        #expect(result.code == 0, "\(result.output)\(result.complaints)")
        #expect(result.report["equal"] as? Bool == true)
    }
}
