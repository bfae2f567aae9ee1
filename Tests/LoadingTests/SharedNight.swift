import Foundation
import Proving
import Testing

/// The nightly job by plan-units, exec and finish, for tests of what several processes do.
protocol SharedNight {
    var scratch: Scratch { get }
}

extension SharedNight {
    var good: String { Log.withIDs(["a,2026-05-01,velocity,70,mph"]) }

    static func makeScratch() throws -> Scratch {
        let scratch = try Scratch(.used)
        try FileManager.default.createDirectory(atPath: "\(scratch.folder)/inbox", withIntermediateDirectories: true)
        return scratch
    }

    var environment: [String: String] {
        [
            "DATABASE_URL": scratch.url(), "SCOREBOOK_INBOX": "\(scratch.folder)/inbox",
            "SCOREBOOK_ARCHIVE": "\(scratch.folder)/archive",
            "SCOREBOOK_QUARANTINE": "\(scratch.folder)/quarantine", "SCOREBOOK_PHOTOS": scratch.photos,
        ]
    }

    func start(_ words: [String], _ more: [String: String] = [:]) throws -> Program {
        try Program(words, environment: environment.merging(more) { $1 }, folder: scratch.folder)
    }

    /// Puts a file into the inbox as if it had been there for a while.
    func drop(_ name: String, _ text: String) throws { try drop(name, Array(text.utf8)) }

    func drop(_ name: String, _ bytes: [UInt8]) throws {
        let path = try scratch.file("inbox/\(name)", bytes)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: path)
    }

    /// The lines of a plan, in a file; and the run's id.
    func plan(_ more: [String] = []) throws -> (path: String, run: String, lines: [[String: Any]]) {
        let result = try start(["plan-units", "nightly"] + more).finish()
        #expect(result.code == 0, "\(result.complaints)")
        let lines = Self.objects(result.output)
        return (try scratch.file("units.jsonl", result.output), lines.first?["run"] as? String ?? "", lines)
    }

    static func objects(_ text: String) -> [[String: Any]] {
        text.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
    }

    func exec(_ path: String, _ more: [String: String] = [:]) throws -> Program.Result {
        try start(["exec", "--units", path], more).finish()
    }

    func statuses(_ result: Program.Result) -> [String] {
        Self.objects(result.output).compactMap { $0["status"] as? String }
    }

    func finish(_ run: String, _ path: String, _ more: [String] = []) throws -> Program.Result {
        try start(["finish", run, "--units", path, "-o", "json"] + more).finish()
    }

    var loaded: Int {
        get throws {
            Int(try scratch.value("select count(*) from scorebook.units where status = 'loaded'") ?? "") ?? -1
        }
    }

    func wait(_ condition: () throws -> Bool) throws -> Bool {
        for _ in 0..<3_000 {
            if try condition() { return true }
            usleep(20_000)
        }
        return false
    }

    /// The process of `exec` that loads, and waits until the gate is there.
    func process(waitingAt gate: String) throws -> Int32 {
        let note = try String(contentsOfFile: gate + ".waiting", encoding: .utf8)
        return try #require(Int32(note.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Advisory locks of this database: those of other tests beside it are in the same view.
    static var locks: String {
        """
        select count(*) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        """
    }

    static func text(_ line: [String: Any]) -> String {
        ((try? JSONSerialization.data(withJSONObject: line)).map { String(decoding: $0, as: UTF8.self) } ?? "") + "\n"
    }
}
