import Postgres
import Seeding
import Summarising
import Testing

/// The app's columns hold what a user types: infinite days, numbers of 131,000 digits, texts of 200,000 letters. Such a row
/// is odd, but neither the app's write nor any reader fails, and nothing takes the square of its length.
@Suite struct OddValuesTests {
    /// Values for each column of these types, as SQL over the row.
    struct Kind: Sendable, CustomTestStringConvertible {
        var types: String
        var values: [String]
        var testDescription: String { types }
    }

    private static let kinds = [
        Kind(types: "date, timestamp, timestamptz", values: ["'infinity'", "'-infinity'"]),
        Kind(types: "numeric", values: ["'9.9e131071'", "'-1e131000'", "'1e-16383'", "'NaN'", "'infinity'"]),
        Kind(
            types: "text, varchar, bpchar",
            values: ["a ", "9", "@", "-_"].map { "pg_catalog.repeat('\($0)', 100000) || ctid" }),
        Kind(
            types: "jsonb",
            values: [#"pg_catalog.regexp_replace(COLUMN::text, ': [^][{},]+', ': 9.9e131071', 'g')::jsonb"#]),
    ]

    @Test(arguments: kinds) func readersAndTriggersBearThem(_ kind: Kind) throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        let parent = Athlete(family: athlete.family)
        try athlete.join(connection)
        try parent.join(connection, role: "parent")
        try fill(connection, athlete, parent)
        let types = kind.types.split(separator: ", ").map { "'\($0)'::regtype" }.joined(separator: ", ")
        let columns = try connection.rows(Self.columns(of: types)).map { (table: text($0[0]), column: text($0[1])) }
        #expect(columns.count > 2)
        let reads = try Summaries.load(Scratch.pipelines).all.filter { $0.kind != .function }.map(\.qualifiedName)
            .map { "select count(t::text) from \($0) as t" }
        let everything = (reads + Self.calls(athlete.id)).joined(separator: "\nunion all\n")
        let functions = try connection.rows(
            """
            select proname from pg_catalog.pg_proc
            where pronamespace = 'public'::regnamespace and 'athlete' = any (proargnames)
            """
        ).map { text($0[0]) }
        #expect(functions.count > 20 && functions.allSatisfy { everything.contains("public.\($0)(") }, "\(functions)")
        // To plan them takes longer than to read.
        try connection.run("prepare everything as \(everything)")
        try connection.run("set statement_timeout = '20s'")
        #expect(try connection.rows("execute everything").count == reads.count + Self.calls(athlete.id).count)
        // All columns of a table at once, unless all are asked for: then each by itself.
        let parts =
            Extent.isThorough
            ? columns.map { [$0] }
            : Dictionary(grouping: columns, by: \.table).values.sorted { $0[0].table < $1[0].table }
        for (value, part) in kind.values.flatMap({ value in parts.map { (value, $0) } }) {
            try connection.run("begin")
            defer { _ = try? connection.run("rollback") }
            var taken: [String] = []
            for (table, column) in part {
                try connection.run("savepoint before")
                do throws(DatabaseError) {
                    try connection.run("update \(table) set \(column) = \(value.replacing("COLUMN", with: column))")
                    try connection.run("set constraints all immediate")
                    taken.append("\(table).\(column)")
                } catch {
                    // The app's and our own tables may refuse it: their constraints, or a trigger's own exception.
                    #expect(Self.refusals.contains(error.sqlstate ?? ""), "\(table).\(column): \(error)")
                    try connection.run("rollback to savepoint before")
                }
            }
            guard !taken.isEmpty else { continue }
            do throws(DatabaseError) { _ = try connection.rows("execute everything") } catch {
                Issue.record("\(taken) = \(value): \(error)")
            }
        }
    }

    /// A constraint, a trigger's own exception, a generated column, a declared length, the size of an index's row, a number that
    /// no sum of ours holds.
    private static let refusals: Set = ["23514", "P0001", "428C9", "22001", "54000", "22003"]

    private static func columns(of types: String) -> String {
        """
        select c.oid::regclass::text, pg_catalog.quote_ident(a.attname)
        from pg_catalog.pg_class as c
        join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
            and a.atttypid in (\(types)) and (a.atttypid <> 'numeric'::regtype or a.atttypmod = -1)
            and not exists (
                select from pg_catalog.pg_description as d where d.objoid = c.oid and d.description like '%(scorebook %')
        order by 1, 2
        """
    }

    /// Functions that take a range, over every day there is.
    private static func calls(_ athlete: String) -> [String] {
        let whole = "date '2026-01-01', date '2026-12-31'"
        return [
            "public.game_stats('\(athlete)')", "public.game_streaks('\(athlete)')",
            "public.game_rolling_diff('\(athlete)')", "public.game_trend('\(athlete)', '2026-06-02', 30)",
            "public.game_card_order('\(athlete)', '{results}', '{infinity}')",
            "public.game_cards('\(athlete)', '{win_rate}', '{infinity}')",
            "public.health_daily_totals('HKQuantityTypeIdentifierStepCount', \(whole))",
            "public.body_comparison('\(athlete)', \(whole), '2026-06-01Z', 'infinity')",
            "public.body_comparison('\(athlete)', '-infinity', 'infinity')",
            "public.metric_stats('\(athlete)', \(whole))",
            "public.metric_stats('\(athlete)', '-infinity', 'infinity')",
            "public.progress_chart('\(athlete)', '{weight,reps}', 'Bench Press', 'custom', \(whole))",
            "public.screen_ranges('\(athlete)', 'timeline', '-infinity', 'infinity')",
            "public.timeline_choices('\(athlete)', '-infinity', 'infinity')",
            "public.game_choices('\(athlete)', '-infinity', 'infinity')",
            "public.game_periods('\(athlete)')", "public.game_runs('\(athlete)')",
            "public.comparable_days('\(athlete)', '-infinity', 'infinity')",
            "public.relative_time('infinity')", "public.relative_time('-infinity')",
            "public.games_within('\(athlete)')", "public.game_sums('\(athlete)')",
            "public.game_card_games('\(athlete)', '2026-06-02')",
            "public.game_card_inputs('\(athlete)', '2026-06-02', '{results}', '{infinity}')",
            "public.nearest_measurement('\(athlete)', 'weight', '2026-06-01')",
            "public.metric_range_stats('\(athlete)', '{-infinity}', '{infinity}', '{false}')",
            "(select public.display_value(m.metric_type, m.value) from public.performance_metrics as m)",
        ].map { "select count(t::text) from \($0) as t" }
    }

    private func fill(_ connection: Connection, _ athlete: Athlete, _ parent: Athlete) throws {
        for day in 1...4 { try athlete.insert(connection, "era", "\(day)", "2026-05-0\(day)") }
        try connection.run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, unit, recorded_date)
            select $1::uuid, $2::uuid, 'exit_velo', number, 'km/h', '2026-05-01' from pg_catalog.generate_series(1, 4) as number
            """, [athlete.id, athlete.family])
        try athlete.recruit(connection, parent: parent)
        try athlete.play(connection, differences: [2, -3, 4])
        try athlete.train(
            connection, [["started_at": "2026-06-01T10:00:00Z", "sets": [["reps": 5, "weight": 100, "unit": "kg"]]]],
            zone: "Europe/Rome")
        try athlete.photograph(connection, "front", "front", "2026-06-01 10:00", "America/New_York")
        try athlete.measure(connection, "weight", "60", "2026-06-01 09:00Z", "America/New_York")
        let event = try athlete.add(
            connection, "events", "",
            [
                "user_id": athlete.id, "family_unit_id": athlete.family, "type": "showcase", "name": "Spring",
                "start_date": "2099-05-01",
            ])
        try connection.run("update public.performance_metrics set event_id = $1", [event])
        try connection.run(
            """
            insert into public.health_samples (user_id, type, value, unit, start_at, end_at, local_day, source, origin)
            values ($1, 'HKQuantityTypeIdentifierStepCount', 10, 'count', '2026-06-01 09:00Z', '2026-06-01 09:10Z',
                '2026-06-01', 'Watch', 'apple-health')
            """, [athlete.id])
        try connection.run(
            """
            insert into public.sleep_stages (user_id, stage, start_at, end_at, local_day, source, origin)
            values ($1, 'core', '2026-05-31 22:00Z', '2026-06-01 06:00Z', '2026-06-01', 'Watch', 'healthkit')
            """, [athlete.id])
    }
}
