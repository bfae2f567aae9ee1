import Foundation
import Postgres
import Seeding
import Summarising
import Testing

/// Two sessions write at once, whatever comes; afterwards summaries and rows agree.
@Suite struct RandomisedTests {
    @Test(arguments: [UInt64](1...6)) func summariesHold(_ seed: UInt64) throws {
        let database = try Scratch.database()
        let administrator = try database.open()
        let athletes = (0..<4).map { _ in Athlete() }
        for athlete in athletes { try athlete.join(administrator) }
        let failures = Failures()
        var unwritten = try Summaries.load(Scratch.pipelines).stored.map(\.qualifiedName)
        // What chance has left out is written in a later round.
        for round in 0..<5 where !unwritten.isEmpty {
            DispatchQueue.concurrentPerform(iterations: 2) { session in
                do {
                    let random = Seeded(seed &* 2 &+ UInt64(session) &+ 1000 &* UInt64(round))
                    var writer = Writer(connection: try database.open(), athletes: athletes, random: random)
                    for _ in 0..<300 { try writer.transact() }
                    try writer.tellStatistics()
                } catch { failures.add("seed \(seed), session \(session): \(error)") }
            }
            let written = "select n_tup_ins > 0 from pg_catalog.pg_stat_all_tables where relid = $1::regclass"
            unwritten = try unwritten.filter { try administrator.value(written, [$0]) != "t" }
        }
        #expect(failures.all.isEmpty)
        #expect(unwritten == [])
        try expectNoDifference(administrator)
    }
}

/// One session's random transactions.
private struct Writer {
    let connection: Connection
    let athletes: [Athlete]
    var random: Seeded

    /// One to three statements, then COMMIT or, now and then, ROLLBACK; a deadlock rolls back, and so does the app of an
    /// athlete who has just left the family, or a row whose school the other session has just deleted.
    mutating func transact() throws {
        let isApp = random.next(2) == 0
        do {
            try connection.run("begin")
            let athlete = athletes[random.next(4)]
            if isApp { try athlete.become(connection) }
            for _ in 0...random.next(3) {
                if isApp {
                    try write(athlete)
                } else {
                    try writeAny(athletes[random.next(4)])
                }
            }
            try connection.run(random.next(8) == 0 ? "rollback" : "commit")
        } catch let error as DatabaseError
            where error.isTemporary || error.sqlstate == "23503" || isApp && error.sqlstate == "42501"
        {
            try connection.run("rollback")
        }
    }

    /// The server hears of what a session wrote some time after it was written, unless it is asked to.
    func tellStatistics() throws { try connection.run("select pg_catalog.pg_stat_force_next_flush()") }

    /// What the app itself does not write: the loader and psql do.
    private mutating func writeAny(_ athlete: Athlete) throws {
        switch random.next(21) {
        case 0: try write(athlete)
        case 1...3: try writeGame(athlete)
        case 4...7: try writeWorkout(athlete)
        case 8...10: try writePhoto(athlete)
        case 11...16: try writeRecruiting(athlete)
        case 17...19: try writeSleep(athlete)
        default: try move(athlete)
        }
    }

    private mutating func writeRecruiting(_ athlete: Athlete) throws {
        let parameters = [athlete.id, "\(random.next(3))", "\(random.next(4))"]
        let school = "extensions.uuid_generate_v5($1::uuid, 'school ' || $2::text)"
        let coach = "extensions.uuid_generate_v5($1::uuid, 'coach ' || $3::text)"
        let family = "'\(athlete.family)'::uuid"
        let other = "'\(athletes[random.next(4)].family)'::uuid"
        let statements = [
            """
            insert into public.schools (id, user_id, family_unit_id, name, is_favorite)
            values (\(school), $1::uuid, \(family), 'S' || $3::text, $3::integer = 1)
            on conflict (id) do update
            set name = excluded.name, is_favorite = excluded.is_favorite, family_unit_id = \(other)
            """,
            """
            insert into public.coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name)
            select \(coach), s.id, $1::uuid, s.family_unit_id, 'head', 'C', $3::text
            from public.schools as s where s.id = \(school)
            on conflict (id) do update
            set school_id = excluded.school_id, family_unit_id = excluded.family_unit_id,
                last_contact_date = timestamptz '2026-05-20 12:00Z' - $3::integer * interval '9 days'
            """,
            """
            insert into public.interactions
                (school_id, coach_id, family_unit_id, logged_by, type, direction, occurred_at)
            select s.id, c.id, s.family_unit_id, $1::uuid, 'email',
                (array['inbound', 'outbound'])[1 + n % 2]::public.interaction_direction,
                timestamptz '2026-05-10 03:00Z' + n * interval '7 hours'
            from public.schools as s left join public.coaches as c on c.school_id = s.id
            cross join generate_series(1, 5) as n
            where s.id = \(school)
            """,
            """
            update public.interactions set occurred_at = occurred_at + interval '5 hours', coach_id = null
            where school_id = \(school) and direction = 'inbound'
            """,
            "update public.interactions set family_unit_id = \(other) where coach_id = \(coach)",
            "delete from public.interactions where school_id = \(school) and type = 'email' and $3::integer > 2",
            """
            insert into public.school_priorities (id, school_id, user_id, priority_tier)
            select s.id, s.id, $1::uuid, (array['A', 'B', 'C', 'A'])[1 + $3::integer] from public.schools as s where s.id = \(school)
            on conflict (school_id) do update set priority_tier = excluded.priority_tier
            """,
            "delete from public.school_priorities where school_id = \(school)",
            "delete from public.coaches where id = \(coach) and $2::integer > 1",
            "delete from public.schools where id = \(school) and $3::integer > 2",
            "delete from public.family_members where user_id = $1::uuid and family_unit_id = \(family)",
            """
            insert into public.family_members (family_unit_id, user_id, role) values (\(family), $1::uuid, 'player')
            on conflict do nothing
            """,
        ]
        try run(statements[[0, 0, 1, 1, 2, 2, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 11][random.next(18)]], parameters)
    }

    /// Stretches and totals of three nights by two devices.
    private mutating func writeSleep(_ athlete: Athlete) throws {
        let parameters = [athlete.id, "\(random.next(12))", "\(random.next(4))"]
        let stage = "extensions.uuid_generate_v5($1::uuid, 'sleep ' || $2::text)"
        let statements = [
            """
            insert into public.sleep_stages (id, user_id, stage, duration_s, start_at, end_at, local_day, source, origin)
            select \(stage), $1::uuid, (array['asleep', 'core', 'awake', 'in_bed'])[1 + $3::integer],
                case $2::integer % 5 when 0 then 3600 * $3::integer end, began.at, began.at + interval '100 minutes',
                (began.at + interval '100 minutes')::date, case $2::integer % 2 when 0 then 'Watch' else 'Ring' end, 'healthkit'
            from (
                select timestamptz '2026-05-10 20:00Z' + $2::integer * interval '5 hours' + $3::integer * interval '1 hour'
            ) as began (at)
            on conflict (id) do update set stage = excluded.stage, duration_s = excluded.duration_s
            """,
            """
            update public.sleep_stages
            set start_at = start_at + interval '7 hours', end_at = end_at + interval '7 hours',
                local_day = (end_at + interval '7 hours')::date
            where id = \(stage) and $3::integer < 9
            """,
            "delete from public.sleep_stages where id = \(stage) and $3::integer > 1",
        ]
        try run(statements[[0, 0, 0, 1, 2][random.next(5)]], parameters)
    }

    /// Photos, their copies and what was measured in the days around them.
    private mutating func writePhoto(_ athlete: Athlete) throws {
        let parameters = [athlete.id, "\(random.next(5))", "\(random.next(4))"]
        let photo = "extensions.uuid_generate_v5($1::uuid, 'photo ' || $2::text)"
        let measurement = "extensions.uuid_generate_v5($1::uuid, 'measurement ' || $2::text)"
        let statements = [
            """
            insert into public.progress_photos
                (id, user_id, angle, taken_on, taken_at, taken_instant, date_source, width, height, has_position, sha256)
            select \(photo), $1::uuid, (array['front', 'side', 'back', 'front'])[1 + $3::integer],
                date '2026-05-10' + $3::integer,
                case $2::integer when 0 then null else timestamp '2026-05-10 06:00' + $3::integer * interval '1 day 1 hour' end,
                case $3::integer when 0 then null else timestamptz '2026-05-10 03:00Z' + $3::integer * interval '1 day' end,
                'exif', 3, 4, false, pg_catalog.encode(pg_catalog.sha256($2::text::bytea), 'hex')
            on conflict (id) do update set angle = excluded.angle
            """,
            """
            update public.progress_photos
            set thumbnails = pg_catalog.jsonb_build_object('320', pg_catalog.jsonb_build_object('path', $3::text)),
                near_duplicate_of = nullif(extensions.uuid_generate_v5($1::uuid, 'photo 1'), id)
            where id = \(photo) and exists (
                select from public.progress_photos as p where p.id = extensions.uuid_generate_v5($1::uuid, 'photo 1'))
            """,
            """
            update public.progress_photos
            set taken_on = date '2026-05-12' - $3::integer, taken_at = null where id = \(photo)
            """,
            "delete from public.progress_photos where id = \(photo) and $3::integer > 1",
            """
            insert into public.body_measurements (id, user_id, kind, value, unit, measured_at, local_day, source)
            select \(measurement), $1::uuid, case $2::integer % 2 when 0 then 'weight' else 'body_fat' end, 20 + $3::integer,
                case $2::integer % 2 when 0 then 'kg' else '%' end,
                timestamptz '2026-05-03 12:00Z' + $3::integer * interval '70 hours',
                date '2026-05-03' + 3 * $3::integer, (array['manual', 'healthkit', 'withings', 'manual'])[1 + $3::integer]
            on conflict (id) do update
            set value = excluded.value, measured_at = excluded.measured_at, local_day = excluded.local_day
            """,
            "delete from public.body_measurements where id = \(measurement) and $3::integer > 1",
        ]
        try run(statements[[0, 0, 0, 1, 1, 2, 3, 4, 4, 4, 5][random.next(11)]], parameters)
    }

    private mutating func writeGame(_ athlete: Athlete) throws {
        let number = "\(random.next(3))"
        let parameters = [athlete.id, number, "\(random.next(4))"]
        let game = "extensions.uuid_generate_v5($1::uuid, 'game ' || $2::text)"
        let player = "extensions.uuid_generate_v5($1::uuid, 'player ' || $3::text)"
        let statements = [
            """
            insert into public.pickleball_games
                (id, user_id, game_type, completed_at, side1_score, side2_score, my_side, is_completed, rallies_are_true)
            select \(game), $1::uuid, (array['social', 'all', null, 'training'])[1 + $3::integer],
                timestamptz '2026-05-10 03:00Z' + $3::integer * interval '1 day', 11, 5 + 3 * $3::integer, 1 + $2::integer % 2,
                $3::integer > 0, true
            on conflict (id) do update
            set game_type = excluded.game_type, completed_at = excluded.completed_at, my_side = 3 - excluded.my_side,
                side2_score = excluded.side2_score, is_completed = excluded.is_completed
            """,
            """
            insert into public.pickleball_players (id, user_id, name, is_self)
            select \(player), $1::uuid, 'P' || $3::text, $2::integer = 0
            on conflict (id) do update set is_self = excluded.is_self
            """,
            """
            insert into public.pickleball_game_players (user_id, game_id, player_id, side)
            select g.user_id, g.id, p.id, 1 + $2::integer % 2
            from public.pickleball_games as g join public.pickleball_players as p on p.user_id = g.user_id
            where g.id = \(game) and p.id = \(player)
            """,
            """
            insert into public.pickleball_rallies (user_id, game_id, rally_no, serving_side, winning_side, shots, ended_by)
            select g.user_id, g.id, n + 10 * $3::integer, 1 + n / 3 % 2, 1 + n % 2, n, 'out'
            from public.pickleball_games as g cross join generate_series(1, 8) as n where g.id = \(game)
            """,
            "update public.pickleball_rallies set serving_side = 1 + $3::integer % 2 where game_id = \(game) and rally_no > 4",
            "delete from public.pickleball_rallies where game_id = \(game) and rally_no % 4 = $3::integer",
            "delete from public.pickleball_games where id = \(game) and $3::integer > 1",
            "delete from public.pickleball_players where id = \(player) and $2::integer > 1",
        ]
        try run(statements[[0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7][random.next(12)]], parameters)
    }

    private mutating func writeWorkout(_ athlete: Athlete) throws {
        let parameters = [athlete.id, "\(random.next(2))", "\(random.next(4))"]
        let workout = "extensions.uuid_generate_v5($1::uuid, 'workout ' || $2::text)"
        let statements = [
            """
            insert into public.workouts (id, user_id, started_at, zone)
            select \(workout), $1::uuid, timestamptz '2026-05-10 03:00Z' + $3::integer * interval '9 hours',
                (array[null, 'Europe/Berlin', 'Nowhere/Here', 'UTC'])[1 + $3::integer]
            on conflict (id) do update set started_at = excluded.started_at, zone = excluded.zone
            """,
            """
            insert into public.workout_exercises (user_id, workout_id, position, name, source_name)
            select w.user_id, w.id, 1, (array['Squat', 'squat', 'Row', 'Plank'])[1 + $3::integer], 'x'
            from public.workouts as w where w.id = \(workout)
            """,
            """
            insert into public.workout_sets (user_id, workout_exercise_id, position, kind, reps, weight_kg)
            select e.user_id, e.id, n, case n when 1 then 'warmup' else 'working' end, n * 3 - 6 * (n / 4), 20 + $3::integer
            from public.workout_exercises as e cross join generate_series(1, 4) as n where e.workout_id = \(workout)
            """,
            """
            update public.workout_exercises set name = (array['Row', 'Squat', 'Dip', 'row'])[1 + $3::integer]
            where workout_id = \(workout)
            """,
            """
            update public.workout_sets set reps = $3::integer
            where position = 2 and workout_exercise_id in (
                select e.id from public.workout_exercises as e where e.workout_id = \(workout))
            """,
            "delete from public.workout_exercises where workout_id = \(workout) and $3::integer > 1",
            "delete from public.workouts where id = \(workout) and $3::integer > 1",
        ]
        try run(statements[[0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 4, 5, 6][random.next(19)]], parameters)
    }

    /// The athlete's day moves to another zone.
    private mutating func move(_ athlete: Athlete) throws {
        let zone = ["America/New_York", "America/Los_Angeles"][random.next(2)]
        switch random.next(3) {
        case 0: try connection.run("update public.users set timezone = $2 where id = $1", [athlete.id, zone])
        case 1:
            try connection.run(
                """
                insert into scorebook.user_zones (user_id, zone) values ($1, 'Asia/Tokyo')
                on conflict (user_id) do update set zone = 'Europe/Berlin'
                """, [athlete.id])
        default: try connection.run("delete from scorebook.user_zones where user_id = $1", [athlete.id])
        }
    }

    /// Each of the three parameters is used, whatever the statement needs.
    private func run(_ statement: String, _ parameters: [String?]) throws {
        try connection.run("with asked as (select $1::uuid, $2::text, $3::text) \(statement)", parameters)
    }

    private mutating func write(_ athlete: Athlete) throws {
        let type = ["velocity", "era", "whip", "arm_strength"][random.next(4)]
        let day = "2026-05-\(10 + random.next(15))"
        let some =
            "id in (select m.id from public.performance_metrics as m where m.user_id = $1 order by m.value, m.id limit 3)"
        switch random.next(8) {
        case 0, 1: try athlete.insert(connection, type, "\(random.next(40)).\(random.next(10))", day)
        case 2: try athlete.insert(connection, type, nil, day)
        case 3:
            try connection.run(
                """
                insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
                select $1::uuid, $2::uuid, $3::text, n, date '2026-04-01' + n from generate_series(1, 20) as n
                """, [athlete.id, athlete.family, type])
        case 4:
            try connection.run(
                "update public.performance_metrics set metric_type = $2 where \(some)", [athlete.id, type])
        case 5:
            try connection.run(
                "update public.performance_metrics set value = value + 1, recorded_date = $2::text::date where \(some)",
                [athlete.id, day])
        case 6: try connection.run("delete from public.performance_metrics where \(some)", [athlete.id])
        default:
            try connection.run(
                "delete from public.performance_metrics where user_id = $1 and metric_type = $2", [athlete.id, type])
        }
    }
}

/// What went wrong in any session.
final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var messages: [String] = []

    var all: [String] { lock.withLock { messages } }

    func add(_ message: String) { lock.withLock { messages.append(message) } }
}
