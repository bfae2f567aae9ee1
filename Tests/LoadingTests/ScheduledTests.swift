import Foundation
import Proving
import Seeding
import Serving
import Testing

/// Programs at once, their messages in an order by a seed: two runs with files in common, a rollback, and the app; sessions
/// are cut off, answers lost, COMMIT's among them, and programs killed.
@Suite(.serialized) struct ScheduledTests {
    /// Seeds that have failed once.
    static let known: [UInt64] = []
    /// `SCOREBOOK_SEED` one of them; `SCOREBOOK_SEEDS` so many from 1 on, or 501-1000.
    static let seeds: [UInt64] = {
        let variables = ProcessInfo.processInfo.environment
        if let seed = variables["SCOREBOOK_SEED"].flatMap({ UInt64($0) }) { return [seed] }
        let bounds = (variables["SCOREBOOK_SEEDS"] ?? "5").split(separator: "-").compactMap { UInt64($0) }
        let (first, last) = (bounds.count > 1 ? bounds[0] : 1, bounds.last ?? 1)
        return known + Array(first...max(first, last))
    }()

    @Test(arguments: seeds) func `Each file is loaded once, whatever comes after whatever`(_ seed: UInt64) throws {
        let night = try ScheduledNight(seed)
        let turns = try night.play()
        #expect(night.complaints(turns) == [], "the last of:\n\(turns.trace.joined(separator: "\n"))")
        try night.expectThatAllIsThere()
    }

    /// Nothing is up to a race, or a seed that fails would not fail again; and everything that may happen does.
    @Test func `A seed plays the same again`() throws {
        var all: [String] = []
        for seed in 1...3 as ClosedRange<UInt64> {
            let (one, other) = (try ScheduledNight(seed).play().trace, try ScheduledNight(seed).play().trace)
            let first = zip(one, other).enumerated().first { $1.0 != $1.1 }
            #expect(first == nil, "\(seed): \(one.prefix((first?.offset ?? 0) + 1).suffix(5))")
            #expect(one.count == other.count, "\(seed)")
            all += one
        }
        for event in [" waits", " cut off", " answered in vain", " killed"] {
            #expect(all.contains { $0.hasSuffix(event) }, "no message of these seeds\(event)")
        }
    }
}

/// A database with the rows of one run, and what is to happen to it.
private struct ScheduledNight {
    let seed: UInt64
    let scratch: Scratch
    private let before: Int
    private let prior: String
    private let files: [[String]]

    init(_ seed: UInt64) throws {
        self.seed = seed
        let place = try Scratch(.used, keepsSession: true)
        scratch = place
        before = try scratch.counts()["public.performance_metrics"] ?? 0
        // One file is everybody's; the others have their own rows, and some that all of them have with the same values.
        let shared = ["shared1,2026-05-09,velocity,99,mph", "shared2,2026-05-08,exit_velo,77,mph"]
        let all = try place.file(
            "all.csv", Log.withIDs((0..<4).map { "all\($0),2026-05-1\($0),velocity,7\($0),mph" }))
        files = try (0..<2).map { player in
            let own = try place.file(
                "own\(player).csv",
                Log.withIDs((0..<3).map { "s\(player)r\($0),2026-05-0\($0 + 1),velocity,6\($0),mph" } + shared))
            return [all, own]
        }
        let old = try place.file(
            "prior.csv",
            Log.withIDs([
                "all0,2026-05-10,velocity,55,mph", "shared1,2026-05-09,velocity,99,mph",
                "prior1,2026-05-07,velocity,66,mph",
            ]))
        let report = try Program.run(
            Self.words([old]), environment: Self.environment(place)
        ).report
        prior = try #require(report["run"] as? String)
    }

    private var environment: [String: String] { Self.environment(scratch) }

    private static func environment(_ place: Scratch) -> [String: String] {
        ["DATABASE_URL": place.url(), "SCOREBOOK_HOME": "\(place.folder)/home"]
    }

    private static func words(_ files: [String]) -> [String] {
        ["run", "--owner", Ground.maya, "-o", "json"] + files.flatMap { ["--input", $0] }
    }

    /// What the app does: in one transaction, and in the same order, whoever else writes.
    private var app: String {
        get throws {
            try scratch.file(
                "app.sql",
                """
                \\set ON_ERROR_STOP on
                begin;
                set local role authenticated;
                select pg_catalog.set_config('request.jwt.claim.sub', '\(Ground.maya)', true);
                insert into public.performance_metrics (id, user_id, family_unit_id, metric_type, value, recorded_date)
                values ('a0000000-0000-4000-8000-00000000000a', '\(Ground.maya)', '\(Ground.family)', 'velocity', 900, '2026-05-20')
                on conflict (id) do nothing;
                update public.performance_metrics set value = 950 where recorded_date = '2026-05-09' and metric_type = 'velocity' and user_id = '\(Ground.maya)';
                commit;
                """)
        }
    }

    func play() throws -> Turns {
        let players = [
            Turns.Player("one", Self.words(files[0]), startsAgain: [69, 75]),
            Turns.Player("two", Self.words(files[1]), startsAgain: [69, 75]),
            Turns.Player("rollback", ["rollback", prior], startsAgain: [69, 75]),
            Turns.Player(
                "app", ["-X", "-q", "-d", scratch.name, "-U", ProductionServer.administrator, "-f", try app],
                executable: "\(try ProductionServer.programs())/psql", startsAgain: [2]),
        ]
        let turns = try Turns(players, on: scratch, seed: seed, faults: 3)
        try turns.play()
        return turns
    }

    /// Ends that are none of those allowed.
    func complaints(_ turns: Turns) -> [String] {
        turns.ends.enumerated().flatMap { player, ends in
            ends.enumerated().compactMap { number, end in
                let isLast = number == ends.count - 1
                let isRight = end.code == 0 || !isLast && (end.wasKilled || [69, 75, 2].contains(end.code))
                return isRight ? nil : "\(player): \(end.code) \(end.complaints)"
            }
        }
    }

    /// The next nights load what the rollback has set free, and then nothing; each row was inserted once, and lineage says by
    /// which run.
    func expectThatAllIsThere() throws {
        for allowed in [["already_loaded", "loaded"], ["already_loaded"]] {
            let again = try Program.run(Self.words([files[0][0], files[0][1], files[1][1]]), environment: environment)
            #expect(again.code == 0 && again.statuses.count == 3, "\(again.complaints)")
            #expect(again.statuses.filter { !allowed.contains($0) } == [])
        }
        #expect(try scratch.counts()["public.performance_metrics"] == before + 4 + 2 * 3 + 2 + 1)
        let wrong = """
            select count(*) from scorebook.units where status = 'loaded'
                and (finished_at is null or read <> inserted + updated + unchanged + duplicate + rejected + skipped)
            """
        #expect(try scratch.value(wrong) == "0")
        let lineage = try scratch.value(
            """
            with owned as (select key from scorebook.lineage cross join lateral unnest(keys) as block (key))
            select (select count(*) - count(distinct key) from owned) || ' twice, '
                || (select count(*) from owned where key not in (select id from public.performance_metrics))
                || ' of no row, ' || (
                    select count(*) from public.performance_metrics as target
                    where value < 900 and id not in (table owned) and \(Ground.ours("target"))
                ) || ' of no run'
            """)
        #expect(lineage == "0 twice, 0 of no row, \(before) of no run")
        #expect(try scratch.wrongSummaries() == [])
    }
}
