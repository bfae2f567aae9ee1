import Dispatch
import Foundation
import Postgres
import Summarising
import Synchronization
import Testing

/// Summaries that are made again while the app reads and writes.
@Suite struct RebuildTests {
    let database: Scratch.Database
    let summaries: Summaries
    /// Whose long history makes the filling take its time.
    let many = Athlete()
    /// Who uses the app meanwhile.
    let one = Athlete()

    init() throws {
        database = try Scratch.database()
        summaries = try Summaries.load(Scratch.pipelines)
        let connection = try database.open()
        try many.join(connection)
        try one.join(connection)
        try one.insert(connection, "velocity", "80", "2026-05-01")
    }

    private func invent(_ count: Int, _ connection: Connection) throws {
        try connection.run(
            """
            insert into public.performance_metrics
                (user_id, family_unit_id, metric_type, value, recorded_date, verified)
            select $1, $2, 'type_' || n % 40, 50 + n % 50, date '2020-01-01' + (n / 100)::integer, true
            from pg_catalog.generate_series(1, $3::integer) as n
            """, [many.id, many.family, "\(count)"])
    }

    /// As if these summaries had been made from other definitions.
    private func age(_ names: [String], _ connection: Connection) throws {
        for name in names {
            let kind = summaries.stored.contains { $0.qualifiedName == name } ? "table" : "view"
            try connection.run("comment on \(kind) \(name) is 'Older (scorebook summary 0000000000000000)'")
        }
    }

    private func expectCurrent(_ connection: Connection) throws {
        #expect(try summaries.status(connection).filter { $0.state != .current }.isEmpty)
        #expect(try summaries.verify(connection).filter { !$0.isNone } == [])
    }

    @Test func `The app does not wait while a summary of 200,000 metrics is filled`() throws {
        let connection = try database.open()
        try invent(200_000, connection)
        try age(["public.metric_trends"], connection)
        let app = App(database, one)
        let seconds = try ContinuousClock().measure { _ = try summaries.up(connection) } / .seconds(1)
        let (wait, writes) = try app.stop()
        try expectCurrent(connection)
        print("rebuilt in \(seconds) s, longest wait of the app \(wait) s, \(writes) writes")
        #expect(writes > 2)
        #expect(wait < max(0.25, seconds / 3), "the app waited \(wait) s of \(seconds) s")
        let stored = "select count(*) from public.metric_trends where user_id = $1"
        #expect(try connection.value(stored, [many.id]) == "40")
    }

    @Test func `A transaction that holds a table is waited for without keeping others waiting`() throws {
        let connection = try database.open()
        try age(["public.metric_trends"], connection)
        let holds = DispatchSemaphore(value: 0)
        Thread { [database, one] in
            guard let holder = try? database.open() else { return }
            _ = try? holder.run("begin")
            try? one.insert(holder, "velocity", "90", "2026-05-02")
            holds.signal()
            usleep(1_500_000)
            _ = try? holder.run("commit")
        }.start()
        #expect(holds.wait(timeout: .now() + 30) == .success)
        let other = Athlete()
        try other.join(connection)
        let app = App(database, other)
        try summaries.up(connection)
        let (wait, writes) = try app.stop()
        #expect(writes > 2)
        #expect(wait < 1, "the app waited \(wait) s")
        try expectCurrent(connection)
    }

    /// Rows are corrected a thousand a transaction: the last of one, and the first of the next.
    @Test func `Two thousand rows that are missing are all made again`() throws {
        let connection = try database.open()
        try connection.run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date, verified)
            select $1, $2, 'type_' || n, 50 + day, date '2026-05-01' + day, true
            from pg_catalog.generate_series(1, 2001) as n cross join pg_catalog.generate_series(1, 2) as day
            """, [many.id, many.family])
        try connection.run("delete from public.metric_trends where user_id = $1", [many.id])
        #expect(try summaries.verify(connection).contains { !$0.isNone })
        try summaries.rebuild(connection, ["metric_trends"])
        try expectCurrent(connection)
    }

    @Test func `What is written between filling and swapping is compared`() throws {
        let connection = try database.open()
        try age(["public.metric_trends", "summary.workout_days"], connection)
        let rebuildPlan = try summaries.rebuildPlan(connection)
        #expect(rebuildPlan.rebuilt.map(\.name).contains("exercise_daily"))
        let groups = rebuildPlan.groups
        #expect(groups.count == 2)
        for group in groups {
            try group.fill(connection)
            if group.rebuilt.contains(where: { $0.name == "metric_trends" }) {
                try one.insert(connection, "velocity", "95", "2026-05-03")
                try one.insert(connection, "velocity", "85", "2026-05-04")
                let gone = "delete from public.performance_metrics where user_id = $1 and value = 80"
                try connection.run(gone, [one.id])
            }
            try Rebuild.withShortLocks(connection) { try group.swap(connection) }
        }
        let states = Dictionary(
            uniqueKeysWithValues: try summaries.status(connection).map { ($0.summary.name, $0.state) })
        #expect(states["metric_trends"] == .incomplete)
        #expect(states["exercise_daily"] == .incomplete)
        // The program died here: the next one finds it.
        try summaries.up(connection)
        try expectCurrent(connection)
        let value = "select max_value from public.metric_trends where user_id = $1"
        #expect(try connection.value(value, [one.id]).flatMap { Double($0) } == 95)
    }

    /// The definitions with a piece of one body replaced.
    private func changed(_ name: String, _ old: String, _ new: String) throws -> Summaries {
        var changed = summaries
        let at = try #require(changed.all.firstIndex { $0.name == name })
        #expect(changed.all[at].body.contains(old))
        changed.all[at].body = changed.all[at].body.replacingOccurrences(of: old, with: new)
        return changed
    }

    /// The summaries' objects, by their identity in the catalogue.
    private func objects(_ connection: Connection) throws -> [[String?]] {
        try connection.rows(
            """
            select c.oid, c.relname from pg_catalog.pg_class as c
            join pg_catalog.pg_description as d on d.objoid = c.oid and d.description like '%(scorebook summary%'
            union all
            select p.oid, p.proname from pg_catalog.pg_proc as p
            join pg_catalog.pg_description as d on d.objoid = p.oid and d.description like '%(scorebook summary%'
            order by 1
            """)
    }

    @Test(arguments: [
        ("unit_ratio", "\"in\": [\"length\", 254, 10000]", "\"in\": [\"length\", 508, 10000]"),
        ("local_days", "(scorebook.as_of() at time zone", "(now() at time zone"),
        ("metric_history", "select", "select /* again */"),
    ])
    func `What takes a new body in place takes nothing with it`(name: String, old: String, new: String) throws {
        let connection = try database.open()
        for (type, value, unit) in [("broad_jump", "100", "in"), ("broad_jump", "300", "cm")] {
            try connection.run(
                """
                insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, unit, recorded_date)
                values ($1, $2, $3, $4::numeric, $5, '2026-05-01')
                """, [one.id, one.family, type, value, unit])
        }
        let later = try changed(name, old, new)
        #expect(later.dependents(of: ["public.\(name)"]).count > 1)
        let before = try objects(connection)
        let rebuildPlan = try later.rebuildPlan(connection)
        #expect(rebuildPlan.rebuilt.map(\.name) == [name])
        // Readers and writers of tables go on: nothing but the object itself is locked against them.
        let group = try #require(rebuildPlan.groups.first)
        try group.fill(connection)
        let locks = """
            select c.relname from pg_catalog.pg_locks as l
            join pg_catalog.pg_class as c on c.oid = l.relation and c.relkind = 'r'
            join pg_catalog.pg_namespace as n on n.oid = c.relnamespace and n.nspname in ('public', 'summary')
            where l.pid = pg_catalog.pg_backend_pid()
                and l.mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock')
            """
        try connection.transaction {
            try group.swap(connection)
            let held = try connection.rows(locks)
            #expect(held.isEmpty)
        }
        let states = try later.status(connection).filter { $0.state != .current }.map(\.state)
        #expect(states.allSatisfy { $0 == .incomplete }, "its stored readers are still to be compared")
        try group.catchUp(connection)
        try group.finish(connection)
        #expect(try later.status(connection).allSatisfy { $0.state == .current })
        #expect(try later.verify(connection).filter { !$0.isNone } == [])
        #expect(try objects(connection) == before)
    }

    @Test func `A program that dies before the rows are corrected leaves that to the next`() throws {
        let connection = try database.open()
        let later = try changed("unit_ratio", "\"mi/h\": [\"speed\", 44704", "\"mi/h\": [\"speed\", 44705")
        for group in try later.rebuildPlan(connection).groups { try group.swap(connection) }
        #expect(try later.status(connection).contains { $0.state == .incomplete })
        try later.up(connection)
        #expect(try later.status(connection).allSatisfy { $0.state == .current })
        #expect(try later.verify(connection).filter { !$0.isNone } == [])
    }

    @Test func `What is printed replaces in place, too`() throws {
        let connection = try database.open()
        let later = try changed("unit_ratio", "\"mi/h\": [\"speed\", 44704", "\"mi/h\": [\"speed\", 44705")
        let steps = try later.script(connection)
        #expect(steps.map(\.title).prefix(2) == ["summary public.unit_ratio", "definitions that were made"])
        #expect(steps.dropFirst(2).allSatisfy { $0.title.hasPrefix("rows of ") })
        try connection.transaction { for step in steps { try connection.run(step.sql) } }
        #expect(try later.status(connection).allSatisfy { $0.state == .current })
        #expect(try later.verify(connection).filter { !$0.isNone } == [])
    }

    @Test func `A function of other parameters is made again with what reads it`() throws {
        let connection = try database.open()
        let later = try changed(
            "unit_ratio", "(unit text, wanted text)", "(unit text, wanted text, precise boolean default true)")
        #expect(try later.rebuildPlan(connection).rebuilt.count > 3)
        try later.up(connection)
        #expect(try later.status(connection).allSatisfy { $0.state == .current })
        #expect(try connection.value("select count(*) from pg_catalog.pg_proc where proname = 'unit_ratio'") == "1")
        #expect(try later.verify(connection).filter { !$0.isNone } == [])
    }

    @Test func `A view of other columns is made again with what reads it`() throws {
        let connection = try database.open()
        let later = try changed("local_days", "u.id as user_id,", "u.id as user_id, u.role as part,")
        #expect(try later.rebuildPlan(connection).rebuilt.count > 3)
        try later.up(connection)
        #expect(try later.status(connection).allSatisfy { $0.state == .current })
        #expect(try later.verify(connection).filter { !$0.isNone } == [])
    }

    /// `broken` makes the same change the long way: the object and all that reads it.
    @Test func `The app waits less for what is replaced in place`() throws {
        let connection = try database.open()
        try invent(50_000, connection)
        var waits: [Double] = []
        for (round, broken) in [Set(["public.local_days"]), []].enumerated() {
            let later = try changed("local_days", "u.id as user_id,", "u.id as user_id, -- \(round)\n")
            let rebuildPlan = try later.rebuildPlan(connection, broken)
            let app = App(database, one)
            for group in rebuildPlan.groups {
                try group.fill(connection)
                try Rebuild.withShortLocks(connection) { try group.swap(connection) }
                try group.catchUp(connection)
                try group.finish(connection)
            }
            let (wait, writes) = try app.stop()
            print("\(rebuildPlan.rebuilt.count) objects replaced, longest wait of the app \(wait) s, \(writes) writes")
            #expect(try later.status(connection).allSatisfy { $0.state == .current })
            waits.append(wait)
        }
        #expect(waits[1] < max(0.25, waits[0]), "the app waited \(waits) s")
    }

    @Test func `All of them are made again at once, those that read others too`() throws {
        let connection = try database.open()
        try age(summaries.stored.map(\.qualifiedName), connection)
        let app = App(database, one)
        try summaries.up(connection)
        let (wait, writes) = try app.stop()
        #expect(wait < 1, "the app waited \(wait) s")
        print("longest wait of the app while all are rebuilt: \(wait) s, \(writes) writes")
        try expectCurrent(connection)
        #expect(try connection.value("select pg_catalog.to_regnamespace('summary_beside')::text") == nil)
    }
}

/// An app that writes a metric and reads a summary, again and again, in a thread of its own.
private final class App: Sendable {
    private struct State {
        var isStopped = false
        var longest = 0.0
        var writes = 0
        var failure: (any Error)?
    }

    private let database: Scratch.Database
    private let athlete: Athlete
    private let state = Mutex(State())
    private let started = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    /// Writes already when this returns, so that a busy machine takes nothing from what is measured.
    init(_ database: Scratch.Database, _ athlete: Athlete) {
        self.database = database
        self.athlete = athlete
        Thread {
            do { try self.work() } catch { self.state.withLock { $0.failure = error } }
            self.started.signal()
            self.done.signal()
        }.start()
        started.wait()
    }

    /// How long it waited at most, in seconds, and how often it wrote.
    func stop() throws -> (seconds: Double, writes: Int) {
        state.withLock { $0.isStopped = true }
        done.wait()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return (state.longest, state.writes)
        }
    }

    private func work() throws {
        let connection = try database.open()
        while case let (isStopped, writes) = state.withLock({ ($0.isStopped, $0.writes) }), !isStopped {
            let waited = try ContinuousClock().measure {
                try athlete.insert(connection, "velocity", "8\(writes % 10)", "2026-05-0\(1 + writes % 9)")
                _ = try connection.rows("select * from public.metric_trends where user_id = $1", [athlete.id])
            }
            state.withLock { state in
                state.longest = max(state.longest, waited / .seconds(1))
                state.writes += 1
            }
            started.signal()
            usleep(5_000)
        }
    }
}
