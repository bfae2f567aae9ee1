-- summary: pickleball_daily
-- title: Games of each day by type, or all
-- kind: stored
-- keys: user_id, game_type, local_day
-- owner: user_id
-- touches public.pickleball_game_facts:
--     select c.user_id, t.game_type, c.local_day
--     from changed as c
--     cross join lateral unnest(c.game_types) as t (game_type)
select
    f.user_id,
    t.game_type,
    f.local_day,
    count(*)::integer as games,
    count(*) filter (where f.result = 'win')::integer as wins,
    count(*) filter (where f.result = 'loss')::integer as losses,
    count(*) filter (where f.result = 'tie')::integer as ties,
    round(count(*) filter (where f.result = 'win') / nullif(count(f.result), 0)::numeric, 4) as win_rate,
    count(f.point_diff)::integer as games_with_points,
    sum(f.point_diff) as total_point_diff,
    round(avg(f.point_diff), 4) as avg_point_diff,
    count(f.duration_s)::integer as games_with_duration,
    sum(f.duration_s) as total_duration_s,
    sum(f.serve_rallies)::integer as serve_rallies,
    sum(f.serve_rallies_won)::integer as serve_rallies_won
from public.pickleball_game_facts as f
cross join lateral unnest(f.game_types) as t (game_type)
where f.local_day is not null
group by f.user_id, t.game_type, f.local_day
