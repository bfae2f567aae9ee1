import Foundation
import Proving

/// The program, run in a project of its own with a copy of the samples and its own PostgreSQL.
struct CommandsProject {
    /// What a call of the program left behind.
    struct Outcome {
        var code: Int32
        var output: String
        var errors: String

        var json: Any? { try? JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed) }
        var object: [String: Any] { json as? [String: Any] ?? [:] }
        var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    static let program = Ground.program

    /// The project that all tests share, with the family and the samples loaded.
    static let shared = pair.0
    /// A project whose runs nobody else counts on.
    static let other = pair.1

    /// One is loaded and copied, the server within it too.
    private static let pair: (CommandsProject, CommandsProject) = {
        let one = CommandsProject(folder: "/tmp/scorebook-commands-\(getpid())")
        precondition(one.call("db stop").code == 0)
        let other = CommandsProject(copyOf: one, folder: "\(one.folder)-other")
        for project in [one, other] { precondition(project.call("db start").code == 0) }
        let move = "update scorebook.written_folders set path = replace(path, '\(one.folder)/', '\(other.folder)/')"
        precondition(other.call(["db", "psql", "--", "-q", "-c", move]).code == 0)
        atexit {
            CommandsProject.pair.0.remove()
            CommandsProject.pair.1.remove()
        }
        return (one, other)
    }()

    let folder: String
    /// How its schema was made, quietly.
    let schema: Outcome
    /// How the samples' first run went.
    let firstRun: Outcome
    /// What its rows were right after it, compared with the files.
    let verified: Outcome

    private init(folder: String) {
        self.folder = folder
        let manager = FileManager.default
        try? manager.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        try? manager.createDirectory(atPath: "\(folder)/.scorebook", withIntermediateDirectories: false)
        for name in ["Samples", "Pipelines"] {
            try? manager.copyItem(atPath: "\(Self.root)/\(name)", toPath: "\(folder)/\(name)")
        }
        try? manager.copyItem(
            atPath: "\(Self.root)/Tests/Proving/Pipelines/samples.yaml", toPath: "\(folder)/Pipelines/samples.yaml")
        // A copy's files have other times: without a catalogue of its own each command would read them all.
        _ = Self.call(["check", "--catalogue"], in: folder)
        _ = Self.call(["db", "start"], in: folder)
        schema = Self.call(["schema", "up", "-q"], in: folder)
        _ = Self.call(["db", "psql", "--", "-q", "-f", "\(folder)/Samples/family.sql"], in: folder)
        firstRun = Self.call(["run", "samples", "-o", "json"], in: folder)
        verified = Self.call(["verify", firstRun.object["run"] as? String ?? "", "-o", "json"], in: folder)
    }

    private init(copyOf one: CommandsProject, folder: String) {
        self.folder = folder
        (schema, firstRun, verified) = (one.schema, one.firstRun, one.verified)
        // With owners and rights: the server's folder is not ours.
        let copying = Process()
        copying.executableURL = URL(filePath: "/bin/cp")
        copying.arguments = ["-a", one.folder, folder]
        try? copying.run()
        copying.waitUntilExit()
        // Copied files have other times.
        _ = call("check --catalogue")
    }

    func remove() {
        _ = call("db stop")
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Calls the program with the words of `line`.
    func call(_ line: String, environment: [String: String] = [:]) -> Outcome {
        call(line.split(separator: " ").map(String.init), environment: environment)
    }

    func call(_ words: [String], environment: [String: String] = [:]) -> Outcome {
        Self.call(words, in: folder, environment: environment)
    }

    func write(_ text: String, to name: String) -> String {
        let path = "\(folder)/\(name)"
        try? text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    static func call(_ words: [String], in folder: String, environment: [String: String] = [:]) -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = words
        process.currentDirectoryURL = URL(filePath: folder)
        var variables = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("PG") && !name.hasPrefix("SCOREBOOK_") && name != "DATABASE_URL"
        }
        variables["XDG_CONFIG_HOME"] = "\(folder)/config"
        variables["XDG_DATA_HOME"] = "\(folder)/data"
        variables.merge(environment) { $1 }
        process.environment = variables
        let stem = "\(NSTemporaryDirectory())/scorebook-call-\(UUID().uuidString)"
        let places = ["\(stem).out", "\(stem).err"]
        for place in places { _ = FileManager.default.createFile(atPath: place, contents: nil) }
        defer { for place in places { try? FileManager.default.removeItem(atPath: place) } }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: places[0])
        process.standardError = FileHandle(forWritingAtPath: places[1])
        do { try process.run() } catch { return Outcome(code: -1, output: "", errors: "\(error)") }
        process.waitUntilExit()
        let texts = places.map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
        return Outcome(code: process.terminationStatus, output: texts[0], errors: texts[1])
    }
}
