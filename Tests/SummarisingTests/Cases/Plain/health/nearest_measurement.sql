select a.n, kind, day, at is not null, m.*, c.*
from season.athletes as a
cross join (values ('weight'), ('body_fat')) as k (kind) cross join (values (timestamptz '2026-01-20 15:00Z'),
    (null)) as h (first)
cross join generate_series(0, 60) as d (ago) cross join lateral (select date '2026-01-20' + ago as day,
    first + ago * interval '1 day' as at) as t
left join lateral public.nearest_measurement(a.user_id, kind, day, at) as m on true
cross join lateral public.body_comparison(a.user_id, day, day + 5, at) as c
---
with found as materialized (
    select a.n, k.kind, day, h.way, m.*
    from season.athletes as a cross join (values ('weight'), ('body_fat')) as k (kind) cross
        join (values ('noon'), ('none'), ('photo')) as h (way)
    cross join generate_series(0, 65) as d (ago) cross join lateral (select date '2026-01-20' + ago as day) as t
    left join public.photo_days as p on p.user_id = a.user_id and p.taken_on = day
    cross join lateral (select case way when 'noon' then timestamptz '2026-01-20 15:00Z' + ago * interval '1 day' when 'photo'
        then taken_instant end as at) as w
    left join lateral (
        select value, unit, source, measured_at, local_day, abs(local_day - day) as days_away from public.body_measurements as b
        where b.user_id = a.user_id and b.kind = k.kind and abs(local_day - day) < 8
        order by local_day <> day, source <> 'healthkit', source = 'manual',
            case when at is null then abs(local_day - day) else abs(extract(epoch from measured_at) - extract(epoch
                from at)) end, measured_at, id
        limit 1) as m on true
)
select f.n, f.kind, f.day, f.way = 'noon', f.value, f.unit, f.source, f.measured_at, f.local_day, f.days_away,
    5, l.value, r.value, r.value - l.value, lf.value, rf.value, rf.value - lf.value
from found as f
cross join lateral (select case f.way when 'none' then 'photo' else f.way end as at_left) as w
join found as l on l.n = f.n and l.day = f.day and l.kind = 'weight' and l.way = at_left
join found as lf on lf.n = f.n and lf.day = f.day and lf.kind = 'body_fat' and lf.way = at_left
join found as r on r.n = f.n and r.day = f.day + 5 and r.kind = 'weight' and r.way = 'photo'
join found as rf on rf.n = f.n and rf.day = f.day + 5 and rf.kind = 'body_fat' and rf.way = 'photo'
where f.way <> 'photo' and f.day <= '2026-03-21'
