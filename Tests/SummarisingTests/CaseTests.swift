import Foundation
import Postgres
import Testing

/// The figures of the screens, case by case, as the app's select reads them: role authenticated, under row-level security.
@Suite struct CaseTests {
    @Test(arguments: SummaryCase.group("TREND"))
    func trends(_ one: SummaryCase) throws {
        try asApp(now: "2026-06-01T12:00:00Z") { connection, athlete in
            try athlete.insert(connection, one)
            let rows = try connection.rows(
                """
                select metric_type, record_count, min_value, max_value, average, unit, trend
                from public.metric_trends where user_id = $1 order by metric_type
                """, [athlete.id])
            let names = ["metric_type", "count", "min", "max", "average", "unit", "trend"]
            let expected = (one.expected as? [[String: Any]] ?? []).sorted {
                text($0["metric_type"]) < text($1["metric_type"])
            }
            #expect(rows.count == expected.count)
            for (row, wanted) in zip(rows, expected) {
                for (name, value) in zip(names, row) { #expect(same(value, wanted[name]), "\(name)") }
            }
        }
    }

    @Test(arguments: SummaryCase.group("LATEST"))
    func latest(_ one: SummaryCase) throws {
        try asApp(now: "2026-06-01T12:00:00Z") { connection, athlete in
            try athlete.insert(connection, one)
            let isVerifiedOnly = one.input["verified_only"] as? Bool ?? false
            let sql =
                isVerifiedOnly
                ? """
                select metric_type, latest_value, latest_date, latest_verified from public.timeline_stats
                where user_id = $1 and range_preset = 'all_time' and verified_only
                """
                : """
                select metric_type, value, recorded_date, verified from public.metric_history
                where user_id = $1 and type_rank = 1
                """
            let rows = try connection.rows(sql, [athlete.id])
            let expected = one.expected as? [String: [String: Any]] ?? [:]
            #expect(rows.count == expected.count)
            for row in rows {
                let wanted = expected[text(row[0])] ?? [:]
                #expect(same(row[1], wanted["value"]))
                #expect(same(row[2], wanted["recorded_date"]))
                #expect((row[3] == "t") == (wanted["verified"] as? Bool))
            }
        }
    }

    @Test(arguments: SummaryCase.group("RADAR"))
    func radar(_ one: SummaryCase) throws {
        try asApp(now: "2026-06-01T12:00:00Z") { connection, athlete in
            let day = "2026-05-20"
            for (type, value) in one.input["latest"] as? [String: Any] ?? [:] {
                try athlete.insert(connection, type, "\(value)", day)
            }
            let rows = try connection.rows(
                """
                select radar_label, radar_value from public.timeline_stats
                where user_id = $1 and range_preset = 'last_3_months' and not verified_only and radar_order is not null
                order by radar_order
                """, [athlete.id])
            let expected = one.expected as? [String: [Any]] ?? [:]
            let labels = expected["labels"] ?? []
            #expect(rows.count == labels.count)
            for (index, row) in rows.enumerated() where index < labels.count {
                #expect(same(row[0], labels[index]))
                #expect(same(row[1], expected["data"]?[index]))
            }
        }
    }

    @Test(arguments: SummaryCase.group("PRESET"))
    func presets(_ one: SummaryCase) throws {
        let now = one.input["now_utc"] as? String ?? "2026-06-01T12:00:00Z"
        try asApp(now: now, zone: one.input["time_zone"] as? String ?? "UTC") { connection, athlete in
            if let days = one.input["recorded_dates"] as? [String] {
                for day in days { try athlete.insert(connection, "velocity", "80", day) }
                let range = [athlete.id, text(one.input["startDate"]), text(one.input["endDate"])]
                let sql = "select record_count, first_date, latest_date from public.metric_stats($1, $2, $3)"
                let row = try connection.rows(sql, range).first
                let expected = one.expected as? [String] ?? []
                #expect(row == ["\(expected.count)", expected.first, expected.last])
                return
            }
            let expected = one.expected as? [String: Any] ?? [:]
            let range = [text(expected["startDate"]), text(expected["endDate"])]
            if expected["error"] != nil {
                let error = #expect(throws: DatabaseError.self) {
                    try connection.rows("select * from public.metric_stats($1, $2, $3)", [athlete.id] + range)
                }
                #expect(error?.sqlstate == "22023")
                return
            }
            try athlete.insert(connection, "velocity", "80", text(one.input["local_today"]))
            let sql = """
                select start_date, end_date from public.timeline_stats
                where user_id = $1 and range_preset = $2 and not verified_only
                """
            #expect(try connection.rows(sql, [athlete.id, text(one.input["preset"])]) == [range])
        }
    }

    @Test(arguments: SummaryCase.group("CATEGORY"))
    func categories(_ one: SummaryCase) throws {
        try asApp(now: "2026-06-01T12:00:00Z") { connection, athlete in
            for type in one.input["types"] as? [String] ?? [] {
                try athlete.insert(connection, type, "1", "2026-05-20")
            }
            let rows = try connection.rows(
                """
                select category, array_to_string(array_agg(metric_type order by radar_order), ',')
                from public.timeline_stats
                where user_id = $1 and range_preset = 'all_time' and not verified_only and category is not null
                group by category
                """, [athlete.id])
            let expected = one.expected as? [String: [String]] ?? [:]
            let found = Dictionary(uniqueKeysWithValues: rows.map { (text($0[0]), text($0[1])) })
            #expect(found == expected.mapValues { $0.joined(separator: ",") })
        }
    }

    /// The case's figures are as printed: average and change with one decimal. Its trend is the card's `chart_trend`.
    @Test(arguments: SummaryCase.group("CHARTSTATS"))
    func chartStatistics(_ one: SummaryCase) throws {
        try asApp(now: "2026-01-20T12:00:00Z") { connection, athlete in
            try athlete.insert(connection, one)
            let rows = try connection.rows(
                """
                select metric_type, round(round(average, 2), 1), max_value, min_value, round(percent_change, 1), chart_trend
                from public.timeline_stats
                where user_id = $1 and range_preset = 'last_30_days' and not verified_only
                """, [athlete.id])
            let expected = one.expected as? [String: Any] ?? [:]
            let byType = expected["by_type"] as? [String: [String: Any]]
            #expect(rows.count == byType?.count ?? 1)
            for row in rows {
                let wanted = byType.map { $0[text(row[0])] ?? [:] } ?? expected
                for (name, value) in zip(["average", "maximum", "minimum", "percentChange", "trend"], row.dropFirst())
                where wanted[name] != nil {
                    #expect(same(value, wanted[name]), "\(name)")
                }
            }
        }
    }

    @Test(arguments: SummaryCase.group("PERIOD30"))
    func periods(_ one: SummaryCase) throws {
        try asApp(now: one.input["now"] as? String ?? "") { connection, athlete in
            try athlete.insert(connection, one)
            let rows = try connection.rows(
                """
                select current_average, previous_average, change, change_percent from public.period_comparison
                where user_id = $1 and not verified_only
                """, [athlete.id])
            #expect(rows.count == 1)
            let expected = one.expected as? [String: Any] ?? [:]
            for (name, value) in zip(["currentPeriod", "previousPeriod", "change", "changePercent"], rows.first ?? []) {
                #expect(same(value, expected[name]), "\(name)")
            }
        }
    }

    @Test(arguments: SummaryCase.group("FORMAT"))
    func formats(_ one: SummaryCase) throws {
        try asApp(now: "2026-06-01T12:00:00Z") { connection, athlete in
            if let name = one.input["name"] as? String {
                #expect(try connection.value("select public.metric_key($1)", [name]) == one.expected as? String)
                return
            }
            let input = "($1::jsonb -> $2::integer -> 'input')"
            let asked = [one.text, "\(one.index)"]
            let shown = "select public.display_value(\(input) ->> 'metric_type', (\(input) ->> 'value')::numeric)"
            #expect(try connection.value(shown, asked) == one.expected as? String)
            let value = try connection.value("select \(input) ->> 'value'", asked)
            try athlete.insert(connection, text(one.input["metric_type"]), value, "2026-05-20")
            let kept = "select display_value from public.metric_history where user_id = $1"
            #expect(try connection.value(kept, [athlete.id]) == one.expected as? String)
        }
    }

    /// The case states the rule; the rows are ours.
    @Test(arguments: SummaryCase.group("TOPMETRICS"))
    func topMetrics(_ one: SummaryCase) throws {
        #expect((one.expected as? [String: Any])?["rule"] != nil)
        try asApp(now: "2026-06-01T12:00:00Z") { connection, athlete in
            for (type, value, day) in [
                ("velocity", "80", "2026-05-01"), ("velocity", "82", "2026-05-09"), ("era", "3", "2026-05-09"),
                ("sixty_time", "7", "2026-05-10"), ("pop_time", "2", "2026-04-01"), ("whip", "1", "2026-05-09"),
            ] { try athlete.insert(connection, type, value, day) }
            try connection.run(
                "update public.performance_metrics set is_primary = true where user_id = $1 and metric_type = 'pop_time'",
                [athlete.id])
            let rows = try connection.rows(
                "select rank, metric_type, display_value from public.top_metrics where athlete_id = $1 order by rank",
                [athlete.id])
            #expect(rows == [["1", "pop_time", "2.00"], ["2", "sixty_time", "7.00"], ["3", "velocity", "82.0"]])
        }
    }

    @Test(arguments: SummaryCase.group("UPCOMING"))
    func upcoming(_ one: SummaryCase) throws {
        let zone = one.input["time_zone"] as? String ?? "America/New_York"
        try asApp(now: one.input["now_utc"] as? String ?? "", zone: zone) { connection, athlete in
            try connection.run("reset role")
            for (index, event) in (one.input["events"] as? [[String: Any]] ?? []).enumerated() {
                try connection.run(
                    """
                    insert into public.events (type, name, start_date, user_id, family_unit_id, created_at)
                    values ('showcase', $1, $2::text::date, $3, $4, timestamptz '2026-01-01' + $5::text::integer * interval '1 s')
                    """, [text(event["id"]), text(event["start_date"]), athlete.id, athlete.family, "\(index)"])
            }
            try athlete.become(connection)
            let sql = "select name from public.upcoming_events where athlete_id = $1 order by rank"
            #expect(try connection.rows(sql, [athlete.id]).map { text($0[0]) } == one.expected as? [String])
        }
    }
}

/// A column's text against a value of the case; numbers within 1e-9.
func same(_ column: String?, _ value: Any?) -> Bool {
    guard let value, !(value is NSNull) else { return column == nil }
    guard let column else { return false }
    if let number = value as? NSNumber {
        return Double(column).map { abs($0 - number.doubleValue) <= 1e-9 } ?? false
    }
    return column == value as? String
}

func text(_ value: Any?) -> String { value as? String ?? "" }
