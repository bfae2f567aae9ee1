import Postgres
import Testing

/// Figures of a metric are of one unit, whatever units the app's rows have, and its trend says what the register knows.
@Suite struct MetricUnitTests {
    private func trends(_ connection: Connection) throws -> [[String?]] {
        try connection.rows(
            "select metric_type, trend, lower_is_better::text, max_value::text, unit from public.metric_trends order by 1"
        )
    }

    @Test func figuresAreOfTheRegistersUnit() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        for day in 1...6 { try athlete.insert(connection, "velocity", day < 4 ? "80" : "128.74752", "2026-05-0\(day)") }
        try connection.run(
            "update public.performance_metrics set unit = case when value = 80 then 'MPH' else 'km/h' end")
        #expect(try trends(connection) == [["velocity", "stable", "false", "80", "mph"]])
        #expect(
            try connection.rows(
                """
                select trend, min_value::text, max_value::text, latest_value::text, latest_unit
                from public.metric_range_stats($1::uuid, array[date '2026-01-01'], array[date '2026-12-31'], array[false])
                """, [athlete.id]) == [["stable", "80", "80", "80", "mph"]])
        // A unit of another kind is left as it is.
        try connection.run("update public.performance_metrics set unit = 'furlongs' where value = 80")
        #expect(try connection.value("select min_value::text from public.metric_trends") == "80")
    }

    @Test func anUnregisteredMetricHasTheUnitOfItsNewestRecord() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        for (day, value, unit) in [(1, "100", "kg"), (2, "100", "kg"), (3, "30", "reps"), (4, "220.462262185", "lb")] {
            try athlete.insert(connection, "sled_push", value, "2026-05-0\(day)")
            try connection.run(
                "update public.performance_metrics set unit = $1 where recorded_date = $2::date",
                [unit, "2026-05-0\(day)"])
        }
        // Thirty repetitions are no weight.
        let figures = ["3", "220.462262185", "220.462262185", "lb"]
        #expect(
            try connection.rows("select record_count, min_value::text, max_value::text, unit from public.metric_trends")
                == [figures])
        #expect(
            try connection.rows(
                """
                select record_count, min_value::text, max_value::text, latest_unit
                from public.metric_range_stats($1::uuid, array[date '2026-01-01'], array[date '2026-12-31'], array[false])
                """, [athlete.id]) == [figures])
        try connection.run("select pg_catalog.set_config('scorebook.as_of', '2026-05-10T12:00:00Z', false)")
        #expect(
            try connection.rows(
                "select current_count, trim_scale(current_average)::text from public.period_comparison where not verified_only"
            )
                == [["3", "220.462262185"]])
        // Nor are they what the weight is measured in, should they be the newest.
        try connection.run("update public.performance_metrics set recorded_date = '2026-05-05' where unit = 'reps'")
        try athlete.insert(connection, "sled_push", "40", "2026-05-06")
        #expect(
            try connection.rows("select record_count, min_value::text, unit from public.metric_trends") == [
                ["2", "30", "reps"]
            ])
        try expectNoDifference(connection)
    }

    @Test(arguments: [
        ("attack_angle", "rising", nil), ("body_wt", "rising", nil), ("resting_hr", "rising", nil),
        ("time_to_contact", "declining", "true"),
        ("grit", "improving", "false"),
    ])
    func trendsSayWhatIsBetter(_ metric: String, _ trend: String, _ lower: String?) throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        for day in 1...6 { try athlete.insert(connection, metric, "\(day)", "2026-05-0\(day)") }
        #expect(try trends(connection).map { [$0[1], $0[2]] } == [[trend, lower]])
        try connection.run("update public.performance_metrics set value = -value")
        let other = ["rising": "falling", "declining": "improving", "improving": "declining"][trend]
        #expect(try trends(connection).map { $0[1] } == [other])
    }

    /// Beside a metric of which there is too much for one walk back to reach the other.
    @Test func aRareMetricBesideAFrequentOne() throws {
        let connection = try Scratch.database().open()
        let athlete = Athlete()
        try athlete.join(connection)
        try connection.run(
            """
            insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
            select $1::uuid, $2::uuid, 'velocity', n % 7, date '2025-01-01' + n from generate_series(1, 300) as n
            """, [athlete.id, athlete.family])
        for day in 1...3 { try athlete.insert(connection, "era", "\(day)", "2024-05-0\(day)") }
        let records = "select record_count::text from public.metric_trends order by metric_type"
        #expect(try connection.rows(records) == [["3"], ["10"]])
        // Both are touched by one transaction, and each by itself.
        for condition in ["true", "metric_type = 'era'", "metric_type = 'velocity'"] {
            try connection.run("update public.performance_metrics set value = value + 1 where \(condition)")
            #expect(try connection.rows(records) == [["3"], ["10"]])
            try expectNoDifference(connection)
        }
        let most = "select max_value::text from public.metric_trends where metric_type = 'era'"
        #expect(try connection.value(most) == "5")
    }

    @Test(
        arguments: [
            ("100", "km/h", "mph", "62.137119224"), ("1", "lb", "lbs", "1"), ("100", "kg", "lbs", "220.462262185"),
            ("2.54", "m", "in", "100"), ("6.9", "s", "sec", "6.9"), ("80", "mph", nil, "80"), ("80", nil, "mph", "80"),
            ("80", "parsec", "mph", "80"), ("80", "s", "mph", "80"),
        ] as [(String, String?, String?, String)])
    func inUnit(_ value: String, _ unit: String?, _ wanted: String?, is expected: String) throws {
        let connection = try Scratch.database().open()
        #expect(
            try connection.value("select public.in_unit($1::numeric, $2, $3)::text", [value, unit, wanted]) == expected)
    }
}
