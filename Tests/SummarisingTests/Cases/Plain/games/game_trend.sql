select f.n, t.* from season.filters as f cross join lateral public.game_trend('00000000-0000-4000-8000-000000000001',
    '2026-06-08', 20, f.filter) as t
where f.filter -> 'range_end' is null and f.filter -> 'range_start' is distinct from 'null'
---
select f.n, date '2026-06-08' - ago, count(g.game_id)::integer, count(g.game_id) filter (where result = 'win')::integer,
    round(avg(case result when 'win' then 1.0 when 'loss' then 0 when 'tie' then 0 end), 4), round(avg(point_diff), 4)
from season.filters as f
cross join generate_series(0, 19) as d (ago)
left join lateral public.games_within('00000000-0000-4000-8000-000000000001',
    f.filter) as g on g.local_day = date '2026-06-08' - ago
where f.filter -> 'range_end' is null and f.filter -> 'range_start' is distinct from 'null' group by f.n, ago
