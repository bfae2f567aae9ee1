import Postgres
import Summarising
import Testing

/// What a reader or a writer costs depends on the owners' own history, not on the table.
@Suite struct PlanTests {
    @Test func nothingScansTheTable() throws {
        let connection = try Scratch.database().open()
        let athletes = (0..<30).map { _ in Athlete() }
        for athlete in athletes { try athlete.join(connection) }
        try connection.run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select fm.user_id, fm.family_unit_id, (array['velocity', 'era', 'whip'])[1 + n % 3], n % 50, date '2025-06-01' + n % 300
            from public.family_members as fm cross join generate_series(1, 600) as n;
            analyze public.performance_metrics; analyze public.family_members; analyze public.users;
            """)
        let one = athletes[7]
        try connection.run("begin; set local scorebook.as_of = '2026-04-01T12:00:00Z'")
        try one.become(connection)
        for (name, column) in [
            ("metric_history", "user_id"), ("metric_trends", "user_id"), ("timeline_stats", "user_id"),
            ("period_comparison", "user_id"), ("metric_events", "user_id"), ("top_metrics", "athlete_id"),
        ] {
            _ = try connection.rows("select * from public.\(name) where \(column) = $1", [one.id])
            #expect(try scans(connection) == "0", "\(name)")
        }
        let range = [one.id, "2025-06-01", "2026-04-01"]
        #expect(try connection.rows("select * from public.metric_stats($1, $2, $3)", range).count == 3)
        #expect(try scans(connection) == "0", "metric_stats")
        try one.insert(connection, "era", "3", "2026-04-01")
        #expect(try scans(connection) == "0", "an insert of the app")
        try connection.run("update public.performance_metrics set value = 4 where user_id = $1 and value = 3", [one.id])
        #expect(try scans(connection) == "0", "an update of the app")
        try connection.run("reset role")
        try connection.run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select $1::uuid, $2::uuid, 'era', n, date '2026-01-01' + n from generate_series(1, 200) as n
            """, [one.id, one.family])
        #expect(try scans(connection) == "0", "a load")
        _ = try connection.value("select max(value) from public.performance_metrics where value > 1000")
        #expect(try scans(connection) == "1", "the measure finds a scan where there is one")
        try connection.run("commit")
        try expectNoDifference(connection)
    }

    /// Scans of the whole table in this transaction.
    private func scans(_ connection: Connection) throws -> String? {
        try connection.value(
            """
            select seq_scan from pg_catalog.pg_stat_xact_user_tables
            where relid = 'public.performance_metrics'::regclass
            """)
    }
}
