import Postgres
import Proving
import Records
import Reporting
import Seeding
import Testing

/// The order within a day: the source's clock, else the place in the file, then the time of the import. The app's own
/// select and the summaries read it alike.
@Suite struct OrderTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch(.used) }

    private static let day = "2026-05-01"

    private func throwing(_ values: [Int]) -> String {
        Log.simple(values.map { "\(Self.day),velocity,\($0),mph" })
    }

    /// Maya's velocities newest first, as the app selects them.
    private func asTheAppReads(_ type: String = "velocity") throws -> [String] {
        try scratch.rows(
            """
            select trim_scale(value) from public.performance_metrics where user_id = $1 and metric_type = $2
            order by recorded_date desc, created_at desc
            """, [Ground.maya, type]
        ).map { $0[0] ?? "" }
    }

    /// Trend, series and latest value, as Maya reads them.
    private func figures(_ type: String = "velocity") throws -> [String?] {
        try scratch.rows(
            """
            select t.trend, array(select trim_scale(v.value) from unnest(t.series_values) as v (value))::text,
                (select trim_scale(h.value) from public.metric_history as h
                 where h.user_id = t.user_id and h.metric_type = t.metric_type and h.type_rank = 1),
                (select trim_scale(s.first_value) || ' ' || trim_scale(s.latest_value) || ' ' || s.percent_change
                 from public.metric_stats(t.user_id, '2026-01-01', '2026-12-31') as s
                 where s.metric_type = t.metric_type)
            from public.metric_trends as t where t.user_id = $1 and t.metric_type = $2
            """, [Ground.maya, type]
        ).first ?? []
    }

    @Test func `A day's records follow each other as in the file`() throws {
        let path = try scratch.file("day.csv", throwing(Array(80...91)))
        let report = scratch.run(path).report
        #expect(report.ledger.inserted == 12)
        #expect(try asTheAppReads() == (80...91).reversed().map { "\($0)" })
        #expect(try figures() == ["improving", "{82,83,84,85,86,87,88,89,90,91}", "91", "80 91 13.75"])
        let versions = try scratch.versions()
        #expect(
            scratch.run(path, try scratch.file("again.csv", throwing(Array(80...91)) + "\n")).report.ledger.updated == 0
        )
        #expect(try scratch.versions() == versions)
        // What is imported later is later, whatever its value.
        _ = scratch.run(try scratch.file("more.csv", throwing([85, 70])))
        #expect(try asTheAppReads().prefix(3) == ["70", "91", "90"])
    }

    @Test func `A file that begins with the newest is read from its end`() throws {
        let lines = ["2026-05-02,velocity,90,mph"] + [83, 82, 81, 80].map { "\(Self.day),velocity,\($0),mph" }
        _ = scratch.run(try scratch.file("newest-first.csv", Log.simple(lines)))
        #expect(try asTheAppReads() == ["90", "83", "82", "81", "80"])
    }

    @Test func `Several files of one run stay in their order, each in its own direction`() throws {
        let first = try scratch.file("a.csv", throwing([71, 72]))
        let second = try scratch.file(
            "b.csv",
            Log.simple(["2026-05-02,velocity,90,mph", "\(Self.day),velocity,74,mph", "\(Self.day),velocity,73,mph"]))
        let third = try scratch.file("c.csv", throwing([75, 76]))
        _ = scratch.run(first, second, third)
        #expect(try asTheAppReads() == ["90", "76", "75", "74", "73", "72", "71"])
    }

    /// Savant's files begin with the last pitch, and are often of one game: the number of the time at bat shows it.
    @Test(arguments: [true, false]) func `The source's own numbers show where a file of one day begins`(
        _ isNewestFirst: Bool
    ) throws {
        let header = "pitch_type,game_date,release_speed,batter,pitcher,launch_speed,at_bat_number,pitch_number\n"
        var lines = [(1, 1, 74), (1, 2, 75), (3, 1, 76), (4, 1, 77), (4, 2, 78), (6, 1, 79)].map {
            "FF,\(Self.day),\($0.2),990204,990101,,\($0.0),\($0.1)\n"
        }
        if isNewestFirst { lines.reverse() }
        let report = scratch.run(try scratch.file("savant.csv", header + lines.joined())).report
        #expect(report.ledger.inserted == 6)
        #expect(try asTheAppReads() == ["79", "78", "77", "76", "75", "74"])
    }

    private static let swings = "Date,Equipment,Handedness,Bat Speed (mph),Attack Angle (deg)\n"

    /// Swings of one day whose clock runs with their speed.
    private func swinging(_ order: [Int]) -> String {
        Self.swings
            + order.map { "\"May 1, 2026 0\($0 % 9 + 1):0\($0 / 9):00 pm\",Bat,Right,\(50 + $0 % 9).\($0 / 9),1\n" }
            .joined()
    }

    /// Permuting the records changes nothing where they have a clock.
    @Test(arguments: [UInt64](1...4)) func `The clock goes before the place in the file`(_ seed: UInt64) throws {
        var random = Seeded(seed)
        var order = Array(0..<9)
        for place in order.indices.dropLast() { order.swapAt(place, place + random.next(9 - place)) }
        // The same day comes in two files, in any order.
        _ = scratch.run(try scratch.file("a.csv", swinging(Array(order[..<4]))))
        _ = scratch.run(try scratch.file("b.csv", swinging(Array(order[4...]))))
        let expected = (0..<9).reversed().map { "\(50 + $0)" }
        #expect(try asTheAppReads("bat_speed") == expected)
        #expect(try figures("bat_speed")[2] == "58")
    }

    /// Permuting the records of a day without a clock changes their order, and nothing else.
    @Test(arguments: [UInt64](1...4)) func `What has no order does not change with it`(_ seed: UInt64) throws {
        var random = Seeded(seed)
        var values = [80, 80, 81, 85, 79, 90, 84]
        for place in values.indices.dropLast() { values.swapAt(place, place + random.next(7 - place)) }
        _ = scratch.run(try scratch.file("day.csv", throwing(values)))
        #expect(try asTheAppReads() == values.reversed().map { "\($0)" })
        let series = "{\(values.map { "\($0)" }.joined(separator: ","))}"
        #expect(try figures()[1...2] == [series, "\(values.last ?? 0)"])
        #expect(
            try scratch.rows(
                """
                select record_count, trim_scale(min_value), trim_scale(max_value), round(average, 4)
                from public.metric_trends where user_id = $1 and metric_type = 'velocity'
                """, [Ground.maya]) == [["7", "79", "90", "82.7143"]])
        #expect(try scratch.wrongSummaries().isEmpty)
    }

    @Test func `Games without a clock count their streaks in the order of the file`() throws {
        let games = ["4,11", "11,4", "11,5", "11,6", "11,7"].map { "2026-05-01,\($0),11\n" }.joined()
        let day = #"{"range_start": "2026-05-01", "range_end": "2026-05-01"}"#
        _ = scratch.run(try scratch.file("games.csv", "date,my_score,opponent_score,target\n" + games))
        #expect(
            try scratch.rows(
                "select games, current_win_streak, longest_win_streak from public.game_stats($1, $2)",
                [Ground.maya, day])
                == [["5", "4", "4"]])
        let rolling = try scratch.rows(
            "select point_diff from public.game_rolling_diff($1, 10, $2) order by game_number", [Ground.maya, day])
        #expect(rolling.map { $0[0] } == ["-7", "7", "6", "5", "4"])
    }

    private static let scores = ["11,4", "7,11", "11,9", "3,11", "11,2", "11,8", "9,11"]

    /// Permuting games with a clock changes nothing; without one it changes streaks and the rolling mean alone.
    @Test(arguments: [UInt64](1...3), [true, false]) func `What has no order does not change with that of the games`(
        _ seed: UInt64, _ hasClock: Bool
    ) throws {
        var random = Seeded(seed)
        var order = Array(Self.scores.indices)
        for place in order.indices.dropLast() { order.swapAt(place, place + random.next(order.count - place)) }
        let header = "\(hasClock ? "completed_at" : "date"),my_score,opponent_score,target\n"
        let lines = order.map { (hasClock ? "2026-05-01T1\($0):00:00Z," : "2026-05-01,") + "\(Self.scores[$0]),11\n" }
        _ = scratch.run(try scratch.file("games.csv", header + lines.joined()))
        let day = #"{"range_start": "2026-05-01", "range_end": "2026-05-01"}"#
        #expect(
            try scratch.rows(
                "select games, wins, losses, avg_point_diff, median_point_diff from public.game_stats($1, $2)",
                [Ground.maya, day]) == [["7", "4", "3", "1.0000", "2"]])
        let played = hasClock ? Self.scores : order.map { Self.scores[$0] }
        let differences = played.map { score in
            let points = score.split(separator: ",").compactMap { Int($0) }
            return "\(points[0] - points[1])"
        }
        let rolling = try scratch.rows(
            "select point_diff from public.game_rolling_diff($1, 10, $2) order by game_number", [Ground.maya, day])
        #expect(rolling.map { $0[0] } == differences)
        let streak = played.reversed().prefix { $0.hasPrefix("11,") }.count
        let runs = played.split { !$0.hasPrefix("11,") }.map(\.count)
        #expect(
            try scratch.rows(
                "select current_win_streak, longest_win_streak from public.game_streaks($1, $2)", [Ground.maya, day])
                == [["\(streak)", "\(runs.max() ?? 0)"]])
        #expect(try scratch.wrongSummaries().isEmpty)
    }
}

/// The day of a workout is that of the place where it was, as far as its file says.
@Suite struct WorkoutDayTests {
    @Test func `An offset without a zone decides the day, UTC does not`() throws {
        let scratch = try Scratch(.used)
        let header = "workout_id,started_at,exercise,set,reps,weight,weight_unit,zone\n"
        let lines = [
            "a,2026-03-09T08:00:00+09:00,Squat,1,5,50,kg,", "b,2026-03-11T23:30:00Z,Squat,1,5,50,kg,",
            "c,2026-03-13T23:30:00Z,Squat,1,5,50,kg,Asia/Tokyo",
        ]
        let report = scratch.run(
            try scratch.file("log.csv", header + lines.map { $0 + "\n" }.joined())
        ).report
        #expect(report.ledger.rejected == 0)
        #expect(
            try scratch.rows(
                "select day from public.workout_daily where user_id = $1 and day >= '2026-03-01' and day < '2026-04-01' order by 1",
                [Ground.maya])
                == [["2026-03-09"], ["2026-03-11"], ["2026-03-14"]])
    }

    @Test(arguments: ["games.csv", "dump.sql"])
    func `A row of our own tables keeps the place that it had`(file: String) throws {
        let scratch = try Scratch(.used)
        let ended = "2026-05-20 18:00:00+00"
        let columns = [
            "id", "user_id", "my_side", "side1_score", "side2_score", "target_score", "win_by", "is_completed",
            "completed_at", "created_at",
        ]
        let rows = [("c001", 11, 9, "19:00"), ("c002", 4, 11, "18:30")].map { id, mine, theirs, made in
            [
                "7d0c0000-0000-4000-8000-00000000\(id)", Ground.maya, "1", "\(mine)", "\(theirs)", "11", "2", "true",
                ended,
                "2026-05-20 \(made):00+00",
            ]
        }
        let lines = ([columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
        let values = rows.map { "(" + $0.map { "'\($0)'" }.joined(separator: ", ") + ")" }.joined(separator: ",\n")
        let dump = """
            --
            -- PostgreSQL database dump
            --

            INSERT INTO "public"."pickleball_games" (\(columns.map { "\"\($0)\"" }.joined(separator: ", "))) VALUES
            \(values);

            -- PostgreSQL database dump complete

            """
        let text = file.hasSuffix(".sql") ? dump : lines
        let report = scratch.run(try scratch.file(file, text)).report
        #expect(report.ledger.inserted == 2, "\(report.units.map(\.reason)) \(report.rejects.map(\.message))")
        #expect(
            try scratch.rows(
                """
                select my_difference from public.pickleball_games
                where user_id = $1 and completed_at = $2::timestamp with time zone order by created_at
                """, [Ground.maya, ended]) == [["-7"], ["2"]])
    }
}

/// What an athlete without a family imports.
@Suite struct NoFamilyTests {
    @Test func `The load warns, and rows and trends are the family's once there is one`() throws {
        let scratch = try Scratch()
        let family = try scratch.value(
            "select family_unit_id from public.family_members where user_id = $1", [Ground.maya])
        let administrator = try scratch.open()
        try administrator.run("delete from public.family_members where user_id = $1", [Ground.maya])
        let path = try scratch.file(
            "log.csv", Log.simple(["2026-05-01,velocity,70,mph", "2026-05-02,velocity,71,mph"]))
        let warned = { (all: Counter) in all.contains { $0.name.contains("has no family yet") && $0.count == 2 } }
        #expect(warned(scratch.plan(path).report.warnings))
        #expect(warned(scratch.run(path).report.warnings))
        let trends = "select family_unit_id, record_count from public.metric_trends where user_id = $1"
        #expect(try scratch.rows(trends, [Ground.maya]) == [[nil, "2"]])
        try administrator.run(
            "insert into public.family_members (family_unit_id, user_id, role) values ($1, $2, 'player')",
            [family, Ground.maya])
        #expect(try scratch.rows(trends, [Ground.maya]) == [[family, "2"]])
        #expect(
            !warned(
                scratch.run(try scratch.file("more.csv", Log.simple(["2026-05-03,velocity,72,mph"]))).report.warnings))
        #expect(try scratch.wrongSummaries().isEmpty)
    }
}
