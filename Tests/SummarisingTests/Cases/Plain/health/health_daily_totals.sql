select t.kind, d.local_day, round(d.value, 9), d.unit, d.sources
from (values ('step_count', date '2026-05-01', date '2026-05-30'), ('step_count', '2026-05-06', '2026-05-09'),
    ('dietary_water', '2026-05-01', '2026-05-30'),
    ('heart_rate', '2026-05-01', '2026-05-30')) as t (kind, first, last)
cross join lateral public.health_daily_totals(t.kind, t.first, t.last) as d
---
with asked (n, kind, first, last) as (
    values (1, 'step_count', date '2026-05-01', date '2026-05-30'), (2, 'step_count', '2026-05-06', '2026-05-09'), (3,
        'dietary_water', '2026-05-01', '2026-05-30')
),
-- Once whatever a source says twice, but for what is eaten.
sample as materialized (
    select distinct on (a.n, s.source, p.priority, unit, value, start_at, end_at, local_day, m.meal) a.n, a.kind, s.*,
        p.priority,
        coalesce(end_at > start_at and end_at < 'infinity' and start_at > '-infinity', false) as lasts
    from asked as a
    join public.health_samples as s on s.type = a.kind and s.local_day between a.first - 1 and a.last + 1
    cross join lateral (select case when s.type = 'dietary_water' and end_at is null then s.id end as meal) as m
    cross join lateral (select min(h.priority) as priority from scorebook.health_sources as h where s.source ilike h.pattern
        or s.device ilike h.pattern) as p
),
cut as (
    select n, at, lead(at) over (partition by n order by at) as until
    from (select n, start_at as at from sample where lasts union select n, end_at from sample where lasts) as c
),
-- A moment is that of the best source; of one source, of the sample that begins first, or lasts longest.
moment as (
    select distinct on (c.n, at, s.id) s.*, case when better then 0 else extract(epoch from until - at) end as secs
    from cut as c
    join sample as s on s.n = c.n and lasts and start_at <= at and end_at >= until
    cross join lateral (
        select exists (select from sample as o where o.n = s.n and o.lasts and o.start_at <= at and o.end_at >= until and (
            (o.priority, o.source) < (s.priority, s.source) and abs(o.local_day - s.local_day) <= 1
            or o.priority = s.priority and o.source = s.source and (o.start_at < s.start_at or o.start_at = s.start_at and (
                o.end_at > s.end_at or o.end_at = s.end_at and (o.value > s.value or o.value = s.value
                    and o.id < s.id))))) as better
    ) as b
),
counted as (
    select n, kind, local_day, unit, source, value * sum(secs) / extract(epoch from end_at - start_at) as value
    from moment group by n, kind, local_day, unit, source, value, start_at, end_at, id
    union all
    select n, kind, local_day, unit, source, value from sample as s
    where not lasts and not exists (select from sample as o where o.n = s.n and o.local_day = s.local_day and (
        o.lasts or o.priority < s.priority or o.priority = s.priority and o.source < s.source))
)
select c.kind, local_day, round(sum(value), 9), unit, array(select distinct unnest(array_agg(source)) order by 1)
from counted as c join asked as a on a.n = c.n and local_day between first and last where value > 0
    group by c.n, c.kind, local_day, unit
