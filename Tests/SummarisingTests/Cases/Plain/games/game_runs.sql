select f.n, r.run_number, r.result, r.games, r.started_on, r.ended_on, r.is_current, s.*
from season.filters as f
cross join lateral public.game_streaks('00000000-0000-4000-8000-000000000001', f.filter) as s
left join lateral public.game_runs('00000000-0000-4000-8000-000000000001', f.filter) as r on true
where f.n < 14
---
with played as materialized (
    select f.n, row_number() over (partition by f.n order by o.place) as k, o.result, o.local_day
    from season.filters as f cross join lateral summary.games_in_order('00000000-0000-4000-8000-000000000001', f.filter) as o
    where f.n < 14 and o.result in ('win', 'loss', 'tie')
),
change as (
    select p.*, rank() over (partition by n order by k) as no,
        coalesce(lead(k) over (partition by n order by k), (select max(m.k) + 1 from played as m where m.n = p.n)) as until
    from played as p where not exists (select from played as b where b.n = p.n and b.k = p.k - 1 and b.result = p.result)
),
run as materialized (
    select c.n, c.no, c.result, c.until - c.k as games, c.local_day as first_day,
        (select l.local_day from played as l where l.n = c.n and l.k = c.until - 1) as last_day,
        not exists (select from played as l where l.n = c.n and l.k >= c.until) as is_last
    from change as c
)
select f.n, r.no::integer, r.result, r.games::integer, r.first_day, r.last_day, r.is_last,
    coalesce(now.games, 0)::integer, now.first_day, coalesce(best.games, 0)::integer, best.first_day, best.last_day
from season.filters as f
left join run as r on r.n = f.n
left join run as now on now.n = f.n and now.is_last and now.result = 'win'
left join run as best on best.n = f.n and best.result = 'win' and not exists (
    select from run as b where b.n = f.n and b.result = 'win' and (b.games > best.games or b.games = best.games
        and b.no > best.no))
where f.n < 14
