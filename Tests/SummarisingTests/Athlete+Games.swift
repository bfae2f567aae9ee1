import Foundation
import Postgres

extension Athlete {
    /// Games as a case writes them: scores, `side1` and `side2` by name ("me" is the athlete), `rallies`.
    func play(_ connection: Connection, _ games: [[String: Any]]) throws {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: games), as: UTF8.self)
        try connection.run(
            """
            insert into public.pickleball_games
                (id, user_id, game_type, scoring_type, team_size, my_side, side1_score, side2_score, is_completed,
                    completed_at, played_on, duration_s, total_rallies, rallies_are_true, target_score, win_by,
                    score_cap, stated_winner, stated_difference, event, set_no, game_no, created_at)
            select extensions.uuid_generate_v5($2::uuid, coalesce(g.id, g.number::text)), $2::uuid, g.game_type,
                case g.scoring_type when 'sideOut' then 'side_out' else g.scoring_type end, g.team_size, coalesce(g.my_side, 1), g.side1_score, g.side2_score,
                coalesce(g.is_completed, true),
                coalesce(g.completed_at, case when g.played_on is null then '2026-06-01T16:00:00Z' end)::timestamptz,
                g.played_on, g.duration_s, g.total_rallies, coalesce(g.rallies_are_true, g.rallies is not null),
                g.target_score, g.win_by, g.score_cap, g.stated_winner, g.stated_difference, g.event, g.set_no, g.game_no,
                timestamptz '2026-06-05 00:00Z' + g.number * interval '1 microsecond'
            from (
                select row_number() over () as number, r.*
                from pg_catalog.jsonb_to_recordset($1::jsonb) as r (
                    id text, game_type text, scoring_type text, team_size smallint, my_side smallint,
                    side1_score smallint, side2_score smallint, is_completed boolean, completed_at text, played_on date,
                    duration_s numeric, total_rallies integer, rallies_are_true boolean, rallies jsonb,
                    target_score smallint, win_by smallint, score_cap smallint, stated_winner smallint,
                    stated_difference smallint, event text,
                    set_no smallint, game_no smallint)
            ) as g
            """, [json, id])
        try connection.run(
            """
            insert into public.pickleball_players (id, user_id, name, is_self)
            select distinct extensions.uuid_generate_v5($2::uuid, 'player ' || p.name), $2::uuid, p.name, p.name = 'me'
            from pg_catalog.jsonb_to_recordset($1::jsonb) as g (side1 jsonb, side2 jsonb),
                pg_catalog.jsonb_array_elements_text(
                    coalesce(g.side1, '[]') || coalesce(g.side2, '[]')) as p (name)
            on conflict do nothing
            """, [json, id])
        try connection.run(
            """
            insert into public.pickleball_game_players (user_id, game_id, player_id, side)
            select $2::uuid, extensions.uuid_generate_v5($2::uuid, g.id),
                extensions.uuid_generate_v5($2::uuid, 'player ' || p.name), s.side
            from pg_catalog.jsonb_to_recordset($1::jsonb) as g (id text, side1 jsonb, side2 jsonb),
                lateral (values (1, g.side1), (2, g.side2)) as s (side, names),
                pg_catalog.jsonb_array_elements_text(coalesce(s.names, '[]')) as p (name)
            """, [json, id])
        try connection.run(
            """
            insert into public.pickleball_rallies
                (user_id, game_id, rally_no, serving_side, server_number, winning_side, shots, ended_by)
            select $2::uuid, extensions.uuid_generate_v5($2::uuid, coalesce(g.id, g.number::text)), r.rally_no,
                r.serving_side, r.server_number, r.winning_side, r.shots, r.ended_by
            from (
                select row_number() over () as number, r.*
                from pg_catalog.jsonb_to_recordset($1::jsonb) as r (id text, rallies jsonb)
            ) as g,
                pg_catalog.jsonb_to_recordset(coalesce(g.rallies, '[]')) as r (
                    rally_no integer, serving_side smallint, server_number smallint, winning_side smallint,
                    shots smallint, ended_by text)
            """, [json, id])
    }

    /// Games of one a day, oldest first, the last on 1 June 2026, ending by these differences.
    func play(_ connection: Connection, differences: [Int]) throws {
        try play(
            connection,
            differences.enumerated().map { index, difference in
                [
                    "played_on": day(differences.count - 1 - index, before: "2026-06-01"),
                    "side1_score": difference < 0 ? 11 + difference : 11,
                    "side2_score": difference < 0 ? 11 : 11 - difference,
                ]
            })
    }

    /// The id of a game or player of `play`.
    func idOf(_ connection: Connection, _ name: String) throws -> String? {
        try connection.value("select extensions.uuid_generate_v5($1::uuid, $2)", [id, name])
    }
}

/// `2026-05-31` is one day before `2026-06-01`.
func day(_ days: Int, before last: String) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard let end = try? style.parse(last), let day = calendar.date(byAdding: .day, value: -days, to: end) else {
        return last
    }
    return style.format(day)
}
