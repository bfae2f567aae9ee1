import Foundation
import Proving

/// A person's terminal of 80 columns: a home folder and a working folder of its own, and commands under a pseudo-terminal.
final class TerminalSession {
    struct Screen {
        var text: String
        var code: Int32
    }

    private let home: String
    private let scratch: Scratch?
    private var variables: [String: String]

    /// Lays out what a role begins with.
    init(_ role: String) throws {
        let files = FileManager.default
        home = "/tmp/scorebook-screen-\(UUID().uuidString.prefix(8))"
        try files.createDirectory(atPath: "\(home)/project", withIntermediateDirectories: true)
        let program = URL(filePath: Ground.program).deletingLastPathComponent().path
        variables = [
            "HOME": home, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "PATH": "\(program):/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no", "SCOREBOOK_HOME": "\(home)/data",
        ]
        // A parent has a database of their own, as has a reader of README; the others work with the app's.
        scratch = ["parent", "reader"].contains(role) ? nil : try Scratch()
        if let scratch {
            variables["DATABASE_URL"] = scratch.url()
            variables["SCOREBOOK_HOME"] = nil
        }
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().path + "/Files/\(role)"
        for name in (try? files.contentsOfDirectory(atPath: fixture)) ?? [] {
            try files.copyItem(atPath: "\(fixture)/\(name)", toPath: "\(home)/project/\(name)")
        }
        variables["SAMPLES"] = "\(Ground.package)/Samples"
        variables["DEMO"] = "\(Ground.package)/.ci/demo"
        // Where a path is shown its length is the same wherever the repository lies.
        try files.createSymbolicLink(
            atPath: "\(home)/Pipelines", withDestinationPath: "\(Ground.package)/Pipelines")
    }

    func close() {
        if scratch == nil { _ = try? type("scorebook db stop") }
        try? FileManager.default.removeItem(atPath: home)
    }

    /// Runs a line of the shell and gives what the terminal shows at its end.
    func type(_ line: String) throws -> Screen {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/script")
        process.arguments = ["-qec", "stty cols 80 rows 24; \(line)", "/dev/null"]
        process.environment = variables
        process.currentDirectoryURL = URL(filePath: "\(home)/project")
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Screen(
            text: steady(Self.visible(String(decoding: bytes, as: UTF8.self))), code: process.terminationStatus)
    }

    /// The rows as they stand at the end: what progress wrote and took back is gone, colours are.
    static func visible(_ text: String) -> String {
        let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        let rows = plain.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        return rows.map { row in
            var cells: [Character] = []
            var column = 0
            var rest = row[...]
            while let character = rest.first {
                if rest.hasPrefix("\u{1B}[K") {
                    cells.removeSubrange(min(column, cells.count)...)
                    rest = rest.dropFirst(3)
                    continue
                }
                if character == "\r" {
                    column = 0
                } else {
                    if column < cells.count { cells[column] = character } else { cells.append(character) }
                    column += 1
                }
                rest = rest.dropFirst()
            }
            return String(cells)
        }.joined(separator: "\n")
    }

    /// Without what differs from run to run: ids, times, durations, folders.
    private func steady(_ text: String) -> String {
        var text = text.replacing(home, with: "HOME").replacing(Ground.package, with: "PROJECT")
        if let scratch {
            text = text.replacing(
                scratch.socket.split(separator: "/").dropLast().joined(separator: "/"), with: "SERVER")
        }
        text = text.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "UUID")
        text = text.replacing(/\b[0-9a-f]{8}\b/, with: "RUN-ID--")
        text = text.replacing(/\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?/, with: "DATE-AND-TIME")
        text = Self.withoutDurations(text).replacing(Self.today, with: "TODAY")
        text = text.replacing(/proof_[0-9a-f]{32}/, with: "database").replacing(/\.\d{1,6}\+00/, with: "")
        return text
    }

    /// A duration takes another unit, or two, on a slower machine.
    static func withoutDurations(_ text: String) -> String {
        text.replacing(/[ ]*\b(\d+ h )?(\d+ min )?\d+(\.\d+)? (ms|s|min)\b/, with: " # s")
    }

    private static var today: String {
        Date.now.formatted(.iso8601.year().month().day().dateSeparator(.dash))
    }
}
