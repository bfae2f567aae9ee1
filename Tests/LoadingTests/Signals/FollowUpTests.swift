import Foundation
import Proving
import Testing

/// `on_success:` and `on_failure:` of a job.
@Suite struct FollowUpTests {
    private func warnings(_ result: Program.Result) -> [String] {
        Array((result.report["warnings"] as? [String: Int] ?? [:]).keys).sorted()
    }

    /// A program that keeps its arguments and what it is given.
    private func keeper(_ name: String, in night: JobNight, more: String = "") throws {
        let path = try night.scratch.file(
            name,
            """
            #!/bin/sh
            printf '%s\\n' "$@" > "\(night.scratch.folder)/\(name).words"
            cat > "\(night.scratch.folder)/\(name).json"
            echo said by the command
            \(more)
            """)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    @Test func `After a good night one runs, after another one the other, with the report`() throws {
        let night = try JobNight(
            """
            on_success: [FOLDER/good, "$$(touch FOLDER/oops) ; touch FOLDER/oops", "*", "", "a b"]
            on_failure: FOLDER/bad
            """)
        try keeper("good", in: night)
        try keeper("bad", in: night)
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        let first = try night.run()
        #expect(first.code == 0 && warnings(first) == [], "\(first.complaints)")
        let words = try night.text("good.words")
        let folder = night.scratch.folder
        #expect(words == "$(touch \(folder)/oops) ; touch \(folder)/oops\n*\n\na b\n")
        #expect(!night.exists("oops") && !night.exists("bad.json"))
        // What it says is no part of the report.
        #expect(first.complaints.contains("said by the command") && first.report["run"] != nil)
        let given = try JSONSerialization.jsonObject(with: Data(try night.text("good.json").utf8)) as? [String: Any]
        #expect(given?["run"] as? String == first.report["run"] as? String)
        #expect(given?["schema"] as? String == "scorebook.report/1")
        #expect((given?["ledger"] as? [String: Int])?["inserted"] == 2)

        try FileManager.default.removeItem(atPath: "\(folder)/good.json")
        try night.drop("\(JobNight.maya)/b.csv", JobNight.bad)
        let second = try night.run()
        #expect(second.code == 1 && night.exists("bad.json") && !night.exists("good.json"))
        #expect(try !second.complaints.contains("fäst") && !night.text("bad.json").contains("fäst"))
        // Without a database as well.
        try FileManager.default.removeItem(atPath: "\(folder)/bad.json")
        #expect(try night.run(database: night.nowhere).code == 69)
        #expect(try night.text("bad.json").contains("\"status\": \"failed\""))
    }

    @Test func `One that fails, is not there, or does not read changes nothing but a warning`() throws {
        for (command, words) in [
            ("[/bin/false]", "ended with exit status 1"), ("/no/such/program", "cannot be run (No such file"),
            ("[/bin/sh, -c, 'kill -9 $$$$']", "ended by signal 9"),
        ] {
            let night = try JobNight("on_success: \(command)")
            try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
            let result = try night.run()
            #expect(result.code == 0 && result.report["status"] as? String == "succeeded")
            #expect(result.statuses == ["loaded"] && result.ledger["inserted"] == 2)
            #expect(
                warnings(result).contains { $0.hasPrefix("on_success: ") && $0.contains(words) }, "\(warnings(result))")
        }
        let deaf = try JobNight("on_success: /bin/true")
        let many = (0..<20_000).map { "m\($0),2026-05-01,velocity,fast,mph" }
        try deaf.drop("\(JobNight.maya)/a.csv", Log.withIDs(many))
        let result = try deaf.run(["-o", "json", "--max-rejects", "100%"])
        #expect(result.code == 0 && warnings(result) == [], "\(warnings(result))")
    }

    @Test func `One that takes too long is ended with all that it has started`() throws {
        let night = try JobNight(
            "on_success: [/bin/sh, -c, 'sleep 300 & echo $$! > FOLDER/child; wait']\ncommand_limit: 1 s")
        try night.drop("\(JobNight.maya)/a.csv", JobNight.good)
        let start = ContinuousClock.now
        let result = try night.run()
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(result.code == 0)
        #expect(warnings(result).contains { $0.contains("took longer than 1 s and was ended") }, "\(warnings(result))")
        let child = try #require(Int32(try night.text("child").split(separator: "\n").first ?? ""))
        // A process that has ended may be waited for by nobody yet.
        let state = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
        #expect(kill(child, 0) != 0 || state.contains(") Z "), "\(state)")
    }
}
