import Foundation
import Proving
import Testing

/// How often a run waits for its server: far from it, that is what small files cost.
@Suite struct RoundTripsTests {
    private static func metrics(_ file: Int) -> String {
        Log.simple((0..<5).map { "2026-05-0\($0 + 1),velocity,7\($0).\(10 + file),mph" })
    }

    /// A workout of one title every nine hours.
    private static func workouts(_ file: Int) -> String {
        RenamedTests.text(
            RenamedTests.workout(
                "Leg day", 1 + file * 9 / 24, file * 9 % 24, Array(RenamedTests.legs.prefix(1 + file % 3))))
    }

    /// Expects so many round trips at most, of the fewest that three runs need.
    ///
    /// A busy machine only adds some: a run is held up between two statements that it sends together.
    private func expect(
        atMost limit: Int, files: Int, _ text: (Int) -> String = metrics, rows: Int,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        var fewest = try roundTrips(files, text, rows: rows)
        for _ in 0..<2 where fewest.count > limit {
            let again = try roundTrips(files, text, rows: rows)
            if again.count < fewest.count { fewest = again }
        }
        #expect(
            fewest.count <= limit, "\(fewest.map { String($0.prefix(60)) }.joined(separator: " | "))",
            sourceLocation: location)
    }

    private func roundTrips(_ files: Int, _ text: (Int) -> String, rows: Int) throws -> [String] {
        let scratch = try Scratch(.used)
        let inputs = try (0..<files).flatMap { ["--input", try scratch.file("\($0).csv", text($0))] }
        let relay = try Relay(to: scratch.socket)
        defer { relay.close() }
        let result = try Program.run(
            ["run"] + inputs + ["--owner", "maya.rivera@example.org", "--set", "zone=Europe/London", "-o", "json"],
            // With a home of its own: after a file that ended another test's program a run loads with more processes.
            environment: ["DATABASE_URL": scratch.url(host: relay.host), "SCOREBOOK_HOME": "\(scratch.folder)/home"])
        #expect(result.code == 0, "\(result.complaints)")
        #expect(result.ledger["inserted"] == rows)
        return Array(relay.waits.dropFirst(relay.waits.count - relay.roundTrips))
    }

    @Test func `One small file costs few round trips`() throws {
        try expect(atMost: 12, files: 1, rows: 5)
    }

    @Test func `Many small files of one kind cost hardly more than one`() throws {
        try expect(atMost: 14, files: 20, rows: 100)
    }

    @Test func `Workouts near each other in time are loaded together`() throws {
        try expect(atMost: 18, files: 20, Self.workouts, rows: 39)
    }
}
