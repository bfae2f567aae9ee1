-- summary: pickleball_game_facts
-- title: Each completed game as the athlete played it: result, serve, rallies, partners and opponents
-- kind: stored
-- keys: user_id, game_id
-- owner: user_id
-- by: keys
-- touches public.pickleball_games:
--     select user_id, id as game_id from changed
-- touches public.pickleball_game_players:
--     select user_id, game_id from changed
-- touches public.pickleball_rallies:
--     select user_id, game_id from changed
-- touches public.pickleball_players:
--     select p.user_id, p.game_id
--     from changed as c
--     cross join lateral (
--         select p.user_id, p.game_id from public.pickleball_game_players as p where p.player_id = c.id offset 0
--     ) as p
--     where p.user_id = c.user_id
-- keeps public.pickleball_players: select id, user_id from changed
-- locks public.pickleball_players: select user_id from changed
-- touches public.users:
--     select g.user_id, g.id as game_id
--     from changed as moved
--     join public.pickleball_games as g on g.user_id = moved.id
-- keeps public.users: select c.id from changed as c group by c.id having count(distinct c.timezone) > 1
-- locks public.users: select id from changed
-- touches scorebook.user_zones:
--     select g.user_id, g.id as game_id
--     from public.pickleball_games as g
--     join changed on changed.user_id = g.user_id
-- keeps scorebook.user_zones: select user_id from changed
-- locks scorebook.user_zones: select user_id from changed
--
-- local_day is the day of completed_at where the athlete lives, or the day that the source gives. game_types are the
-- types under which other summaries count the game. true_rallies is null where rallies without a point are not counted.
-- The columns that end in _v03 are an approximation of the app's version 0.3: half of all points, which says nothing of
-- the serve. est_rally_win, est_scoreless_turn and est_rallies are for games without recorded rallies, see game_stats.
--
-- A game is completed where the source says so and its score can end a game of its rules or is even, as when time is up, or
-- the source names a winner.
--
-- Where the source has no scores but who won, by how much and how many points were scored, the scores follow from these, and
-- scores_are_derived. The app's GameSummary is such a source: its totalRallies leaves out rallies without a point.
with players as not materialized (
    select
        gp.user_id,
        gp.game_id,
        gp.side,
        array_agg(gp.player_id order by gp.player_id) filter (where p.is_self is not true) as player_ids,
        (array_agg(gp.team_id order by gp.team_id) filter (where gp.team_id is not null))[1] as team_id
    from public.pickleball_game_players as gp
    left join public.pickleball_players as p on p.id = gp.player_id and p.user_id = gp.user_id
    group by gp.user_id, gp.game_id, gp.side
),

rallies as (
    select
        r.user_id,
        r.game_id,
        g.my_side,
        r.serving_side = g.my_side and r.winning_side is not null as is_serve,
        r.winning_side = g.my_side as is_won,
        r.shots,
        case when lower(r.ended_by) in ('winner', 'kitchen', 'out', 'net', 'fault') then lower(r.ended_by)
            else 'unknown' end as ended_by
    from public.pickleball_rallies as r
    join public.pickleball_games as g on g.id = r.game_id and g.user_id = r.user_id
),

played as (
    select
        r.user_id,
        r.game_id,
        count(*)::integer as rallies,
        count(*) filter (where r.is_serve)::integer as serve_rallies,
        count(*) filter (where r.is_serve and r.is_won)::integer as serve_rallies_won,
        sum(r.shots) filter (where r.is_serve)::integer as serve_shots,
        count(r.shots) filter (where r.is_serve)::integer as serve_rallies_with_shots,
        count(*) filter (where r.ended_by = 'winner')::integer as ended_winner,
        count(*) filter (where r.ended_by = 'winner' and r.is_won)::integer as won_winner,
        count(*) filter (where r.ended_by = 'kitchen')::integer as ended_kitchen,
        count(*) filter (where r.ended_by = 'kitchen' and r.is_won)::integer as won_kitchen,
        count(*) filter (where r.ended_by = 'out')::integer as ended_out,
        count(*) filter (where r.ended_by = 'out' and r.is_won)::integer as won_out,
        count(*) filter (where r.ended_by = 'net')::integer as ended_net,
        count(*) filter (where r.ended_by = 'net' and r.is_won)::integer as won_net,
        count(*) filter (where r.ended_by = 'fault')::integer as ended_fault,
        count(*) filter (where r.ended_by = 'fault' and r.is_won)::integer as won_fault,
        count(*) filter (where r.ended_by = 'unknown')::integer as ended_unknown,
        count(*) filter (where r.ended_by = 'unknown' and r.is_won)::integer as won_unknown
    from rallies as r
    group by r.user_id, r.game_id
),

turns as (
    select
        t.user_id,
        t.game_id,
        count(*) filter (where t.is_mine and t.is_whole and t.ended_by_side_out)::integer as service_turns,
        count(*) filter (where t.is_mine and t.is_whole and t.ended_by_side_out and t.points = 0)::integer
            as scoreless_side_outs
    from public.pickleball_service_turns as t
    group by t.user_id, t.game_id
),

scored as (
    select
        g.*,
        coalesce((g.completed_at at time zone d.timezone)::date, g.played_on) as local_day,
        coalesce(
            case g.my_side when 1 then g.side1_score else g.side2_score end,
            case when p.are_scores_known then (g.total_rallies + g.my_difference) / 2 end
        )::smallint as my_score,
        coalesce(
            case g.my_side when 1 then g.side2_score else g.side1_score end,
            case when p.are_scores_known then (g.total_rallies - g.my_difference) / 2 end
        )::smallint as opp_score,
        p.are_scores_known as scores_are_derived,
        case when g.rallies_are_true then g.total_rallies end as counted_rallies,
        coalesce(g.scoring_type, 'side_out') = 'side_out' as is_side_out
    from public.pickleball_games as g
    join public.local_days as d on d.user_id = g.user_id
    cross join lateral (
        select coalesce(
            g.side1_score is null and g.side2_score is null and not g.rallies_are_true and g.stated_winner is not null
            and g.total_rallies between greatest(1, abs(g.my_difference)) and 1998
            and (g.total_rallies - g.my_difference) % 2 = 0,
            false) as are_scores_known
    ) as p
    where g.is_completed
        and (
            g.stated_winner is not null
            or g.target_score is null
            or g.side1_score is null
            or g.side2_score is null
            or (g.side1_score = g.side2_score and g.side1_score > 0)
            or greatest(g.side1_score, g.side2_score) >= g.score_cap
            or (
                greatest(g.side1_score, g.side2_score) >= g.target_score
                and abs(g.side1_score - g.side2_score) >= coalesce(g.win_by, 1)
            )
        )
),

-- The chance to win a rally, from the score.
estimated as (
    select
        s.*,
        case
            when s.my_score + s.opp_score = 0 then null
            when s.is_side_out then sqrt(s.my_score::numeric) / (sqrt(s.my_score::numeric) + sqrt(s.opp_score::numeric))
            else s.my_score / (s.my_score + s.opp_score)::numeric
        end as rally_win
    from scored as s
)

select
    g.user_id,
    g.id as game_id,
    g.game_type,
    case when g.game_type is null or g.game_type = 'all' then array['all'] else array['all', g.game_type] end
        as game_types,
    g.scoring_type,
    g.team_size,
    nullif(
        concat_ws(
            ', ',
            case g.team_size when 1 then 'singles' when 2 then 'doubles' end,
            case g.scoring_type when 'side_out' then 'side-out scoring' when 'rally' then 'rally scoring' end,
            'to ' || g.target_score,
            'win by ' || g.win_by,
            'at most ' || g.score_cap
        ),
        ''
    ) as variation,
    g.event,
    g.set_no,
    g.game_no,
    g.completed_at,
    g.local_day,
    g.my_score,
    g.opp_score,
    g.scores_are_derived,
    g.my_difference as point_diff,
    case when g.winning_side = 0 then 'tie' when g.winning_side = g.my_side then 'win'
        when g.winning_side is not null then 'loss' end as result,
    case when g.duration_s > 0 then g.duration_s end as duration_s,
    coalesce(r.rallies, 0) as rallies,
    coalesce(r.serve_rallies, 0) as serve_rallies,
    coalesce(r.serve_rallies_won, 0) as serve_rallies_won,
    coalesce(r.serve_shots, 0) as serve_shots,
    coalesce(r.serve_rallies_with_shots, 0) as serve_rallies_with_shots,
    coalesce(t.service_turns, 0) as service_turns,
    coalesce(t.scoreless_side_outs, 0) as scoreless_side_outs,
    case when g.rallies_are_true then coalesce(g.total_rallies, r.rallies) end as true_rallies,
    -- Rallies that the athlete's side served, were the lost ones split evenly.
    case
        when g.is_side_out and g.counted_rallies >= g.my_score::integer + g.opp_score
            then g.my_score + (g.counted_rallies - g.my_score - g.opp_score) / 2.0
    end as est_serve_rallies,
    g.my_score::integer + g.opp_score as serve_points_v03,
    round((g.my_score::integer + g.opp_score) / 2.0)::integer as points_won_on_serve_v03,
    coalesce(r.ended_winner, 0) as ended_winner,
    coalesce(r.won_winner, 0) as won_winner,
    coalesce(r.ended_kitchen, 0) as ended_kitchen,
    coalesce(r.won_kitchen, 0) as won_kitchen,
    coalesce(r.ended_out, 0) as ended_out,
    coalesce(r.won_out, 0) as won_out,
    coalesce(r.ended_net, 0) as ended_net,
    coalesce(r.won_net, 0) as won_net,
    coalesce(r.ended_fault, 0) as ended_fault,
    coalesce(r.won_fault, 0) as won_fault,
    coalesce(r.ended_unknown, 0) as ended_unknown,
    coalesce(r.won_unknown, 0) as won_unknown,
    coalesce(mine.player_ids, '{}') as partner_ids,
    coalesce(theirs.player_ids, '{}') as opponent_ids,
    mine.team_id as my_team_id,
    theirs.team_id as opponent_team_id,
    case when r.rallies is null then g.rally_win end as est_rally_win,
    case when r.rallies is null then power(1 - g.rally_win, case when g.is_side_out and g.team_size = 2 then 2 else 1 end) end
        as est_scoreless_turn,
    case when r.rallies is null then coalesce(g.total_rallies, g.my_score::integer + g.opp_score) end as est_rallies,
    g.created_at
from estimated as g
left join players as mine on mine.user_id = g.user_id and mine.game_id = g.id and mine.side = g.my_side
left join players as theirs on theirs.user_id = g.user_id and theirs.game_id = g.id and theirs.side = 3 - g.my_side
left join played as r on r.user_id = g.user_id and r.game_id = g.id
left join turns as t on t.user_id = g.user_id and t.game_id = g.id
