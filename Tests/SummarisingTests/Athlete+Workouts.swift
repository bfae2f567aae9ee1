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
