import Definitions
import Foundation
import Loading
import Proving
import Records
import Seeding
import Testing

/// What the program tells to type next, typed as it is printed: each step leads to the one after it, from a file to its rows and back.
///
/// Files are drawn by `SCOREBOOK_SEED`; SCOREBOOK_THOROUGH=1 draws more of them.
@Suite struct TypedRelations {
    private static let samples: [Sample] = {
        var random = Seeded((UInt64(ProcessInfo.processInfo.environment["SCOREBOOK_SEED"] ?? "") ?? 7) &* 64 &+ 20)
        let ours = Sample.all.filter { sample in
            // What rollback leaves of preferences is of the issue "Living with the app"; rows of others need the others.
            !Ground.holdsOwners(sample.file) && !sample.format.hasPrefix("user-preferences")
                && !["workout-exercises-rows", "workout-sets-rows"].contains { sample.format.hasPrefix($0) }
        }
        return Array(ours.shuffled(using: &random).prefix(Extent.isThorough ? 60 : 6))
    }()

    private let scratch: Scratch

    init() throws { scratch = try Scratch(.used, keepsSession: true) }

    /// Types a line as it was printed.
    private func type(_ line: String) throws -> Program.Result {
        try Program(
            ["-c", line],
            environment: [
                "DATABASE_URL": scratch.url(),
                "PATH": "\(URL(filePath: Ground.program).deletingLastPathComponent().path()):/usr/bin:/bin",
            ], folder: scratch.folder, executable: "/bin/sh"
        ).finish()
    }

    /// The commands under "Next".
    private static func next(_ result: Program.Result) -> [String] {
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        guard let heading = lines.lastIndex(of: "Next") else { return [] }
        return lines[(heading + 1)...].prefix { $0.hasPrefix("  ") }.filter { $0.hasPrefix("  scorebook ") }
            // Two blanks part a command from what it does.
            .map { String($0.dropFirst(2)).split(separator: "  ").first.map(String.init) ?? "" }
    }

    /// All rows of the datasets.
    private func rows() throws -> [String] {
        let tables = Set(Ground.pipelines.datasets.flatMap(\.tables).map(\.name)).sorted()
        let found = try scratch.rows(
            tables.map { table in
                """
                select '\(table) ' || (pg_catalog.to_jsonb(target) - 'updated_at')::text
                from \(table) as target where \(Ground.ours("target"))
                """
            }.joined(separator: "\nunion all\n"))
        return found.compactMap { $0[0] }.sorted()
    }

    @Test(arguments: samples) func `From a file to its rows and back, by what is printed alone`(sample: Sample) throws {
        let settings = Ground.settings(for: [sample.path]).map { "--set '\($0.name)=\($0.value)'" }
        let options = ["--set 'photos=\(scratch.photos)'"] + settings
        let before = try rows()
        var typed: [String] = []
        func go(_ line: String, _ codes: ClosedRange<Int32> = 0...1) throws -> Program.Result {
            typed.append(line)
            let result = try type(line)
            #expect(codes.contains(result.code), "\(sample): \(line)\n\(result.output.suffix(600))\(result.complaints)")
            return result
        }
        /// The step that is printed and has this in it.
        func step(_ words: String..., after result: Program.Result) throws -> String {
            let found = Self.next(result).first { line in words.allSatisfy(line.contains) }
            return try #require(found, "\(sample): no \(words) in\n\(result.output.suffix(800))")
        }
        let validated = try go(
            "scorebook validate '\(sample.path)' --owner \(Ground.maya) --max-rejects 100% "
                + options.joined(separator: " "))
        let plan = try go(step("scorebook plan ", after: validated))
        let saved = try go(step("--out plan.json", after: plan))
        #expect(try rows() == before, "\(typed)")
        let apply = saved.complaints.firstMatch(of: /scorebook run --plan [^`\s]+/)?.output
        let run = try go(String(try #require(apply)))
        let after = try rows()
        #expect(after != before, "\(typed)")
        // Every other step that a run names tells something, and changes nothing.
        for line in Self.next(run) {
            let result = try go(line)
            #expect(!result.output.isEmpty, "\(line)")
            #expect(try rows() == after, "\(sample): \(line)")
        }
        let dry = try go(step("rollback", "--dry-run", after: run))
        _ = try go(step("scorebook rollback ", after: dry))
        #expect(try rows() == before, "\(typed)")
    }
}
