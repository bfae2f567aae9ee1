select f.n, w.games, r.game_id, r.game_number, r.completed_at, r.local_day, r.point_diff, r.rolling_diff, r.daily_diff
from season.filters as f cross join (values (1), (3), (10)) as w (games)
cross join lateral public.game_rolling_diff('00000000-0000-4000-8000-000000000001', w.games, f.filter) as r where f.n < 8
union all
select -1, 10, game_id, null, completed_at, local_day, point_diff, rolling10_diff, daily_diff
from public.pickleball_rolling_diff where user_id = '00000000-0000-4000-8000-000000000001' and game_type = 'social'
---
with played as materialized (
    select f.n, row_number() over (partition by f.n order by o.place)::integer as k, o.*
    from (select n, filter from season.filters where n < 8 union all values (-1::bigint, '{"game_type": "social"}'::jsonb)) as f
    cross join lateral summary.games_in_order('00000000-0000-4000-8000-000000000001', f.filter) as o
        where o.point_diff is not null
)
select p.n, w.games, p.game_id, case when p.n > 0 then p.k end, p.completed_at, p.local_day, p.point_diff,
    (select round(avg(o.point_diff), 4) from played as o where o.n = p.n and o.k between p.k - w.games + 1 and p.k),
    (select round(avg(o.point_diff), 4) from played as o where o.n = p.n and o.local_day is not distinct from p.local_day)
from played as p cross join (values (1), (3), (10)) as w (games) where p.n > 0 or w.games = 10
