import Definitions
import Foundation
import Importing
import Packing
import Proving
import Records
import Reporting
import Testing

/// Rejects of a file beyond the first thousand: the ledger knows how many, why and where, and a replay reads them again.
@Suite struct CountedRejectsTests {
    private static let records = 3_000

    /// Good records, records with a decimal comma, and at the end some with an unknown unit.
    private static let log = Log.simple(
        (0..<records).map { number in
            let day = "2026-0\(number % 3 + 1)-1\(number % 9)"
            if number % 100 == 0 { return "\(day),velocity,\(70 + number / 100),mph" }
            return number < 2_900
                ? "\(day),velocity,\"7\(number % 10),\(number % 900 + 100)\",mph" : "\(day),velocity,70,furlongs"
        })
    private static let good = 30
    private static let comma = 2_900 - 29
    private static let unknown = 99

    private static let hooks = Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false })

    private func replay(_ pipelines: Pipelines, _ scratch: Scratch) -> RunReport {
        let database = DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder)
        let replay = ReplayRun(run: nil, pipelines: pipelines, database: database, hooks: Self.hooks)
        _ = replay.execute()
        return replay.report
    }

    private func rollBack(_ run: String, _ scratch: Scratch) -> RunReport {
        let database = DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder)
        let rollback = RollbackRun(
            run: run, isDescribed: false, pipelines: Ground.pipelines, database: database, hooks: Self.hooks)
        _ = rollback.execute()
        return rollback.report
    }

    private static let waiting = "select sum(count)::text from scorebook.rejects where replayed_at is null"

    @Test func `An archive's files keep a thousand together`() throws {
        let scratch = try Scratch(.used)
        let bad = String(repeating: "2026-01-01,velocity,fast,mph\n", count: 400)
        let entries = (0..<5).map { number in
            ZipFile.Entry("\(number).csv", Log.simple(["2026-01-0\(number + 1),velocity,7\(number),mph"]) + bad)
        }
        let report = scratch.run(try scratch.file("many.zip", ZipFile.make(entries))).report
        #expect(report.ledger.inserted == 5 && report.ledger.rejected == 2_000, "\(report.ledger.line)")
        let kept = try scratch.rows("select count(*) filter (where raw is not null), sum(count) from scorebook.rejects")
        #expect(kept == [["1000", "2000"]])
        #expect(replay(Ground.pipelines, scratch).ledger.rejected == 2_000)
    }

    @Test(arguments: [false, true])
    func `The ledger counts them, and a replay reads them again from the file`(isPacked: Bool) throws {
        let scratch = try Scratch(.used)
        let path =
            isPacked
            ? try scratch.file("export.zip", ZipFile.make([ZipFile.Entry("folder/log.csv", Self.log)]))
            : try scratch.file("log.csv", Self.log)
        let first = scratch.run(path).report
        #expect(first.ledger.inserted == Self.good, "\(first.ledger.line)")
        #expect(first.ledger.rejected == Self.comma + Self.unknown)
        let kept = try scratch.rows(
            "select count(*) filter (where raw is not null), sum(count), count(*) filter (where lines is not null) from scorebook.rejects"
        ).first
        #expect(kept == ["1000", "\(Self.comma + Self.unknown)", "2"])
        // The file once more says how many records wait, not how many rows of the ledger they are.
        let known = scratch.run(path).report.units.filter { $0.status == .alreadyLoaded }
        #expect(known.compactMap { $0.open?.count } == [Self.comma + Self.unknown])
        let ranges = try scratch.value(
            """
            select lines::text from scorebook.rejects where lines is not null order by id limit 1
            """)
        #expect(ranges?.hasPrefix("{[1013,1102),[1103,1202)") == true, "\(ranges ?? "")")

        let idle = replay(Ground.pipelines, scratch)
        #expect(idle.ledger.inserted == 0 && idle.ledger.rejected == Self.comma + Self.unknown, "\(idle.ledger.line)")
        #expect(try scratch.value(Self.waiting) == "\(Self.comma + Self.unknown)")

        let report = replay(ReplayTests.corrected, scratch)
        #expect(report.ledger.inserted == Self.comma && report.ledger.rejected == Self.unknown, "\(report.ledger.line)")
        #expect(try scratch.value(Self.waiting) == "\(Self.unknown)")
        // Of those that were counted no text is stored later either.
        let whole = try scratch.value(
            "select count(*) from scorebook.rejects where replayed_at is null and raw is not null")
        #expect(whole == "0")
        #expect(replay(ReplayTests.corrected, scratch).ledger.inserted == 0)

        // The whole file, saved once more, finds all of it.
        let again =
            isPacked
            ? try scratch.file("export.zip", ZipFile.make([ZipFile.Entry("folder/log.csv", Self.log + "\n")]))
            : try scratch.file("log.csv", Self.log + "\n")
        var attempt = Attempt(.run, [again])
        attempt.pipelines = ReplayTests.corrected
        let more = attempt.execute(on: scratch).report.ledger
        #expect(more.inserted == 0 && more.unchanged == Self.good + Self.comma, "\(more.line)")
    }

    @Test func `A replay that is undone leaves them waiting as before`() throws {
        let scratch = try Scratch(.used)
        _ = scratch.run(try scratch.file("log.csv", Self.log))
        let before = try scratch.value(Self.waiting)
        let report = replay(ReplayTests.corrected, scratch)
        #expect(report.ledger.inserted == Self.comma)
        #expect(rollBack(report.run, scratch).status == .succeeded)
        #expect(try scratch.value(Self.waiting) == before)
        #expect(replay(ReplayTests.corrected, scratch).ledger.inserted == Self.comma)
    }

    @Test func `Without the file, or with another of its name, a replay says which records are not tried`() throws {
        let scratch = try Scratch(.used)
        let path = try scratch.file("log.csv", Self.log)
        _ = scratch.run(path)
        try scratch.file("log.csv", Self.log + "\n")
        let report = replay(ReplayTests.corrected, scratch)
        let kept = try #require(report.units.first { $0.status == .refused })
        #expect(kept.reason?.contains("their text is in the file") == true, "\(kept.reason ?? "")")
        #expect(report.ledger.inserted == 1000 && report.status == .limitExceeded, "\(report.ledger.line)")
        // There again, it is read.
        try scratch.file("log.csv", Self.log)
        #expect(replay(ReplayTests.corrected, scratch).ledger.inserted == Self.comma - 1000)
    }

    @Test func `A job's file is found in its archive`() throws {
        let scratch = try Scratch(.used)
        var job = try #require(Ground.pipelines.job(named: "nightly"))
        job.inbox = "\(scratch.folder)/inbox"
        job.archive = "\(scratch.folder)/archive"
        job.quarantine = "\(scratch.folder)/quarantine"
        job.settleSeconds = 0
        job.settings = [("photos", scratch.photos)]
        try scratch.file("inbox/\(Ground.maya)/deep/log.csv", Self.log)
        var attempt = Attempt(.run, [])
        attempt.job = job
        attempt.owner = nil
        attempt.limit = RejectLimit("100%")
        let first = attempt.execute(on: scratch).report
        #expect(first.ledger.inserted == Self.good, "\(first.ledger.line)")
        #expect(!FileManager.default.fileExists(atPath: "\(scratch.folder)/inbox/\(Ground.maya)/deep/log.csv"))
        var pipelines = ReplayTests.corrected
        pipelines.jobs = pipelines.jobs.map { $0.name == job.name ? job : $0 }
        #expect(replay(pipelines, scratch).ledger.inserted == Self.comma)
    }

    @Test func `A few bytes that are many records take little room in the ledger`() throws {
        let scratch = try Scratch(.new)
        let text =
            "date,metric,value,unit,id,notes\n2026-01-01,v,1,mph,ok,n\n" + String(repeating: "x\n", count: 150_000)
        let report = scratch.run(try scratch.file("x.csv", text)).report
        #expect(report.ledger.rejected >= 150_000, "\(report.ledger.line)")
        let bytes = try scratch.value("select pg_total_relation_size('scorebook.rejects')").flatMap { Int($0) }
        #expect(bytes.map { $0 < 4 << 20 } == true, "\(bytes ?? 0)")
    }

    /// Two causes in turn: each place is a range of its own.
    @Test func `Of more places than a hundred thousand the lines are known, and the rest is said`() throws {
        let scratch = try Scratch(.new)
        let text = Log.simple(
            (0..<104_000).map { "2026-01-0\($0 % 9 + 1),velocity,\($0 % 2 == 0 ? "seventy" : "\"70,123\""),mph" })
        let path = try scratch.file("log.csv", text)
        _ = scratch.run(path)
        let sums = try scratch.rows(
            """
            select sum(count), sum((select sum(upper(r) - lower(r)) from unnest(records) as r)), max(upper(lines)) - 1
            from scorebook.rejects where lines is not null
            """
        ).first
        #expect(sums == ["103000", "100000", "104001"])
        let bytes = try scratch.value("select pg_total_relation_size('scorebook.rejects')").flatMap { Int($0) }
        #expect(bytes.map { $0 < 6 << 20 } == true, "\(bytes ?? 0)")
        let report = replay(ReplayTests.corrected, scratch)
        #expect(
            report.units.contains { $0.reason?.contains("3,000 of the records") == true },
            "\(report.units.map(\.reason))")
        #expect(report.ledger.inserted == 50_500, "\(report.ledger.line)")
        #expect(try scratch.value(Self.waiting) == "\(104_000 - 50_500)")
    }

    @Test func `Of a redacted run no text is kept by a replay either`() throws {
        let scratch = try Scratch(.used)
        let path = try scratch.file("log.csv", Self.log)
        let database = DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder)
        var request = RunRequest(mode: .run, inputs: [path])
        request.owner = Ground.maya
        request.settings = Ground.settings(for: [path])
        request.recordText = .redacted
        _ = Import(request: request, pipelines: Ground.pipelines, database: database, hooks: Self.hooks).execute()
        _ = replay(Ground.pipelines, scratch)
        let texts = try scratch.value("select count(*) from scorebook.rejects where raw is not null or cells <> '{}'")
        #expect(texts == "0")
        #expect(replay(ReplayTests.corrected, scratch).ledger.inserted == Self.comma)
    }
}
