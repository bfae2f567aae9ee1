import Foundation
import Proving
import Testing

/// `run JOB --watch`: a batch whenever files have settled, until a signal ends it.
@Suite struct WatchTests {
    let job: NightlyTests
    let maya = "maya.rivera@example.org"

    init() throws { job = try NightlyTests() }

    private func watch(_ sweep: String = "15min", _ variables: [String: String] = [:]) throws -> Program {
        try job.start(variables, words: ["run", "nightly", "--watch", "--sweep", sweep])
    }

    /// Waits for something that is to come; whether it came.
    private func eventually(_ seconds: Double = 60, _ isTrue: () throws -> Bool) rethrows -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end {
            if try isTrue() { return true }
            usleep(100_000)
        }
        return false
    }

    private func reports(_ result: Program.Result) -> [[String: Any]] {
        result.output.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        }
    }

    private func log(_ value: Int) -> [UInt8] {
        Array(Log.withIDs(["w\(value),2026-05-01,velocity,\(value),mph"]).utf8)
    }

    @Test func `Files that come are imported, a report a batch, and a signal ends it between them`() throws {
        let program = try watch()
        usleep(1_500_000)
        try job.drop("\(maya)/one.csv", log(70))
        #expect(eventually { job.files("archive").count == 1 })
        // A folder that was not there when it began.
        try job.drop("leo.rivera@example.org/new/two.csv", log(71))
        try job.drop("\(maya)/deep/three.csv", log(72))
        #expect(eventually { job.files("archive").count + job.files("quarantine").count >= 2 })
        #expect(eventually { !job.files("inbox").contains { $0.hasSuffix(".csv") } })
        #expect(program.isRunning)
        kill(program.identifier, SIGINT)
        let result = program.finish()
        #expect(result.code == 0, "\(result.complaints)")
        #expect(!result.wasKilled)
        let statuses = reports(result).compactMap { $0["status"] as? String }
        #expect(statuses.count >= 2, "\(result.output)")
        #expect(!statuses.contains("nothing_to_do"))
    }

    @Test func `A file that is being written waits until it is closed`() throws {
        let program = try watch()
        defer { program.kill() }
        usleep(1_000_000)
        let path = "\(job.scratch.folder)/inbox/\(maya)/growing.csv"
        try FileManager.default.createDirectory(
            atPath: "\(job.scratch.folder)/inbox/\(maya)", withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.write(contentsOf: log(80))
        // By its own time it has been quiet for an hour.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path)
        usleep(5_000_000)
        #expect(job.files("archive").isEmpty)
        try handle.close()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path)
        #expect(eventually { job.files("archive").count == 1 })
        kill(program.identifier, SIGTERM)
        #expect(program.finish().code == 0)
    }

    @Test func `It survives a database that is away, and an inbox that is replaced`() throws {
        let host = "/tmp/scorebook-watch-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: host) }
        let program = try watch("15min", ["DATABASE_URL": job.scratch.url(host: host)])
        try job.drop("\(maya)/one.csv", log(60))
        // Longer than a run itself tries to reach the database.
        usleep(15_000_000)
        #expect(program.isRunning)
        #expect(job.files("inbox") == ["\(maya)/one.csv"])
        let folder = (job.scratch.socket as NSString).deletingLastPathComponent
        try FileManager.default.createSymbolicLink(atPath: host, withDestinationPath: folder)
        #expect(eventually(90) { job.files("archive").count == 1 })
        let inbox = "\(job.scratch.folder)/inbox"
        try FileManager.default.moveItem(atPath: inbox, toPath: inbox + ".old")
        usleep(1_000_000)
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        try job.drop("\(maya)/two.csv", log(61))
        #expect(eventually { job.files("archive").count == 2 })
        kill(program.identifier, SIGINT)
        let result = program.finish()
        #expect(result.code == 0, "\(result.complaints)")
        #expect(result.complaints.contains("trying again in"), "\(result.complaints)")
        #expect(result.complaints.contains("waiting for it"), "\(result.complaints)")
    }

    @Test func `The sweep tries again what the last batch left`() throws {
        // The owner has no account: the file is left or refused; its account comes later.
        let program = try watch("2s")
        defer { program.kill() }
        let path = try job.scratch.file("inbox/\(maya)/secret.csv", log(50))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path)
        #expect(eventually { job.files("archive").count == 1 })
    }

    @Test func `It is for jobs with an inbox`() throws {
        let result = try Program.run(["run", "\(Ground.samples)/hevy.csv", "--watch"])
        #expect(result.code == 2)
        #expect(result.complaints.contains("--watch needs a job"), "\(result.complaints)")
    }
}
