import Foundation
import Importing
import Proving
import Records
import Reporting
import Testing

/// The zone in which a file's wall times are read, and who says so.
@Suite struct ZoneTests {
    private func run(_ zone: String, _ settings: [(name: String, value: String)] = []) throws -> RunReport {
        let scratch = try Scratch(.used)
        _ = try scratch.rows("update public.users set timezone = '\(zone)' returning id")
        var attempt = Attempt(.run, ["\(Ground.samples)/hevy.csv"])
        attempt.settings = settings
        return attempt.execute(on: scratch).report
    }

    @Test func theAccountsDefaultIsAWarning() throws {
        let report = try run("America/New_York")
        #expect(report.units.map(\.zone?.name) == ["America/New_York"])
        #expect(report.units.map(\.zone?.origin) == ["the account's default"])
        let lines = report.text(for: .plain).split(separator: "\n")
        let note = lines.firstIndex { $0.contains("read as America/New_York") }
        let file = lines.firstIndex { $0.contains("hevy.csv") }
        #expect(note.flatMap { note in file.map { note < $0 } } == true, "said before the first file")
    }

    @Test func aChosenZoneIsNone() throws {
        let chosen = try run("America/Denver")
        #expect(chosen.units.map(\.zone?.origin) == ["the account"])
        #expect(!chosen.text(for: .plain).contains("--set zone="))
        let given = try run("America/New_York", [(name: "zone", value: "Europe/Madrid")])
        #expect(given.units.map(\.zone?.origin) == ["settings"])
        #expect(!given.text(for: .plain).contains("--set zone="))
    }
}
