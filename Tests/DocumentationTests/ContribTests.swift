import Command
import Foundation
import Testing

/// What `contrib/` tells an operator to install is sound.
@Suite struct ContribTests {
    private func run(_ words: [String], in folder: String = Page.root) throws -> (code: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: folder)
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    /// `systemd-analyze` rates from 0 (safe) to 10; its threshold is in tenths.
    @Test(arguments: ["scorebook-nightly.service", "scorebook-failed@.service"])
    func unitsAreHardened(name: String) throws {
        guard FileManager.default.fileExists(atPath: "/usr/bin/systemd-analyze") else {
            print("SKIPPED: systemd-analyze is not installed, so no unit was rated")
            return
        }
        let unit = "\(Page.root)/contrib/nightly/\(name)"
        let rating = try run(["systemd-analyze", "security", "--offline=true", "--threshold=30", unit])
        #expect(rating.code == 0, "\(rating.text.suffix(200))")
        // The threshold is looked at.
        #expect(try run(["systemd-analyze", "security", "--offline=true", "--threshold=1", unit]).code != 0)
    }

    /// With a program in the place where it is installed.
    @Test func unitsAreRead() throws {
        guard FileManager.default.fileExists(atPath: "/usr/bin/systemd-analyze") else { return }
        let folder = "\(NSTemporaryDirectory())/scorebook-units-\(UUID().uuidString)"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: folder) }
        for name in ["scorebook-nightly.service", "scorebook-nightly.timer", "scorebook-failed@.service"] {
            let text = try Page("contrib/nightly/\(name)").text
            try text.replacingOccurrences(of: "/usr/local/bin/scorebook", with: "/usr/bin/env").write(
                toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let verdict = try run(
            ["systemd-analyze", "verify", "\(folder)/scorebook-nightly.service", "\(folder)/scorebook-nightly.timer"],
            in: folder)
        #expect(verdict.code == 0 && !verdict.text.contains("scorebook"), "\(verdict.text)")
    }

    /// The commands of the unit and of the cron line are commands of the program.
    @Test func whatIsStartedIsACommand() throws {
        for (name, start) in [("scorebook-nightly.service", "ExecStart="), ("scorebook.cron", "sh -c '")] {
            let text = try Page("contrib/nightly/\(name)").text
            let lines = text.split(separator: "\n")
            let line = try #require(lines.last { $0.contains(start + "/usr/local/bin/scorebook") })
            let words = line.components(separatedBy: "/usr/local/bin/scorebook ")[1].split(separator: " ")
                .prefix { !["||", "&&", ">", "<", "|"].contains($0) }
            #expect(throws: Never.self) { _ = try Parser.parse(words.map(String.init)) }
        }
    }

    /// Options of `plan-units` stand after `--`, wherever the script's own are.
    @Test(arguments: [["nightly", "--tasks", "2"], ["--tasks", "2", "nightly"], ["nightly"]])
    func theOptionsOfAPlanReachIt(words: [String]) throws {
        let folder = "\(NSTemporaryDirectory())/scorebook-plan-\(UUID().uuidString)"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: folder) }
        let program = "\(folder)/scorebook"
        try "#!/bin/sh\necho \"$@\" > \"\(folder)/words\"\nexit 3\n".write(
            toFile: program, atomically: true, encoding: .utf8)
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let script = "\(Page.root)/contrib/spark/scorebook_spark.py"
        let called = try run(["python3", script, "--program", program] + words + ["--", "--slots", "8"], in: folder)
        #expect(called.code == 3, "\(called.text)")
        #expect(try String(contentsOfFile: "\(folder)/words", encoding: .utf8) == "plan-units nightly --slots 8\n")
    }

    /// README and image name the same libraries.
    @Test func theImageHasTheLibraries() throws {
        let image = try Page("contrib/container/Containerfile").text
        let readme = try Page("README.md").text.replacing("\n", with: " ")
        let listed = try #require(readme.firstMatch(of: /At run time the program needs ([^;]*);/)).1
        let packages = listed.matches(of: /`([a-z0-9.-]+)`/).map { String($0.1) }
        #expect(packages.count > 8)
        for package in packages { #expect(image.contains(" \(package) "), "\(package)") }
        let bootstrap = try Page(".ci/bootstrap").text
        for match in image.matches(of: /[ ](lib[a-z0-9]+-dev)/) { #expect(bootstrap.contains("need \(match.1) ")) }
    }
}
