select f.n, o.place, o.game_id, o.completed_at, o.local_day, o.result, o.point_diff
from season.filters as f cross join lateral summary.games_in_order('00000000-0000-4000-8000-000000000001', f.filter) as o
    where f.n < 6
---
-- One after the other: the place is the number of those that are not later. The unknown comes after the known, but for the day.
with games as materialized (
    select f.n, g.game_id, g.completed_at, g.local_day, g.result, g.point_diff, g.event, g.set_no, g.game_no, g.created_at
    from season.filters as f cross join lateral public.games_within('00000000-0000-4000-8000-000000000001', f.filter) as g
        where f.n < 6
),
keyed as materialized (
    select g.*, row(coalesce(local_day, '-infinity'), coalesce(completed_at, 'infinity'),
        case when num_nonnulls(event, set_no, game_no) = 0 then created_at else (
            select min(o.created_at) from games as o where o.n = g.n and o.local_day is not distinct from g.local_day
                and o.event is not distinct from g.event and num_nonnulls(o.event, o.set_no, o.game_no) > 0) end,
        coalesce(set_no, 9), coalesce(game_no, 9), created_at, game_id) as key
    from games as g
)
select n, (select count(*) from keyed as o where o.n = k.n and o.key <= k.key), game_id, completed_at, local_day, result,
    point_diff from keyed as k
