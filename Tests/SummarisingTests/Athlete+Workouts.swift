import Foundation
import Postgres

extension Athlete {
    /// Workouts of one exercise each, with sets as cases write them: `reps`, `weight`, `unit`, `is_warmup`, `completed`.
    func train(_ connection: Connection, _ workouts: [[String: Any]], zone: String? = nil) throws {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: workouts), as: UTF8.self)
        try connection.run(
            """
            insert into public.workouts (id, user_id, started_at, zone)
            select extensions.uuid_generate_v5($2::uuid, w.started_at), $2::uuid, w.started_at::timestamptz, $3
            from pg_catalog.jsonb_to_recordset($1::jsonb) as w (started_at text)
            """, [json, id, zone])
        try connection.run(
            """
            insert into public.workout_exercises (id, user_id, workout_id, position, name, source_name)
            select extensions.uuid_generate_v5($2::uuid, 'bench ' || w.started_at), $2::uuid,
                extensions.uuid_generate_v5($2::uuid, w.started_at), 1, 'Bench Press', 'Bench'
            from pg_catalog.jsonb_to_recordset($1::jsonb) as w (started_at text)
            """, [json, id])
        try connection.run(
            """
            insert into public.workout_sets
                (user_id, workout_exercise_id, position, kind, completed, reps, weight_kg, multiplier)
            select $2::uuid, extensions.uuid_generate_v5($2::uuid, 'bench ' || w.started_at), s.position,
                case when s.is_warmup then 'warmup' else 'working' end, coalesce(s.completed, true), s.reps,
                s.weight * case s.unit when 'lb' then 0.45359237 else 1 end, s.multiplier
            from pg_catalog.jsonb_to_recordset($1::jsonb) as w (started_at text, sets jsonb),
                lateral (
                    select row_number() over () as position, r.*
                    from pg_catalog.jsonb_to_recordset(coalesce(w.sets, '[]')) as r (
                        reps integer, weight numeric, unit text, is_warmup boolean, completed boolean,
                        multiplier numeric)
                ) as s
            """, [json, id])
    }

    /// One photo; `time` is wall time, in the zone.
    func photograph(
        _ connection: Connection, _ name: String, _ angle: String, _ time: String, _ zone: String
    ) throws {
        try connection.run(
            """
            insert into public.progress_photos (
                id, user_id, angle, taken_on, taken_at, taken_instant, date_source, width, height, has_position, sha256,
                thumbnails)
            select extensions.uuid_generate_v5($1::uuid, $2), $1::uuid, $3, $4::text::timestamp::date,
                $4::text::timestamp, $4::text::timestamp at time zone $5, 'exif', 3, 4, false,
                pg_catalog.encode(pg_catalog.sha256($2::text::bytea), 'hex'),
                pg_catalog.jsonb_build_object(
                    '1080', pg_catalog.jsonb_build_object('path', $2::text || '.1080'),
                    '320', pg_catalog.jsonb_build_object('path', $2::text || '.320'))
            """, [id, name, angle, time, zone])
    }

    /// One body measurement.
    func measure(
        _ connection: Connection, _ kind: String, _ value: String, _ time: String, _ zone: String,
        source: String = "healthkit"
    ) throws {
        try connection.run(
            """
            insert into public.body_measurements (user_id, kind, value, unit, measured_at, local_day, source)
            values ($1, $2, $3::text::numeric, $4, $5::text::timestamptz, ($5::text::timestamptz at time zone $6)::date, $7)
            """, [id, kind, value, kind == "weight" ? "kg" : "%", time, zone, source])
    }
}
