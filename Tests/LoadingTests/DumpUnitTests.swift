import Definitions
import Foundation
import Proving
import Records
import Reporting
import Serving
import Testing

/// A dump of this very database: read back it changes nothing, and elsewhere it makes the same rows.
@Suite struct DumpUnitTests {
    /// Of each dataset what fills all of its tables.
    static let samples = [
        "metric-log.csv", "workout-log.csv", "strong.csv", "stronglifts.csv", "strava.csv", "measurement-log.csv",
        "apple-health.xml", "game-log-json.json", "dupr.csv",
    ]

    /// Tables of what athletes measured, did and played.
    static let tables: [String] = {
        let datasets = Ground.pipelines.datasets.filter {
            ["performance", "workouts", "health", "games"].contains($0.name)
        }
        return Set(datasets.flatMap(\.tables).map(\.name)).sorted()
    }()

    private func rows(_ scratch: Scratch) throws -> Int {
        try scratch.counts().filter { Self.tables.contains($0.key) }.values.reduce(0, +)
    }

    @Test(arguments: [[], ["--column-inserts", "--rows-per-insert=7"]])
    func `A dump imports again unchanged`(words: [String]) throws {
        let scratch = try Scratch()
        for sample in Self.samples { _ = scratch.run("\(Ground.samples)/\(sample)") }
        let contents = try scratch.contents()
        let path = try dump(scratch, words)
        let versions = try scratch.versions()
        let again = scratch.run(path).report
        #expect(again.units.map(\.status) == [.loadedWithRejects], "\(again.units.compactMap(\.reason))")
        let rows = try rows(scratch)
        // The dump holds everybody's rows, the neighbours' too.
        #expect(again.ledger.unchanged == rows, "\(again.ledger.line)")
        #expect(again.ledger.rejected == again.ledger.read - rows && again.ledger.rejected > 0)
        #expect(again.rejects.allSatisfy { $0.code == .foreignOwner })
        #expect(again.ledger.inserted == 0 && again.ledger.updated == 0, "\(again.ledger.line)")
        #expect(try scratch.versions() == versions)

        // But for the family's own rows, which every database has.
        let other = try Scratch()
        let family = try self.rows(other)
        let report = other.run(path).report
        #expect(report.ledger.inserted == rows - family, "\(report.ledger.line) \(report.rejects.map(\.message))")
        #expect(try other.contents() == contents)
        #expect(try other.wrongSummaries() == [])
    }

    @Test func `Rows of a dump that are somebody else's are refused`() throws {
        let scratch = try Scratch()
        _ = scratch.run("\(Ground.samples)/workout-log.csv", "\(Ground.samples)/measurement-log.csv")
        let text = try String(contentsOfFile: try dump(scratch, []), encoding: .utf8)
        let stolen = try scratch.file("stolen.sql", text.replacing(Ground.maya, with: Ground.leo))
        var attempt = Attempt(.run, [stolen])
        attempt.owner = Ground.leo
        let report = attempt.execute(on: scratch).report
        #expect(
            report.ledger.inserted == 0 && report.ledger.rejected > 0,
            "\(report.ledger.line) \(report.units.compactMap(\.reason))")
        #expect(Set(report.rejects.map(\.code)) == [.foreignOwner], "\(Set(report.rejects.map(\.code)))")
    }

    /// The tables of the datasets as pg_dump writes them, in its order, which is that of names.
    private func dump(_ scratch: Scratch, _ words: [String]) throws -> String {
        let path = try scratch.file("dump.sql", "")
        let process = Process()
        process.executableURL = URL(filePath: "\(try ProductionServer.programs())/pg_dump")
        let tables = Self.tables.map { "--table=\($0)" }
        process.arguments =
            ["--data-only", "--file=\(path)", "--dbname=\(scratch.url(user: "postgres"))"] + tables + words
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return path
    }
}
