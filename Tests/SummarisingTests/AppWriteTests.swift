import Postgres
import Summarising
import Testing

/// Whatever the app writes stands in its next select.
@Suite struct AppWriteTests {
    private struct Trend: Equatable {
        var type: String
        var count: String
        var family: String
    }

    @Test func insertUpdateDelete() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        try asApp(connection, athlete) {
            try athlete.insert(connection, "velocity", "80", "2026-05-01")
            #expect(try trends(connection).isEmpty)
            try athlete.insert(connection, "velocity", "82", "2026-05-02")
            try athlete.insert(connection, "velocity", "84", "2026-05-03")
            #expect(try trends(connection) == [Trend(type: "velocity", count: "3", family: athlete.family)])
        }
        try asApp(connection, athlete) {
            try connection.run("update public.performance_metrics set metric_type = 'exit_velo' where value = 84")
            #expect(try trends(connection).map(\.type) == ["velocity"])
            try connection.run("update public.performance_metrics set metric_type = 'exit_velo' where value = 82")
            #expect(try trends(connection).map(\.type) == ["exit_velo"])
            try connection.run("update public.performance_metrics set value = null where value = 84")
            #expect(try trends(connection).isEmpty)
        }
        try asApp(connection, athlete) {
            try connection.run("update public.performance_metrics set value = 90, metric_type = 'era'")
            #expect(try trends(connection) == [Trend(type: "era", count: "3", family: athlete.family)])
            try connection.run("delete from public.performance_metrics")
            #expect(try trends(connection).isEmpty)
        }
        try expectNoDifference(connection)
    }

    @Test func cascades() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        let other = Athlete()
        for one in [athlete, other] {
            try one.join(connection)
            for day in 1...4 { try one.insert(connection, "velocity", "8\(day)", "2026-05-0\(day)") }
        }
        try connection.run(
            """
            insert into public.events (id, type, name, start_date, user_id, family_unit_id)
            values ('00000000-0000-4000-8000-000000000001', 'showcase', 'Spring', '2026-05-01', $1, $2)
            """, [athlete.id, athlete.family])
        try connection.run(
            "update public.performance_metrics set event_id = '00000000-0000-4000-8000-000000000001' where user_id = $1",
            [athlete.id])
        try asApp(connection, athlete) {
            let beside = "select count(*) from public.metric_events where user_id = $1"
            #expect(try connection.value(beside, [athlete.id]) == "4")
            try connection.run("delete from public.events")
            #expect(try connection.value(beside, [athlete.id]) == "0")
            #expect(try trends(connection).map(\.count) == ["4"])
        }
        try connection.run("delete from auth.users where id = $1", [athlete.id])
        let left = "select count(*), min(user_id::text) from public.metric_trends"
        #expect(try connection.rows(left) == [["1", other.id]])
        try connection.run("delete from public.family_units where id = $1", [other.family])
        #expect(try connection.value("select count(*) from public.metric_trends") == "0")
        try expectNoDifference(connection)
    }

    @Test func aRowThatMovesBetweenFamiliesTouchesBoth() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        var second = Athlete()
        second.family = Athlete().family
        try second.join(connection)
        for day in 1...4 { try athlete.insert(connection, "era", "\(day)", "2026-05-0\(day)") }
        try connection.run(
            "update public.performance_metrics set family_unit_id = $1 where value > 2", [second.family])
        let sql = "select family_unit_id, record_count from public.metric_trends order by record_count, family_unit_id"
        #expect(
            try Set(connection.rows(sql).map { "\(text($0[0])) \(text($0[1]))" })
                == ["\(athlete.family) 2", "\(second.family) 2"])
        try connection.run("truncate public.performance_metrics")
        #expect(try connection.rows(sql).isEmpty)
        try expectNoDifference(connection)
    }

    @Test func trendsWithoutAFamilyAreTheAthletesUntilThereIsOne() throws {
        let connection = try Scratch.database().open()
        var (alone, parent) = (Athlete(), Athlete())
        try alone.join(connection)
        parent.family = alone.family
        try parent.join(connection, role: "parent")
        try connection.run("delete from public.family_members where user_id = $1", [alone.id])
        for day in 1...4 {
            try connection.run(
                """
                insert into public.performance_metrics (user_id, metric_type, value, recorded_date)
                values ($1, 'velocity', $2::text::numeric, $3::text::date)
                """, [alone.id, "8\(day)", "2026-05-0\(day)"])
        }
        let sql = "select user_id, family_unit_id, record_count, trend from public.metric_trends"
        let (own, familys) = ([[alone.id, nil, "4", "improving"]], [[alone.id, alone.family, "4", "improving"]])
        func isRead(by reader: Athlete, _ expected: [[String?]]) throws {
            try asApp(connection, reader) {
                let found = try connection.rows(sql)
                #expect(found == expected)
            }
        }
        try isRead(by: alone, own)
        try isRead(by: parent, [])
        try isRead(by: Athlete(), [])
        try connection.run(
            "insert into public.family_members (family_unit_id, user_id, role) values ($1, $2, 'player')",
            [alone.family, alone.id])
        try isRead(by: alone, familys)
        try isRead(by: parent, familys)
        try isRead(by: Athlete(), [])
        try expectNoDifference(connection)
    }

    @Test func theRegistryIsABaseTableToo() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        for day in 1...6 { try athlete.insert(connection, "velocity", "8\(day)", "2026-05-0\(day)") }
        try connection.run("update scorebook.metric_types set lower_is_better = true where key = 'velocity'")
        #expect(try connection.value("select trend from public.metric_trends") == "declining")
        try connection.run("delete from scorebook.metric_types where key = 'velocity'")
        #expect(try connection.rows("select trend, label from public.metric_trends") == [["improving", "Velocity"]])
        try expectNoDifference(connection)
    }

    @Test func `A measurement is the athlete's to change where the athlete typed it in`() throws {
        let connection = try Scratch.cases()
        let (athlete, other) = (Athlete(), Athlete())
        try connection.run("begin")
        for (one, sources) in [(athlete, ["manual", "healthkit"]), (other, ["manual"])] {
            try one.join(connection)
            for source in sources {
                try one.measure(connection, "weight", "60", "2026-05-01T09:00Z", "UTC", source: source)
            }
        }
        try athlete.become(connection)
        let insert = """
            insert into public.body_measurements (user_id, kind, value, unit, measured_at, local_day, source)
            values ($1, $2, 61, case $2 when 'weight' then 'kg' else 'cm' end, '2026-05-02', '2026-05-02', $3)
            """
        try connection.run(insert, [athlete.id, "weight", "manual"])
        for refused in [
            [other.id, "weight", "manual"], [athlete.id, "weight", "healthkit"], [athlete.id, "waist", "manual"],
        ] {
            try connection.run("savepoint attempt")
            let error = #expect(throws: DatabaseError.self, "\(refused)") { try connection.run(insert, refused) }
            #expect(error?.sqlstate == "42501")
            try connection.run("rollback to attempt")
        }
        for write in ["update public.body_measurements set value = 62", "delete from public.body_measurements"] {
            #expect(try connection.rows("\(write) returning source") == [["manual"], ["manual"]])
        }
        try connection.run("reset role")
        let left = "select user_id, source, value from public.body_measurements order by source"
        #expect(try connection.rows(left) == [[athlete.id, "healthkit", "60"], [other.id, "manual", "60"]])
        try connection.run("rollback")
    }

    private func trends(_ connection: Connection) throws -> [Trend] {
        try connection.rows("select metric_type, record_count, family_unit_id from public.metric_trends order by 1")
            .map { Trend(type: text($0[0]), count: text($0[1]), family: text($0[2])) }
    }
}

/// Runs the body as the app on behalf of the athlete, which sees its summaries at once, and commits.
func asApp(_ connection: Connection, _ athlete: Athlete, _ body: () throws -> Void) throws {
    try connection.run("begin; set constraints all immediate")
    try athlete.become(connection)
    try body()
    try connection.run("commit")
}

/// Every stored summary equals its SELECT.
func expectNoDifference(_ connection: Connection, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let differences = try Summaries.load(Scratch.pipelines).verify(connection)
    #expect(!differences.isEmpty && differences.allSatisfy(\.isNone), "\(differences)", sourceLocation: sourceLocation)
}
