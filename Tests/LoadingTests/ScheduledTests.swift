import Dispatch
import Foundation
import Proving
import Seeding
import Synchronization
import Testing

/// Programs at once over sessions that a seed holds up, cuts off, and whose answers it loses, COMMIT's among them.
@Suite struct ScheduledTests {
    @Test(arguments: [UInt64](1...6)) func `Each file is loaded once, whatever happens to the sessions`(_ seed: UInt64)
        throws
    {
        let scratch = try Scratch(.used)
        let before = try scratch.counts()["public.performance_metrics"] ?? 0
        let schedule = Schedule(seed: seed, faults: 9)
        let relay = try Relay(to: scratch.socket, holding: 0, schedule: schedule)
        defer { relay.close() }
        // One file is everybody's; the others have their own rows, and one that all of them have with the same values.
        let all = try scratch.file(
            "all.csv", Log.withIDs((0..<8).map { "all\($0),2026-05-1\($0),velocity,7\($0),mph" }))
        let own = try (0..<3).map { session in
            try (0..<4).map { file in
                try scratch.file(
                    "\(session)/\(file).csv",
                    Log.withIDs(
                        (0..<5).map { "s\(session)f\(file)r\($0),2026-05-0\($0 + 1),velocity,6\(file),mph" }
                            + ["shared,2026-05-09,velocity,99,mph"]))
            }
        }
        let url = scratch.url(host: relay.host)
        let complaints = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { session in
            let inputs = ([all] + own[session]).flatMap { ["--input", $0] }
            var codes: [Int32] = []
            while codes.last != 0, codes.count < 20 {
                guard
                    let program = try? Program(
                        ["run"] + inputs + ["--owner", Ground.maya, "-o", "json"], environment: ["DATABASE_URL": url])
                else { return complaints.withLock { $0.append("not started") } }
                let result = program.finish()
                codes.append(result.code)
                // 75: the next run goes on; 69: the session was cut off at its login, and no file was begun. Every file
                // counts its records, or is loaded already.
                let isCutOff = result.code == 69 && result.statuses.isEmpty
                if ![0, 75].contains(result.code), !isCutOff {
                    complaints.withLock { $0.append("\(result.code): \(result.complaints)") }
                }
                let statuses = Set(result.statuses).subtracting(["loaded", "already_loaded", "failed", "interrupted"])
                if !statuses.isEmpty { complaints.withLock { $0.append("\(statuses)") } }
            }
            if codes.last != 0 { complaints.withLock { $0.append("session \(session): \(codes)") } }
        }
        #expect(complaints.withLock { $0 } == [])
        #expect(schedule.ended > 0)
        #expect(try scratch.counts()["public.performance_metrics"] == before + 8 + 3 * 4 * 5 + 1)
        #expect(
            try scratch.rows("select count(*), count(distinct ledger_key) from scorebook.units where status = 'loaded'")
                == [["13", "13"]])
        #expect(
            try scratch.value(
                """
                select count(*) from scorebook.units where status = 'loaded'
                    and (finished_at is null or read <> inserted + updated + unchanged + duplicate + rejected + skipped)
                """) == "0")
        // Each row was inserted by one unit, and lineage says by which.
        #expect(try scratch.value("select sum(inserted) from scorebook.units where status = 'loaded'") == "69")
        #expect(
            try scratch.rows(
                "select count(*), count(distinct key) from scorebook.lineage cross join lateral unnest(keys) as block (key)"
            )
                == [["69", "69"]])
        #expect(try scratch.wrongSummaries() == [])
    }
}
