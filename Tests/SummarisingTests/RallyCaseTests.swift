import Foundation
import Postgres
import Testing

/// What rallies tell of the serve, as the owner's select reads it. That a game's rallies can have been played is tested
/// where they are loaded.
@Suite struct RallyCaseTests {
    /// Columns of `game_stats` by the names that cases give them.
    private static let columns = [
        "serve_rallies": "serve_rallies", "serve_rallies_won": "serve_rallies_won", "serve_win_pct": "serve_win_pct",
        "avg_shots_on_serve": "avg_shots_on_serve", "completed_service_turns": "service_turns",
        "scoreless_side_outs": "scoreless_side_outs", "side_out_rate": "side_out_rate",
        "est_serve_win_pct": "est_serve_win_pct", "side1_serve_win_pct": "serve_win_pct",
    ]

    @Test(arguments: SummaryCase.group("PBRALLY").filter { !isRefused($0) }) func rallies(_ one: SummaryCase) throws {
        try asApp(given: { try $1.play($0, [game(one)]) }) { connection, athlete in
            for (name, value) in one.expected as? [String: Any] ?? [:] {
                if let column = Self.columns[name] {
                    let found = try connection.value("select \(column) from public.game_stats($1)", [athlete.id])
                    #expect(same(found, value), "\(name): \(found ?? "null")")
                } else if name == "true_rallies" {
                    let sql = "select true_rallies from public.pickleball_game_facts where user_id = $1"
                    #expect(same(try connection.value(sql, [athlete.id]), value))
                } else if name.hasSuffix("_score"), one.input["scoring_type"] as? String == "sideOut" {
                    let sql =
                        "select sum(points) from public.pickleball_service_turns where user_id = $1 and serving_side = $2"
                    let side = name.hasPrefix("side1") ? "1" : "2"
                    #expect(same(try connection.value(sql, [athlete.id, side]), value), "\(name)")
                } else if name == "side2_serve_win_pct" {
                    let sql = """
                        select round(sum(points)::numeric / sum(rallies), 4) from public.pickleball_service_turns
                        where user_id = $1 and not is_mine
                        """
                    #expect(same(try connection.value(sql, [athlete.id]), value))
                }
            }
        }
    }

    @Test func whatNobodyRecordedEndsATurnThatIsNotWhole() throws {
        let seen = [(1, 1, 1), (2, 1, 2), (5, 1, 2), (6, 2, 2), (8, 2, 1), (9, 1, 1)]
        let rallies = seen.map { ["rally_no": $0.0, "serving_side": $0.1, "winning_side": $0.2, "shots": 3] }
        try asApp(given: { try $1.play($0, [["rallies": rallies, "rallies_are_true": false]]) }) {
            connection, athlete in
            let turns = try connection.rows(
                """
                select turn_no, serving_side, rallies, points, ended_by_side_out, is_whole
                from public.pickleball_service_turns where user_id = $1 order by turn_no
                """, [athlete.id])
            #expect(
                turns == [
                    ["1", "1", "2", "1", "f", "t"], ["2", "1", "1", "0", "t", "f"], ["3", "2", "1", "1", "f", "t"],
                    ["4", "2", "1", "0", "t", "f"], ["5", "1", "1", "1", "f", "t"],
                ])
            let sql = "select service_turns, side_out_rate, avg_seconds_per_rally from public.game_stats($1)"
            #expect(try connection.rows(sql, [athlete.id]) == [["0", nil, nil]])
        }
    }

    @Test func endingsByKindAndWinner() throws {
        let endings: [(String?, Int)] = [
            ("winner", 1), ("Winner", 2), ("out", 1), ("let cord", 1), (nil, 2), ("kitchen", 2),
        ]
        let rallies = endings.enumerated().map { number, ending in
            ["rally_no": number + 1, "serving_side": 1, "winning_side": ending.1, "ended_by": ending.0 as Any]
        }
        try asApp(given: { try $1.play($0, [["rallies": rallies, "game_type": "social"]]) }) { connection, athlete in
            let rows = try connection.rows(
                """
                select ended_by, rallies, won, lost from public.pickleball_rally_endings
                where user_id = $1 and game_type = 'social' and rallies > 0 order by sort_order
                """, [athlete.id])
            #expect(
                rows == [
                    ["winner", "2", "1", "1"], ["kitchen", "1", "0", "1"], ["out", "1", "1", "0"],
                    ["unknown", "2", "1", "1"],
                ])
        }
    }

    /// The game of a case: its rallies, those without a server served by who won the one before; or totals alone.
    private func game(_ one: SummaryCase) -> [String: Any] {
        var game = one.input
        guard var rallies = game["rallies"] as? [[String: Any]] else {
            game["side1_score"] = game["my_points"]
            game["side2_score"] = game["opp_points"]
            game["total_rallies"] = game["true_rallies"]
            game["rallies_are_true"] = true
            return game
        }
        var server = game["first_server_side"] as? Int ?? 1
        for index in rallies.indices {
            rallies[index]["serving_side"] = rallies[index]["serving_side"] ?? server
            server = rallies[index]["winning_side"] as? Int ?? server
        }
        game["rallies"] = rallies
        return game
    }

    private static func isRefused(_ one: SummaryCase) -> Bool { (one.expected as? [String: Any])?["error"] != nil }
}
