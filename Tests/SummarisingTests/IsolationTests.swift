import Postgres
import Summarising
import Testing

/// Each reader sees the rows of their own family, of games and workouts only their own, and nobody writes a summary.
@Suite struct IsolationTests {
    @Test(arguments: Reader.allCases, Summaries.Mode.allCases)
    func everythingOfOurs(_ reader: Reader, _ mode: Summaries.Mode) throws {
        let connection = try Scratch.database().open()
        if mode != .appTriggers { try Summaries.load(Scratch.pipelines).up(connection, mode: mode) }
        let athlete = Athlete()
        let stranger = Athlete()
        let parents = [Athlete(family: athlete.family), Athlete(family: stranger.family)]
        for (one, parent) in zip([athlete, stranger], parents) {
            try one.join(connection)
            try parent.join(connection, role: "parent")
            try fill(connection, one)
            try one.recruit(connection, parent: parent)
        }
        let sibling = Athlete(family: athlete.family)
        try sibling.join(connection)
        let former = Athlete(family: athlete.family)
        try former.join(connection, role: "parent")
        try connection.run("delete from public.family_members where user_id = $1", [former.id])
        let guarded = try Guarded.all(connection, mode)
        #expect(guarded.count > 100)
        try connection.run("begin; set local scorebook.as_of = '2026-05-20T12:00:00Z'")
        switch reader {
        case .anon: try connection.run("set local role anon")
        case .athlete: try athlete.become(connection)
        case .stranger: try stranger.become(connection)
        case .parent: try parents[0].become(connection)
        case .sibling: try sibling.become(connection)
        case .former: try former.become(connection)
        }
        let (own, other) = reader == .stranger ? (stranger, athlete) : (athlete, stranger)
        for relation in guarded {
            let faults = try relation.faults(
                connection, reader, own: [own.id, own.family], others: [other.id, other.family])
            #expect(faults.isEmpty, "\(faults)")
        }
        if reader == .anon {
            try expectRefused(connection, "select * from public.metric_stats('\(own.id)', '2026-01-01', '2026-12-31')")
        } else {
            let stats = "select count(*) from public.metric_stats($1, '2026-01-01', '2026-12-31')"
            #expect(try connection.value(stats, [own.id]) == (reader.isMember ? "2" : "0"))
            #expect(try connection.value(stats, [other.id]) == "0")
            for (call, column) in [
                ("game_stats($1)", "games"), ("game_trend($1, '2026-05-20', 30)", "sum(games)"),
                ("games_within($1)", "count(*)"),
                ("game_rolling_diff($1)", "count(*)"), ("progress_chart($1, '{sets}')", "count(*)"),
                ("nearest_measurement($1, 'weight', '2026-05-20')", "count(*)"),
            ] {
                let sql = "select \(column) from public.\(call)"
                #expect(try connection.value(sql, [own.id]) == (reader.isOwner ? "1" : "0"), "\(call)")
                #expect(try connection.value(sql, [other.id]) == "0", "\(call)")
            }
        }
        let parts = [
            "select summary.rebuild_metric_trends()", "select summary.verify_metric_trends()",
            "select summary.recompute_deferred()", "select summary.recompute_metric_trends(null)",
            "select * from summary.deferred", "select * from summary.metric_trends_touched",
        ]
        for call in parts where mode == .appTriggers { try expectRefused(connection, call) }
        try connection.run("rollback")
    }

    /// The test finds what it looks for.
    @Test func aLeakIsFound() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        let stranger = Athlete()
        for one in [athlete, stranger] {
            try one.join(connection)
            try one.recruit(connection)
        }
        try connection.run(
            """
            create view public.leaking as select * from public.schools;
            create table public.open (user_id uuid);
            create view public.closed with (security_invoker = true) as select * from public.coaches;
            insert into public.open select id from public.users;
            revoke all on public.leaking, public.closed from authenticated;
            grant select on public.leaking, public.closed to authenticated;
            grant all on public.open to authenticated;
            begin
            """)
        try stranger.become(connection)
        var found: [String] = []
        for name in ["closed", "leaking", "open"] {
            let relation = Guarded(name: "public.\(name)", readers: .owner, column: "user_id")
            found += try relation.faults(connection, .stranger, own: [stranger.id], others: [athlete.id])
        }
        #expect(
            found.sorted() == [
                "delete from public.open", "insert into public.open", "others' rows of public.leaking",
                "others' rows of public.open", "truncate public.open", "update public.open",
            ])
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
        // One run that two sources recorded.
        try connection.run(
            """
            insert into public.workouts (user_id, started_at, zone, activity, duration_s, distance_m, source)
            values ($1, '2026-05-19T18:00Z', 'UTC', 'Running', 600, 2000, 'Watch'),
                ($1, '2026-05-19T18:00Z', 'UTC', 'Running', 600, null, 'App')
            """, [one.id])
        try connection.run(
            """
            insert into public.health_samples (user_id, type, value, unit, start_at, end_at, local_day, source, origin)
            values ($1, 'steps', 900, 'count', '2026-05-19T07:00Z', '2026-05-19T08:00Z', '2026-05-19', 'Watch', 'test')
            """, [one.id])
        try connection.run(
            """
            insert into public.health_series
                (user_id, series_type, unit, local_day, source, origin, times, readings)
            values ($1, 'heart_rate', 'count/min', '2026-05-19', 'Watch', 'test', '{2026-05-19T07:00Z}', '{61}')
            """, [one.id])
        try connection.run(
            """
            insert into public.sleep_stages (user_id, stage, start_at, end_at, local_day, source, origin)
            values ($1, 'core', '2026-05-18T22:00Z', '2026-05-19T06:00Z', '2026-05-19', 'Watch', 'test')
            """, [one.id])
        try connection.run("insert into scorebook.user_zones (user_id, zone) values ($1, 'UTC')", [one.id])
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
