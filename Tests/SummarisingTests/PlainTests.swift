import Foundation
import Postgres
import Testing

/// Each summary of a season in which everything odd occurs has the rows of a plain query by the same rules:
/// `Cases/Plain/*/*.sql` are pairs of a select of the summary and one of the tables, without all that makes it fast.
@Suite struct PlainTests {
    private static let folder = "\(Scratch.root)/Tests/SummarisingTests/Cases/Plain"

    /// Datasets that are asked for, see `Tests/Proving/sql-mutants`; else all.
    private static let asked = ProcessInfo.processInfo.environment["SCOREBOOK_TEST_PLAIN"]?.split(separator: ",")
        .map(String.init)

    /// The files of these datasets.
    private static let datasets: [String] = {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let some = all.sorted().filter { file in
            let parts = file.components(separatedBy: "/")
            return parts.count == 2 && asked?.contains(parts[0]) ?? true
        }
        precondition(!some.isEmpty, "no plain query")
        return some
    }()

    private static let season = Result {
        let database = try Scratch.database()
        let connection = try database.open()
        for n in 1...3 {
            let athlete = Athlete(
                id: "00000000-0000-4000-8000-00000000000\(n)", family: "00000000-0000-4000-8000-0000000000f\(n)")
            try athlete.join(connection, zone: n == 2 ? "Asia/Tokyo" : "America/New_York")
        }
        try connection.run("set statement_timeout = '60s'")
        for file in ["season.sql"] + datasets.filter({ $0.hasSuffix("/season.sql") }) {
            let sql = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            try connection.run("begin;\n\(sql)\ncommit")
        }
        return database
    }

    @Test(arguments: datasets.filter { !$0.hasSuffix("/season.sql") }) func `A summary has the rows of a plain query`(
        _ file: String
    ) throws {
        let sql = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
        let pair = sql.components(separatedBy: "\n---\n")
        let connection = try Self.season.get().open()
        try connection.run(
            """
            set timezone = 'UTC'; set jit = off; set enable_nestloop = off; set statement_timeout = '60s';
            set scorebook.as_of = '2026-06-10T02:30:00Z';
            set request.jwt.claim.sub = '00000000-0000-4000-8000-000000000001'
            """)
        let rows = try connection.rows(
            """
            with found as materialized (\(pair[0])), plain as materialized (\(pair[1])),
                more as (table found except all table plain), less as (table plain except all table found)
            (select 'found', more::text from more order by 2 limit 3) union all
            (select 'plain', less::text from less order by 2 limit 3) union all
            select 'rows', 'none' where not exists (select from found)
            """)
        #expect(rows.isEmpty, "\(rows)")
    }

    /// A summary that only counts and adds, the rows that it is of, and what it adds.
    struct Additive: Sendable, CustomTestStringConvertible {
        let dataset: String
        let summary: String
        let rows: String
        let keys: String
        let sums: [String]
        var testDescription: String { summary }

        init(_ dataset: String, _ summary: String, of rows: String, by keys: String, _ sums: [String]) {
            self.dataset = dataset
            (self.summary, self.rows, self.keys, self.sums) = (summary, rows, keys, sums)
        }
    }

    private static let additive = [
        Additive(
            "games", "public.pickleball_daily", of: "public.pickleball_games", by: "user_id, game_type, local_day",
            [
                "games", "wins", "losses", "ties", "games_with_points", "total_point_diff", "games_with_duration",
                "total_duration_s", "serve_rallies", "serve_rallies_won",
            ]),
        Additive(
            "games", "summary.pickleball_all_time", of: "public.pickleball_games", by: "user_id, game_type",
            ["games", "wins", "losses", "ties", "games_with_points", "games_with_duration", "total_duration_s"]),
        Additive(
            "games", "public.pickleball_rally_endings", of: "public.pickleball_games",
            by: "user_id, game_type, ended_by",
            ["rallies", "won", "lost"]),
        Additive(
            "workouts", "public.exercise_daily", of: "public.workout_sets", by: "user_id, exercise_key, day",
            ["reps", "sets", "volume_kg"]),
        Additive(
            "recruiting", "public.interaction_daily", of: "public.interactions", by: "athlete_id, family_unit_id, day",
            ["interactions", "outbound", "inbound"]),
        Additive(
            "recruiting", "public.coach_stats", of: "public.interactions", by: "coach_id, family_unit_id",
            ["outbound_count", "inbound_count"]),
    ].filter { asked?.contains($0.dataset) ?? true }

    @Test(arguments: additive) func `A summary of all rows is the sum of those of its parts`(_ additive: Additive)
        throws
    {
        let connection = try Self.season.get().open()
        func sums() throws -> [String: [Decimal]] {
            let columns = additive.sums.map { "coalesce(\($0), 0)::text" }.joined(separator: ", ")
            let rows = try connection.rows("select row(\(additive.keys))::text, \(columns) from \(additive.summary)")
            return Dictionary(
                rows.map { row in (row[0] ?? "", row.dropFirst().map { Decimal(string: $0 ?? "") ?? .nan }) },
                uniquingKeysWith: { zip($0, $1).map(+) })
        }
        let whole = try sums()
        // True, false and null of one condition are all rows.
        let condition = "nullif(pg_catalog.hashtext(id::text) & 3, 3) = 0"
        var parts: [String: [Decimal]] = [:]
        for part in ["is true", "is false", "is null"] {
            try connection.run("begin; delete from \(additive.rows) where not ((\(condition)) \(part))")
            try connection.run("set constraints all immediate")
            parts.merge(try sums()) { zip($0, $1).map(+) }
            try connection.run("rollback")
        }
        func other(than some: [String: [Decimal]], _ all: [String: [Decimal]]) -> [String] {
            all.filter { key, values in
                (some[key] ?? values.map { _ in 0 }) != values
            }.map { "\($0): \($1), \(some[$0] ?? [])" }
        }
        #expect(!whole.isEmpty)
        #expect(other(than: whole, parts) == [] && other(than: parts, whole) == [])
    }
}
