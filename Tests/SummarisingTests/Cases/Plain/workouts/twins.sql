select l.id as less, m.id as more
from public.workouts as l join public.workouts as m on summary.is_richer_twin(m, l)
    where l.id < '80000000-0000-0000-0000-000000000000' and m.id < '80000000-0000-0000-0000-000000000000'
---
with one as materialized (
    select w.*, summary.activity_kind(activity) as sort, coalesce(duration_s, extract(epoch
        from ended_at - started_at), 0) as length,
        greatest(started_at, coalesce(ended_at, started_at + duration_s * interval '1 second', started_at)) as stop,
        num_nonnulls(distance_m, ascent_m, energy_kcal, average_heart_rate, maximum_heart_rate, moving_s) as says
    from public.workouts as w where id < '80000000-0000-0000-0000-000000000000' and started_at < 'infinity'
)
select l.id, m.id
from one as l join one as m on m.user_id = l.user_id and coalesce(l.source, '') <> coalesce(m.source, '') and (l.sort = m.sort
    or num_nulls(l.sort, m.sort) > 0)
cross join lateral (select extract(epoch from least(l.stop, m.stop) - greatest(l.started_at, m.started_at)) as common,
    extract(epoch from least(l.stop - l.started_at, m.stop - m.started_at)) as shorter) as c
where abs(extract(epoch from l.started_at - m.started_at)) < 43200 and (shorter > 0 and common / shorter >= 0.5 or shorter = 0
    and l.sort = m.sort and common >= -120)
    and case when l.says = m.says then case when l.length = m.length then l.id < m.id else l.length < m.length end
        else l.says < m.says end
