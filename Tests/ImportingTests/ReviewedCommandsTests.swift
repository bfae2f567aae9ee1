import Foundation
import Testing

extension CommandsTests {
    /// What a review of the commands as a new user meets them found wrong.
    @Suite struct ReviewedCommandsTests {
        let project = CommandsProject.other
        private static let owner = "maya.rivera@example.org"

        /// A log of records that are rejected, all for one reason.
        private func rejects(_ count: Int) -> String {
            let rows = (1...count).map { "2026-05-01,velocity,fast,mph,r-\(count)-\($0)," }
            return project.write(
                "date,metric,value,unit,id,notes\n\(rows.joined(separator: "\n"))\n", to: "rejects-\(count).csv")
        }

        @Test(arguments: ["validate", "run"])
        func `JSON has the rejects, and says when it has not all of them`(command: String) throws {
            for count in [140, 1_200] {
                let file = rejects(count)
                let line = "\(command) \(file) --owner \(Self.owner) --max-rejects 100%"
                let options = command == "run" ? "" : " --set zone=UTC"
                let report = project.call("\(line)\(options) -o json").object
                #expect((report["rejects"] as? [Any])?.count == min(count, 1_000), "\(count)")
                #expect(report["rejects_truncated"] as? Bool == (count > 1_000), "\(count)")
                let causes = try #require(report["causes"] as? [[String: Any]])
                #expect(causes.count == 1 && causes[0]["count"] as? Int == count, "\(causes)")
                let run = report["run"] as? String ?? ""
                if command == "run" {
                    let shown = project.call("show \(run) -o json").object
                    #expect((shown["rejects"] as? [Any])?.count == min(count, 1_000))
                    #expect(shown["rejects_truncated"] as? Bool == (count > 1_000))
                    let lines = project.call("rejects \(run) -o jsonl").output.split(separator: "\n")
                    // Those beyond are a line for each cause, with how many they are.
                    let all = try lines.reduce(0) { sum, line in
                        let members = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                        return sum + (members?["count"] as? Int ?? 1)
                    }
                    #expect(all == count && lines.count == min(count, 1_001))
                } else {
                    let events = project.call("\(line)\(options) -o jsonl").output.split(separator: "\n")
                    #expect(events.count { $0.hasPrefix("{\"event\": \"reject\"") } == count)
                }
            }
        }

        /// A folder is never `//.scorebook`.
        @Test func `In the root folder a path has one slash`() {
            func folder(_ line: String, _ environment: [String: String]) -> [String] {
                CommandsProject.call(line.split(separator: " ").map(String.init), in: "/", environment: environment)
                    .list
                    .compactMap { $0["folder"] as? String }
            }
            #expect(folder("db status -o json", ["SCOREBOOK_HOME": "no-such-home"]) == ["/no-such-home"])
            let data = ["XDG_DATA_HOME": "/tmp/no-such-data"]
            for line in ["db status -o json", "db list -o json"] {
                for path in folder(line, data) { #expect(!path.contains("//"), "\(line): \(path)") }
            }
        }

        @Test func `Quiet commands print nothing where all is well`() {
            let good = project.write("date,metric,value,unit,id\n2026-05-04,velocity,71,mph,q-1\n", to: "quiet.csv")
            for line in [
                "validate \(good) --set zone=UTC -q", "plan \(good) --owner \(Self.owner) -q",
                "run \(good) --owner \(Self.owner) -q",
            ] {
                let outcome = project.call(line)
                #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(line): \(outcome)")
            }
            let bad = project.call("run \(rejects(2)) --owner \(Self.owner) -q")
            #expect(bad.code == 1 && bad.output.contains("2 rejected"), "\(bad)")
        }

        /// One rule: a word with commands below it shows what it is about.
        @Test(arguments: [
            ("schema", "status"), ("summaries", "verify"), ("db", "status"), ("user", "list"), ("quarantine", "list"),
        ])
        func `A word alone shows what it is about`(word: String, command: String) {
            let (alone, whole) = (project.call(word), project.call("\(word) \(command)"))
            #expect(alone.code == whole.code && alone.code == 0, "\(alone)")
            #expect(alone.output == whole.output && !alone.output.isEmpty)
        }
    }
}
