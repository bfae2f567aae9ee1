import Foundation
import Testing

/// What other programs read of a run while it goes on, and of the ledger afterwards.
@Suite(.serialized) struct EventsTests {
    private var project: CommandsProject { .other }

    private func events(_ outcome: CommandsProject.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
        }
    }

    /// A metric log in which every record but the first lacks its number.
    private func badLog(_ rejects: Int, _ name: String) -> String {
        let lines = (0..<rejects).map { "2026-05-01,velocity,fäst \($0) \(name),mph" }
        return project.write(
            "date,metric,value,unit\n2026-05-01,velocity,71,mph\n" + lines.joined(separator: "\n") + "\n", to: name)
    }

    @Test(arguments: ["validate", "plan", "run"])
    func `jsonl tells files, all rejects and the summary, an event a line`(command: String) throws {
        let path = badLog(2_500, "events-\(command).csv")
        let outcome = project.call(
            [command, path, "--owner", "maya.rivera@example.org", "-o", "jsonl", "--database", "embedded"].filter {
                command != "validate" || !["--database", "embedded"].contains($0)
            })
        #expect(outcome.code == 1, "\(outcome.errors)")
        let found = try events(outcome)
        let kinds = found.compactMap { $0["event"] as? String }
        #expect(kinds == ["file"] + Array(repeating: "reject", count: 2_500) + ["summary"])
        #expect(found.first?["source"] as? String == "events-\(command).csv")
        #expect(found[1]["line"] as? Int == 3)
        #expect(found[2_500]["line"] as? Int == 2_502)
        #expect(found[1]["code"] as? String == "not_a_number")
        #expect((found.last?["ledger"] as? [String: Int])?["rejected"] == 2_500)
        #expect(found.last?["units"] == nil)
    }

    @Test func `Runs are listed by job, time and status`() {
        #expect(!project.call("runs --job samples -o json").list.isEmpty)
        #expect(project.call("runs --job nobody -o json").list.isEmpty)
        #expect(project.call("runs --job samples --status refused -o json").list.isEmpty)
        #expect(!project.call("runs --job samples --since 1d -o json").list.isEmpty)
        #expect(project.call("runs --since 2999-01-01 -o json").list.isEmpty)
        #expect(project.call("runs --status finished").code == 2)
    }

    @Test func `All open rejects of all runs are listed`() throws {
        let owner = "maya.rivera@example.org"
        var last = ""
        for name in ["open-1.csv", "open-2.csv"] {
            let words = ["run", badLog(2, name), "--owner", owner, "--database", "embedded", "-o", "json"]
            let run = project.call(words)
            #expect(run.code == 1)
            last = try #require(run.object["run"] as? String)
        }
        let sources = project.call("rejects --all -o json").list.compactMap { $0["source"] as? String }
        #expect(sources.filter { $0 == "open-1.csv" }.count == 2)
        #expect(sources.filter { $0 == "open-2.csv" }.count == 2)
        #expect(project.call("rejects --all -v").output.contains("open-2.csv"))
        let undone = project.call("rollback \(last) -o json").object["job"] as? String
        #expect(undone != nil)
        let left = project.call("rejects --all -o json").list.compactMap { $0["source"] as? String }
        #expect(left.contains("open-1.csv") && !left.contains("open-2.csv"))
    }

    @Test func `A plan file is reviewed by itself, and applied from any folder`() throws {
        let folder = "\(project.folder)/planned"
        try FileManager.default.createDirectory(atPath: "\(folder)/plans", withIntermediateDirectories: true)
        let text = "date,metric,value,unit\n2026-04-01,velocity,70,mph\n2026-04-02,velocity,fast,mph\n"
        try text.write(toFile: "\(folder)/log.csv", atomically: true, encoding: .utf8)
        let planned = project.call([
            "plan", "planned/log.csv", "--owner", "maya.rivera@example.org", "--database", "embedded", "--out",
            "planned/plans/plan.json",
        ])
        #expect(planned.code == 1, "\(planned.errors)")
        let plan = try String(contentsOfFile: "\(folder)/plans/plan.json", encoding: .utf8)
        #expect(!plan.contains(project.folder))
        let object = try #require(JSONSerialization.jsonObject(with: Data(plan.utf8)) as? [String: Any])
        #expect((object["diffs"] as? [Any])?.count == 1)
        #expect((object["causes"] as? [Any])?.count == 1)
        #expect((object["inputs"] as? [String]) == ["../log.csv"])
        let applied = CommandsProject.call(
            ["run", "--plan", "\(folder)/plans/plan.json", "--pipelines", "\(project.folder)/Pipelines", "-o", "json"],
            in: "/tmp", environment: ["SCOREBOOK_HOME": "\(project.folder)/.scorebook"])
        #expect((applied.object["ledger"] as? [String: Int])?["inserted"] == 1, "\(applied.output) \(applied.errors)")
    }

    @Test func `A plan without -v fits a screen`() {
        let planned = project.call("plan samples --as-of 2026-05-31")
        #expect(planned.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 48)
    }
}
