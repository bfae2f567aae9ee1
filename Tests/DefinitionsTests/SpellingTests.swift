import Definitions
import Testing

/// What a format says once: the spellings of its columns, and its records as CSV and as JSON.
@Suite struct SpellingTests {
    private let formats = CheckReport(path: Repository.path("Pipelines"), environment: [:]).pipelines.formats

    private func format(_ name: String) throws -> Format {
        try #require(formats.first { $0.name == name })
    }

    @Test func everySpellingOfAColumnIsMeant() throws {
        let strong = try format("strong")
        let german: Set = ["Datum", "Workout-Name", "Name der Übung", "Reihenfolge festlegen", "Wiederh."]
        let set = try #require(strong.recognise.first)
        #expect(strong.missing(set, in: german) == [])
        #expect(strong.missing(set, in: german.subtracting(["Wiederh."])) == ["Reps"])
        #expect(strong.spelling(of: "Set Order", in: german) == "Reihenfolge festlegen")
        let condition = try #require(strong.records.first?.skip.first?.when.first)
        #expect(condition.column == "Set Order")
        #expect(condition.spellings.contains("Reihenfolge festlegen"))
        let field = try #require(strong.records.first?.fields.first { $0.field == "set_order" })
        #expect(field.from == [condition.column] + condition.spellings)
    }

    /// A header in the spelling of another format is that one's.
    @Test func spellingsTakeNoOtherFormatsFiles() throws {
        let text = """
            format: Two
            dataset: probe
            reader: csv
            aliases: {Tag: [Date], Art: [Kind], Menge: [Amount], Wer: [Thrower]}
            recognise:
              - [Tag, Art, Menge, Wer]
            fields:
              day: {from: Tag}
              kind: {from: Art}

            """
        let fixture = Fixture()
        let old = try #require(fixture.texts[.other])
        let (_, lines) = try #require(fixture.replacing(old, text, in: .other)).load()
        #expect(lines.contains { $0.contains("every header of format `one` is one of `two` too") }, "\(lines)")
    }

    @Test func formatsOfOneExportShareWhatIsIgnored() throws {
        let listed = try format("google-health").ignore
        #expect(listed.count == 22)
        #expect(try format("fitbit-steps-json").ignore == listed)
    }

    @Test func recordsAreReadAsJSONToo() throws {
        let (csv, json, lines) = (
            try format("metric-log"), try format("metric-log-json"), try format("metric-log-jsonl")
        )
        #expect(csv.recognise == [["date", "metric", "value", "unit", "id"]])
        #expect(
            json.recognise == [
                ["[*].date", "[*].metric", "[*].id"], ["metrics[*].date", "metrics[*].metric", "metrics[*].id"],
            ])
        #expect(lines.recognise == [["date", "metric", "id"]])
        #expect([csv, json, lines].map(\.reader.word) == ["csv", "json", "jsonl"])
        #expect(json.title == "Metric log (Scorebook's own), as JSON")
        for other in [json, lines] {
            #expect(other.records.first?.fields.map(\.field) == csv.records.first?.fields.map(\.field))
            #expect(other.records.first?.key == ["source_key"])
            #expect(other.path == csv.path)
        }
        #expect(
            try format("measurement-log-json").recognise == [
                ["measured_at", "kind", "value", "unit"].map { "measurements[*].\($0)" }
            ])
        #expect(try format("metric-log-without-ids-json").without == ["[*].id", "metrics[*].id"])
    }
}
