import Dispatch
import Postgres
import Seeding
import Summarising
import Testing

/// Two transactions at once, each changing what the other's summary row is found or made by: whichever comes second must
/// see the first.
@Suite struct TwoSessionsTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        var name: String
        /// Before both.
        var given: [String] = []
        var one: String
        var other: String
        var testDescription: String { name }

        var swapped: Pair { Pair(name: name + ", the other way round", given: given, one: other, other: one) }
    }

    static let zone = "update public.users set timezone = 'America/Los_Angeles' where id = :me"
    static let userZone = "insert into scorebook.user_zones (user_id, zone) values (:me, 'Asia/Tokyo')"
    static let school =
        "insert into public.schools (id, user_id, family_unit_id, name) values (:school, :me, :family, 'S')"
    static let priority =
        "insert into public.school_priorities (id, school_id, user_id, priority_tier) values (:school, :school, :me, 'A')"
    static let leaving = "delete from public.family_members where user_id = :me"
    static let joining =
        "insert into public.family_members (family_unit_id, user_id, role) values (:family, :me, 'player')"
    static let coach = """
        insert into public.coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name)
        values (:coach, :school, :me, :family, 'head', 'C', 'D')
        """
    /// At three in the morning in UTC: other zones, other days.
    static let interaction = """
        insert into public.interactions (school_id, coach_id, family_unit_id, logged_by, type, direction, occurred_at)
        select s.id, (select c.id from public.coaches as c where c.school_id = s.id), s.family_unit_id, :me, 'email',
            'outbound', timestamptz '2026-05-10 06:00Z'
        from public.schools as s where s.id = :school
        """
    static let game = """
        insert into public.pickleball_games (id, user_id, completed_at, my_side, is_completed)
        values (:game, :me, timestamptz '2026-05-10 06:00Z', 1, true)
        """
    static let player =
        "insert into public.pickleball_players (id, user_id, name, is_self) values (:player, :me, 'P', false)"
    static let playing =
        "insert into public.pickleball_game_players (user_id, game_id, player_id, side) values (:me, :game, :player, 1)"
    static let workout =
        "insert into public.workouts (id, user_id, started_at) values (:workout, :me, timestamptz '2026-05-10 06:00Z')"
    static let exercise = """
        insert into public.workout_exercises (id, user_id, workout_id, position, name, source_name)
        values (:exercise, :me, :workout, 1, 'Squat', 'x')
        """
    static let set = """
        insert into public.workout_sets (user_id, workout_exercise_id, position, kind, reps, weight_kg)
        values (:me, :exercise, 1, 'working', 5, 50)
        """
    static let metrics = """
        insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
        select :me, :family, 'velocity', 80 + n, date '2026-05-01' + n from generate_series(1, 3) as n
        """
    static let photo = """
        insert into public.progress_photos
            (id, user_id, angle, taken_on, date_source, width, height, has_position, sha256)
        values (:photo, :me, 'front', date '2026-05-10', 'exif', 3, 4, false, repeat('0', 64))
        """
    static let weight = """
        insert into public.body_measurements (id, user_id, kind, value, unit, measured_at, local_day, source)
        values (:weight, :me, 'weight', 60, 'kg', timestamptz '2026-05-09 12:00Z', date '2026-05-09', 'manual')
        """

    static let metric = """
        insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
        values (:me, :family, 'velocity', 80, date '2026-05-01')
        """

    static let pairs: [Pair] = [
        Pair(name: "two records of a metric, of which one alone makes no trend", one: metric, other: metric),
        Pair(
            name: "a player becomes the athlete, and plays", given: [game, player], one: playing,
            other: "update public.pickleball_players set is_self = true where id = :player"),
        Pair(name: "the zone moves, and a game is played", one: zone, other: game),
        Pair(name: "a zone is set, and a game is played", one: userZone, other: game),
        Pair(name: "the zone moves, and a workout is logged", one: zone, other: workout),
        Pair(name: "a zone is set, and a workout is logged", one: userZone, other: workout),
        Pair(name: "the zone moves, and someone writes", given: [school], one: zone, other: interaction),
        Pair(name: "a zone is set, and someone writes", given: [school], one: userZone, other: interaction),
        Pair(
            name: "the zone moves, and the athlete joins", given: [school, interaction, leaving], one: zone,
            other: joining),
        Pair(
            name: "a zone is set, and the athlete joins", given: [school, interaction, leaving], one: userZone,
            other: joining),
        Pair(
            name: "someone writes, and the athlete joins", given: [school, leaving], one: interaction, other: joining),
        Pair(name: "a school comes, and the athlete", given: [leaving], one: school, other: joining),
        Pair(
            name: "a school comes first, and the athlete", given: [school, leaving], one: priority, other: joining),
        Pair(name: "a coach comes, and the athlete", given: [school, leaving], one: coach, other: joining),
        Pair(
            name: "a school without a family comes first, and finds one",
            given: [school, "update public.schools set family_unit_id = null where id = :school"], one: priority,
            other: "update public.schools set family_unit_id = :family where id = :school"),
        Pair(
            name: "a school comes first, and moves", given: [school], one: priority,
            other: "update public.schools set family_unit_id = :family2 where id = :school"),
        Pair(
            name: "a school has a coach, and another name", given: [school], one: coach,
            other: "update public.schools set name = 'T' where id = :school"),
        Pair(
            name: "a coach moves, and so does their school", given: [school, coach],
            one: "update public.coaches set family_unit_id = :family2 where id = :coach",
            other: "update public.schools set family_unit_id = :family2 where id = :school"),
        Pair(
            name: "a metric comes, and its name in the registry", one: metrics,
            other: "update scorebook.metric_types set label = 'Speed of ' || :me where key = 'velocity'"),
        Pair(name: "a photo, and what belongs to it", one: photo, other: weight),
        Pair(
            name: "a set is done, and its exercise has another name", given: [workout, exercise], one: set,
            other: "update public.workout_exercises set name = 'Row' where id = :exercise"),
        Pair(
            name: "an exercise comes, and its workout moves", given: [workout, exercise, set],
            one: "update public.workout_exercises set name = 'Row' where id = :exercise",
            other: "update public.workouts set started_at = started_at + interval '3 days' where id = :workout"),
    ]

    enum Level: String, CaseIterable { case committed = "read committed", repeatable = "repeatable read", serializable }

    /// Which of two transactions that have both written commits first.
    enum Order: CaseIterable { case theOther, theOne }

    /// The app's own level with each pair; each of the others with a sixth of them, unless all are asked for.
    static let combinations = pairs.enumerated().flatMap { number, pair in
        Level.allCases.enumerated()
            .filter { level, _ in Extent.isThorough || level == 0 || number % 6 == level }
            .map { (pair, $1) }
    }

    @Test(arguments: combinations) func theSecondSeesTheFirst(_ pair: Pair, _ level: Level) throws {
        let database = try Scratch.database()
        for order in Order.allCases {
            for pair in [pair, pair.swapped] { try interleave(pair, database, level, order) }
        }
        try expectNoDifference(database.open())
    }

    /// One writes; the other writes, as far as nothing keeps it waiting; both commit. What does not see enough ends with a
    /// serialization failure, which READ COMMITTED does not know; what everybody's summaries are made from is refused there.
    private func interleave(_ pair: Pair, _ database: Scratch.Database, _ level: Level, _ order: Order) throws {
        let administrator = try database.open()
        let athletes = [Athlete(), Athlete()]
        for athlete in athletes { try athlete.join(administrator) }
        for statement in pair.given { try administrator.run(spelt(statement, athletes)) }

        let failures = Failures()
        @Sendable func commit(_ session: Connection) {
            do { try session.run("commit") } catch let error as DatabaseError {
                let isKnown = error.kind == .serialization || error.sqlstate == "0A000"
                if level == .committed || !isKnown { failures.add("\(error)") }
            } catch { failures.add("\(error)") }
        }
        let first = try database.open()
        try first.run("begin isolation level \(level.rawValue)")
        try first.run(spelt(pair.one, athletes))
        let (written, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let mayCommit = DispatchSemaphore(value: order == .theOther ? 1 : 0)
        let other = spelt(pair.other, athletes)
        DispatchQueue.global().async {
            defer { done.signal() }
            do {
                let second = try database.open()
                do {
                    try second.run("begin isolation level \(level.rawValue)")
                    try second.run(other)
                } catch let error as DatabaseError where level != .committed && error.kind == .serialization {
                    written.signal()
                    return
                }
                written.signal()
                mayCommit.wait()
                commit(second)
            } catch { failures.add("\(error)") }
        }
        let isWaiting = (order == .theOther ? done : written).wait(timeout: .now() + 0.3) == .timedOut
        commit(first)
        mayCommit.signal()
        if isWaiting || order == .theOne { done.wait() }
        #expect(failures.all.isEmpty, "\(pair.name), \(level.rawValue), \(order) first")
        let verified = try Summaries.load(Scratch.pipelines).verify(administrator).filter { !$0.isNone }
        #expect(verified.isEmpty, "\(pair.name), \(level.rawValue), \(order) first")
    }

    private func spelt(_ statement: String, _ athletes: [Athlete]) -> String {
        let (me, other) = (athletes[0], athletes[1])
        var spelt = statement.replacing(":me", with: "'\(me.id)'::uuid")
            .replacing(":family2", with: "'\(other.family)'::uuid").replacing(":family", with: "'\(me.family)'::uuid")
        for name in ["school", "coach", "game", "player", "workout", "exercise", "photo", "weight"] {
            spelt = spelt.replacing(":\(name)", with: "extensions.uuid_generate_v5('\(me.id)', '\(name)')")
        }
        return spelt
    }
}
