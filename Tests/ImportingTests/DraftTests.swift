import Foundation
import Testing

/// `init format`: a definition that loads the file into a database, with the settings that it asks for.
@Suite(.serialized) struct DraftTests {
    let project = CommandsProject.shared
    let maya = "maya.rivera@example.org"

    /// A file, and how many of its records load.
    struct Draft: CustomTestStringConvertible, Sendable {
        var file: String
        var text: String
        var dataset = "performance"
        /// What must stand in the draft.
        var holds: [String]
        var words = ""
        var inserted: Int
        var testDescription: String { file }
    }

    static let drafts = [
        Draft(
            file: "drill.json",
            text: """
                {"app": "Drill", "sessions": [{"coach": "x", "throws": [
                {"when": "2026-05-01T10:00:00-07:00", "speed_mph": 70.5, "radar": {"model": "P"}},
                {"when": "2026-05-01T10:01:00-07:00", "speed_mph": 71, "radar": {"model": "P"}, "spin": 2100}]},
                {"coach": "y", "throws": [{"when": "2026-05-02T10:00:00-07:00", "speed_mph": 69.25, "radar": {"model": "P"}}]}]}
                """,
            holds: [
                #"from: "sessions[*].throws[*]""#, "as: local-date", "metric_type: {constant: speed}",
                "unit:        {constant: mph}", "total_spin: {from: spin}", "# Not used:", "radar.model",
                "../coach",
            ], inserted: 3),
        Draft(
            file: "tests.json",
            text: """
                [{"test": "Velocity", "result": "70.5", "unit": "mph", "day": "05/13/2026", "tags": ["a", "b"]},
                {"test": "Exit Velo", "result": "80.1", "unit": "mph", "day": "05/14/2026", "tags": []}]
                """,
            holds: [
                #"from: "[*]""#, "as: key", "map: {Exit Velo: exit_velo, Velocity: velocity}, else: keep",
                "pattern: M/d/yyyy",
                "DOUBT: records hold lists",
            ], inserted: 2),
        Draft(
            file: "log.jsonl",
            text: """
                {"at": "2026-05-01 10:00:00", "measure": "velocity", "n": {"mean": 70.5, "unit": "mph"}}
                {"at": "2026-05-02 10:00:00", "measure": "velocity", "n": {"mean": 71.5, "unit": "mph"}}

                """,
            holds: ["reader: jsonl", "as: local-date", "n.mean"],
            words: "--set zone=America/Los_Angeles", inserted: 2),
        // Of two people's records those of the owner are taken, by the name that a setting gives.
        Draft(
            file: "pulse.csv", text: "Day,Player,Velocity mph\n2026-05-03,Maya,70.5\n2026-05-03,Leo,60.5\n",
            holds: ["person: {from: Player, setting: pulse_draft_names}"],
            words: "--set pulse_draft_names=Maya", inserted: 1),
        // What the file does not say a setting says.
        Draft(
            file: "one.json", text: #"{"velocity": 71.25, "taken": "2026-05-03", "by": "M"}"#,
            holds: [
                "from: \"$\"", "velocity: {from: velocity, unit: {setting: one_draft_velocity_unit}}",
            ],
            words: "--set one_draft_velocity_unit=mph", inserted: 1),
        Draft(
            file: "scale.json",
            text: """
                {"readings": [{"timestamp": "2026-05-01T07:00:00+01:00", "value": 60.5, "unit": "kg", "source": "Scale"},
                {"timestamp": "2026-05-02T07:00:00+01:00", "value": 60.25, "unit": "kg", "source": "Scale"}]}
                """,
            dataset: "health",
            holds: [
                "start_at: {from: timestamp, as: local-time}", "origin:   {constant: manual}",
                "body_mass: {from: value, unit: {from: unit}}",
            ], words: "--set zone=Europe/London", inserted: 2),
        Draft(
            file: "hidden.csv", text: "taken,velocity\u{1}\u{E0041},by\n2026-05-21,61.5,M\n",
            holds: [#"velocity: {from: "velocity\u0001\U000e0041", unit: {setting"#],
            words: "--set hidden_draft_velocity_unit=mph", inserted: 1),
    ]

    @Test(arguments: drafts)
    func aDraftLoads(_ draft: Draft) throws {
        let name = draft.file.split(separator: ".")[0] + "-draft"
        let ending = draft.file.split(separator: ".")[1]
        let file = project.write(draft.text, to: "\(name).\(ending)")
        let folder = "\(project.folder)/draft-\(name)"
        let out = "\(folder)/\(draft.dataset)/formats/\(name).yaml"
        let made = project.call("init format \(file) --dataset \(draft.dataset) --out \(out)")
        #expect(made.code == 0, "\(made.errors)")
        let text = try String(contentsOfFile: out, encoding: .utf8)
        for words in draft.holds { #expect(text.contains(words), "\(words)\n\(text)") }
        let run = project.call("run -i \(file) --owner \(maya) --pipelines \(folder) -o json \(draft.words)")
        let ledger = try #require(run.object["ledger"] as? [String: Int], "\(run.errors)")
        #expect(ledger["inserted"] == draft.inserted, "\(run.output) \(text)")
    }
}
