import Dispatch
import Foundation
import Importing
import Loading
import Postgres
import Proving
import Records
import Reporting
import Seeding
import Synchronization
import Testing

/// Loads and a rollback of the very rows that the app goes on changing: all of them end, no write of the app fails, and it
/// does not wait long for them.
@Suite(.serialized) struct BusyWriterTests {
    private static let rows = 1_500

    private struct Writes: Sendable {
        var milliseconds: [Int] = []
        var complaints: [String] = []
    }

    /// Values that differ from those of any other number.
    private func log(_ number: Int) -> String {
        Log.withIDs((0..<Self.rows).map { "b\($0),2026-05-\(10 + $0 % 19),velocity,\(60 + $0 % 7 + 10 * number),mph" })
    }

    /// Two rows at a time, in one order for all sessions: deadlocks of the app with itself are not ours.
    private func write(_ app: borrowing Connection, _ ids: [String], _ random: inout Seeded) throws {
        try app.run("begin; set local role authenticated")
        _ = try app.rows("select pg_catalog.set_config('request.jwt.claim.sub', $1, true)", [Ground.maya])
        let first = random.next(ids.count - 1)
        for place in [first, first + 1 + random.next(ids.count - first - 1)] {
            try app.run("update public.performance_metrics set notes = 'seen' where id = $1", [ids[place]])
        }
        try app.run("commit")
    }

    @Test func `Loads and a rollback end beside it, and the app waits for none of them`() throws {
        let scratch = try Scratch(.used)
        let first = try scratch.file("0.csv", log(0))
        #expect(try scratch.run(first).report.ledger.inserted == Self.rows)
        let ids = try scratch.rows(
            "select id::text from public.performance_metrics where user_id = $1 and metric_type = 'velocity' order by id",
            [Ground.maya]
        ).compactMap(\.[0])
        let isOver = Atomic(false)
        let writes = Mutex(Writes())
        let sessions = DispatchGroup()
        for session in 0..<3 {
            DispatchQueue.global().async(group: sessions) {
                var random = Seeded(UInt64(session))
                guard let app = try? scratch.open() else { return }
                while !isOver.load(ordering: .relaxed) {
                    let start = ContinuousClock.now
                    do { try write(app, ids, &random) } catch { writes.withLock { $0.complaints.append("\(error)") } }
                    let took = Int((ContinuousClock.now - start) / .milliseconds(1))
                    writes.withLock { $0.milliseconds.append(took) }
                    usleep(2_000)
                }
            }
        }
        var loads: [Int] = []
        for number in 1...6 {
            // A load is shorter than what the app does between two.
            for _ in 0..<2_000 where writes.withLock({ $0.milliseconds.count }) < 10 * number { usleep(10_000) }
            var attempt = Attempt(.run, [try scratch.file("\(number).csv", log(number))])
            attempt.winner = .source
            let start = ContinuousClock.now
            let (report, end) = attempt.execute(on: scratch)
            loads.append(Int((ContinuousClock.now - start) / .milliseconds(1)))
            #expect(end == .done && report.ledger.updated == Self.rows, "\(number): \(end), \(report.ledger.line)")
        }
        let database = DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder)
        let rollback = RollbackRun(
            run: "latest", isDescribed: false, pipelines: Ground.pipelines, database: database,
            hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false }))
        #expect(rollback.execute() == .done)
        let undone = rollback.report.tables.compactMap(\.undone).reduce(0) { $0 + $1.removed + $1.restored + $1.left }
        #expect(undone >= Self.rows, "\(undone)")
        isOver.store(true, ordering: .relaxed)
        sessions.wait()
        let (all, complaints) = writes.withLock { ($0.milliseconds.sorted(), $0.complaints) }
        #expect(complaints == [])
        // On a busy machine: less than what a load takes there, for which it would wait.
        let longest = max(500, loads.sorted()[loads.count / 2])
        #expect(all.count >= 60 && all[all.count * 99 / 100] < longest, "\(all.count), \(all.suffix(5)), \(longest)")
        #expect(try scratch.wrongSummaries() == [])
    }
}
