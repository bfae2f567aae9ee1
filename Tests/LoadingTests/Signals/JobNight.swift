import Foundation
import Proving

/// A nightly job whose definition has more keys, over an inbox with files of Maya and Leo.
struct JobNight {
    let scratch: Scratch
    static let maya = "maya.rivera@example.org"
    static let good = Log.withIDs(["a,2026-05-01,velocity,70,mph", "b,2026-05-02,velocity,71,mph"])
    static let bad = Log.withIDs(["c,2026-05-03,velocity,fäst,mph", "d,2026-05-04,velocity,72,mph"])

    /// - Parameter keys: lines of the job's definition.
    init(_ keys: String) throws {
        scratch = try Scratch(.used)
        let job =
            try String(contentsOfFile: "\(Ground.pipelinesFolder)/nightly.yaml", encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("metrics:") && !$0.hasPrefix("lineage:") }
            .joined(separator: "\n") + "\n"
        try scratch.file("over/nightly.yaml", job + keys.replacing("FOLDER", with: scratch.folder) + "\n")
        try FileManager.default.createDirectory(atPath: "\(scratch.folder)/inbox", withIntermediateDirectories: true)
    }

    /// Puts a file into the inbox as if it had been there for a while.
    func drop(_ name: String, _ text: String) throws {
        let path = try scratch.file("inbox/\(name)", text)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: path)
    }

    func run(_ more: [String] = ["-o", "json"], database: String? = nil) throws -> Program.Result {
        try Program.run(
            ["run", "nightly", "--pipelines", Ground.pipelinesFolder, "--pipelines", "\(scratch.folder)/over"] + more,
            environment: [
                "DATABASE_URL": database ?? scratch.url(), "SCOREBOOK_INBOX": "\(scratch.folder)/inbox",
                "SCOREBOOK_ARCHIVE": "\(scratch.folder)/archive",
                "SCOREBOOK_QUARANTINE": "\(scratch.folder)/quarantine",
            ], folder: scratch.folder)
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(scratch.folder)/\(name)", encoding: .utf8)
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(scratch.folder)/\(name)") }

    /// Where no server is.
    var nowhere: String { "host=\(scratch.folder) dbname=nowhere" }
}
