import Postgres
import Summarising
import Testing

/// Each reader sees the rows of their own family, of games and workouts only their own, and nobody writes a summary.
@Suite struct IsolationTests {
    enum Reader: String, CaseIterable { case anon, athlete, stranger, parent }

    @Test(arguments: Reader.allCases) func everySummary(_ reader: Reader) throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        let stranger = Athlete()
        var parent = Athlete()
        for one in [athlete, stranger] {
            try one.join(connection)
            try fill(connection, one)
        }
        parent.family = athlete.family
        try parent.join(connection, role: "parent")
        let relations = try Summaries.load(Scratch.pipelines).all.filter { $0.kind != .function }
        #expect(relations.count >= 8)
        try connection.run("begin; set local scorebook.as_of = '2026-05-20T12:00:00Z'")
        switch reader {
        case .anon: try connection.run("set local role anon")
        case .athlete: try athlete.become(connection)
        case .stranger: try stranger.become(connection)
        case .parent: try parent.become(connection)
        }
        let (own, other) = reader == .stranger ? (stranger, athlete) : (athlete, stranger)
        for summary in relations {
            let name = summary.qualifiedName
            let holding = "select count(*) from \(name) as t where t::text like '%' || $1 || '%'"
            if reader == .anon {
                try expectRefused(connection, "select count(*) from \(name)")
            } else {
                #expect(try connection.value(holding, [other.id]) == "0", "\(name)")
                #expect(try connection.value(holding, [other.family]) == "0", "\(name)")
                let isPrivate = ["pickleball", "workout", "exercise", "photo"].contains { summary.name.hasPrefix($0) }
                let isSeen = reader != .parent || !isPrivate
                #expect((try connection.value(holding, [own.id]) != "0") == isSeen, "\(name)")
            }
            try expectRefused(connection, "insert into \(name) select * from \(name)")
            try expectRefused(connection, "delete from \(name)")
            let column =
                summary.name == "upcoming_events" || summary.name == "top_metrics" || summary.name == "athletes"
            try expectRefused(connection, "update \(name) set \(column ? "athlete_id" : "user_id") = null")
            try expectRefused(connection, "truncate \(name)")
        }
        if reader == .anon {
            try expectRefused(connection, "select * from public.metric_stats('\(own.id)', '2026-01-01', '2026-12-31')")
        } else {
            let stats = "select count(*) from public.metric_stats($1, '2026-01-01', '2026-12-31')"
            #expect(try connection.value(stats, [own.id]) == "2")
            #expect(try connection.value(stats, [other.id]) == "0")
            for (call, column) in [
                ("game_stats($1)", "games"), ("game_trend($1, '2026-05-20', 30)", "sum(games)"),
                ("games_within($1, null, null, null, null, null)", "count(*)"),
                ("game_rolling_diff($1)", "count(*)"), ("progress_chart($1, '{sets}')", "count(*)"),
                ("nearest_measurement($1, 'weight', '2026-05-20')", "count(*)"),
            ] {
                let sql = "select \(column) from public.\(call)"
                #expect(try connection.value(sql, [own.id]) == (reader == .parent ? "0" : "1"), "\(call)")
                #expect(try connection.value(sql, [other.id]) == "0", "\(call)")
            }
        }
        for call in [
            "select summary.rebuild_metric_trends()", "select summary.verify_metric_trends()",
            "select summary.recompute_deferred()", "select summary.recompute_metric_trends(null)",
            "select * from summary.deferred", "select * from summary.metric_trends_touched",
        ] { try expectRefused(connection, call) }
        try connection.run("rollback")
    }

    private func fill(_ connection: Connection, _ one: Athlete) throws {
        let event = Athlete().id
        try connection.run(
            """
            insert into public.events (id, type, name, start_date, user_id, family_unit_id)
            values ($1, 'showcase', 'Spring', '2026-05-20', $2, $3)
            """, [event, one.id, one.family])
        for day in 10...14 {
            try one.insert(connection, "velocity", "8\(day % 10)", "2026-05-\(day)", verified: true)
            try one.insert(connection, "whip", "1.\(day % 10)", "2026-05-\(day)")
        }
        try connection.run("update public.performance_metrics set event_id = $1 where user_id = $2", [event, one.id])
        let rallies = (1...4).map { ["rally_no": $0, "serving_side": 1 + $0 / 3, "winning_side": 1] }
        try one.play(
            connection,
            [
                [
                    "id": "g", "completed_at": "2026-05-19T15:00:00Z", "side1_score": 11, "side2_score": 4,
                    "side1": ["me", "kim"], "side2": ["lou", "jo"], "rallies": rallies,
                ]
            ])
        try connection.run(
            """
            with team as (
                insert into public.pickleball_teams (user_id, team_name) values ($1, 'Kitchen') returning id, user_id
            )

            update public.pickleball_game_players as p set team_id = team.id
            from team where team.user_id = p.user_id and p.side = 1
            """, [one.id])
        try one.train(connection, [["started_at": "2026-05-19T15:00:00Z", "sets": [["reps": 5, "weight": 20]]]])
        try one.measure(connection, "weight", "60", "2026-05-19T07:00:00Z", "UTC")
        try one.photograph(connection, "photo", "front", "2026-05-19 07:30:00", "UTC")
    }

    private func expectRefused(
        _ connection: Connection, _ sql: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try connection.run("savepoint attempt")
        let error = #expect(throws: DatabaseError.self, "\(sql)", sourceLocation: sourceLocation) {
            try connection.run(sql)
        }
        // Either the right is missing, or the relation is one that nobody can write.
        #expect(["42501", "55000", "42809"].contains(error?.sqlstate), "\(sql)", sourceLocation: sourceLocation)
        try connection.run("rollback to attempt")
    }
}
