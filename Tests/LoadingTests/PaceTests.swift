import Foundation
import Postgres
import Proving
import Testing

/// `--pace`: the run leaves the database to the app for a share of the time.
@Suite struct PaceTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    /// A log of measurements of one day, alone in its file.
    private func log(_ number: Int) throws -> String {
        try scratch.file(
            "log-\(number).csv", Log.withIDs(["row-\(number),2026-05-0\(number),velocity,7\(number),mph"]))
    }

    /// Each file has a transaction of its own: with `--fail-fast` none waits for the next.
    private func run(_ files: [String], _ more: [String]) throws -> Program {
        try Program(
            ["run"] + files.flatMap { ["-i", $0] } + ["--owner", Ground.maya, "--fail-fast", "-o", "json"] + more,
            environment: ["DATABASE_URL": scratch.url()], launcher: Self.launcher)
    }

    /// A parent that blocks both signals: a program inherits the mask.
    private static let launcher = [
        "python3", "-c",
        """
        import os, signal, sys
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])
        os.execv(sys.argv[1], sys.argv[1:])
        """,
    ]

    /// The loader's session: whether it is in a transaction, and its locks.
    private static let session = """
        select activity.state, activity.xact_start is not null as is_open,
            (select count(*) from pg_catalog.pg_locks as lock where lock.pid = activity.pid) as locks,
            (select count(*) from scorebook.units where status = 'loaded') as loaded
        from pg_catalog.pg_stat_activity as activity
        where activity.datname = pg_catalog.current_database() and activity.usename = 'scorebook_loader'
            and activity.backend_type = 'client backend'
        """

    @Test func `The share of time in transactions is the one asked for`() throws {
        let files = try (1...6).map(log)
        let server = try scratch.openPlatform()
        let before = try server.value("select count(*) from scorebook.units where status = 'loaded'")
        let program = try run(files, ["--pace", "10%"])
        var (open, all) = (0, 0)
        while program.isRunning {
            usleep(3_000)
            guard let row = try server.rows(Self.session).first, row[3] != before else { continue }
            all += 1
            if row[1] == "t" { open += 1 }
        }
        let result = program.finish()
        #expect(result.code == 0 && result.statuses == Array(repeating: "loaded", count: 6), "\(result.complaints)")
        #expect(all > 50 && open * 5 < all, "\(open) of \(all)")
        let seconds = try #require(result.report["seconds"] as? Double)
        let paused = try #require(result.report["paused_seconds"] as? Double)
        // Nine parts of ten belong to one part that is not paused.
        #expect(paused / 9 <= seconds - paused, "\(result.output)")
        let shown = try Program.run(["show", "latest", "-o", "json"], environment: ["DATABASE_URL": scratch.url()])
        #expect(shown.report["paused_seconds"] as? Double == paused)
    }

    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func `A pause holds no lock, and a signal ends it at once, blocked or not`(signal: Int32, code: Int32) throws {
        let files = try (1...2).map(log)
        let server = try scratch.openPlatform()
        let program = try run(files, ["--pace", "1%"])
        let start = ContinuousClock.now
        let loaded = "select count(*) from public.performance_metrics where \(Ground.ours)"
        while ContinuousClock.now - start < .seconds(60), try server.value(loaded) == "0" { usleep(5_000) }
        usleep(300_000)
        for _ in 0..<20 {
            let row = try #require(try server.rows(Self.session).first)
            #expect(Array(row.prefix(3)) == ["idle", "f", "0"])
            usleep(5_000)
        }
        kill(program.identifier, signal)
        var result: Program.Result?
        let time = ContinuousClock().measure { result = program.finish() }
        #expect(time < .seconds(2))
        #expect(result?.code == code && result?.statuses == ["loaded"], "\(result?.complaints ?? "")")
        #expect(try server.value(loaded) == "1")
        let rest = try run(files, []).finish()
        #expect(rest.code == 0 && rest.statuses == ["already_loaded", "loaded"], "\(rest.complaints)")
        #expect(rest.report["paused_seconds"] is NSNull)
    }

    @Test func `A job has its own pace, the command line another, and a plan is applied at one`() throws {
        let pipelines = "\(scratch.folder)/pipelines"
        try FileManager.default.copyItem(atPath: Ground.pipelinesFolder, toPath: pipelines)
        let job = try String(contentsOfFile: "\(pipelines)/nightly.yaml", encoding: .utf8)
        try scratch.file("pipelines/nightly.yaml", job.replacing("max_rejects: 0", with: "max_rejects: 0\npace: 50%"))
        let environment = [
            "DATABASE_URL": scratch.url(), "SCOREBOOK_PIPELINES": pipelines,
            "SCOREBOOK_INBOX": "\(scratch.folder)/inbox", "SCOREBOOK_ARCHIVE": "\(scratch.folder)/archive",
            "SCOREBOOK_QUARANTINE": "\(scratch.folder)/quarantine",
        ]
        for (number, words) in [(1, []), (2, ["--pace", "100%"])] {
            let path = "inbox/\(Ground.maya)/log.csv"
            try scratch.file(path, Log.withIDs(["row-\(number),2026-05-0\(number),velocity,7\(number),mph"]))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: "\(scratch.folder)/\(path)")
            let result = try Program.run(["run", "nightly", "-o", "json"] + words, environment: environment)
            #expect(result.code == 0 && result.statuses == ["loaded"], "\(result.complaints)")
            let paused = try #require(result.report["paused_seconds"] as? Double)
            #expect((paused > 0) == (number == 1))
        }
        let plan = "\(scratch.folder)/plan.json"
        let planned = try Program.run(
            ["plan", "-i", try log(3), "--owner", Ground.maya, "--out", plan], environment: environment)
        #expect(planned.code == 0, "\(planned.complaints)")
        let result = try Program.run(["run", "--plan", plan, "--pace", "50%", "-o", "json"], environment: environment)
        #expect(result.code == 0 && result.statuses == ["loaded"], "\(result.complaints)")
        #expect(try #require(result.report["paused_seconds"] as? Double) > 0)
    }
}
