import Dispatch
import Foundation
import Importing
import Loading
import Postgres
import Proving
import Records
import Reporting
import Synchronization
import Testing

/// The app writes while a load or a rollback is under way: what it writes stands, and is told.
@Suite struct MeanwhileTests {
    let scratch: Scratch
    let event = Log.id(1)
    let other = Log.id(2)

    init() throws {
        scratch = try Scratch(.used)
        #expect(try load("first").ledger.inserted == 2)
    }

    private func events(_ name: String, school: String = "") -> String {
        "id,user_id,school_id,type,name,start_date\n"
            + [event, other].map { "\($0),\(Ground.maya),\(school),camp,\(name) \($0.suffix(1)),2026-05-01\n" }.joined()
    }

    private func load(_ name: String, _ winner: Loader.Winner = .app) throws -> RunReport {
        var attempt = Attempt(.run, [try scratch.file("\(UUID().uuidString)/events-rows.csv", events(name))])
        attempt.winner = winner
        return attempt.execute(on: scratch).report
    }

    private func names() throws -> [String?] {
        try scratch.rows("select name from public.events where id in ($1, $2) order by id", [event, other]).map {
            $0[0]
        }
    }

    /// The app's transaction is open when the body begins, and is committed a moment later.
    private func meanwhile<Result: Sendable>(
        _ statement: String, _ body: @escaping @Sendable () throws -> Result
    ) throws -> Result {
        let app = try scratch.open()
        try app.run("begin")
        try app.run(statement)
        nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            result = Swift.Result { try body() }
            done.signal()
        }
        _ = done.wait(timeout: .now() + 0.5)
        try app.run("commit")
        if result == nil { done.wait() }
        return try #require(result).get()
    }

    @Test func `An edit is kept, and reported`() throws {
        let report = try meanwhile("update public.events set name = 'mine' where id = '\(event)'") {
            try load("second")
        }
        #expect(try names() == ["mine", "second 2"])
        #expect(report.ledger.updated == 1 && report.ledger.unchanged == 1 && report.ledger.balances)
        #expect(report.conflicts.count == 1)
    }

    @Test(arguments: [
        ("rollback latest", "undoing rows"), ("erase --owner maya.rivera@example.org --yes", "removing rows"),
    ])
    func `A statement that waits shows on a terminal what it is for`(line: String, words: String) throws {
        let app = try scratch.open()
        try app.run("begin")
        try app.run("lock table public.events in access exclusive mode")
        let program = try Program(
            line.split(separator: " ").map(String.init),
            environment: ["DATABASE_URL": scratch.url(), "TERM": "xterm", "SCOREBOOK_PHOTOS": scratch.photos],
            folder: scratch.folder, launcher: ["sh", "-c", #"script -qec "$0 $*" /dev/null"#])
        let waiting: SQL =
            "select exists (select from pg_locks where not granted and relation = 'public.events'::regclass)"
        for _ in 0..<200 {
            if try app.value(waiting, as: Bool.self) == true { break }
            usleep(100_000)
        }
        usleep(1_500_000)
        try app.run("commit")
        let result = program.finish()
        #expect(result.code == 0 && result.output.contains(words), "\(result.output) \(result.complaints)")
    }

    /// The app changes both rows again and again, and holds each for nine tenths of the time.
    @Test func `A load beside a busy writer ends, and the writer does not notice`() throws {
        let over = DispatchSemaphore(value: 0)
        let writers = DispatchGroup()
        let failures = Mutex<[String]>([])
        for row in [event, other] {
            DispatchQueue.global().async(group: writers) {
                do {
                    let app = try scratch.open()
                    while over.wait(timeout: .now() + 0.005) == .timedOut {
                        try app.transaction {
                            try app.run("update public.events set description = now()::text where id = $1", [row])
                            usleep(45_000)
                        }
                    }
                } catch { failures.withLock { $0.append("\(error)") } }
            }
        }
        let report = try load("second", .source)
        for _ in 0..<2 { over.signal() }
        writers.wait()
        #expect(report.status == .succeeded && report.ledger.updated == 2)
        #expect(failures.withLock(\.self) == [])
        #expect(try names() == ["second 1", "second 2"])
    }

    @Test func `A deletion is kept, and counted as such`() throws {
        let report = try meanwhile("delete from public.events where id = '\(event)'") { try load("second") }
        #expect(try names() == ["second 2"])
        #expect(report.ledger.updated == 1 && report.ledger.unchanged == 1)
        #expect(report.conflicts.count == 1)
        #expect(try scratch.value("select count(*) from scorebook.before_images") == "1")
    }

    @Test func `A row that is another's by now is theirs`() throws {
        let report = try meanwhile(
            "update public.events set user_id = '\(Ground.leo)', name = 'his' where id = '\(event)'"
        ) {
            try load("second")
        }
        #expect(try names() == ["his", "second 2"])
        #expect(report.ledger.updated == 1)
    }

    @Test func `Where the source wins, what it overwrites can be put back`() throws {
        let report = try meanwhile("update public.events set name = 'mine' where id = '\(event)'") {
            try load("second", .source)
        }
        #expect(try names() == ["second 1", "second 2"])
        #expect(roll(report.run) == .done)
        #expect(try names() == ["mine", "first 2"])
    }

    @Test func `The same row from the app is no reject`() throws {
        let row = Log.id(3)
        let file = try scratch.file(
            "events-rows.csv", "id,user_id,type,name,start_date\n\(row),\(Ground.maya),camp,third,2026-05-01\n")
        let statement = """
            insert into public.events (id, user_id, family_unit_id, type, name, start_date)
            values ('\(row)', '\(Ground.maya)', '\(Ground.family)', 'camp', 'third', '2026-05-01')
            """
        let report = try meanwhile(statement) { scratch.run(file).report }
        #expect(report.ledger.rejected == 0 && report.ledger.unchanged == 1)
    }

    @Test func `A school that goes takes no event with it`() throws {
        let school = Log.id(4)
        try scratch.open().run(
            "insert into public.schools (id, user_id, family_unit_id, name) values ('\(school)', '\(Ground.maya)', '\(Ground.family)', 'S')"
        )
        let row = Log.id(3)
        let file = try scratch.file(
            "events-rows.csv",
            "id,user_id,school_id,type,name,start_date\n\(row),\(Ground.maya),\(school),camp,third,2026-05-01\n")
        let report = try meanwhile("delete from public.schools where id = '\(school)'") { scratch.run(file).report }
        #expect(report.ledger.rejected == 0 && report.ledger.inserted == 1)
        #expect(try scratch.rows("select school_id from public.events where id = $1", [row]) == [[nil]])
    }

    @Test func `A rollback leaves what is edited under it`() throws {
        let run = try load("second").run
        #expect(
            try meanwhile("update public.events set name = 'mine' where id = '\(event)'") { roll(run) } == .done)
        #expect(try names() == ["mine", "first 2"])
    }

    @Test func `A rollback leaves what the app hangs a row below`() throws {
        let run = try scratch.value("select run_id from scorebook.units where status = 'loaded'") ?? ""
        let statement = """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date, event_id)
            values ('\(Ground.maya)', '\(Ground.family)', 'velocity', 70, '2026-05-01', '\(event)')
            """
        #expect(try meanwhile(statement) { roll(run) } == .done)
        #expect(try names() == ["first 1"])
        #expect(
            try scratch.value("select count(*) from public.performance_metrics where event_id = $1", [event]) == "1")
    }

    @Test func `A coach stays where the app has hung a link on it`() throws {
        let (coach, profile) = (Log.id(6), Log.id(7))
        let app = try scratch.open()
        try app.run(
            """
            insert into public.schools (id, user_id, family_unit_id, name)
            values ('\(Log.id(4))', '\(Ground.maya)', '\(Ground.family)', 'S')
            """)
        let file = try scratch.file(
            "coaches-rows.csv",
            "id,school_id,user_id,role,first_name,last_name\n\(coach),\(Log.id(4)),\(Ground.maya),head,Kim,Lee\n")
        let report = scratch.run(file).report
        try #require(report.ledger.inserted == 1)
        try app.run(
            """
            insert into public.player_profiles (id, user_id, family_unit_id, hash_slug)
            values ('\(profile)', '\(Ground.maya)', '\(Ground.family)', 'abcdef') on conflict do nothing;
            insert into public.profile_tracking_links (profile_id, coach_id, ref_token)
            select p.id, '\(coach)', 'abcdef' from public.player_profiles as p where p.user_id = '\(Ground.maya)'
            """)
        // As the loader, who does not own the app's tables.
        let end = RollbackRun(
            run: report.run, isDescribed: false, pipelines: Ground.pipelines,
            database: DatabaseAccess(
                .connection(scratch.url(user: "scorebook_loader")), pipelines: Ground.pipelinesFolder),
            hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false })
        ).execute()
        #expect(end == .done)
        #expect(try scratch.value("select count(*) from public.coaches where id = $1", [coach]) == "1")
        #expect(try scratch.value("select count(*) from public.profile_tracking_links") == "1")
    }

    @Test func `A school that the app advances stays so`() throws {
        let school = Log.id(4)
        try scratch.open().run(
            "insert into public.schools (id, user_id, family_unit_id, name, status) values ('\(school)', '\(Ground.maya)', '\(Ground.family)', 'S', 'researching')"
        )
        let file = try scratch.file(
            "interactions-rows.csv",
            "id,school_id,type,direction,content,occurred_at,logged_by\n\(Log.id(5)),\(school),email,outbound,x,2026-05-01T10:00:00Z,\(Ground.maya)\n"
        )
        _ = try meanwhile("update public.schools set status = 'offer_received' where id = '\(school)'") {
            #expect(scratch.run(file).report.ledger.inserted == 1)
        }
        #expect(try scratch.value("select status from public.schools where id = $1", [school]) == "offer_received")
    }

    private func roll(_ run: String) -> RunEnd {
        RollbackRun(
            run: run, isDescribed: false, pipelines: Ground.pipelines,
            database: DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder),
            hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false })
        ).execute()
    }

    /// Two loads of one owner are numbered as they begin, and the second may be the first to write.
    @Test func `What was written last is what counts, whichever began first`() throws {
        let many = (0..<40_000).map { "k\($0),2026-05-01,velocity,61,mph" }
        let large = try scratch.file("large.csv", Log.withIDs(many))
        let small = try scratch.file("small.csv", Log.withIDs(["k0,2026-05-01,velocity,62,mph"]))
        let later = try scratch.file("later.csv", Log.withIDs(["k0,2026-05-01,velocity,63,mph"]))
        #expect(try scratch.run(scratch.file("k.csv", Log.withIDs(["k0,2026-05-01,velocity,60,mph"]))).end == .done)
        let scratch = scratch
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var largeRun = ""
        DispatchQueue.global().async {
            largeRun = scratch.run(large).report.run
            done.signal()
        }
        let watch = try scratch.open()
        let copies =
            "select 1 from pg_catalog.pg_stat_activity where datname = pg_catalog.current_database() and query ilike 'copy%'"
        let start = ContinuousClock.now
        while try watch.value(copies) == nil, ContinuousClock.now - start < .seconds(30) { usleep(2_000) }
        let smallRun = scratch.run(small).report
        done.wait()
        let order = try scratch.rows(
            "select unit_id from scorebook.lineage where table_name = 'public.performance_metrics' order by sequence desc limit 2"
        )
        try #require(smallRun.ledger.updated == 1)
        // Were it too slow to be the first, nothing would be shown.
        try #require(Int(order[0][0] ?? "") ?? 0 < Int(order[1][0] ?? "") ?? 0)
        #expect(try scratch.value("select value from public.performance_metrics where value < 63 limit 1") == "61")
        #expect(scratch.run(later).report.ledger.updated == 1)
        #expect(roll(largeRun) == .done)
        #expect(try scratch.value("select count(*) from public.performance_metrics where \(Ground.ours)") == "1")
    }

    /// A load that waits between comparing and deleting: an edit of the row waits with it, or is kept.
    @Test func `An edit of a row that the file no longer has is never lost`() throws {
        let lines = (1...3).map { "w,2026-05-01T17:30:00Z,UTC,Lower,Squat,\($0),\(4 + $0),60,kg\n" }
        let head = "workout_id,started_at,zone,title,exercise,set,reps,weight,weight_unit\n"
        #expect(try scratch.run(scratch.file("1.csv", head + lines.joined())).report.ledger.read == 3)
        let shorter = try scratch.file("2.csv", head + lines.dropLast().joined())
        let holder = try scratch.open()
        try holder.run("begin; lock table scorebook.before_images in exclusive mode")
        let (scratch, ends) = (scratch, DispatchGroup())
        // Threads of their own: where other tests block the pool, a task would begin late.
        func begin(_ work: @escaping @Sendable () -> Void) {
            ends.enter()
            Thread.detachNewThread {
                work()
                ends.leave()
            }
        }
        begin { #expect(scratch.run(shorter).end == .done) }
        func wait(_ question: SQL) throws {
            // A load that waits for a lock gives up now and then, and begins again: once seen is enough.
            for _ in 0..<9_000 {
                if try holder.value(question, as: Bool.self) == true { return }
                usleep(10_000)
            }
            Issue.record("\(question)")
        }
        try wait(
            "select exists (select from pg_locks where not granted and relation = 'scorebook.before_images'::regclass)")
        let edited = Mutex(-1)
        begin {
            let rows = try? scratch.open().rows(
                "update public.workout_sets set reps = 77 where reps = 7 and \(Ground.ours) returning id")
            edited.withLock { $0 = rows?.count ?? 0 }
        }
        // It is written, or the third that waits.
        for _ in 0..<300 where edited.withLock(\.self) < 0 {
            let waiting = try holder.value(
                """
                select count(*) from pg_stat_activity
                where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
                """, as: Int.self)
            if waiting ?? 0 > 1 { break }
            usleep(10_000)
        }
        try holder.run("commit")
        ends.wait()
        let kept = try scratch.value("select count(*) from public.workout_sets where reps = 77")
        #expect(kept == "\(edited.withLock(\.self))")
        #expect(try scratch.value("select count(*) from public.workout_sets where reps in (5, 6)") == "2")
    }
}
