-- summary: sleep_nights
-- title: Minutes asleep, in bed, awake and of each stage, one row per night, by one source
-- kind: stored
-- keys: user_id, night
-- owner: user_id
-- by: keys
-- touches public.sleep_stages:
--     select c.user_id, c.local_day + n.days as night
--     from changed as c
--     cross join generate_series(-1, 1) as n (days)
--
-- The night belongs to the day of waking up. One source counts: of those that saw at least half of the longest sleep (of eight
-- hours at most; more than fourteen are a fault), so that no nap stands for the night, the first by scorebook.health_sources
-- (of the name, or of the device), then by name.
--
--     stretches   |core|deep|core|rem|   a source's night goes on where less than three hours are between two of them;
--                     22:40 .. 06:30     its day is that of its last end; a moment counts once: awake, deep, rem, core
--     totals      7 h 10 min of sleep    count where the source has no stretches of that night, or of a nap only; of two that
--                     22:40 .. 06:30     overlap, the longer one; those without times where there are none with times
--
-- A watch does not say when the athlete went to bed: then the first source that does.
select
    k.user_id,
    k.local_day as night,
    s.start_at,
    s.end_at,
    round(s.asleep_s / 60, 2) as asleep_min,
    round(s.core_s / 60, 2) as core_min,
    round(s.deep_s / 60, 2) as deep_min,
    round(s.rem_s / 60, 2) as rem_min,
    round(s.awake_s / 60, 2) as awake_min,
    round(s.in_bed_s / 60, 2) as in_bed_min,
    s.source,
    s.in_bed_source
from (select distinct d.user_id, d.local_day from public.sleep_stages as d) as k
cross join lateral (
    with near as (
        select
            d.stage, d.duration_s, d.start_at, d.end_at, d.local_day, d.source, d.device,
            -- A stretch of weeks is a fault of its source.
            d.duration_s is null and d.end_at < d.start_at + interval '2 days' as is_stretch
        from public.sleep_stages as d
        where d.user_id = k.user_id
            and d.local_day between k.local_day - 1 and k.local_day + 1
            and coalesce(isfinite(d.start_at), true) and coalesce(isfinite(d.end_at), true)
    ),

    devices as materialized (
        select distinct n.source, n.device from near as n where n.device is not null
    ),

    breaks as (
        select
            n.source, n.stage, n.start_at, n.end_at, n.local_day,
            n.start_at >= max(n.end_at) over earlier + interval '3 hours' as is_break
        from near as n
        where n.is_stretch
        window earlier as (
            partition by n.source order by n.start_at, n.end_at, n.stage rows between unbounded preceding and 1 preceding
        )
    ),

    numbered as (
        select
            b.source, b.stage, b.start_at, b.end_at, b.local_day,
            count(*) filter (where b.is_break) over (
                partition by b.source order by b.start_at, b.end_at, b.stage rows unbounded preceding
            ) as number
        from breaks as b
    ),

    stretch as (
        select d.source, d.stage, d.start_at, d.end_at
        from (
            select
                n.source, n.stage, n.start_at, n.end_at,
                max(n.local_day) over (partition by n.source, n.number) as night
            from numbered as n
        ) as d
        where d.night = k.local_day
    ),

    -- Times of each source's stages, a moment once.
    spans as (
        select
            t.source,
            min(t.start_at) as start_at,
            max(t.end_at) as end_at,
            range_agg(tstzrange(t.start_at, t.end_at)) filter (where t.stage in ('asleep', 'core', 'deep', 'rem')) as asleep,
            range_agg(tstzrange(t.start_at, t.end_at)) filter (where t.stage = 'core') as core,
            range_agg(tstzrange(t.start_at, t.end_at)) filter (where t.stage = 'deep') as deep,
            range_agg(tstzrange(t.start_at, t.end_at)) filter (where t.stage = 'rem') as rem,
            range_agg(tstzrange(t.start_at, t.end_at)) filter (where t.stage = 'awake') as awake,
            range_agg(tstzrange(t.start_at, t.end_at)) filter (where t.stage = 'in_bed') as in_bed
        from stretch as t
        group by t.source
    ),

    total as (
        select
            n.source, n.start_at, n.end_at,
            max(n.duration_s) filter (where n.stage = 'asleep') as asleep_s,
            max(n.duration_s) filter (where n.stage = 'core') as core_s,
            max(n.duration_s) filter (where n.stage = 'deep') as deep_s,
            max(n.duration_s) filter (where n.stage = 'rem') as rem_s,
            max(n.duration_s) filter (where n.stage = 'awake') as awake_s,
            max(n.duration_s) filter (where n.stage = 'in_bed') as in_bed_s
        from near as n
        where n.duration_s is not null and n.local_day = k.local_day
        group by n.source, n.start_at, n.end_at
    ),

    counted as (
        select
            t.source, t.start_at, t.end_at, t.core_s, t.deep_s, t.rem_s, t.awake_s, t.in_bed_s,
            greatest(
                t.asleep_s,
                case when t.core_s is not null or t.deep_s is not null or t.rem_s is not null
                    then coalesce(t.core_s, 0) + coalesce(t.deep_s, 0) + coalesce(t.rem_s, 0) end
            ) as asleep_s
        from total as t
        where not exists (
            select from total as o
            where o.source = t.source and o.start_at is not null and o.end_at is not null and (
                t.start_at is null or t.end_at is null
                or tstzrange(o.start_at, o.end_at) && tstzrange(t.start_at, t.end_at)
                    and (o.end_at - o.start_at, t.start_at) > (t.end_at - t.start_at, o.start_at)
            )
        )
    ),

    figures as (
        select
            p.source, true as has_stretches, p.start_at, p.end_at,
            summary.seconds_of(p.asleep - known.awake) as asleep_s,
            summary.seconds_of(p.core - known.awake - known.deep - known.rem) as core_s,
            summary.seconds_of(p.deep - known.awake) as deep_s,
            summary.seconds_of(p.rem - known.awake - known.deep) as rem_s,
            summary.seconds_of(p.awake) as awake_s,
            summary.seconds_of(p.in_bed) as in_bed_s
        from spans as p
        cross join lateral (
            select
                coalesce(p.awake, '{}'::tstzmultirange) as awake,
                coalesce(p.deep, '{}'::tstzmultirange) as deep,
                coalesce(p.rem, '{}'::tstzmultirange) as rem
        ) as known

        union all

        select
            c.source, false, min(c.start_at), max(c.end_at),
            sum(c.asleep_s), sum(c.core_s), sum(c.deep_s), sum(c.rem_s), sum(c.awake_s), sum(c.in_bed_s)
        from counted as c
        group by c.source
    ),

    ranked as (
        select f.*, row_number() over (
            order by
                f.asleep_s is null,
                f.asleep_s > 50400,
                f.asleep_s < (select least(max(o.asleep_s), 28800) from figures as o where o.asleep_s <= 50400) / 2,
                (
                    select min(h.priority) from scorebook.health_sources as h
                    where f.source ilike h.pattern
                        or exists (select from devices as d where d.source = f.source and d.device ilike h.pattern)
                ),
                f.source collate "C",
                f.has_stretches desc
        ) as rank
        from figures as f
    )

    select
        r.start_at, r.end_at, r.asleep_s, r.core_s, r.deep_s, r.rem_s, r.awake_s,
        coalesce(r.in_bed_s, o.in_bed_s) as in_bed_s,
        r.source,
        case when r.in_bed_s is not null then r.source else o.source end as in_bed_source
    from ranked as r
    left join lateral (
        select b.in_bed_s, b.source from ranked as b where b.in_bed_s is not null order by b.rank limit 1
    ) as o on true
    where r.rank = 1
) as s
