import Postgres
import Summarising
import Testing

/// What a select of the dashboard or a write of the app costs depends on the family, not on the table.
@Suite struct DashboardPlanTests {
    private static let tables = [
        "schools", "coaches", "interactions", "offers", "events", "documents", "suggestion", "school_status_history",
        "parent_view_log", "performance_metrics", "school_contact", "coach_stats", "interaction_daily",
    ]

    private static let selects = [
        ("dashboard_summary", "athlete_id = $1"), ("active_suggestions", "athlete_id = $1 and rank <= 3"),
        ("interaction_trend_30d", "athlete_id = $1"), ("top_metrics", "athlete_id = $1"),
        ("upcoming_events", "athlete_id = $1"), ("parent_views", "athlete_id = $1 and rank <= 10"),
        ("athlete_activity", "athlete_id = $1 and rank <= 5"), ("packet_athlete", "athlete_id = $1"),
        ("athletes", "athlete_id = $1"), ("school_pipeline", "family_unit_id = $1"),
        ("school_size", "family_unit_id = $1"), ("recent_activity", "family_unit_id = $1 and rank <= 5"),
        ("contact_frequency", "family_unit_id = $1 and contacts_7d > 0"), ("coach_followup", "family_unit_id = $1"),
        ("school_map", "family_unit_id = $1"), ("social_handles", "family_unit_id = $1"),
        ("packet_schools", "family_unit_id = $1"), ("packet_activity", "family_unit_id = $1"),
        ("packet_recipients", "family_unit_id = $1"), ("coach_stats", "family_unit_id = $1"),
        ("school_contact", "family_unit_id = $1"), ("interaction_daily", "athlete_id = $1"),
    ]

    @Test func nothingScansATable() throws {
        let connection = try Scratch.database().open()
        let athletes = (0..<60).map { _ in Athlete() }
        for athlete in athletes { try athlete.join(connection) }
        let parent = Athlete(family: athletes[7].family)
        try parent.join(connection, role: "parent")
        try fill(connection)
        for reader in [athletes[7], parent] {
            try connection.run("begin; set local scorebook.as_of = '2026-06-01T12:00:00Z'")
            try reader.become(connection)
            for (name, condition) in Self.selects {
                let key = condition.hasPrefix("family") ? athletes[7].family : athletes[7].id
                let rows = try connection.rows("select * from public.\(name) where \(condition)", [key])
                #expect(
                    !rows.isEmpty || ["parent_views", "active_suggestions", "social_handles"].contains(name), "\(name)")
                let scanned = try scans(connection)
                #expect(scanned == nil, "\(name)")
            }
            try connection.run("rollback")
        }
        let one = athletes[7]
        try connection.run("begin")
        try one.become(connection)
        let school = try #require(
            try connection.value(
                "select school_id from public.school_contact where family_unit_id = $1 limit 1", [one.family]))
        try connection.run(
            """
            insert into public.interactions (school_id, family_unit_id, logged_by, type, direction, occurred_at)
            values ($1, $2, $3, 'email', 'outbound', '2026-06-01T10:00:00Z')
            """, [school, one.family, one.id])
        try connection.run("update public.schools set is_favorite = true where id = $1", [school])
        try connection.run("delete from public.interactions where school_id = $1", [school])
        let written = try scans(connection)
        #expect(written == nil, "the app writes")
        _ = try connection.value("select max(name) from public.schools where name > 'T'")
        #expect(try scans(connection) == "schools 1", "the measure finds a scan where there is one")
        try connection.run("commit")
        try expectNoDifference(connection)
    }

    /// 60 families of 30 schools, 90 coaches, 1,000 interactions and some of everything else.
    private func fill(_ connection: Connection) throws {
        try connection.run(
            """
            begin;
            set local scorebook.defer_summaries = on;
            insert into public.schools (user_id, family_unit_id, name, academic_info, status)
            select m.user_id, m.family_unit_id, 'S' || n, '{"student_size": 900, "latitude": 1, "longitude": 2}', 'visiting'
            from public.family_members as m cross join generate_series(1, 30) as n where m.role = 'player';
            insert into public.coaches (school_id, user_id, family_unit_id, role, first_name, last_name, email)
            select s.id, s.user_id, s.family_unit_id, 'head', 'C', n::text, 'c@example.org'
            from public.schools as s cross join generate_series(1, 3) as n;
            insert into public.interactions
                (school_id, coach_id, family_unit_id, logged_by, type, direction, occurred_at)
            select c.school_id, c.id, c.family_unit_id, c.user_id, 'email', 'outbound',
                timestamptz '2026-06-01 09:00Z' - n * interval '19 hours'
                    - (substr(s.name, 2)::integer * 3 + c.last_name::integer) * 7 % 250 * interval '1 day'
            from public.coaches as c
            join public.schools as s on s.id = c.school_id
            cross join generate_series(1, 11) as n;
            insert into public.offers (user_id, family_unit_id, school_id, offer_type)
            select s.user_id, s.family_unit_id, s.id, 'partial' from public.schools as s where s.name < 'S20';
            insert into public.events (type, name, start_date, user_id, family_unit_id)
            select 'camp', 'E', date '2026-05-20' + n, m.user_id, m.family_unit_id
            from public.family_members as m cross join generate_series(1, 40) as n where m.role = 'player';
            insert into public.documents (user_id, uploaded_by, family_unit_id, type, title, file_url)
            select m.user_id, m.user_id, m.family_unit_id, 'resume', 'D', 'x'
            from public.family_members as m cross join generate_series(1, 40) as n where m.role = 'player';
            insert into public.suggestion (athlete_id, rule_type, urgency, message)
            select m.user_id, 'r', 'low', 'm'
            from public.family_members as m cross join generate_series(1, 40) as n where m.role = 'player';
            insert into public.school_status_history (school_id, new_status, changed_by)
            select s.id, 'visiting', s.user_id from public.schools as s;
            insert into public.parent_view_log (parent_user_id, athlete_id, viewed_item_type)
            select p.user_id, m.user_id, 'dashboard'
            from public.family_members as m cross join public.family_members as p
                cross join generate_series(1, 50) as n
            where m.role = 'player' and p.role = 'parent';
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select m.user_id, m.family_unit_id, 'era', n, date '2026-05-20' - n
            from public.family_members as m cross join generate_series(1, 90) as n where m.role = 'player';
            commit;
            analyze;
            """)
    }

    /// Which tables this transaction has read whole, and how often; nil: none.
    private func scans(_ connection: Connection) throws -> String? {
        try connection.value(
            """
            select string_agg(relname || ' ' || seq_scan, ', ' order by relname) from pg_catalog.pg_stat_xact_user_tables
            where relname = any ($1::text[]) and seq_scan > 0
            """, ["{\(Self.tables.joined(separator: ","))}"])
    }
}
