import Postgres
import Proving
import Testing

/// What the planner knows of tables that a backfill fills.
@Suite struct StatisticsTests {
    @Test(arguments: ["public.health_samples", "public.workouts", "public.body_measurements"])
    func `The loader has the datasets' own tables looked at`(table: String) throws {
        let scratch = try Scratch()
        let connection = try scratch.open()
        try connection.run("alter table \(table) set (autovacuum_enabled = false)")
        switch table {
        case "public.health_samples":
            try connection.run(
                """
                insert into public.health_samples (user_id, type, value, unit, start_at, local_day, source, origin)
                select $1::uuid, 'steps', n, 'count', timestamptz '2026-01-01Z' + n * interval '1 min', '2026-01-01', 'w', 'x'
                from generate_series(1, 5000) as n
                """, [Ground.maya])
        case "public.workouts":
            try connection.run(
                """
                insert into public.workouts (user_id, started_at)
                select $1::uuid, timestamptz '2026-01-01Z' + n * interval '1 min' from generate_series(1, 5000) as n
                """, [Ground.maya])
        default:
            try connection.run(
                """
                insert into public.body_measurements (user_id, kind, value, unit, measured_at, local_day, source)
                select $1::uuid, 'weight', 60, 'kg', timestamptz '2026-01-01Z' + n * interval '1 min', '2026-01-01', 'w'
                from generate_series(1, 5000) as n
                """, [Ground.maya])
        }
        let known = "select reltuples::integer from pg_catalog.pg_class where oid = '\(table)'::regclass"
        #expect(try (connection.value(known).flatMap { Int($0) } ?? 0) <= 0)
        _ = try scratch.open(user: EmbeddedCluster.loader).rows("select scorebook.refresh_statistics()")
        #expect(try connection.value(known) == "5000")
    }
}
