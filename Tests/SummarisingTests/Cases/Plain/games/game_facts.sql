select game_id, user_id, game_types, variation, local_day, my_score, opp_score, scores_are_derived, point_diff, result,
    duration_s, rallies,
    serve_rallies, serve_rallies_won, serve_shots, serve_rallies_with_shots, service_turns, scoreless_side_outs, true_rallies,
    est_serve_rallies, serve_points_v03, points_won_on_serve_v03,
    array[ended_winner, won_winner, ended_kitchen, won_kitchen, ended_out, won_out, ended_net, won_net, ended_fault, won_fault,
        ended_unknown, won_unknown] as endings,
    partner_ids, opponent_ids, my_team_id, opponent_team_id, round(est_rally_win, 9), round(est_scoreless_turn, 9), est_rallies
from public.pickleball_game_facts
---
with known as (
    select g.*, case my_side when 1 then side1_score else side2_score end as mine, case my_side when 1 then side2_score
        else side1_score end as theirs,
        greatest(side1_score, side2_score) as more, abs(side1_score - side2_score) as lead,
        coalesce(scoring_type = 'side_out', true) as is_side_out,
        (select count(*) from public.pickleball_rallies as r where r.game_id = g.id and r.user_id = g.user_id) as seen
    from public.pickleball_games as g
),
-- The points of both, where only who won, by how much, and how many points there were is told: m + o = points, m - o = difference.
solved as (
    select k.*, s.m as solved_mine, s.o as solved_theirs
    from known as k
    left join lateral (
        select m, o from generate_series(0, 999) as m cross join lateral (select k.total_rallies - m as o) as o
        where side1_score is null and side2_score is null and not rallies_are_true and stated_winner is not null
            and total_rallies > 0 and o between 0 and 999 and m - o = k.my_difference
    ) as s on true
    where is_completed and (
        stated_winner in (0, 1, 2) or target_score is null or side1_score is null or side2_score is null
        or (lead = 0 and more > 0) or more >= score_cap
        or (more >= target_score and (lead >= win_by or win_by is null and lead >= 1)))
),
points as (
    select s.*, coalesce(mine, solved_mine) as my, coalesce(theirs, solved_theirs) as opp from solved as s
),
chance as (
    select p.*, case when my + opp > 0 and is_side_out then sqrt(my::numeric) / (sqrt(my::numeric) + sqrt(opp::numeric))
        when my + opp > 0 then my::numeric / (my + opp) end as win
    from points as p
)
select c.id, c.user_id, array['all'] || case when game_type <> 'all' then array[game_type] else '{}' end,
    nullif(array_to_string(array[
        case team_size when 1 then 'singles' when 2 then 'doubles' end,
        case scoring_type when 'side_out' then 'side-out scoring' when 'rally' then 'rally scoring' end,
        'to ' || target_score, 'win by ' || win_by, 'at most ' || score_cap], ', '), ''),
    coalesce((completed_at at time zone case right(c.user_id::text, 1) when '2' then 'Asia/Tokyo'
        else 'America/New_York' end)::date, played_on),
    my, opp, solved_mine is not null,
    coalesce(mine - theirs, case stated_winner when 0 then 0 when my_side then stated_difference else -stated_difference end),
    case when mine > theirs then 'win' when mine < theirs then 'loss' when mine = theirs then 'tie'
        when stated_winner = 0 then 'tie' when stated_winner = my_side then 'win' when stated_winner > 0 then 'loss' end,
    nullif(duration_s, 0), seen, r.served, r.won, r.shots, r.with_shots, t.turns, t.scoreless,
    case when rallies_are_true then coalesce(total_rallies, nullif(seen, 0)) end,
    case when is_side_out and rallies_are_true and total_rallies - my - opp >= 0 then my + 0.5 * (total_rallies - my - opp) end,
    my + opp, (my + opp) / 2 + (my + opp) % 2,
    r.endings,
    array(select p.player_id from public.pickleball_game_players as p where p.game_id = c.id and p.user_id = c.user_id
        and p.side = my_side
        and not exists (select from public.pickleball_players as s where s.id = p.player_id and s.user_id = c.user_id
            and s.is_self) order by 1),
    array(select p.player_id from public.pickleball_game_players as p where p.game_id = c.id and p.user_id = c.user_id
        and p.side <> my_side
        and not exists (select from public.pickleball_players as s where s.id = p.player_id and s.user_id = c.user_id
            and s.is_self) order by 1),
    (select p.team_id from public.pickleball_game_players as p where p.game_id = c.id and p.user_id = c.user_id
        and p.side = my_side order by 1 limit 1),
    (select p.team_id from public.pickleball_game_players as p where p.game_id = c.id and p.user_id = c.user_id
        and p.side <> my_side order by 1 limit 1),
    case when seen = 0 then round(win, 9) end,
    case when seen = 0 then round(case when is_side_out and team_size = 2 then (1 - win) * (1 - win) else 1 - win end, 9) end,
    case when seen = 0 then coalesce(total_rallies, my + opp) end
from chance as c
cross join lateral (
    select count(*) filter (where serving_side = c.my_side and winning_side > 0) as served,
        count(*) filter (where serving_side = c.my_side and winning_side = c.my_side) as won,
        coalesce(sum(shots) filter (where serving_side = c.my_side and winning_side > 0), 0) as shots,
        count(*) filter (where serving_side = c.my_side and winning_side > 0 and shots >= 0) as with_shots,
        (select array_agg(n order by place, is_won) from (
            select place, is_won, count(o.id) filter (where not is_won or o.winning_side = c.my_side)::integer as n
            from unnest(array['winner', 'kitchen', 'out', 'net', 'fault', 'unknown']) with ordinality as k (kind, place)
            cross join (values (false), (true)) as w (is_won)
            left join public.pickleball_rallies as o on o.game_id = c.id and o.user_id = c.user_id
                and k.kind = case lower(o.ended_by) when 'let cord' then 'unknown'
                    else coalesce(lower(o.ended_by), 'unknown') end
            group by place, is_won) as e) as endings
    from public.pickleball_rallies as r where r.game_id = c.id and r.user_id = c.user_id
) as r
cross join lateral (
    select count(*) as turns, count(*) filter (where points = 0) as scoreless from public.pickleball_service_turns as t
    where t.game_id = c.id and t.user_id = c.user_id and serving_side = c.my_side and is_whole and ended_by_side_out
) as t
