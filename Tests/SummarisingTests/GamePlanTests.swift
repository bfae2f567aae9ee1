import Postgres
import Summarising
import Testing

/// What a reader or a writer of games and workouts costs depends on the owners' own history: 100,000 rallies and as many
/// sets are never read as a whole.
@Suite struct GamePlanTests {
    private static let tables = [
        "pickleball_games", "pickleball_game_players", "pickleball_rallies", "pickleball_game_facts",
        "pickleball_daily",
        "workouts", "workout_exercises", "workout_sets", "exercise_daily", "body_measurements",
    ]

    @Test func nothingScansATable() throws {
        let database = try Scratch.database()
        let connection = try database.open()
        let athletes = (0..<40).map { _ in Athlete() }
        for athlete in athletes { try athlete.join(connection) }
        try fill(connection)
        let one = athletes[7]
        let other = try database.open()
        let game = try other.value("select id from public.pickleball_games where user_id = $1 limit 1", [one.id])
        let partner = try other.value(
            "select id from public.pickleball_players where user_id = $1 and not is_self limit 1", [one.id])
        try connection.run("begin; set local scorebook.as_of = '2026-04-01T12:00:00Z'")
        try one.become(connection)
        for name in try Summaries.load(Scratch.pipelines).all.filter({ $0.kind != .function }).map(\.qualifiedName)
        where name.contains("pickleball") || name.contains("exercise") || name.contains("workout") {
            _ = try connection.rows("select * from \(name) where user_id = $1", [one.id])
            try expectNoScan(connection, name)
        }
        for call in [
            "game_stats('\(one.id)')",
            """
            game_stats('\(one.id)', '{"range_start": "2026-02-01", "range_end": "2026-03-01", "game_type": "social",
                "partner": "\(partner ?? "")"}')
            """,
            "game_streaks('\(one.id)', '{\"range_start\": \"2026-02-01\"}')",
            "game_trend('\(one.id)', '2026-03-01', 30)", "game_rolling_diff('\(one.id)')",
            "game_card_order('\(one.id)')", "game_cards('\(one.id)')", "game_filters('\(game ?? "")')",
            "progress_chart('\(one.id)', '{volume,reps}', 'Squat')", "progress_chart('\(one.id)', '{workouts}')",
            "nearest_measurement('\(one.id)', 'weight', '2026-02-01')",
            "body_comparison('\(one.id)', '2026-02-01', '2026-03-01')",
        ] {
            #expect(try !connection.rows("select * from public.\(call)").isEmpty, "\(call)")
            try expectNoScan(connection, call)
        }
        try connection.run("reset role")
        try one.play(
            connection, [["id": "new", "side1_score": 11, "side2_score": 3, "side1": ["me"], "side2": ["kim"]]])
        try expectNoScan(connection, "a game")
        try one.train(connection, [["started_at": "2026-03-30T10:00:00Z", "sets": [["reps": 5, "weight": 20]]]])
        try expectNoScan(connection, "a workout")
        try connection.run("update public.pickleball_rallies set winning_side = 2 where game_id = $1", [game])
        try connection.run("delete from public.pickleball_games where id = $1", [game])
        try expectNoScan(connection, "a game less")
        _ = try connection.value("select max(reps) from public.workout_sets where reps > 1000")
        #expect(try scans(connection) == "workout_sets 1", "the measure finds a scan where there is one")
        try connection.run("commit")
        try expectNoDifference(connection)
    }

    /// 40 athletes with 50 games of 50 rallies and 50 workouts of 50 sets each.
    private func fill(_ connection: Connection) throws {
        try connection.run(
            """
            begin;
            insert into public.pickleball_players (user_id, name, is_self)
            select u.id, 'P' || n, n = 0 from public.users as u cross join generate_series(0, 5) as n;
            insert into public.pickleball_games
                (user_id, game_type, completed_at, side1_score, side2_score, rallies_are_true, duration_s)
            select u.id, 'social', timestamptz '2026-04-01 09:00Z' - n * interval '2 days', 11, n % 10, true, 600
            from public.users as u cross join generate_series(1, 50) as n;
            insert into public.pickleball_game_players (user_id, game_id, player_id, side)
            select g.user_id, g.id, p.id, case p.name when 'P0' then 1 when 'P1' then 1 else 2 end
            from public.pickleball_games as g join public.pickleball_players as p on p.user_id = g.user_id
            where p.name < 'P4';
            insert into public.pickleball_rallies (user_id, game_id, rally_no, serving_side, winning_side, shots)
            select g.user_id, g.id, n, 1 + n / 3 % 2, 1 + n % 2, n % 9
            from public.pickleball_games as g cross join generate_series(1, 50) as n;
            insert into public.workouts (user_id, started_at)
            select u.id, timestamptz '2026-04-01 09:00Z' - n * interval '2 days'
            from public.users as u cross join generate_series(1, 50) as n;
            insert into public.workout_exercises (user_id, workout_id, position, name, source_name)
            select w.user_id, w.id, n, (array['Squat', 'Row', 'Dip', 'Press', 'Curl'])[n], 'x'
            from public.workouts as w cross join generate_series(1, 5) as n;
            insert into public.workout_sets (user_id, workout_exercise_id, position, reps, weight_kg)
            select e.user_id, e.id, n, n, 50 + n from public.workout_exercises as e cross join generate_series(1, 10) as n;
            insert into public.body_measurements (user_id, kind, value, unit, measured_at, local_day, source)
            select u.id, 'weight', 60, 'kg', timestamptz '2026-04-01 09:00Z' - n * interval '1 day', date '2026-04-01' - n,
                'healthkit'
            from public.users as u cross join generate_series(1, 100) as n;
            commit;
            analyze;
            """)
    }

    private func expectNoScan(
        _ connection: Connection, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let scanned = try scans(connection)
        #expect(scanned == nil, "\(what)", sourceLocation: sourceLocation)
    }

    /// Which tables this transaction has read whole, and how often; nil: none.
    private func scans(_ connection: Connection) throws -> String? {
        try connection.value(
            """
            select string_agg(relname || ' ' || seq_scan, ', ' order by relname) from pg_catalog.pg_stat_xact_user_tables
            where relname = any ($1::text[]) and schemaname = 'public' and seq_scan > 0
            """, ["{\(Self.tables.joined(separator: ","))}"])
    }
}
