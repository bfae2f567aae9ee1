import Definitions
import Foundation
import Testing

/// The definitions that are shipped.
@Suite struct PipelinesTests {
    @Test func shippedDefinitionsHaveNoFaults() {
        let report = CheckReport(path: Repository.path("Pipelines"), environment: [:])
        #expect(report.lines == [])
        let datasets = ["games", "health", "performance", "photos", "recruiting", "sleep", "workouts"]
        #expect(report.pipelines.datasets.map(\.name) == datasets)
        #expect(report.pipelines.formats.count >= 17)
        #expect(report.pipelines.jobs.map(\.name) == ["demo", "nightly", "webapp-migration"])
    }

    /// A training log and a proposal for a log of one's own know columns by the same words.
    @Test func columnsOfTrainingLogsAreInTheListOfColumns() throws {
        let pipelines = CheckReport(path: Repository.path("Pipelines"), environment: [:]).pipelines
        let log = try #require(pipelines.formats.first { $0.name == "training-log" })
        let list = try #require(pipelines.words.first { $0.name == "columns" })
        let meanings = Dictionary(
            list.entries.map { (Self.plain($0.word), $0.value) }, uniquingKeysWith: { first, _ in first })
        let groups: [String: Set<String>] = [
            "Date": ["day"], "Time": ["time"], "Exercise": ["exercise"], "Set": ["set_number"], "Sets": ["sets"],
            "Reps": ["reps"], "Weight": ["load"], "Unit": ["unit", "load_unit"], "RPE": ["rpe"], "Notes": ["notes"],
            "Workout": ["workout", "session"], "Warmup": ["warm_up"], "Failed": ["failed"],
        ]
        for (column, meaning) in groups {
            for spelling in [column] + (log.spellings[column] ?? []) {
                #expect(meanings[Self.plain(spelling)].map(meaning.contains) == true, "\(spelling)")
            }
        }
    }

    /// Small letters without accents, words apart.
    private static func plain(_ word: String) -> String {
        let folded = word.replacing("_", with: " ").folding(
            options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return folded.replacing("ø", with: "o").replacing("æ", with: "ae").split {
            !$0.isLetter && !$0.isNumber && $0 != "#"
        }.joined(
            separator: " ")
    }
}
