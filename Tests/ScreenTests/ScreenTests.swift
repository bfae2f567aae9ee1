import Foundation
import Proving
import Testing

/// What people see: commands of a role, typed one after another into a terminal of 80 columns.
///
/// `Screens/ROLE.txt` has the commands, each on a line that begins with `$`, and below each what the terminal shows.
/// `SCOREBOOK_RECORD=1` writes the screens anew; read the difference.
@Suite struct ScreenTests {
    static let roles = ["parent", "operator", "maintainer", "author", "ci", "analyst", "reader", "engineer", "guide"]
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Screens"

    @Test(arguments: roles) func `The screens of a role are the recorded ones`(_ role: String) throws {
        let path = "\(Self.folder)/\(role).txt"
        let recorded = try String(contentsOfFile: path, encoding: .utf8)
        let terminal = try TerminalSession(role)
        defer { terminal.close() }
        var shown = ""
        for line in recorded.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("# ") { shown += "\(line)\n\n" }
            guard line.hasPrefix("$ ") else { continue }
            let screen = try terminal.type(String(line.dropFirst(2)))
            shown += "\(line)\n" + screen.text + (screen.code == 0 ? "" : "[exit code \(screen.code)]\n") + "\n"
            if line.contains("scorebook plan ") {
                #expect(screen.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 45, "\(line)")
            }
            // Data are not wrapped, nor are commands to copy, nor is what goes into a pipe.
            guard !["export", "peek", "github", " | "].contains(where: line.contains) else { continue }
            expectToFit(screen, 80, "\(role): \(line)")
        }
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
            try shown.write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            let difference = Self.firstDifference(recorded, shown)
            #expect(difference == nil, "\(role): SCOREBOOK_RECORD=1 writes it")
        }
    }

    private func expectToFit(_ screen: TerminalSession.Screen, _ width: Int, _ what: String) {
        for row in screen.text.split(separator: "\n") where !row.contains("scorebook ") {
            #expect(row.count <= width, "\(what): a row is wider than the terminal: \(row)")
        }
    }

    /// The first line in which two screens differ, with its number and the command above it; nil where they are equal.
    ///
    /// In one line: CI keeps the first line of a failure only.
    static func firstDifference(_ recorded: String, _ shown: String) -> String? {
        let (one, other) = (recorded.components(separatedBy: "\n"), shown.components(separatedBy: "\n"))
        let same = zip(one, other).prefix { $0 == $1 }.count
        guard same < max(one.count, other.count) else { return nil }
        let command = one.prefix(same + 1).last { $0.hasPrefix("$ ") } ?? ""
        func line(_ lines: [String]) -> String { same < lines.count ? lines[same].debugDescription : "nothing more" }
        return "line \(same + 1), below \(command); recorded: \(line(one)); shown: \(line(other))"
    }

    @Test func `A difference is told by its first line`() {
        let recorded = "# A\n\n$ a\n1\n\n$ b\n2\n3\n"
        #expect(Self.firstDifference(recorded, recorded) == nil)
        let changed = Self.firstDifference(recorded, recorded.replacing("2", with: "4"))
        #expect(changed == "line 7, below $ b; recorded: \"2\"; shown: \"4\"")
        #expect(Self.firstDifference(recorded, "# A\n\n$ a")?.contains("shown: nothing more") == true)
    }

    @Test(arguments: [
        (" · 59 ms\n", " · # s\n"), (" · 1.3 s", " · # s"), (" · 1 min 12 s", " · # s"), (" · 2 h 5 min", " · # s"),
        ("   12 min  x", " # s  x"), ("26h", "26h"),
    ])
    func `Durations are the same on every machine`(text: String, steady: String) {
        #expect(TerminalSession.withoutDurations(text) == steady)
    }

    /// Every list, on a terminal and on a narrow one; a pipe gets whole lines.
    @Test func `Lists fit the terminal`() throws {
        let terminal = try TerminalSession("parent")
        defer { terminal.close() }
        #expect(try terminal.type("scorebook db start -q").code == 0)
        let owner = "a.name.of.many.letters@example.org"
        #expect(try terminal.type("scorebook user add \(owner) --zone America/New_York").code == 0)
        _ = try terminal.type("scorebook run strong.csv --owner \(owner) --set weight_unit=kg")
        for list in [
            "formats", "formats log", "datasets", "datasets sleep", "metrics", "jobs", "runs", "status", "user list",
            "drift", "drift strong", "rejects", "show latest", "verify latest", "schema status", "schema verify",
            "summaries verify", "db list", "quarantine",
        ] {
            for width in [60, 80] {
                let screen = try terminal.type("COLUMNS=\(width) scorebook \(list)")
                #expect(!screen.text.isEmpty)
                expectToFit(screen, width, "\(list) at \(width)")
            }
        }
        let piped = try terminal.type("scorebook formats strong | cat").text
        #expect(piped.split(separator: "\n").contains { $0.contains("Workout Name") && $0.contains("Exercise Name") })
        #expect(!piped.contains("…"))
    }
}
