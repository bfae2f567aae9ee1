import Foundation
import Postgres
import Testing

/// The figures of the Statistics screen, case by case, as the owner's select reads them.
@Suite struct GameCaseTests {
    private func games(_ one: SummaryCase) -> [[String: Any]] { one.input["games"] as? [[String: Any]] ?? [] }

    private func expected(_ one: SummaryCase) -> [String: Any] { one.expected as? [String: Any] ?? [:] }

    /// One row of columns against the case's values of the same names.
    private func expect(
        _ connection: Connection, _ sql: String, _ parameters: [String?], _ wanted: [(String, Any?)],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let rows = try connection.rows(sql, parameters)
        #expect(rows.count == 1, sourceLocation: sourceLocation)
        for ((name, value), column) in zip(wanted, rows.first ?? []) {
            #expect(same(column, value), "\(name): \(column ?? "null")", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: SummaryCase.group("PBWIN")) func winRate(_ one: SummaryCase) throws {
        let names = ["games", "wins", "losses", "ties", "win_rate"]
        let wanted = names.map { ($0, expected(one)[$0]) }
        try asApp(given: { try $1.play($0, games(one)) }) { connection, athlete in
            let list = names.joined(separator: ", ")
            try expect(connection, "select \(list) from public.game_stats($1)", [athlete.id], wanted)
            guard expected(one)["games"] as? Int != 0 else { return }
            for window in ["all", "30d"] {
                let sql =
                    "select \(list) from public.pickleball_results where user_id = $1 and game_type = 'all' and date_window = $2"
                try expect(connection, sql, [athlete.id, window], wanted)
            }
        }
    }

    /// Who won, by how much and how many points were scored say the score; rallies without a point are another count.
    @Test(
        arguments: [
            ([18, 1, 4, false], ["11", "7", "true", "win"]), ([18, 2, 4, false], ["7", "11", "true", "loss"]),
            ([16, 0, 0, false], ["8", "8", "true", "tie"]), ([17, 1, 4, false], [nil, nil, "false", "win"]),
            ([3, 1, 4, false], [nil, nil, "false", "win"]), ([18, 1, 4, true], [nil, nil, "false", "win"]),
            ([nil, 1, 4, false], [nil, nil, "false", "win"]),
        ] as [([(any Sendable)?], [String?])])
    func scoresOfPoints(_ given: [(any Sendable)?], _ expected: [String?]) throws {
        let names = ["total_rallies", "stated_winner", "stated_difference", "rallies_are_true"]
        var game: [String: Any] = ["side1_score": NSNull(), "side2_score": NSNull()]
        for (name, value) in zip(names, given) { game[name] = value ?? NSNull() }
        try asApp(given: { try $1.play($0, [game]) }) { connection, athlete in
            let rows = try connection.rows(
                """
                select my_score, opp_score, scores_are_derived::text, result
                from public.pickleball_game_facts where user_id = $1
                """, [athlete.id])
            #expect(rows == [expected])
        }
    }

    /// Time was up at 8-8; at 0-0 nothing was played.
    @Test(arguments: [(8, "1"), (0, "0")]) func anEvenScoreOfACompletedGameIsATie(_ score: Int, _ even: String) throws {
        let game: [String: Any] = [
            "side1_score": score, "side2_score": score, "target_score": 11, "win_by": 2, "is_completed": true,
        ]
        try asApp(given: { try $1.play($0, [game]) }) { connection, athlete in
            let rows = try connection.rows("select games, ties from public.game_stats($1)", [athlete.id])
            #expect(rows == [[even, even]])
        }
    }

    @Test(arguments: SummaryCase.group("PBDIFF")) func differences(_ one: SummaryCase) throws {
        try asApp(given: { try $1.play($0, games(one)) }) { connection, athlete in
            let wanted = [("games", "games"), ("avg", "avg_point_diff"), ("median", "median_point_diff")]
            let list = wanted.map(\.1).joined(separator: ", ")
            try expect(
                connection, "select \(list) from public.game_stats($1)", [athlete.id],
                wanted.map { ($0.0, expected(one)[$0.0]) })
            let rows = try connection.rows(
                """
                select point_diff, games from public.pickleball_diff_distribution
                where user_id = $1 and game_type = 'all'
                """, [athlete.id])
            let found = Dictionary(uniqueKeysWithValues: rows.map { (text($0[0]), Int(text($0[1]))) })
            #expect(found == expected(one)["distribution"] as? [String: Int])
        }
    }

    @Test(arguments: SummaryCase.group("PBPERIOD")) func periods(_ one: SummaryCase) throws {
        let zone = text(one.input["time_zone"])
        try asApp(zone: zone, given: { try $1.play($0, games(one)) }) { connection, athlete in
            let rows = try connection.rows(
                """
                select period_start, games from public.pickleball_periods
                where user_id = $1 and game_type = 'all' and period = $2
                """, [athlete.id, text(one.input["unit"])])
            let found = Dictionary(uniqueKeysWithValues: rows.map { (text($0[0]), Int(text($0[1]))) })
            #expect(found == one.expected as? [String: Int])
        }
    }

    @Test(arguments: SummaryCase.group("PBDUR")) func durations(_ one: SummaryCase) throws {
        let games = (one.input["duration_s"] as? [Any] ?? []).map { ["duration_s": $0] }
        try asApp(given: { try $1.play($0, games) }) { connection, athlete in
            let names = ["avg_duration_s", "games_with_duration"]
            let sql = "select \(names.joined(separator: ", ")) from public.game_stats($1)"
            try expect(connection, sql, [athlete.id], names.map { ($0, expected(one)[$0]) })
        }
    }

    @Test(arguments: SummaryCase.group("PBTREND")) func trends(_ one: SummaryCase) throws {
        let last = text(one.input["end_day"])
        var games = self.games(one)
        for day in one.input["results"] as? [[String: Any]] ?? [] {
            for number in 1...(day["g"] as? Int ?? 1) {
                let isWin = number <= day["w"] as? Int ?? 0
                games.append([
                    "played_on": text(day["day"]), "side1_score": isWin ? 11 : 4, "side2_score": isWin ? 4 : 11,
                ])
            }
        }
        let zone = one.input["time_zone"] as? String ?? "UTC"
        try asApp(now: "\(last)T18:00:00Z", zone: zone, given: { try $1.play($0, games) }) { connection, athlete in
            guard let days = one.expected as? [[String: Any]] else {
                let names = ["games", "wins", "win_rate"]
                let sql = """
                    select \(names.joined(separator: ", ")) from public.pickleball_results
                    where user_id = $1 and game_type = 'all' and date_window = '7d'
                    """
                return try expect(connection, sql, [athlete.id], names.map { ($0, expected(one)[$0]) })
            }
            let rows = try connection.rows(
                "select day, games, win_rate, avg_diff from public.game_trend($1, $2, $3)",
                [athlete.id, last, "\(days.count)"])
            #expect(rows.count == days.count)
            for (row, day) in zip(rows, days) {
                for (name, column) in zip(["day", "games", "win_rate", "avg_diff"], row) {
                    #expect(same(column, day[name]), "\(name)")
                }
            }
            let points = try connection.rows(
                """
                select day, games, win_rate, avg_point_diff from public.pickleball_trends
                where user_id = $1 and game_type = 'all' and date_window = '7d' order by day
                """, [athlete.id])
            #expect(games.isEmpty ? points.isEmpty : points.suffix(min(rows.count, 7)) == rows.suffix(7))
        }
    }

    @Test(arguments: SummaryCase.group("PBROLL")) func rolling(_ one: SummaryCase) throws {
        let differences = one.input["diffs_oldest_first"] as? [Int] ?? []
        try asApp(given: { try $1.play($0, differences: differences) }) { connection, athlete in
            let rows = try connection.rows(
                "select rolling_diff from public.game_rolling_diff($1, $2) order by game_number",
                [athlete.id, "\(one.input["window"] ?? 10)"])
            let rolling = expected(one)["rolling"] as? [Any] ?? []
            #expect(rows.count == rolling.count)
            for (row, wanted) in zip(rows, rolling) { #expect(same(row[0], wanted)) }
            let ten = try connection.rows(
                """
                select rolling10_diff from public.pickleball_rolling_diff
                where user_id = $1 and game_type = 'all' order by local_day
                """, [athlete.id])
            let running = differences.indices.map { last in
                let latest = differences[max(0, last - 9)...last]
                return Double(latest.reduce(0, +)) / Double(latest.count)
            }
            #expect(zip(ten, running).allSatisfy { abs((Double(text($0[0])) ?? 99) - $1) < 0.0001 })
        }
    }

    @Test(arguments: SummaryCase.group("PBSTREAK")) func streaks(_ one: SummaryCase) throws {
        let results = one.input["results_oldest_first"] as? [String] ?? []
        let differences = results.map { ["W": 5, "L": -5][$0] ?? 0 }
        let inRange = one.input["in_range"] as? [Bool]
        let start = inRange?.firstIndex(of: true).map { day(results.count - 1 - $0, before: "2026-06-01") }
        try asApp(given: { try $1.play($0, differences: differences) }) { connection, athlete in
            let names = ["current_win_streak", "longest_win_streak"]
            let (list, wanted) = (names.joined(separator: ", "), names.map { ($0, expected(one)[$0]) })
            let filters = start.map { "{\"range_start\": \"\($0)\"}" } ?? "{}"
            for function in ["game_streaks", "game_stats"] {
                let sql = "select \(list) from public.\(function)($1, $2)"
                try expect(connection, sql, [athlete.id, filters], wanted)
            }
            guard start == nil, !results.isEmpty else { return }
            let sql = "select \(list) from public.pickleball_streaks where user_id = $1 and game_type = 'all'"
            try expect(connection, sql, [athlete.id], wanted)
        }
    }

    @Test(arguments: SummaryCase.group("PBSERVEV03")) func approximation(_ one: SummaryCase) throws {
        let games = (one.input["scores"] as? [[Int]] ?? []).map { ["side1_score": $0[0], "side2_score": $0[1]] }
        try asApp(given: { try $1.play($0, games) }) { connection, athlete in
            let sql = "select serve_points_v03, points_won_on_serve_v03, serve_win_pct_v03 from public.game_stats($1)"
            let names = ["total_serve_points", "points_won_on_serve", "rate"]
            try expect(connection, sql, [athlete.id], names.map { ($0, expected(one)[$0]) })
        }
    }

    @Test(arguments: SummaryCase.group("PBRANK")) func relevance(_ one: SummaryCase) throws {
        try asApp(given: { _, _ in }) { connection, _ in
            let score = try connection.value(
                """
                select public.relevance_score(
                    array(select pg_catalog.jsonb_array_elements_text(i -> 'games_age_days')::numeric),
                    (i ->> 'stddev')::numeric, (i ->> 'scale')::numeric,
                    array(select pg_catalog.jsonb_array_elements_text(i -> 'taps_age_days')::numeric))
                from (select $1::jsonb -> $2::integer -> 'input' as i) as one
                """, [one.text, "\(one.index)"])
            #expect(same(score, expected(one)["score"]))
        }
    }

    @Test(arguments: SummaryCase.group("PBFILTER")) func filters(_ one: SummaryCase) throws {
        let games = self.games(one).map { game in game.merging(["id": "\(game["id"] ?? "")"]) { $1 } }
        try asApp(given: { try $1.play($0, games) }) { connection, athlete in
            for (filter, ids) in expected(one) {
                var people: [String: String] = [:]
                for part in filter.split(separator: "&") {
                    let sides = part.split(separator: "=").map(String.init)
                    people[sides[0]] = try athlete.idOf(connection, "player \(sides[1])")
                }
                let filters = String(decoding: try JSONSerialization.data(withJSONObject: people), as: UTF8.self)
                let parameters = [athlete.id, filters]
                let rows = try connection.rows("select game_id from public.games_within($1, $2)", parameters)
                let wanted = try (ids as? [Int] ?? []).map { try athlete.idOf(connection, "\($0)") }
                #expect(Set(rows.map { $0[0] }) == Set(wanted), "\(filter)")
                let counted = "select games from public.game_stats($1, $2)"
                #expect(try connection.value(counted, parameters) == "\(wanted.count)", "\(filter)")
            }
        }
    }

    @Test(arguments: SummaryCase.group("PBDEEPLINK")) func deepLink(_ one: SummaryCase) throws {
        let game = one.input["game"] as? [String: Any] ?? [:]
        let zone = text(one.input["time_zone"])
        try asApp(zone: zone, given: { try $1.play($0, [game]) }) { connection, athlete in
            let names = ["detail", "game_type", "start_date", "end_date", "partners", "opponents"]
            let wanted = names.map { name in
                let value = expected(one)[name]
                return (name, (value as? [String]).map { "{\($0.joined(separator: ","))}" } ?? value)
            }
            let sql = "select \(names.joined(separator: ", ")) from public.game_filters($1)"
            try expect(connection, sql, [athlete.idOf(connection, text(game["id"]))], wanted)
        }
    }
}
