import Foundation
import Postgres

/// An invented athlete with a family, whose rows a test writes and reads as the app does.
struct Athlete: Sendable {
    var id = UUID().uuidString.lowercased()
    var family = UUID().uuidString.lowercased()

    /// Creates user and family, as the administrator.
    func join(_ connection: Connection, zone: String = "America/New_York", role: String = "player") throws {
        let isAppZone = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"].contains(zone)
        try connection.run("insert into auth.users (id, email) values ($1, $2)", [id, "\(id)@example.org"])
        try connection.run(
            """
            insert into public.users (id, email, role, full_name, timezone)
            values ($1, $2, $3::text::public.user_role, 'Robin Doe', $4) on conflict (id) do nothing
            """, [id, "\(id)@example.org", role, isAppZone ? zone : "America/New_York"])
        if !isAppZone {
            try connection.run("insert into scorebook.user_zones (user_id, zone) values ($1, $2)", [id, zone])
        }
        try connection.run(
            "insert into public.family_units (id, family_name, created_by_user_id) values ($1, 'Doe', $2) on conflict do nothing",
            [family, id])
        try connection.run(
            "insert into public.family_members (family_unit_id, user_id, role) values ($1, $2, $3)", [family, id, role])
    }

    /// From here to the end of the transaction the connection is the app on behalf of this user.
    func become(_ connection: Connection) throws {
        try connection.run("set local role authenticated")
        try connection.run("select pg_catalog.set_config('request.jwt.claim.sub', $1, true)", [id])
    }

    /// Inserts `input.rows` of a case through the app's own way; rows of one day stand newest first, as the app fetches.
    func insert(_ connection: Connection, _ one: SummaryCase) throws {
        try connection.run(
            """
            insert into public.performance_metrics
                (user_id, family_unit_id, metric_type, value, unit, recorded_date, verified, created_at, is_primary)
            select $3::uuid, $4::uuid, row ->> 'metric_type', (row ->> 'value')::numeric, row ->> 'unit',
                (row ->> 'recorded_date')::date, (row ->> 'verified')::boolean,
                coalesce((row ->> 'created_at')::timestamptz, timestamptz '2026-01-01 00:00Z' - number * interval '1 s'),
                coalesce((row ->> 'is_primary')::boolean, false)
            from pg_catalog.jsonb_array_elements(($1::jsonb -> $2::integer) -> 'input' -> 'rows')
                with ordinality as listed (row, number)
            """, [one.text, "\(one.index)", id, family])
    }

    /// One measurement, through the app's own way.
    func insert(
        _ connection: Connection, _ type: String, _ value: String?, _ day: String, verified: Bool = false
    ) throws {
        try connection.run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date, verified)
            values ($1, $2, $3, $4::text::numeric, $5::text::date, $6::text::boolean)
            """, [id, family, type, value, day, "\(verified)"])
    }
}
