import Foundation
import Testing

/// What a file is, definitions and the owners that files name.
extension CommandsTests {
    @Test func peekShowsRecordsAsTheyStand() throws {
        let lines = project.call("peek Samples/metric-log-without-ids.csv -n 2").output.split(separator: "\n")
        let first = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(first["record"] as? Int == 1 && first["line"] as? Int == 2)
        #expect((first["cells"] as? [String: Any])?["value"] as? String == "75.4")
        let headless = project.call("peek Samples/metric-log-without-ids.csv --headless -n 1").object
        #expect((headless["cells"] as? [Any])?.count == 6)
    }

    @Test func everySampleIsOfOneFormat() {
        let verdicts = project.call("recognise Samples/statcast.csv Samples/rapsodo.csv -o json").list
        #expect(verdicts.compactMap { $0["format"] as? String } == ["statcast", "rapsodo"])
        #expect(
            verdicts.allSatisfy { !($0["for"] as? [String] ?? []).isEmpty && !($0["against"] as? [Any] ?? []).isEmpty })
    }

    @Test func aNameChoosesTheDefinitionOfThatName() {
        func names(_ line: String, _ key: String) -> Set<String> {
            Set(project.call("\(line) -o json").list.compactMap { $0[key] as? String })
        }
        #expect(names("formats strong", "format") == ["strong"])
        #expect(names("formats strong-m", "format") == ["strong-measurements"])
        #expect(names("datasets sleep", "dataset") == ["sleep"])
        #expect(names("jobs demo", "job") == ["demo"])
        let sleep = project.call("formats --dataset sleep -o json").list
        #expect(!sleep.isEmpty && sleep.allSatisfy { ($0["dataset"] as? String ?? "").contains("sleep") })
        #expect(names("settings --format strong", "setting").isSuperset(of: ["weight_unit", "date_order"]))
        let unit = project.call("settings weight_unit -o json").list
        #expect(unit.count == 1 && unit.first?["values"] as? String == "g, kg, lb, oz, st")
        #expect((unit.first?["formats"] as? String ?? "").contains("strong"))
        let offered = project.call("completions settings").output.split(separator: "\n")
        #expect(offered.contains("weight_unit=kg") && !offered.contains("weight_unit=%"))
    }

    /// Of a file that is recognised, what speaks against other formats is said with -v.
    @Test func whatIsNoRivalIsNotNamed() {
        let hevy = project.call("recognise Samples/hevy.csv").output
        #expect(hevy.contains("because it has title") && !hevy.contains("  not "), "\(hevy)")
        #expect(
            project.call("recognise Samples/trackman-v3.csv -v").output.contains(
                "not trackman-v2, because it has Catcher")
        )
    }

    @Test func rejectsAreCutToTwentyCauses() {
        let some = project.call("rejects")
        #expect(some.output.contains("more causes (-v lists them)"))
        let all = project.call("rejects -v").output
        #expect(all.count > some.output.count && !all.contains("(-v lists them)"))
    }

    @Test(arguments: [("", "Usage"), ("-h", "Usage"), ("init", "init format"), ("run -h", "Options")])
    func helpIsNoError(line: String, text: String) {
        let outcome = project.call(line)
        #expect(outcome.code == 0 && outcome.output.contains(text) && outcome.errors.isEmpty)
    }

    @Test(arguments: [
        ("drills", "Date,Athlete,Sprint Time (sec),Broad Jump (in)\n2026-05-01,M,7.1,80\n2026-05-13,M,7.0,81\n"),
        ("log", "Day;Test;Result;Unit;Comment\n13.05.2026;Velocity;70,5;mph;x\n14.05.2026;Velocity;71,5;mph;\n"),
        ("undated", "Name,Exit Velocity (mph)\nM,80.1\nM,81.2\n"),
    ])
    func aFirstDefinitionPassesItsCheck(name: String, text: String) {
        let file = project.write(text, to: "\(name)-new.csv")
        let folder = "\(project.folder)/draft-\(name)"
        try? FileManager.default.copyItem(atPath: "\(CommandsProject.root)/Pipelines", toPath: folder)
        let out = "\(folder)/performance/formats/\(name)-new.yaml"
        let draft = project.call("init format \(file) --dataset performance --out \(out)")
        #expect(draft.code == 0, "\(draft.errors)")
        let check = project.call("check --pipelines \(folder)")
        #expect(check.code == 0, "\(check.output)")
        #expect(project.call("recognise \(file) --pipelines \(folder)").code == 0)
    }

    @Test func faultsOfADefinitionAreTold() throws {
        let folder = "\(project.folder)/broken"
        try FileManager.default.copyItem(atPath: "\(CommandsProject.root)/Pipelines", toPath: folder)
        try "title: X\nformt: x\n".write(
            toFile: "\(folder)/performance/formats/x.yaml", atomically: true, encoding: .utf8)
        let check = project.call("check \(folder) -o json")
        #expect(check.code == 78)
        #expect(check.list.contains { ($0["path"] as? String ?? "").hasSuffix("x.yaml") && $0["line"] as? Int == 2 })
        #expect(project.call("run demo --pipelines \(folder)").code == 78)
    }

    @Test func identitiesLeadToTheOwner() {
        let map = project.write("old,new\nold-7,5f0c0000-0000-4000-8000-000000000001\n", to: "people.csv")
        let yaml = project.write("old-7: 5f0c0000-0000-4000-8000-000000000001\n", to: "people.yaml")
        for path in [map, yaml] {
            let plan = project.call("plan -i Samples/metric-log.csv --owner old-7 --identities \(path) -o json")
            #expect([0, 1].contains(plan.code) && plan.object["status"] as? String != "refused", "\(plan.output)")
        }
        let wrong = project.write("old,new\nold-7,7\n", to: "wrong.csv")
        #expect(project.call("plan -i Samples/metric-log.csv --owner old-7 --identities \(wrong)").code == 65)
        #expect(project.call("plan -i Samples/metric-log.csv --owner old-7 --identities nowhere").code == 66)
    }
}
