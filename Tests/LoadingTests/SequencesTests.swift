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

/// Loads, the app's own writes and rollbacks in any order, two at a time: nothing lost, nothing doubled, and every summary
/// says what the rows say.
@Suite struct SequencesTests {
    @Test(arguments: Extent.some([UInt64](1...3), 2))
    func `Two at a time, whatever comes after whatever`(_ seed: UInt64) throws {
        let night = try Night(seed)
        for turn in 0..<6 {
            DispatchQueue.concurrentPerform(iterations: 2) { session in
                var random = Seeded(seed &* 64 &+ UInt64(turn * 2 + session))
                for _ in 0..<4 {
                    let chance = random.next(1000)
                    night.step(&random) { chance % $0 }
                }
            }
            try night.expectOrder("after turn \(turn)")
        }
        try night.expectThatAllIsThere()
    }

    /// Two sessions of the app, two that load and one that rolls back: the app sees no error.
    @Test(arguments: Extent.some([UInt64](1...4), 2))
    func `The app writes while files are loaded and runs rolled back`(_ seed: UInt64) throws {
        let night = try Night(seed, kinds: ["known", "plain", "weight"])
        DispatchQueue.concurrentPerform(iterations: 5) { session in
            var random = Seeded(seed &* 64 &+ UInt64(session))
            switch session {
            case 0, 1: for _ in 0..<60 { night.writeForBoth(&random, rows: .half(session)) }
            case 2, 3: for _ in 0..<8 { night.loadSome(&random) }
            default: for _ in 0..<6 { night.rollBackOne(&random) }
            }
        }
        try night.expectOrder("when all have ended")
        try night.expectThatAllIsThere()
    }

    /// A row on which another run's rows hang stays, whoever goes first: so the last goes first, or no row hangs on another.
    @Test(arguments: Extent.some([UInt64](1...3), 1), [false, true])
    func `One after the other, undone`(_ seed: UInt64, inAnyOrder: Bool) throws {
        let night = try Night(seed, kinds: inAnyOrder ? ["known", "plain", "weight"] : Source.kinds)
        var random = Seeded(seed &* 64)
        for _ in 0..<30 {
            let chance = random.next(1000)
            night.step(&random) { inAnyOrder ? chance % $0 : $0 - 1 }
        }
        try night.expectOrder("before the end")
        if inAnyOrder { night.shuffleRuns(&random) }
        try night.expectThatAllIsUndone()
    }
}

/// What an athlete's other apps hold, and export in ever other pieces.
private struct Source {
    let owner: String
    /// Values by day: with ids, and without.
    private(set) var files: [(name: String, text: String)] = []
    /// How often equal measurements without ids stand in one file, at most.
    private(set) var repeats: [String: Int] = [:]

    static let kinds = ["known", "plain", "weight", "workout", "games"]

    init(_ owner: String, _ random: Seeded, _ kinds: [String]) {
        self.owner = owner
        var random = random
        let player = owner == Ground.maya ? "m" : "l"
        for number in 0..<6 {
            let days = (0..<12).filter { _ in random.next(3) > 0 }
            // Values change from export to export.
            files.append(
                (
                    "\(player)-known-\(number).csv",
                    Log.withIDs(
                        days.map { "\(player)\($0),\(Self.day($0)),velocity,\(60 + $0 + random.next(2) * 20),mph" })
                ))
            var seen: [String: Int] = [:]
            let plain = days.flatMap { day in
                (0...random.next(3)).map { _ in "\(Self.day(day)),exit_velo,\(70 + random.next(3)),mph" }
            }
            for line in plain { seen[line, default: 0] += 1 }
            repeats.merge(seen, uniquingKeysWith: max)
            files.append(("\(player)-plain-\(number).csv", Log.simple(plain)))
            files.append(
                (
                    "\(player)-weight-\(number).csv",
                    "measured_at,kind,value,unit,id\n"
                        + days.map { "\(Self.day($0))T07:00:00Z,weight,\(60 + random.next(5)),kg,\(player)w\($0)\n" }
                        .joined()
                ))
            files.append(
                (
                    "\(player)-workout-\(number).csv",
                    "workout_id,started_at,zone,exercise,set,kind,reps,weight,weight_unit\n"
                        + days.flatMap { day in
                            (1...2).map {
                                "\(player)\(day),\(Self.day(day))T17:00:00Z,UTC,Squat,\($0),working,\(3 + random.next(4)),50,kg\n"
                            }
                        }.joined()
                ))
            files.append(
                (
                    "\(player)-games-\(number).csv",
                    "id,completed_at,game_type,scoring,target,win_by,team_size,my_score,opponent_score,partner,opponent,opponent_2\n"
                        + days.map {
                            "\(player)g\($0),\(Self.day($0))T09:00:00Z,recreational,rally,11,2,doubles,11,\(random.next(10)),Ines,Bo,Cam\n"
                        }.joined()
                ))
        }
        files.removeAll { file in !kinds.contains { file.name.contains("-\($0)-") } }
    }

    private static func day(_ number: Int) -> String { "2026-05-\(10 + number)" }
}

/// One database, its sessions, and what went wrong in them.
private final class Night: Sendable {
    let scratch: Scratch
    let athletes: [Source]
    /// How many rows each table had before.
    private let counts: [String: Int]
    private let state = Mutex<(complaints: [String], runs: [String])>(([], []))

    init(_ seed: UInt64, kinds: [String] = Source.kinds) throws {
        scratch = try Scratch(.used)
        counts = try scratch.counts()
        athletes = [Source(Ground.maya, Seeded(seed), kinds), Source(Ground.leo, Seeded(seed &+ 1000), kinds)]
    }

    var complaints: [String] { state.withLock { $0.complaints } }

    func shuffleRuns(_ random: inout Seeded) {
        let runs = state.withLock { $0.runs }.shuffled(using: &random)
        state.withLock { $0.runs = runs }
    }

    private func complain(_ text: String) { state.withLock { $0.complaints.append(text) } }

    /// A load, a write of the app, or the rollback of one of so many runs.
    func step(_ random: inout Seeded, whichRun: (Int) -> Int) {
        switch random.next(10) {
        case 0...5: loadSome(&random)
        case 6...7: writeAs([athletes[random.next(2)]], .any, &random)
        default: rollBackOne(whichRun)
        }
    }

    func loadSome(_ random: inout Seeded) {
        let athlete = athletes[random.next(2)]
        let count = 1 + random.next(3)
        load(athlete.owner, (0..<count).map { _ in athlete.files[random.next(athlete.files.count)] })
    }

    /// Which rows a session of the app changes.
    enum Rows {
        case any
        /// Those of one of two sessions: what both change in ever other order is a deadlock of the app's own.
        case half(Int)

        var condition: String {
            switch self {
            case .any: "true"
            case .half(let number): "pg_catalog.hashtext(m.id::text) & 1 = \(number)"
            }
        }
    }

    /// One transaction that writes for both athletes, in either order.
    func writeForBoth(_ random: inout Seeded, rows: Rows) { writeAs(athletes.shuffled(using: &random), rows, &random) }

    private func writeAs(_ some: [Source], _ rows: Rows, _ random: inout Seeded) {
        do { try write(some, rows, &random) } catch { complain("the app: \(error)") }
    }

    /// Waits for a run that may be rolled back.
    func rollBackOne(_ random: inout Seeded) {
        for _ in 0..<200 where state.withLock({ $0.runs.isEmpty }) { usleep(20_000) }
        let chance = random.next(1000)
        rollBackOne { chance % $0 }
    }

    private func rollBackOne(_ whichRun: (Int) -> Int) {
        let run = state.withLock { $0.runs.isEmpty ? nil : $0.runs.remove(at: whichRun($0.runs.count)) }
        if let run { rollBack(run) }
    }

    @discardableResult
    func load(_ owner: String, _ files: [(name: String, text: String)]) -> RunReport? {
        do {
            let folder = UUID().uuidString
            let paths = try Dictionary(files.map { ($0.name, $0.text) }) { first, _ in first }.sorted {
                $0.key < $1.key
            }
            .map { try scratch.file("\(folder)/\($0.key)", $0.value) }
            var attempt = Attempt(.run, paths)
            attempt.owner = owner
            let (report, end) = attempt.execute(on: scratch)
            if end != .done { complain("load: \(end), \(report.units.compactMap(\.reason))") }
            if !report.ledger.balances { complain("load: \(report.ledger.line)") }
            if report.ledger.rejected > 0 { complain("load: \(report.ledger.line)") }
            state.withLock { $0.runs.append(report.run) }
            return report
        } catch {
            complain("load: \(error)")
            return nil
        }
    }

    func rollBack(_ run: String) {
        let rollback = RollbackRun(
            run: run, isDescribed: false, pipelines: Ground.pipelines,
            database: DatabaseAccess(.connection(scratch.url()), pipelines: Ground.pipelinesFolder),
            hooks: Session.Hooks(progress: Progress(), tick: {}, shouldStop: { false }))
        let end = rollback.execute()
        if end != .done { complain("rollback: \(end)") }
    }

    /// What the app writes has values of 900 and more, so that it is known again.
    private func write(_ some: [Source], _ rows: Rows, _ random: inout Seeded) throws {
        let app = try scratch.open()
        try app.run("begin")
        for athlete in some { try write(athlete, rows, &random, on: app) }
        try app.run("commit")
    }

    private func write(_ athlete: Source, _ rows: Rows, _ random: inout Seeded, on app: Connection) throws {
        try app.run("set local role authenticated")
        _ = try app.rows("select pg_catalog.set_config('request.jwt.claim.sub', $1, true)", [athlete.owner])
        let some = """
            id in (select m.id from public.performance_metrics as m where m.user_id = $1 and \(rows.condition)
                order by pg_catalog.hashtext(m.id::text || '\(random.next(1000))') limit 2)
            """
        switch random.next(4) {
        case 0:
            try app.run(
                """
                insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
                values ($1, '\(Ground.family)', 'velocity', 900 + \(random.next(50)), date '2026-05-20')
                """, [athlete.owner])
        case 1: try app.run("delete from public.performance_metrics where \(some)", [athlete.owner])
        default:
            try app.run(
                "update public.performance_metrics set value = 950 + \(random.next(40)) where \(some)", [athlete.owner])
        }
    }

    /// Measurements that stand in the table more often than in any file.
    func doubled() throws -> [String] {
        var wrong: [String] = []
        for athlete in athletes {
            let rows = try scratch.rows(
                """
                select recorded_date || ',' || metric_type || ',' || value::integer || ',mph', count(*)
                from public.performance_metrics
                where user_id = $1 and metric_type = 'exit_velo' and value < 900 group by 1
                """, [athlete.owner])
            for row in rows where Int(row[1] ?? "") ?? .max > athlete.repeats[row[0] ?? ""] ?? 0 {
                wrong.append("\(athlete.owner): \(row.map { $0 ?? "" })")
            }
        }
        return wrong
    }

    func expectOrder(_ moment: Comment) throws {
        #expect(complaints == [], moment)
        #expect(try scratch.wrongSummaries() == [], moment)
        #expect(try doubled() == [], moment)
    }

    /// The last exports once more, and once more: the second time nothing is left to do.
    func expectThatAllIsThere() throws {
        for athlete in athletes {
            for (name, text) in athlete.files.suffix(Source.kinds.count) {
                load(athlete.owner, [(name, text + "\n")])
                let again = load(athlete.owner, [(name, text + "\n\n")])?.ledger
                #expect(again.map { $0.inserted + $0.updated } == 0, "\(name)")
                #expect(again?.read == text.split(separator: "\n").count - 1, "\(name)")
            }
        }
        try expectOrder("at the end")
    }

    /// Nothing is left but what the app wrote.
    func expectThatAllIsUndone() throws {
        while let run = state.withLock({ $0.runs.popLast() }) { rollBack(run) }
        try expectOrder("at the end")
        try scratch.open().run("delete from public.performance_metrics where value >= 900")
        #expect(try scratch.counts().filter { $0.value != counts[$0.key] } == [:])
        #expect(try scratch.value("select count(*) from scorebook.lineage") == "0")
        #expect(try scratch.value("select count(*) from scorebook.before_images") == "0")
    }
}
