import Foundation
import Proving
import Testing

/// What people see: commands of a role, typed one after another into a terminal of 80 columns.
///
/// `Screens/ROLE.txt` has the commands, each on a line that begins with `$`, and below each what the terminal shows.
/// `SCOREBOOK_RECORD=1` writes the screens anew; read the difference.
@Suite struct ScreenTests {
    static let roles = ["parent", "operator", "maintainer", "author", "ci", "analyst", "reader", "engineer"]
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
            for row in screen.text.split(separator: "\n") where !row.contains("scorebook ") {
                #expect(row.count <= 80, "\(role): \(line): a row is wider than the terminal: \(row)")
            }
        }
        if ProcessInfo.processInfo.environment["SCOREBOOK_RECORD"] == "1" {
            try shown.write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            #expect(recorded == shown, "\(role): SCOREBOOK_RECORD=1 writes it")
        }
    }
}
