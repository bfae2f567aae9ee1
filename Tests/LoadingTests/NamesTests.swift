import Foundation
import Importing
import Proving
import Records
import Reporting
import Testing

/// A file of several people, and a setting whose names fit no one in it.
@Suite struct NamesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var sample: String
        var setting: String
        var name: String
        /// What the refusal says of the file: how many people, where, how they are written.
        var says: [String]
        var testDescription: String { "\(sample) \(name)" }
    }

    static let cases = [
        Case(
            sample: "trackman-v3.csv", setting: "trackman_names", name: "Maya Rivera",
            says: ["\"Pitcher\" or \"Batter\"", "\"Last, First\"", "the same words"]),
        Case(
            sample: "trackman-v3.csv", setting: "trackman_names", name: "Rivera,Maya", says: ["the same words"]),
        Case(sample: "statcast.csv", setting: "statcast_ids", name: "1", says: ["written as numbers"]),
        Case(
            sample: "gamechanger.csv", setting: "gamechanger_names", name: "Rivera, Maya",
            says: ["3 people", "\"First\" and \"Last\"", "\"First Last\"", "the same words"]),
        Case(sample: "live-scores.jsonl", setting: "live_names", name: "Nobody Here", says: ["\"First Last\""]),
        Case(sample: "retrosheet.EVN", setting: "retrosheet_ids", name: "nobod001", says: ["column 3", "one word"]),
        Case(sample: "retrosheet-game-log.txt", setting: "attended_teams", name: "XXX", says: ["column 4 or column 7"]),
        Case(sample: "eufy.csv", setting: "eufy_names", name: "May", says: ["\"Family Members\""]),
        Case(sample: "blast-motion-team.csv", setting: "blast_names", name: "Rivera", says: ["\"Player\""]),
    ]

    private func attempt(_ mode: RunReport.Mode, _ path: String, _ name: (setting: String, value: String)) -> Attempt {
        var attempt = Attempt(mode, [path])
        attempt.settings = attempt.settings.filter { $0.name != name.setting } + [(name.setting, name.value)]
        return attempt
    }

    @Test(arguments: cases) func `A name that matches no name in the file refuses the file`(given: Case) throws {
        let scratch = try Scratch(.used)
        let path = "\(Ground.samples)/\(given.sample)"
        for mode in [RunReport.Mode.validate, .plan, .run] {
            let (report, end) = attempt(mode, path, (given.setting, given.name))
                .execute(on: mode == .validate ? nil : scratch)
            let unit = try #require(report.units.first)
            #expect(unit.status == .refused && end == .badInput, "\(mode) \(unit.status) \(end)")
            let reason = unit.reason ?? ""
            for words in given.says + ["\(given.setting) matches no name in the file", "--set \(given.setting)="] {
                #expect(reason.contains(words), "\(reason)")
            }
            #expect(!reason.contains(given.name) && !reason.contains("Rivera"), "\(reason)")
            #expect(report.ledger.read == 0 && report.ledger.balances)
        }
        #expect(try scratch.value("select count(*) from scorebook.units where status = 'loaded'") == "0")
        #expect(try scratch.value("select count(*) from scorebook.rejects") == "0")
    }

    @Test func `Who is in the file and played nothing is no one else`() throws {
        let scratch = try Scratch(.used)
        let sample = try String(contentsOfFile: "\(Ground.samples)/gamechanger.csv", encoding: .utf8)
        let lines = sample.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let own = try #require(lines.first { $0.contains("\"Dee\"") }).replacing("\"4.0\"", with: "\"0.0\"")
        let path = try scratch.file("season.csv", (lines.prefix(2) + [own]).joined(separator: "\n") + "\n")
        let (report, end) = attempt(.run, path, ("gamechanger_names", "Dee Vance")).execute(on: scratch)
        #expect(report.ledger.read == 1 && report.ledger.skipped == 1, "\(report.ledger.line)")
        #expect(end == .done && report.units.first?.status == .loaded, "\(end) \(report.units.first?.reason ?? "")")
    }
}
