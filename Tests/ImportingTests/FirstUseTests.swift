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
            #expect(missing.output.contains("  scorebook user add zoe@example.com"))
            let unzoned = project.call("user add zoe@example.com")
            #expect(unzoned.code == 2 && unzoned.errors.contains("--zone is missing"), "\(unzoned)")
            let added = project.call("user add zoe@example.com --zone Europe/Vienna -o json").list
            #expect(added.first?["zone"] as? String == "Europe/Vienna")
            let again = project.call("user add Zoe@example.com -o json").list
            #expect(again.first?["id"] as? String == added.first?["id"] as? String)
            #expect(project.call("user -o json").list.contains { $0["email"] as? String == "zoe@example.com" })
            let named = project.call("user -o json", environment: ["DATABASE_URL": "embedded"])
            #expect(named.list.count == project.call("user -o json").list.count && !named.list.isEmpty, "\(named)")
            let run = project.call("run \(file) -o json", environment: ["SCOREBOOK_OWNER": "zoe@example.com"])
            #expect((run.object["ledger"] as? [String: Int])?["inserted"] == 1, "\(run.errors)")
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

        /// What bash offers for a line that was typed so far, by the script and the program themselves.
        private func completed(_ line: String) -> [String] {
            let script = """
                source <("$0" completions bash)
                COMP_LINE=$1 COMP_POINT=${#1}
                _scorebook "$0"
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            let process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = ["-c", script, CommandsProject.program, line]
            process.currentDirectoryURL = URL(filePath: project.folder)
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
            guard (try? process.run()) != nil else { return [] }
            let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        @Test func bashOffersTheNamesThatTheProgramKnows() {
            #expect(completed("scorebook val") == ["validate"])
            #expect(completed("scorebook run --format hev").contains("hevy"))
            #expect(completed("scorebook run --format=hev").contains("hevy"))
            #expect(completed("scorebook run --dataset work") == ["workouts"])
            #expect(completed("scorebook run nigh") == ["nightly"])
            #expect(completed("scorebook validate Samples/strong.cs") == ["Samples/strong.csv"])
            // Bash wants what follows the equals sign.
            #expect(completed("scorebook run x.csv --set weight_unit=k").contains("kg"))
            #expect(completed("scorebook run x.csv --set zon") == ["zone="])
            #expect(completed("scorebook help E_UNKNOWN") == ["E_UNKNOWN_FORMAT"])
            #expect(completed("scorebook show lat") == ["latest"])
            #expect(completed("scorebook db s").sorted() == ["start", "status", "stop"])
        }

        @Test func theServerStopsWithTheLastCommandUnlessItWasStarted() throws {
            let home = ["SCOREBOOK_HOME": "\(project.folder)/short"]
            defer { _ = project.call("db stop", environment: home) }
            func status() -> String? {
                project.call("db -o json", environment: home).list.first?["status"] as? String
            }
            #expect(project.call("user add zoe@example.com --zone America/New_York", environment: home).code == 0)
            #expect(status() == "stopped")
            #expect(project.call("runs", environment: home).code == 0)
            #expect(status() == "stopped")
            // Two at once share it.
            let codes = try (0..<3).map { _ in
                let process = Process()
                process.executableURL = URL(filePath: CommandsProject.program)
                process.arguments = ["user", "list"]
                process.currentDirectoryURL = URL(filePath: project.folder)
                process.environment = ProcessInfo.processInfo.environment.merging(home) { $1 }
                (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
                try process.run()
                return process
            }.map { process in
                process.waitUntilExit()
                return process.terminationStatus
            }
            #expect(codes == [0, 0, 0])
            #expect(status() == "stopped")
            #expect(project.call("db start", environment: home).code == 0)
            #expect(project.call("runs", environment: home).code == 0)
            #expect(status() == "running")
        }

        /// A server without any role of the app's: the files that come first in the script make them.
        @Test func theSQLOfANewDatabaseNamesItsRolesAndIsComplete() {
            let home = ["SCOREBOOK_HOME": "\(project.folder)/scripted"]
            defer { _ = project.call("db stop", environment: home) }
            #expect(project.call("db start", environment: home).code == 0)
            let sql = project.call("schema sql", environment: home)
            #expect(sql.code == 0 && sql.output.contains("grant usage on schema scorebook to authenticated, "))
            #expect(!sql.output.contains(" to ;") && !sql.output.contains(" to \n"), "\(sql.errors)")
            let file = project.write(sql.output, to: "scripted.sql")
            let applied = project.call(
                ["db", "psql", "--", "-X", "-q", "-o", "/dev/null", "-f", file], environment: home)
            #expect(applied.code == 0, "\(applied.errors)")
            let status = project.call("schema status", environment: home)
            #expect(status.code == 0, "\(status.output)")
        }

        @Test func aFileThatIsRefusedMakesNoDatabase() {
            let home = ["SCOREBOOK_HOME": "\(project.folder)/none"]
            let file = project.write("a,b\n1,2\n", to: "unknown-columns.csv")
            let run = project.call("run \(file)", environment: home)
            #expect(run.code == 65)
            #expect(run.output.contains("E_UNKNOWN_FORMAT"), "\(run.output)")
            // Nobody has an account in a database that is not made yet.
            let stranger = project.call("run \(file) --owner zoe@example.com", environment: home)
            #expect(stranger.code == 65)
            #expect(stranger.output.contains("  scorebook user add zoe@example.com "), "\(stranger.output)")
            #expect(stranger.output.contains("E_OWNER_UNKNOWN"), "\(stranger.output)")
            #expect(!FileManager.default.fileExists(atPath: "\(project.folder)/none"))
            #expect(project.call("help E_UNKNOWN_FORMAT").output.contains("scorebook recognise FILE"))
        }

        @Test func aMisspeltSettingOfAReplayIsNamed() {
            let outcome = project.call("rejects replay --set wieght_unit=kg")
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("Did you mean weight_unit?"), "\(outcome.errors)")
        }

        @Test func theHomeOfTheDatabase() {
            func folder(_ environment: [String: String]) -> String? {
                project.call("db -o json", environment: environment).list.first?["folder"] as? String
            }
            #expect(folder([:]) == "\(project.folder)/.scorebook")
            #expect(folder(["SCOREBOOK_HOME": "/tmp/elsewhere"]) == "/tmp/elsewhere")
            #expect(folder(["SCOREBOOK_HOME": "there"]) == "\(project.folder)/there")
            let words = ["db", "-o", "json", "--pipelines", "\(CommandsProject.root)/Pipelines"]
            let root = CommandsProject.call(words, in: "/", environment: ["SCOREBOOK_HOME": "there"])
            #expect(root.list.first?["folder"] as? String == "/there", "\(root.errors)")
        }
    }
}
