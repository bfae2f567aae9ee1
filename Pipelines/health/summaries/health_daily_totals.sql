-- summary: health_daily_totals
-- title: What adds up in a day (steps, active energy), each moment counted for one source only
-- kind: function
-- opens scorebook.health_types: true
-- opens scorebook.health_sources: true
--
-- The reader's own rows, by local day. Sources are ranked by scorebook.health_sources (of the name,
-- or of the device), then by name:
--
--     watch      |======|      |====|        counts whole
--     phone   |=====|      |==|              only what the watch does not cover, by its share of the time
--
-- How long a sample without an end lasted is not known: it counts only on days of which there is nothing better.
-- A source that gives the same sample twice is counted once; what is eaten or drunk at one moment may well be the same
-- amount twice. Of samples of one source that overlap, as a day and its hours do,
-- the one that begins first counts whole (the longest of those that begin together), the others by what is left:
--
--     day    |========================|        counts whole
--     hours  |==|==|==|      |==|==|           nothing is left of them
create function public.health_daily_totals(of_type text, first_day date, last_day date)
returns table (local_day date, value numeric, unit text, sources text[])
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with stored as (
        select s.*
        from public.health_samples as s
        where s.type = of_type
            and exists (select from scorebook.health_types as t where t.type = of_type and t.day_value = 'sum')
            -- A sample of the day before may reach into the first day.
            and s.local_day between first_day - 1 and last_day + 1
    ),

    -- A source may be named by several devices: each of its samples has the place of its own.
    device as (
        select named.source, named.device, min(p.priority) as priority
        from (select distinct s.source, coalesce(s.device, '') as device from stored as s) as named
        left join scorebook.health_sources as p on named.source ilike p.pattern or named.device ilike p.pattern
        group by named.source, named.device
    ),

    sample as (
        select distinct
            s.local_day, s.source, d.priority, s.unit, s.value, s.start_at, s.end_at,
            case when s.type like 'dietary\_%' and s.end_at is null then s.id end as meal,
            tstzrange(s.start_at, s.end_at) as span,
            coalesce(s.end_at > s.start_at and isfinite(s.start_at) and isfinite(s.end_at), false) as lasts
        from stored as s
        inner join device as d on d.source = s.source and d.device = coalesce(s.device, '')
    ),

    source_rank as (
        select named.source, named.priority, row_number() over (order by named.priority, named.source) as rank
        from (select distinct s.source, s.priority from sample as s) as named
    ),

    ranked as (
        select sample.*, source_rank.rank, row_number() over () as number
        from sample
        inner join source_rank using (source, priority)
    ),

    -- What of a source's samples earlier ones of the same source do not cover.
    free as (
        select
            ranked.number,
            greatest(
                ranked.start_at,
                max(ranked.end_at) over (
                    partition by ranked.rank
                    order by ranked.start_at, ranked.end_at desc, ranked.value desc
                    rows between unbounded preceding and 1 preceding
                )
            ) as since
        from ranked
        where ranked.lasts
    ),

    cover as (
        select near.local_day, ranked.rank, range_agg(ranked.span) as times
        from ranked
        cross join lateral (
            values (ranked.local_day - 1), (ranked.local_day), (ranked.local_day + 1)
        ) as near (local_day)
        where ranked.lasts
        group by near.local_day, ranked.rank
    ),

    lasting as (
        select
            own.number, own.local_day, own.source, own.unit, own.value,
            extract(epoch from own.end_at - own.start_at) as seconds,
            extract(epoch from own.end_at - free.since) as free_seconds,
            range_agg(better.times * tstzmultirange(tstzrange(free.since, own.end_at))) as seen
        from ranked as own
        inner join free on free.number = own.number and free.since < own.end_at
        left join cover as better
            on better.local_day = own.local_day and better.rank < own.rank and better.times && own.span
        group by own.number, own.local_day, own.source, own.unit, own.value, own.start_at, own.end_at, free.since
    ),

    counted as (
        select
            lasting.local_day, lasting.source, lasting.unit,
            lasting.value * (lasting.free_seconds - coalesce(covered.seconds, 0)) / lasting.seconds as value
        from lasting
        left join lateral (
            select sum(extract(epoch from upper(part) - lower(part))) as seconds
            from unnest(lasting.seen) as part
        ) as covered on true

        union all

        select moment.local_day, moment.source, moment.unit, moment.value
        from ranked as moment
        where not moment.lasts
            and not exists (
                select from ranked as other
                where other.local_day = moment.local_day
                    and (other.lasts or other.rank < moment.rank)
            )
    )

    select
        counted.local_day,
        sum(counted.value),
        counted.unit,
        array_agg(distinct counted.source order by counted.source)
    from counted
    where counted.local_day between first_day and last_day and counted.value <> 0
    group by counted.local_day, counted.unit
    order by counted.local_day
$$
