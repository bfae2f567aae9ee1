import Foundation
import Testing

extension CommandsTests {
    /// The database of one's own: its accounts, its place, and what need not be repeated on each command line.
    @Suite struct FirstUseTests {
        let project = CommandsProject.shared

        private func file(_ name: String) -> String {
            project.write("date,metric,value,unit,id,notes\n2026-05-01,velocity,70,mph,\(name),\n", to: "\(name).csv")
        }

        private func configuration(_ text: String) throws -> [String: String] {
            let folder = "\(project.folder)/config-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/scorebook", withIntermediateDirectories: true)
            try text.write(toFile: "\(folder)/scorebook/config.yaml", atomically: true, encoding: .utf8)
            return ["XDG_CONFIG_HOME": folder]
        }

        @Test func anAccountIsAddedAndImportsForIt() {
            let file = file("first-use")
            let missing = project.call("run \(file) --owner zoe@example.com")
            #expect(missing.code == 65)
            #expect(missing.output.contains("scorebook user add EMAIL"))
            let added = project.call("user add zoe@example.com --zone Europe/Vienna -o json").list
            #expect(added.first?["zone"] as? String == "Europe/Vienna")
            let again = project.call("user add Zoe@example.com -o json").list
            #expect(again.first?["id"] as? String == added.first?["id"] as? String)
            #expect(project.call("user -o json").list.contains { $0["email"] as? String == "zoe@example.com" })
            let run = project.call("run \(file) -o json", environment: ["SCOREBOOK_OWNER": "zoe@example.com"])
            #expect((run.object["ledger"] as? [String: Int])?["inserted"] == 1, "\(run.errors)")
        }

        @Test func elsewherePeopleSignUpInTheApp() {
            let outcome = project.call(
                "user add zoe@example.com", environment: ["DATABASE_URL": "postgresql://db.example.invalid/app"])
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("people sign up in the app"))
        }

        @Test func anOwnerThatIsMissingIsNamedWithItsWays() {
            let outcome = project.call("run \(file("whose"))")
            #expect(outcome.code == 65)
            #expect(outcome.output.contains("--owner"))
            #expect(project.call("validate \(file("whose"))").code == 0)
        }

        @Test func theConfigurationFileGivesOwnerAndZone() throws {
            let environment = try configuration("owner: leo.rivera@example.org\nzone: Europe/Vienna\n")
            let plan = project.call("plan \(file("configured")) -o json", environment: environment)
            #expect((plan.object["ledger"] as? [String: Int])?["inserted"] == 1, "\(plan.errors)")
        }

        @Test(arguments: [
            ("onwer: a@example.org\n", "Did you mean owner?"), ("zone: Mars/Phobos\n", "unknown time zone"),
            ("- owner\n", "expected lines"), ("database: postgresql://a:secret@b/c\n", "without a password"),
        ])
        func faultsOfTheConfigurationFile(text: String, message: String) throws {
            let outcome = project.call("runs", environment: try configuration(text))
            #expect(outcome.code == 78)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(!outcome.errors.contains("secret"))
        }

        @Test func theHomeOfTheDatabase() {
            func folder(_ environment: [String: String]) -> String? {
                project.call("db -o json", environment: environment).list.first?["folder"] as? String
            }
            #expect(folder([:]) == "\(project.folder)/.scorebook")
            #expect(folder(["SCOREBOOK_HOME": "/tmp/elsewhere"]) == "/tmp/elsewhere")
            #expect(folder(["SCOREBOOK_HOME": "there"]) == "\(project.folder)/there")
        }
    }
}
