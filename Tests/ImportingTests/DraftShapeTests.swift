import Definitions
import Foundation
import Importing
import Records
import Testing

/// Files of formats that nobody knows: each ends, without a question, in a definition that loads and reads them.
@Suite struct DraftShapeTests {
    /// A file, and what its records become.
    struct Shape: CustomTestStringConvertible, Sendable {
        var name: String
        var text: String
        var ending = "csv"
        var answers = DraftAnswers()
        var dataset: String
        /// What a run is told beside.
        var settings: [String: String] = [:]
        /// Rows as a golden lists them, without what is the same in all.
        var rows: [String]
        var rejected = 0
        var testDescription: String { name }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let pipelines = Pipelines.load("\(root)/Pipelines").0

    static func answers(_ change: (inout DraftAnswers) -> Void) -> DraftAnswers {
        var answers = DraftAnswers()
        change(&answers)
        return answers
    }

    @Test(arguments: performance + health + others + cases)
    func `A file of one's own is read without a question`(_ shape: Shape) throws {
        let folder = "/tmp/scorebook-shape-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/\(shape.name).\(shape.ending)"
        try Data(shape.text.utf8).write(to: URL(filePath: path))
        let draft = try FormatDraft(
            of: path, named: "\(shape.name)-shape", answers: shape.answers, over: Self.pipelines,
            formats: Self.pipelines.formats)
        #expect(draft.fault == nil, "\(draft.fault as Any)")
        #expect(draft.known == nil)
        #expect(draft.unclear.isEmpty, "\(draft.unclear)")
        #expect(draft.dataset == shape.dataset)
        #expect(draft.questions.filter { $0.isVital || $0.subject != .dataset }.isEmpty, "\(draft.questions)")
        let trial = DraftTrial(draft, at: "\(folder)/\(draft.name).yaml", of: path, over: Self.pipelines)
        #expect(trial.faults.isEmpty, "\(trial.faults)\n\(draft.text)")
        #expect(trial.refusal == nil, "\(draft.text)")
        #expect(trial.rejected == shape.rejected, "\(trial.causes)\n\(draft.text)")
        let settings = shape.settings.map { (name: $0.key, value: $0.value) }
        let (extended, _) = Self.pipelines.adding(Array(draft.text.utf8), at: "\(folder)/\(draft.name).yaml")
        let check = SampleCheck(extended, settings: settings + Self.names(draft))
        _ = check.check(path, records: true)
        let golden = try String(contentsOfFile: "\(path).golden", encoding: .utf8)
        let rows = golden.split(separator: "\n").filter { $0.first?.isNumber == true }.map {
            Self.short(String($0), draft.name)
        }
        #expect(golden.hasPrefix("format \(draft.name)\n"), "\(golden)")
        #expect(rows.sorted() == shape.rows.sorted(), "\(golden)\n\(draft.text)")
        // Of the values only words of our vocabulary may be in it.
        for value in ["Ann", "Bo Ray", "Zoé", "example.org", "61,4", "68.5", "Club night", "Klimmzug", "tief"] {
            #expect(!draft.text.contains(value), "\(value): \(draft.text)")
        }
    }

    /// What a file leaves open is a setting, and what shows it needs no question.
    @Test(
        arguments: [
            // One mark before three digits parts thousands, or is the decimal one.
            ("Datum;Punkte\n13.05.2026;1.234\n14.05.2026;2.345\n", ["decimal_mark: , ."], 0),
            ("Datum;Punkte;Weite (m)\n13.05.2026;1.234;5,5\n14.05.2026;2.345;6,1\n", [], 0),
            // May or March; with the day first the second would lie in the future, on 1 June.
            ("Date,Points\n03/04/2026,12\n04/05/2026,14\n", ["date_order: mdy dmy"], 1),
            ("Date,Points\n02/03/2026,12\n01/12/2026,14\n", [], 0),
            ("Date,Points\n03/14/2026,12\n04/05/2026,14\n", [], 0),
            // Sixty yards are run in no other unit; a jump of 22 may be one of inches or centimetres, unless others are metric.
            ("Date,60 yd,Vertical\n2026-05-13,7.4,22\n", ["open_vertical_unit: in cm"], 1),
            ("Date,60 yd,Vertical,Reach (cm)\n2026-05-13,7.4,22,200\n", [], 0),
            ("Date,60 yd,Vertical\n2026-05-13,7.4,52\n", [], 0),
            ("Date,Athlete,Points\n2026-05-13,Ann,7\n", ["open_names: NAME"], 0),
        ] as [(String, [String], Int)])
    func `What nothing shows is a setting`(text: String, settings: [String], questions: Int) throws {
        let path = "/tmp/scorebook-open-\(UUID().uuidString).csv"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let today = try #require(Civil.days(year: 2026, month: 6, day: 1))
        let draft = try FormatDraft(
            of: path, named: "open", answers: DraftAnswers(), over: Self.pipelines, formats: Self.pipelines.formats,
            today: today)
        #expect(draft.settings.map { "\($0.name): \($0.values.joined(separator: " "))" } == settings, "\(draft.text)")
        #expect(draft.questions.count == questions, "\(draft.questions)")
        let trial = DraftTrial(draft, at: "/tmp/open.yaml", of: path, over: Self.pipelines)
        #expect(trial.faults.isEmpty && trial.valid == trial.read && trial.read > 0, "\(trial)\n\(draft.text)")
    }

    private static func short(_ row: String, _ name: String) -> String {
        var row = row.replacing(", source=\"\(name)\"", with: "").replacing("source=\"\(name)\", ", with: "")
        row = row.replacing(#/zone="[^"]*", /#, with: "").replacing("pickleball_", with: "")
        return row.replacing("performance_metrics: ", with: "").replacing(
            "workouts+workout_exercises+workout_sets: ", with: "")
    }

    /// Everybody's names, for files that name people.
    private static func names(_ draft: FormatDraft) -> [(name: String, value: String)] {
        draft.settings.filter { $0.name.hasSuffix("_names") }.map {
            (name: $0.name, value: "Ann Lee;Bo Ray;Ana;Luz;Zoé;Max;Ann;Bo")
        }
    }
}
