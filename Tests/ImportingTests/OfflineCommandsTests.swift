import Foundation
import Proving
import Testing

/// Commands that need no database, as a caller sees them.
@Suite struct OfflineCommandsTests {
    let root = CommandsProject.root

    func call(_ line: String) -> CommandsProject.Outcome {
        CommandsProject.call(line.split(separator: " ").map(String.init), in: root)
    }

    private func reasons(_ outcome: CommandsProject.Outcome) -> [String] {
        (outcome.object["units"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String }
    }

    @Test func `Files are validated without an owner`() {
        let outcome = call("validate --input Samples/hevy.csv --set zone=America/New_York --max-rejects 9 -o json")
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
        #expect((outcome.object["unchecked"] as? [String])?.contains("owners") == true)
    }

    @Test func `All settings that are missing are listed at once, with one command`() {
        let outcome = call("validate --input Samples/strong.csv --input Samples/hittrax.csv -o json")
        #expect(outcome.code == 65)
        #expect(
            Set(reasons(outcome)) == [
                """
                "Date" has no time zone; this file does not say the unit of "Weight"; \
                add --set zone=America/New_York and --set weight_unit=kg (or lb)
                """,
                #"this file does not say the unit of "Velo"; add --set speed_unit=mph (or km/h, m/s)"#,
            ])
        let options = ["zone=America/New_York", "weight_unit=kg", "speed_unit=mph"].map { "--set \($0)" }
        for option in options { #expect(outcome.errors.contains(option), "\(outcome.errors)") }
        #expect(outcome.errors.contains("\n  scorebook validate Samples/strong.csv Samples/hittrax.csv --set "))
        #expect(outcome.errors.contains("Not all files need the same"))
    }

    /// A workbook is a ZIP inside; who sent one does not know of an archive.
    @Test(arguments: [
        ("xlsx", "E_NOT_TEXT", "this is an Excel workbook, cut off or damaged"),
        ("zip", "E_ARCHIVE", "the archive is cut off"),
    ])
    func `What is damaged has the name that its reader knows`(ending: String, code: String, words: String) throws {
        let file = "/tmp/scorebook-cut-\(UUID().uuidString).\(ending)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data([0x50, 0x4B, 3, 4] + [UInt8](repeating: 7, count: 3000)).write(to: URL(filePath: file))
        let outcome = call("validate \(file) -o json")
        #expect(outcome.code == 65 && reasons(outcome).contains { $0.hasPrefix(words) }, "\(outcome.output)")
        #expect(outcome.output.contains(code), "\(outcome.output)")
    }

    @Test func `What a setting selects names the setting`() {
        let outcome = call("validate Samples/apple-health.xml --set zone=UTC --max-rejects 9")
        #expect(outcome.output.contains("skipped: not selected by the setting health_types"), "\(outcome.output)")
    }

    /// An invented value would go for every file of a folder, unseen.
    @Test func `A value that only the reader knows is in no command`() {
        let outcome = call("validate Samples/fitbit-steps-json.json")
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("--set zone=America/New_York\n"), "\(outcome.errors)")
        #expect(outcome.errors.contains("\n  --set fitbit_type (type, as in step_count)\n"), "\(outcome.errors)")
        #expect(!(outcome.errors + outcome.output).contains("fitbit_type=word"))
    }

    @Test func `A file of which records are rejected is not simply valid`() {
        let outcome = call("validate Samples/hevy.csv --set zone=UTC --max-rejects 9 -o json")
        let units = outcome.object["units"] as? [[String: Any]] ?? []
        #expect(units.map { $0["status"] as? String } == ["valid_with_rejects"], "\(outcome.output)")
        let empty = call("validate Samples/Faulty/empty.csv -o json")
        let refused = (empty.object["units"] as? [[String: Any]] ?? []).first
        #expect(refused?["status"] as? String == "refused")
        let digest = refused?["sha256"]
        #expect(digest is NSNull || (digest as? String)?.count == 64, "\(empty.output)")
    }

    @Test func `What is proposed after a check is what was typed, as a plan`() {
        let outcome = call("validate --set zone=UTC --max-rejects 9 -o table Samples/hevy.csv")
        #expect(outcome.code == 0)
        #expect(
            outcome.output.contains("\n  scorebook plan Samples/hevy.csv --set zone=UTC --max-rejects 9 "),
            "\(outcome.output)")
        let unknown = call("validate Samples/README.md")
        #expect(unknown.output.contains("\n  scorebook recognise Samples/README.md "), "\(unknown.output)")
        #expect(!unknown.output.contains("FILE"))
    }

    @Test(arguments: [
        ("wieght_unit=kg", "unknown setting `wieght_unit`", "Did you mean weight_unit?"),
        ("nonsense=1", "unknown setting `nonsense`", "Settings: "),
        ("zone=Mars/Phobos", "`zone`: unknown time zone `Mars/Phobos`", ""),
        ("weight_unit=horses", "`weight_unit`: unknown unit `horses`", ""),
        ("date_order=ymd", "`date_order` is mdy or dmy", ""),
    ])
    func `A setting that no format can use is a usage error`(setting: String, message: String, hint: String) {
        for command in ["validate Samples/hevy.csv", "check --samples Samples/Faulty"] {
            let outcome = call("\(command) --set \(setting)")
            #expect(outcome.code == 2)
            #expect(
                outcome.errors.contains(message) && (hint.isEmpty || outcome.errors.contains(hint)), "\(outcome.errors)"
            )
        }
    }

    @Test func `Settings of an owner's folder are checked where they are`() throws {
        let folder = "/tmp/scorebook-settings-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let owner = "\(folder)/inbox/maya@example.org"
        try FileManager.default.createDirectory(atPath: owner, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(root)/Samples/hevy.csv", toPath: "\(owner)/hevy.csv")
        // Older than the job's `settle`.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: "\(owner)/hevy.csv")
        let faults = [
            (
                "# hers\nwieght_unit: kg\n",
                "settings.yaml:2: unknown setting `wieght_unit` (did you mean `weight_unit`?)"
            ),
            ("zone: Mars/Phobos\n", "settings.yaml:1: `zone`: unknown time zone `Mars/Phobos`; write one as in "),
        ]
        for (text, reason) in faults {
            try text.write(toFile: "\(owner)/settings.yaml", atomically: true, encoding: .utf8)
            let outcome = CommandsProject.call(
                ["validate", "nightly", "-o", "json"], in: root, environment: ["SCOREBOOK_INBOX": "\(folder)/inbox"])
            #expect(reasons(outcome).first?.hasPrefix(reason) == true, "\(outcome.output) \(outcome.errors)")
        }
    }

    @Test(arguments: ["README.md", "*.md", "notes/README.md", "notes"])
    func `Files that --ignore names are listed as ignored`(pattern: String) throws {
        let folder = "/tmp/scorebook-ignore-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: "\(folder)/notes", withIntermediateDirectories: true)
        try "# Notes\n".write(toFile: "\(folder)/notes/README.md", atomically: true, encoding: .utf8)
        try FileManager.default.copyItem(atPath: "\(root)/Samples/hevy.csv", toPath: "\(folder)/hevy.csv")
        let line = "validate \(folder) --set zone=UTC --max-rejects 9 --json"
        #expect(call(line).code == 1)
        let outcome = call("\(line) --ignore \(pattern)")
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
        #expect(reasons(outcome) == ["left out by --ignore"])
    }

    @Test func `Reports for other programs count the same and hold no values`() throws {
        let folder = "/tmp/scorebook-reports-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let bad = "\(folder)/bad, 100%.csv"
        try "Date,Athlete_Name,x\n".write(toFile: "\(folder)/unknown.csv", atomically: true, encoding: .utf8)
        let header = try String(contentsOfFile: "\(root)/Samples/metric-log.csv", encoding: .utf8)
            .split(separator: "\n")[0]
        let names = header.split(separator: ",").map(String.init)
        let cells = names.map { $0 == "value" ? "secret<&>" : $0 == "date" ? "2026-05-01" : "x" }
        let row = cells.joined(separator: ",")
        try "\(header)\n\(row)\n\(row)\n".write(toFile: bad, atomically: true, encoding: .utf8)
        let words = [
            "validate", folder, "-o", "github", "--report", "junit=\(folder)/../\(UUID().uuidString).xml",
        ]
        let junit = String(words[5].dropFirst("junit=".count))
        let frictionless = junit + ".json"
        defer { for path in [junit, frictionless] { try? FileManager.default.removeItem(atPath: path) } }
        let outcome = CommandsProject.call(words + ["--report", "frictionless=\(frictionless)"], in: root)
        #expect(outcome.code == 1 || outcome.code == 65, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::error file=") }, "\(outcome.output)")
        #expect(outcome.output.contains("file=\(folder)/bad%2C 100%25.csv,line="), "\(outcome.output)")
        let texts = try [junit, frictionless].map { try String(contentsOfFile: $0, encoding: .utf8) }
        for text in texts + [outcome.output] { #expect(!text.contains("secret")) }
        let check = """
            import json, sys, xml.etree.ElementTree as tree
            suites = tree.parse(sys.argv[1]).getroot()
            cases = suites.findall("testsuite/testcase")
            assert len(suites.findall("testsuite")) == 2 and len(cases) == int(suites.get("tests"))
            assert len(suites.findall(".//failure")) == int(suites.get("failures")) > 0
            assert len(suites.findall(".//error")) == int(suites.get("errors")) == 1
            report = json.load(open(sys.argv[2]))
            assert not report["valid"] and len(report["tasks"]) == 2, report
            assert report["stats"]["errors"] == sum(len(task["errors"]) for task in report["tasks"])
            """
        #expect(try PublicPackages.run(check, [junit, frictionless]).code == 0)
        guard PublicPackages.has("frictionless", or: "its own reading of the report is not tested") else { return }
        let framework = """
            import json, sys
            from frictionless import Report
            report = Report.from_descriptor(json.load(open(sys.argv[1])))
            assert not report.valid and len(report.tasks) == 2 and report.stats["errors"] > 0
            """
        #expect(try PublicPackages.run(framework, [frictionless]).code == 0)
    }

    @Test func `Files that name several people are validated without the owner's name`() {
        let outcome = call("validate --input Samples/rapsodo-athletes.csv --max-rejects 9 -o json")
        #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
        #expect((outcome.object["unchecked"] as? [String])?.contains { $0.hasPrefix("whose record each is") } == true)
    }
}
