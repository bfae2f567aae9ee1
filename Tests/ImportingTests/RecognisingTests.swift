import Foundation
import Proving
import Testing

/// What is said of files that no format takes.
@Suite struct RecognisingTests {
    /// A file that fits no format, and what its refusal tells.
    struct Case: CustomTestStringConvertible, Sendable {
        var file: String
        var text: String
        var told: [String]
        var isNotTold: [String] = []
        var testDescription: String { "\(file): \(text.prefix(40))" }
    }

    static let cases = [
        Case(
            file: "opened.json", text: "{\"data\": [",
            told: ["the document is truncated", "on line 1 at byte 10", "export it again"]),
        Case(file: "bracket.json", text: "[\n", told: ["the document is truncated", "on line 2 at byte 2"]),
        Case(file: "brace.json", text: "{", told: ["the document is truncated", "at byte 1"]),
        Case(
            file: "amid.json", text: "[{\"athlete_mood\":\"fine\"},\n {\"athlete_mo",
            told: ["the document is truncated, or a quote is missing", "on line 2 at byte 28"]),
        Case(
            file: "value.json", text: "{\"data\":{\"moods\":[{\"a\":12",
            told: ["the document is truncated", "at byte 25"]),
        Case(file: "wrong.json", text: "{\"data\":[1,}]}", told: ["invalid JSON", "at byte 11"]),
        Case(
            file: "unknown.json", text: "{\"moods\":[{\"a\":1}]}",
            told: ["no format matches this header"],
            isNotTold: ["cut", "nearest"]),
        Case(
            file: "three.csv", text: "Date,Wieght,Comments\n2026-05-01,secret,x\n",
            told: ["the closest format is myfitnesspal-measurements", "expected \"Weight\", found \"Wieght\""],
            isNotTold: ["secret"]),
        Case(
            file: "pounds.csv", text: "Date,Weigth (lb),Fat mass (lb)\n2026-05-01,150,20\n",
            told: ["the closest format is withings", "expected \"Weight (lb)\", found \"Weigth (lb)\""],
            isNotTold: ["has no"]),
        Case(
            file: "metric.jsonl", text: "{\"date\":\"2026-05-01\",\"metrc\":\"velocity\",\"value\":70}\n",
            told: ["expected \"metric\", found \"metrc\""]),
        Case(
            file: "four.jsonl", text: "{\"data\":\"2026-05-01\",\"metric\":\"velocity\",\"value\":70}\n",
            told: ["no format matches this header"], isNotTold: ["expected"]),
        Case(
            file: "lacks.csv", text: "date,metric,unit,id\n2026-05-01,velocity,mph,a\n",
            told: ["the closest format is metric-log, but the file has no \"value\""], isNotTold: ["expected"]),
        Case(
            file: "tempo.csv", text: "date,exercise,weight_kg,reps,tempo\n2026-05-01,Squat,80,5,30x0\n",
            told: ["the closest format is training-log, which does not know the column \"tempo\""],
            isNotTold: ["expected", "30x0"]),
        Case(
            file: "log.md", text: "# Log\n## Bench\n- 3x8 @ 60\n- 1x6 @ 65\n",
            told: ["Markdown, not CSV: export CSV or JSON"], isNotTold: ["init format", "closest"]),
        // What is lifted is no weight of a body, and another athlete's is not the owner's.
        Case(
            file: "lifts.csv", text: "Date,Lift,Weight (kg)\n2026-05-01,Bench,60\n",
            told: ["no format matches this header"]),
        Case(
            file: "others.csv", text: "Date,Athlete,Weight\n2026-05-01,Leo,61\n",
            told: ["columns of myfitnesspal-measurements and Athlete, which says whose each record is"],
            isNotTold: ["expected", "Leo"]),
        Case(
            file: "team.csv",
            text: "Date,Athlete,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,RPE\n",
            told: ["columns of strong and Athlete, which says whose each record is"], isNotTold: ["expected", "Leo"]),
        // Two columns that many tables have do not make a coach's sheet a scale's file.
        Case(
            file: "coach.csv", text: "Name,Date,Height (in),60yd (s)\nZoe Lane,3/15/2026,66,8.1\n",
            told: ["no format matches this header"], isNotTold: ["Zoe"]),
        Case(
            file: "heights.csv", text: "Name,Date,Height (in)\nZoe Lane,3/15/2026,66\n",
            told: ["no format matches this header"], isNotTold: ["Zoe"]),
        Case(
            file: "child.csv", text: "Child,Date,Height (in)\nZoe,3/15/2026,66\n",
            told: ["columns of withings-height and Child, which says whose each record is"], isNotTold: ["Zoe"]),
        // Whatever a file is about, an id of users is a person's.
        Case(
            file: "users.csv", text: "Date,Weight,userId\n2026-05-01,61,7\n",
            told: ["columns of myfitnesspal-measurements and userId, which says whose each record is"]),
        Case(
            file: "ids.csv", text: "Date,Exercise,Set,Weight,Reps,Squad\n2026-05-01,Squat,1,60,5,7\n",
            told: ["no format matches this header"]),
        Case(
            file: "nothing.csv", text: "Mood,Weather\nfine,rain\n", told: ["no format matches this header"],
            isNotTold: ["nearest"]),
    ]

    @Test(arguments: cases)
    func recogniseAndValidateTell(_ one: Case) throws {
        let project = CommandsProject.shared
        let file = project.write(one.text, to: one.file)
        let verdict = try #require(project.call("recognise \(file) -o json").list.first)
        let report = project.call("validate -i \(file) --owner 5f0c0000-0000-4000-8000-000000000001 -o json")
        let unit = try #require((report.object["units"] as? [[String: Any]])?.first)
        #expect(report.code == 65 && unit["status"] as? String == "refused")
        for reason in [verdict["reason"], unit["reason"]].map({ $0 as? String ?? "" }) {
            for words in one.told { #expect(reason.contains(words), "\(reason)") }
            for words in one.isNotTold { #expect(!reason.contains(words), "\(reason)") }
        }
    }

    @Test func whatAFormatRefusesByItsCellsIsNotRecognised() throws {
        let project = CommandsProject.shared
        let file = "\(Ground.package)/Samples/Faulty/zepp-activity-minute.csv"
        let verdict = try #require(project.call("recognise \(file) -o json").list.first)
        #expect(verdict["format"] is NSNull)
        #expect((verdict["reason"] as? String)?.contains("steps of Zepp") == true, "\(verdict)")
    }

    @Test func whoseRecordsTheyAreIsSaidOnce() {
        let project = CommandsProject.shared
        let file = project.write("Date,Athlete,Weight\n2026-05-01,Leo,61\n", to: "several.csv")
        let text = project.call("recognise \(file)").output
        #expect(text.contains("which says whose each record is") && !text.contains("never has"), "\(text)")
    }

    @Test func theNearestFormatComesFirst() throws {
        let project = CommandsProject.shared
        let file = project.write("Date,Wieght (lb),Fat mass (lb)\n2026-05-01,150,20\n", to: "first.csv")
        let verdict = try #require(project.call("recognise \(file) -o json").list.first)
        let against = try #require((verdict["against"] as? [[String: Any]])?.first)
        #expect(against["format"] as? String == "withings")
        #expect(against["missing"] as? [String] == ["Weight (lb)"])
    }
}
