import Foundation
import Postgres
import Summarising
import Testing

/// Two sessions write at once, whatever comes; afterwards summaries and rows agree.
@Suite struct RandomisedTests {
    @Test(arguments: [UInt64](1...6)) func summariesHold(_ seed: UInt64) throws {
        let database = try Scratch.database()
        let administrator = try database.open()
        let athletes = (0..<4).map { _ in Athlete() }
        for athlete in athletes { try athlete.join(administrator) }
        let failures = Failures()
        DispatchQueue.concurrentPerform(iterations: 2) { session in
            do {
                var writer = Writer(
                    connection: try database.open(), athletes: athletes, random: SplitMix(seed &* 2 &+ UInt64(session)))
                for _ in 0..<120 { try writer.transact() }
            } catch { failures.add("seed \(seed), session \(session): \(error)") }
        }
        #expect(failures.all.isEmpty)
        #expect(try administrator.value("select count(*) > 0 from public.metric_trends") == "t")
        try expectNoDifference(administrator)
    }
}

/// One session's random transactions.
private struct Writer {
    let connection: Connection
    let athletes: [Athlete]
    var random: SplitMix

    /// One to three statements, then COMMIT or, now and then, ROLLBACK; a deadlock rolls back.
    mutating func transact() throws {
        do {
            try connection.run("begin")
            if random.next(3) == 0 { try connection.run("set local scorebook.defer_summaries = on") }
            let isApp = random.next(2) == 0
            let athlete = athletes[random.next(4)]
            if isApp { try athlete.become(connection) }
            for _ in 0...random.next(3) { try write(isApp ? athlete : athletes[random.next(4)]) }
            try connection.run(random.next(8) == 0 ? "rollback" : "commit")
        } catch let error as DatabaseError where error.isTemporary {
            try connection.run("rollback")
        }
    }

    private mutating func write(_ athlete: Athlete) throws {
        let type = ["velocity", "era", "whip", "arm_strength"][random.next(4)]
        let day = "2026-05-\(10 + random.next(15))"
        let some =
            "id in (select m.id from public.performance_metrics as m where m.user_id = $1 order by m.value, m.id limit 3)"
        switch random.next(8) {
        case 0, 1: try athlete.insert(connection, type, "\(random.next(40)).\(random.next(10))", day)
        case 2: try athlete.insert(connection, type, nil, day)
        case 3:
            try connection.run(
                """
                insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
                select $1::uuid, $2::uuid, $3::text, n, date '2026-04-01' + n from generate_series(1, 20) as n
                """, [athlete.id, athlete.family, type])
        case 4:
            try connection.run(
                "update public.performance_metrics set metric_type = $2 where \(some)", [athlete.id, type])
        case 5:
            try connection.run(
                "update public.performance_metrics set value = value + 1, recorded_date = $2::text::date where \(some)",
                [athlete.id, day])
        case 6: try connection.run("delete from public.performance_metrics where \(some)", [athlete.id])
        default:
            try connection.run(
                "delete from public.performance_metrics where user_id = $1 and metric_type = $2", [athlete.id, type])
        }
    }
}

/// What went wrong in any session.
private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var messages: [String] = []

    var all: [String] { lock.withLock { messages } }

    func add(_ message: String) { lock.withLock { messages.append(message) } }
}

/// Steele, Lea and Flood's generator: the same seed, the same run.
private struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
