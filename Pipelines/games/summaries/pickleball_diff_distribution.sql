-- summary: pickleball_diff_distribution
-- title: How many games ended by each difference of points, by type, or all
-- kind: view
select
    f.user_id,
    t.game_type,
    f.point_diff,
    count(*)::integer as games
from public.pickleball_game_facts as f
cross join lateral unnest(f.game_types) as t (game_type)
where f.point_diff is not null
group by f.user_id, t.game_type, f.point_diff
