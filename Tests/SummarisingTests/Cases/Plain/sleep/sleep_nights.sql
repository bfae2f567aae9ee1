select user_id, night, start_at, end_at, asleep_min, core_min, deep_min, rem_min, awake_min, in_bed_min, source, in_bed_source
from public.sleep_nights
---
with row as materialized (
    select s.*, duration_s is null as is_stretch from public.sleep_stages as s
    where coalesce(start_at > '-infinity', true) and coalesce(end_at < 'infinity', true)
        and (duration_s >= 0 or end_at - start_at < interval '48 hours')
),
-- A stretch begins a sleep where none before it ended, or ends, less than three hours before.
stretch as materialized (
    select r.*, row_number() over (order by user_id, source, start_at, end_at, stage, id) as k from row as r where is_stretch
),
first as materialized (
    select b.k, b.user_id, b.source from stretch as b where not exists (
        select from stretch as e where e.user_id = b.user_id and e.source = b.source and e.k < b.k
            and b.start_at - e.end_at < interval '3 hours')
),
sleeps as materialized (
    select s.*, (select max(f.k) from first as f where f.user_id = s.user_id and f.source = s.source and f.k <= s.k) as sleep
        from stretch as s
),
nightly as materialized (
    select s.*, max(local_day) over (partition by sleep) as night from sleeps as s
),
-- A night is cut where anything begins or ends.
cut as (
    select user_id, night, source, at, lead(at) over (partition by user_id, night, source order by at) as until
    from (select user_id, night, source, start_at as at from nightly union select user_id, night, source, end_at
        from nightly) as c
),
part as (
    select c.user_id, c.night, c.source, extract(epoch from until - at) as secs, array_agg(n.stage) as stages
    from cut as c join nightly as n on n.user_id = c.user_id and n.night = c.night and n.source = c.source and n.start_at <= at
        and n.end_at >= until
    where until > at group by 1, 2, 3, at, until
),
by_stretches as (
    select user_id, night, source, true as has_stretches,
        (select min(start_at) from nightly as n where n.user_id = p.user_id and n.night = p.night
            and n.source = p.source) as start_at,
        (select max(end_at) from nightly as n where n.user_id = p.user_id and n.night = p.night
            and n.source = p.source) as end_at,
        sum(secs) filter (where stages && '{asleep,core,deep,rem}' and not stages && '{awake}') as asleep,
        sum(secs) filter (where stages && '{core}' and not stages && '{awake,deep,rem}') as core,
        sum(secs) filter (where stages && '{deep}' and not stages && '{awake}') as deep,
        sum(secs) filter (where stages && '{rem}' and not stages && '{awake,deep}') as rem,
        sum(secs) filter (where stages && '{awake}') as awake, sum(secs) filter (where stages && '{in_bed}') as in_bed
    from (
        select * from part
        union all select distinct user_id, night, source, 0, '{}'::text[] from nightly
    ) as p group by user_id, night, source
),
total as materialized (
    select user_id, local_day as night, source, start_at, end_at, jsonb_object_agg(stage, duration_s order by duration_s) as s
    from row where not is_stretch group by user_id, local_day, source, start_at, end_at
),
by_totals as (
    select user_id, night, source, false, min(start_at), max(end_at),
        sum(greatest((s ->> 'asleep')::numeric, case when s ?| '{core,deep,rem}' then coalesce((s ->> 'core')::numeric, 0)
            + coalesce((s ->> 'deep')::numeric, 0) + coalesce((s ->> 'rem')::numeric, 0) end)),
        sum((s ->> 'core')::numeric), sum((s ->> 'deep')::numeric), sum((s ->> 'rem')::numeric), sum((s ->> 'awake')::numeric),
            sum((s ->> 'in_bed')::numeric)
    from total as t
    where not exists (select from total as o where o.user_id = t.user_id and o.night = t.night and o.source = t.source
        and o.end_at >= o.start_at
        and (t.start_at is null or o.start_at < t.end_at and t.start_at < o.end_at and (
            o.end_at - o.start_at > t.end_at - t.start_at or o.end_at - o.start_at = t.end_at - t.start_at
                and o.start_at < t.start_at)))
    group by user_id, night, source
),
figure as materialized (
    select f.*, (
        select min(priority) from scorebook.health_sources as h where f.source ilike h.pattern or exists (
            select from row as d where d.user_id = f.user_id and d.source = f.source and abs(d.local_day - f.night) < 2
                and d.device ilike h.pattern)) as priority
    from (table by_stretches union all table by_totals) as f
),
judged as (
    select f.*, asleep is null as unknown, asleep > 14 * 3600 as wrong, asleep < 0.5 * least(8 * 3600, (
        select max(asleep) from figure as o where o.user_id = f.user_id and o.night = f.night
            and not o.asleep > 14 * 3600)) as nap
    from figure as f
),
placed as materialized (
    select j.*, row_number() over (partition by user_id, night order by unknown, wrong, nap, priority, source collate "C",
        not has_stretches) as place from judged as j
)
select user_id, night, start_at, end_at, round(asleep / 60, 2), round(core / 60, 2), round(deep / 60, 2), round(rem / 60, 2),
    round(awake / 60, 2),
    round(b.in_bed / 60, 2), source, b.of
from placed as p
left join lateral (
    select o.in_bed, o.source as of from placed as o where o.user_id = p.user_id and o.night = p.night and o.in_bed is not null
        order by o.place limit 1
) as b on true
where place = 1 and exists (select from public.sleep_stages as s where s.user_id = p.user_id and s.local_day = p.night)
