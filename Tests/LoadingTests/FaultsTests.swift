import Foundation
import Importing
import Postgres
import Proving
import Records
import Reporting
import Testing

/// What fails besides records: it ends the run or is tried again, and never makes a reject of a good record.
@Suite struct FaultsTests {
    let scratch: Scratch
    let file: String

    init() throws {
        scratch = try Scratch()
        file = try scratch.file(
            "log.csv",
            Log.withIDs((1...400).map { "r\($0),2026-05-\(10 + $0 % 20),velocity,\(60 + $0 % 30),mph" }))
    }

    private var words: [String] { ["run", "--input", file, "--owner", Ground.maya, "-o", "json"] }

    @Test func `A row that only the server refuses is found, told as our bug, and the others load`() throws {
        try scratch.open().run("alter table public.performance_metrics add constraint no_77 check (value <> 77)")
        let report = scratch.run(file).report
        let expected = try scratch.value("select 400 - count(*) from public.performance_metrics where \(Ground.ours)")
        #expect(report.ledger.balances && report.ledger.rejected > 0)
        #expect(expected == "\(report.ledger.rejected)")
        #expect(Set(report.rejects.map(\.code)) == [.refusedByServer])
        #expect(Set(report.rejects.map(\.field)) == ["no_77"])
        #expect(report.warnings.contains { $0.name.contains("report it") })
        #expect(try scratch.wrongSummaries() == [])
    }

    @Test func `Rows that only refuse each other are found, too`() throws {
        try scratch.open().run(
            "create unique index one_a_value on public.performance_metrics (value) where value in (61, 62)")
        let report = scratch.run(file).report
        #expect(report.ledger.balances)
        #expect(report.ledger.rejected > 0)
        #expect(try scratch.value("select count(*) from public.performance_metrics where value in (61, 62)") == "2")
    }

    @Test func `A locked table is no reason to reject: exit 75, and later all is loaded`() throws {
        let app = try scratch.open()
        try app.run("begin; lock table public.performance_metrics in access exclusive mode")
        let result = try Program.run(
            words, environment: ["DATABASE_URL": scratch.url(), "PGOPTIONS": "-c lock_timeout=500ms"])
        try app.run("rollback")
        #expect(result.code == 75, "\(result.complaints)")
        #expect(try scratch.value("select count(*) from scorebook.rejects") == "0")
        #expect(scratch.run(file).report.ledger.inserted == 400)
    }

    @Test func `An outage while a plan is compared with its files says nothing of the plan`() throws {
        let path = "\(scratch.folder)/plan.json"
        let plan = ["plan", "--input", file, "--owner", Ground.maya, "--out", path]
        #expect(try Program.run(plan, environment: ["DATABASE_URL": scratch.url()]).code == 0)
        let app = try scratch.open()
        try app.run("begin; lock table public.users in access exclusive mode")
        let held = try Program.run(
            ["run", "--plan", path],
            environment: ["DATABASE_URL": scratch.url(), "PGOPTIONS": "-c lock_timeout=500ms"])
        try app.run("rollback")
        #expect(held.code == 75, "\(held.complaints)")
        #expect(!held.complaints.contains("new plan"), "\(held.complaints)")
        #expect(try Program.run(["run", "--plan", path], environment: ["DATABASE_URL": scratch.url()]).code == 0)
    }

    @Test func `A connection ended in the middle is made anew`() throws {
        let blocker = try scratch.open()
        try blocker.run("begin; lock table public.performance_metrics in access exclusive mode")
        // Within a transaction the list of sessions stands still: another one watches.
        let watcher = try scratch.open()
        let program = try Program(words, environment: ["DATABASE_URL": scratch.url()])
        let waiting =
            "select pid from pg_catalog.pg_stat_activity where wait_event_type = 'Lock' and datname = pg_catalog.current_database()"
        var process: String?
        for _ in 0..<800 where process == nil {
            process = try watcher.value(waiting)
            usleep(5_000)
        }
        _ = try watcher.rows("select pg_catalog.pg_terminate_backend($1::integer)", [process])
        try blocker.run("rollback")
        let result = program.finish()
        #expect(process != nil)
        #expect(result.code == 0, "\(result.complaints)")
        #expect(result.ledger["inserted"] == 400)
        #expect(try scratch.value("select count(*) from scorebook.rejects") == "0")
    }

    /// Others that recompute an athlete's summaries are about to commit: whoever waits for them starts nothing over.
    @Test(arguments: ["rollback", "erase"])
    func `Undoing waits for summaries as long as any lock may take`(verb: String) throws {
        let run = scratch.run(file).report.run
        let other = try scratch.open()
        try other.run("begin")
        _ = try other.rows("select summary.lock_owners(array[$1::uuid])", [Ground.maya])
        let words = verb == "rollback" ? [verb, run] : [verb, "--owner", Ground.maya, "--yes"]
        let program = try Program(words, environment: ["DATABASE_URL": scratch.url()])
        let watcher = try scratch.open()
        var isWaiting = false
        for _ in 0..<400 where !isWaiting {
            isWaiting =
                try watcher.value(
                    """
                    select 1 from pg_catalog.pg_stat_activity
                    where datname = pg_catalog.current_database() and wait_event_type = 'Lock'
                        and pg_catalog.clock_timestamp() > xact_start + interval '1.5 seconds'
                    """) != nil
            usleep(20_000)
        }
        try other.run("rollback")
        let result = program.finish()
        #expect(isWaiting && result.code == 0, "\(result.complaints)")
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "0")
    }

    @Test func `Of two identical runs at once one loads`() throws {
        let blocker = try scratch.open()
        // Both have to wait at the same place, so that they are there at once.
        try blocker.run("begin; lock table scorebook.units in access exclusive mode")
        let watcher = try scratch.open()
        let programs = try (0..<2).map { _ in try Program(words, environment: ["DATABASE_URL": scratch.url()]) }
        for _ in 0..<800 {
            let waiting = try watcher.value(
                "select count(*) from pg_catalog.pg_stat_activity where wait_event_type = 'Lock' and datname = pg_catalog.current_database()"
            )
            if waiting == "2" { break }
            usleep(5_000)
        }
        try blocker.run("rollback")
        let results = programs.map { $0.finish() }
        #expect(results.map(\.code) == [0, 0], "\(results.map(\.complaints))")
        #expect(results.flatMap(\.statuses).sorted() == ["already_loaded", "loaded"])
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "400")
    }

    @Test func `Rejects are kept whole, also when they are more than fits in memory`() throws {
        let note = String(repeating: "n", count: 2_000)
        let many = try scratch.file(
            "many.csv",
            Log.withIDs(
                (1...2_000).map { "r\($0),2026-05-01,velocity,\($0 % 2 == 0 ? "fast" : "70"),mph,\(note)" },
                columns: ",notes"))
        let report = scratch.run(many).report
        #expect(report.ledger.rejected == 1_000)
        #expect(report.rejects.count == RunReport.mostRejects)
        let stored = try scratch.rows(
            """
            select count(*), min(length(raw)), count(distinct record_number), count(*) filter (where cells ->> 'value' = 'fast'),
                count(*) filter (where pg_catalog.convert_from(raw, 'UTF8') like 'r' || record_number || ',%')
            from scorebook.rejects
            """)
        #expect(stored.first?[0] == "1000")
        #expect(stored.first.flatMap { $0[1] }.flatMap { Int($0) } ?? 0 > 2_000)
        #expect(stored.first?.dropFirst(2).compactMap { $0 } == ["1000", "1000", "1000"])
    }

    @Test func `A poisoned file beside good ones: they load, exit 1, and the message says what to do`() throws {
        _ = try scratch.file("in/a-good.csv", Log.withIDs(["a,2026-05-01,velocity,70,mph"]))
        _ = try scratch.file("in/b-poison.csv", [0x1F, 0x8B, 0, 1, 2, 3])
        _ = try scratch.file("in/c-good.csv", Log.withIDs(["c,2026-05-03,velocity,72,mph"]))
        let result = try Program.run(
            ["run", "--input", "\(scratch.folder)/in", "--owner", "maya.rivera@example.org", "-o", "json"],
            environment: ["DATABASE_URL": scratch.url()])
        #expect(result.code == 1)
        #expect(result.statuses == ["loaded", "refused", "loaded"])
        #expect(result.units[1]["source"] as? String == "b-poison.csv")
        let reason = result.units[1]["reason"] as? String ?? ""
        #expect(reason.contains("gzip"))
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "2")
    }

    /// The reply to COMMIT is cut off on its way: the ledger is asked, and says what happened.
    @Test(
        .enabled(if: Ground.shared != nil, "faults/faults.py is not in ../shared nor in SCOREBOOK_SHARED"),
        arguments: ["commit-after", "commit-before"], [false, true])
    func `A lost COMMIT doubles nothing and loses nothing`(cut: String, isLoadedAgain: Bool) throws {
        if isLoadedAgain {
            // The file stands in the ledger as loaded, by another run.
            #expect(try Program.run(words, environment: ["DATABASE_URL": scratch.url()]).code == 0)
            try scratch.open().run("update public.performance_metrics set value = 990")
        }
        let proxy = Process()
        let folder = "\(scratch.folder)/proxy"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let port = Int.random(in: 20_000...30_000)
        proxy.executableURL = URL(filePath: "/usr/bin/env")
        proxy.arguments = [
            "python3", "\(Ground.shared ?? "")/faults/faults.py", "proxy", "--listen", "127.0.0.1:\(port)",
            "--upstream",
            scratch.socket, "--cut", cut, "--conns", "1",
        ]
        proxy.standardOutput = FileHandle.nullDevice
        proxy.standardError = FileHandle.nullDevice
        try proxy.run()
        defer { kill(proxy.processIdentifier, SIGKILL) }
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(10),
            system("bash -c '</dev/tcp/127.0.0.1/\(port)' 2> /dev/null") != 0
        {
            usleep(50_000)
        }
        let result = try Program.run(
            isLoadedAgain ? words + ["--source-wins"] : words,
            environment: [
                "DATABASE_URL":
                    "host=127.0.0.1 port=\(port) user=postgres dbname=\(scratch.name) sslmode=disable gssencmode=disable"
            ])
        #expect(result.code == 0, "\(result.complaints)")
        #expect(result.statuses == ["loaded"])
        #expect(result.ledger[isLoadedAgain ? "updated" : "inserted"] == 400)
        #expect(
            try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours) and value <> 990")
                == "400")
        let units = try scratch.value("select count(*) from scorebook.units where status = 'loaded'")
        #expect(units == (isLoadedAgain ? "2" : "1"))
    }
}
