import Foundation
import Packing
import Postgres
import Proving
import Testing

/// What others do in the inbox while the nightly job is under way.
@Suite struct ChangingInboxTests {
    private let night: NightlyTests
    private var scratch: Scratch { night.scratch }
    private let first = Log.withIDs(["a,2026-05-01,velocity,70,mph"])
    private let second = Log.withIDs(["b,2026-05-02,velocity,71,mph"])
    private static let locksOwner = "select scorebook.lock_owners(array['\(Ground.maya)']::uuid[])"
    private static let locksRuns = "lock table scorebook.runs in access exclusive mode"
    private static let locksLedger = "lock table scorebook.units in access exclusive mode"

    init() throws { night = try NightlyTests() }

    /// The nightly job; what is to be done is done while it waits for a lock.
    private func nightly(waitingFor lock: String, _ act: () throws -> Void) throws -> Program.Result {
        let blocker = try scratch.open()
        try blocker.run("begin; \(lock)")
        // Within a transaction the list of sessions stands still: another one watches.
        let watcher = try scratch.open()
        let program = try night.start()
        let waiting = """
            select pid from pg_catalog.pg_stat_activity
            where wait_event_type = 'Lock' and datname = pg_catalog.current_database() and backend_type = 'client backend'
            """
        var process: String?
        for _ in 0..<4_000 where process == nil {
            process = try watcher.value(waiting)
            usleep(5_000)
        }
        #expect(process != nil)
        try act()
        try blocker.run("rollback")
        return program.finish()
    }

    private func drop(_ name: String, _ text: String) throws {
        try night.drop("\(Ground.maya)/\(name)", Array(text.utf8))
    }

    private func path(_ name: String) -> String { "\(scratch.folder)/inbox/\(Ground.maya)/\(name)" }

    /// Gives a file another's name, as an upload does.
    private func replace(_ name: String, with text: String) throws {
        try drop("new.part", text)
        #expect(rename(path("new.part"), path(name)) == 0)
    }

    private func append(_ record: String, to name: String) throws {
        let file = try #require(FileHandle(forWritingAtPath: path(name)))
        try file.seekToEnd()
        try file.write(contentsOf: Data((record + "\n").utf8))
        try file.close()
    }

    private func settle(_ name: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: path(name))
    }

    private func texts(_ folder: String) throws -> [String] {
        try night.files(folder).map {
            String(decoding: try Ground.bytes("\(scratch.folder)/\(folder)/\($0)"), as: UTF8.self)
        }
        .sorted()
    }

    private func staysAndIsToldOf(_ name: String, _ result: Program.Result) -> Bool {
        let warnings = result.report["warnings"] as? [String: Int] ?? [:]
        return warnings.keys.contains { $0.hasPrefix("\(name): ") && $0.contains("stays in the inbox") }
    }

    @Test func `A file that replaces the one at hand stays for the next night`() throws {
        try drop("log.csv", first)
        let result = try nightly(waitingFor: Self.locksOwner) { try replace("log.csv", with: second) }
        #expect(result.code == 0 && result.statuses == ["loaded"], "\(result.complaints)")
        #expect(staysAndIsToldOf("log.csv", result), "\(result.output)")
        #expect(try texts("inbox") == [second] && texts("archive") == [])
        let next = try night.nightly()
        #expect(next.code == 0 && next.statuses == ["loaded"], "\(next.complaints)")
        #expect(try texts("inbox") == [] && texts("archive") == [second])
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "2")
    }

    @Test func `One that replaces a file loaded before is not removed in its place`() throws {
        try drop("log.csv", first)
        #expect(try night.nightly().statuses == ["loaded"])
        try drop("log.csv", first)
        let result = try nightly(waitingFor: Self.locksLedger) { try replace("log.csv", with: second) }
        #expect(result.code == 0 && result.statuses == ["already_loaded"], "\(result.complaints)")
        #expect(staysAndIsToldOf("log.csv", result), "\(result.output)")
        #expect(try texts("inbox") == [second] && texts("archive") == [first])
        #expect(try night.nightly().statuses == ["loaded"])
        #expect(try texts("inbox") == [] && texts("archive") == [first, second])
    }

    @Test func `A record that is appended to the file at hand is loaded by the next night`() throws {
        let record = "b,2026-05-02,velocity,71,mph"
        try drop("log.csv", first)
        let result = try nightly(waitingFor: Self.locksOwner) { try append(record, to: "log.csv") }
        #expect(result.code == 0 && staysAndIsToldOf("log.csv", result), "\(result.complaints) \(result.output)")
        #expect(try texts("archive") == [])
        try settle("log.csv")
        let next = try night.nightly()
        #expect(next.code == 0 && next.ledger["inserted"] == 1, "\(next.complaints)")
        #expect(try texts("inbox") == [] && texts("archive") == [first + record + "\n"])
    }

    @Test func `An archive that is replaced while its entries are loaded stays`() throws {
        let archives = [first, second].map { ZipFile.gzip(Array($0.utf8)) }
        try night.drop("\(Ground.maya)/log.csv.gz", archives[0])
        let result = try nightly(waitingFor: Self.locksOwner) {
            try night.drop("\(Ground.maya)/new.part", archives[1])
            #expect(rename(path("new.part"), path("log.csv.gz")) == 0)
        }
        #expect(result.code == 0 && staysAndIsToldOf("log.csv.gz", result), "\(result.complaints) \(result.output)")
        #expect(try Ground.bytes(path("log.csv.gz")) == archives[1] && night.files("archive") == [])
        #expect(try night.nightly().statuses == ["loaded"])
        #expect(night.files("inbox") == [] && night.files("archive").count == 1)
    }

    /// One below the owner's, or that itself.
    @Test(arguments: [locksRuns, locksLedger, locksOwner], [true, false])
    func `A folder that becomes a link leads nowhere`(_ lock: String, isBelow: Bool) throws {
        try drop("d/log.csv", first)
        try drop("e/log.csv", first)
        let elsewhere = try scratch.file("elsewhere/log.csv", Array(second.utf8))
        let result = try nightly(waitingFor: lock) {
            let swapped = isBelow ? path("d") : "\(scratch.folder)/inbox/\(Ground.maya)"
            #expect(rename(swapped, "\(scratch.folder)/away") == 0)
            #expect(symlink("\(scratch.folder)/elsewhere", swapped) == 0)
        }
        #expect([0, 1, 65].contains(result.code), "\(result.complaints)")
        // What was read of the folder while it was there is loaded, nothing of what the link leads to.
        let values = "select count(*) from public.performance_metrics where value = 71"
        #expect(try scratch.value(values) == "0")
        #expect(try Ground.bytes(elsewhere) == Array(second.utf8))
        #expect(try texts("archive").allSatisfy { $0 == first })
    }

    @Test func `A file in the quarantine does not go back by a link`() throws {
        try drop("d/odd.csv", "a,b\n1,2\n")
        #expect(try night.nightly().statuses == ["refused"])
        try FileManager.default.createDirectory(
            atPath: "\(scratch.folder)/elsewhere", withIntermediateDirectories: true)
        rmdir(path("d"))
        #expect(symlink("\(scratch.folder)/elsewhere", path("d")) == 0)
        #expect(try night.start(words: ["quarantine", "retry", "--all"]).finish().code != 0)
        #expect(night.files("elsewhere") == [] && night.files("quarantine").count == 2)
    }

    /// The rename of the file at hand is held up, after the last look at its name.
    @Test(.enabled(if: TracedTests.strace != nil, "strace is not installed, or may not trace here"))
    func `One that comes at the very moment goes back to its name`() throws {
        try drop("log.csv", first)
        let strace = try #require(TracedTests.strace)
        let program = try night.start(launcher: [
            strace, "-f", "-qq", "-o", "/dev/null", "-P", "\(scratch.folder)/inbox/\(Ground.maya)", "-e",
            "inject=renameat2:delay_enter=8000000",
        ])
        let watcher = try scratch.open()
        let loaded = "select 1 from scorebook.units where status = 'loaded'"
        for _ in 0..<4_000 {
            if try watcher.value(loaded) != nil { break }
            usleep(5_000)
        }
        usleep(1_000_000)
        try replace("log.csv", with: second)
        let result = program.finish()
        #expect(result.code == 0 && staysAndIsToldOf("log.csv", result), "\(result.complaints) \(result.output)")
        #expect(try texts("inbox") == [second] && texts("archive") == [])
        #expect(night.files("inbox") == ["\(Ground.maya)/log.csv"])
    }

    @Test func `A file that is taken away between its finding and its turn is nothing to import`() throws {
        for name in ["a.csv", "b.csv"] { try drop(name, name == "a.csv" ? first : second) }
        let result = try nightly(waitingFor: Self.locksRuns) { #expect(unlink(path("a.csv")) == 0) }
        #expect(result.code == 0 && result.statuses == ["loaded"], "\(result.complaints)")
        try drop("c.csv", first)
        let none = try nightly(waitingFor: Self.locksRuns) { #expect(unlink(path("c.csv")) == 0) }
        #expect(none.code == 0 && none.report["status"] as? String == "nothing_to_do", "\(none.complaints)")
    }

    @Test func `Of two nights at once each file is one's, and neither complains`() throws {
        for number in 10..<40 {
            try drop(
                "\(number).csv", Log.withIDs(["r\(number),2026-05-\(number % 20 + 10),velocity,\(number + 40),mph"]))
        }
        let nights = try (0..<2).map { _ in try night.start() }
        let results = nights.map { $0.finish() }
        #expect(results.map(\.code) == [0, 0], "\(results.map(\.complaints))")
        #expect(Set(results.flatMap(\.statuses)).isSubset(of: ["loaded", "already_loaded"]))
        #expect(results.flatMap(\.statuses).count { $0 == "loaded" } == 30)
        #expect(night.files("inbox") == [] && night.files("archive").count == 30)
    }

    /// Files that are loaded together, and each by itself.
    @Test(arguments: ["a.csv", "a.json"], [Ground.maya, Ground.leo])
    func `A file that changes while it is read waits, and those after it are loaded`(name: String, other: String) throws
    {
        let before =
            name == "a.csv" ? Array(first.utf8) : try Ground.bytes("\(Ground.samples)/metric-log-json.array.json")
        try night.drop("\(Ground.maya)/\(name)", before)
        try night.drop("\(other)/b.csv", Array(second.utf8))
        let result = try nightly(waitingFor: Self.locksLedger) {
            let file = try #require(FileHandle(forWritingAtPath: path(name)))
            try file.truncate(atOffset: UInt64(before.count / 2))
            try file.close()
        }
        #expect(result.code == 75 && Set(result.statuses) == ["failed", "loaded"], "\(result.complaints)")
        let reason = result.units.first { $0["status"] as? String == "failed" }?["reason"] as? String
        #expect(reason?.contains("changed while it was read") == true, "\(result.output)")
        #expect(night.files("inbox") == ["\(Ground.maya)/\(name)"] && night.files("quarantine") == [])
        #expect(night.files("archive").count == 1)
        // The run as it is shown later counts it, too.
        let known = try scratch.rows("select source, code from scorebook.units where status = 'failed'")
        #expect(known == [[name, "E_OUTAGE"]])
        try night.drop("\(Ground.maya)/\(name)", before)
        let isWhole = name == "a.csv"
        #expect(try night.nightly().statuses == [isWhole ? "loaded" : "loaded_with_rejects"])
    }
}
