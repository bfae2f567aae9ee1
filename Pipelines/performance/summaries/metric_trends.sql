-- summary: metric_trends
-- title: Each metric's trend over its last ten records
-- kind: stored
-- keys: user_id, reader_id, metric_type
-- owner: user_id
-- family: reader_id
-- by: keys
-- all:
--     select distinct user_id, coalesce(family_unit_id, user_id) as reader_id, metric_type
--     from public.performance_metrics
--     where value is not null
-- opens scorebook.metric_types: true
-- touches public.performance_metrics:
--     select user_id, coalesce(family_unit_id, user_id) as reader_id, metric_type from changed
-- touches scorebook.metric_types:
--     select t.user_id, t.reader_id, t.metric_type
--     from public.metric_trends as t
--     join changed on changed.key = t.metric_type
-- keeps scorebook.metric_types: select key from changed
--
-- reader_id is the family that reads the trend, or the athlete, as long as the athlete has no family: as with the metrics
-- themselves. The trend becomes the family's when the athlete joins one.
--
-- A key's newest ten are found from the athlete's newest record backwards, by index: not in the whole history. One walk
-- serves all touched keys of an athlete; only a key that is too rare for that walk is looked for by itself. The walk passes
-- over no reader's records, however few of the newest are its own: it would have no end where an athlete has changed families.
with walks as materialized (
    select k.user_id, 100 + 25 * count(*) as length
    from keys as k
    group by k.user_id
),

walked as materialized (
    select w.user_id, n.reader_id, n.metric_type, n.value, n.unit, n.recorded_date, n.newest_rank, n.is_whole_history
    from walks as w
    cross join lateral (
        select
            h.reader_id,
            h.metric_type,
            h.value,
            h.unit,
            h.recorded_date,
            row_number() over (
                partition by h.reader_id, h.metric_type
                order by h.recorded_date desc, h.created_at desc nulls last, h.id desc
            ) as newest_rank,
            count(*) over () < w.length as is_whole_history
        from (
            select
                coalesce(m.family_unit_id, m.user_id) as reader_id,
                m.metric_type,
                m.value,
                m.unit,
                m.recorded_date,
                m.created_at,
                m.id
            from public.performance_metrics as m
            where m.user_id = w.user_id and m.value is not null
            order by m.recorded_date desc, m.created_at desc nulls last, m.id desc
            limit w.length
        ) as h
    ) as n
    where n.newest_rank <= 10
),

found as materialized (
    select
        k.user_id,
        k.reader_id,
        k.metric_type,
        w.value,
        w.unit,
        w.recorded_date,
        w.newest_rank,
        w.is_whole_history or count(*) over (partition by k.user_id, k.reader_id, k.metric_type) = 10 as is_complete
    from keys as k
    join walked as w
        on w.user_id = k.user_id and w.reader_id = k.reader_id and w.metric_type = k.metric_type
),

newest as (
    select f.user_id, f.reader_id, f.metric_type, f.value, f.unit, f.recorded_date, f.newest_rank
    from found as f
    where f.is_complete
    union all
    select k.user_id, k.reader_id, k.metric_type, r.value, r.unit, r.recorded_date, r.newest_rank
    from (
        select sought.* from keys as sought
        except
        select f.user_id, f.reader_id, f.metric_type from found as f where f.is_complete
    ) as k
    cross join lateral (
        select
            n.value,
            n.unit,
            n.recorded_date,
            row_number() over (
                order by n.recorded_date desc, n.created_at desc nulls last, n.id desc
            ) as newest_rank
        from (
            select m.value, m.unit, m.recorded_date, m.created_at, m.id
            from public.performance_metrics as m
            where m.user_id = k.user_id and coalesce(m.family_unit_id, m.user_id) = k.reader_id and m.metric_type = k.metric_type
                and m.value is not null
            order by m.recorded_date desc, m.created_at desc nulls last, m.id desc
            limit 10
        ) as n
    ) as r
),

-- A metric that is not registered is of the unit of its newest record: of the ten, those of a unit that cannot be converted are
-- left out.
wanted as (
    select
        n.*,
        t.key is not null as is_registered,
        coalesce(
            t.unit,
            (array_agg(n.unit) filter (where n.unit <> '') over (
                partition by n.user_id, n.reader_id, n.metric_type
                order by n.newest_rank rows between unbounded preceding and unbounded following
            ))[1]
        ) as wanted_unit
    from newest as n
    left join scorebook.metric_types as t on t.key = n.metric_type
),

last_ten as (
    select
        w.user_id,
        w.reader_id,
        w.metric_type,
        case
            when lower(w.unit) <> lower(w.wanted_unit) or not abs(w.value) < 1e100
                then public.in_unit(w.value, w.unit, w.wanted_unit)
            else w.value
        end as value,
        case
            when lower(w.unit) = lower(w.wanted_unit) or public.unit_ratio(w.unit, w.wanted_unit) is not null then w.wanted_unit
            else nullif(w.unit, '')
        end as unit,
        w.recorded_date,
        row_number() over (partition by w.user_id, w.reader_id, w.metric_type order by w.newest_rank) as newest_rank,
        count(*) over (partition by w.user_id, w.reader_id, w.metric_type) as records
    from wanted as w
    where w.is_registered or coalesce(w.unit, '') = '' or lower(w.unit) = lower(w.wanted_unit)
        or public.unit_ratio(w.unit, w.wanted_unit) is not null
),

-- Sums, not means: both sides count the same records, and a sum is exact.
measured as (
    select
        l.user_id,
        l.reader_id,
        l.metric_type,
        count(*)::integer as record_count,
        -- In their order: of 75.2 and 75.20 it is always the same one.
        min(l.value order by l.newest_rank) as min_value,
        max(l.value order by l.newest_rank) as max_value,
        avg(l.value) as average,
        avg(l.value) filter (where l.newest_rank > l.records - 3) as first3_avg,
        avg(l.value) filter (where l.newest_rank <= 3) as last3_avg,
        sum(l.value) filter (where l.newest_rank > l.records - 3) as first3_sum,
        sum(l.value) filter (where l.newest_rank <= 3) as last3_sum,
        (array_agg(l.unit order by l.newest_rank) filter (where l.unit is not null))[1] as unit,
        array_agg(l.value order by l.newest_rank desc) as series_values,
        array_agg(l.recorded_date order by l.newest_rank desc) as series_dates
    from last_ten as l
    group by l.user_id, l.reader_id, l.metric_type
    having count(*) >= 2
)

select
    n.user_id,
    n.reader_id,
    n.metric_type,
    nullif(n.reader_id, n.user_id) as family_unit_id,
    coalesce(t.label, initcap(replace(n.metric_type, '_', ' '))) as label,
    n.record_count,
    n.min_value,
    n.max_value,
    n.average,
    n.first3_avg,
    n.last3_avg,
    d.less as lower_is_better,
    -- Of what is better neither way (an angle, a weight) the trend is its direction.
    case
        when n.last3_sum = n.first3_sum or 100 * abs(n.last3_sum - n.first3_sum) <= abs(n.first3_sum) then 'stable'
        when d.less is null then case when n.last3_sum < n.first3_sum then 'falling' else 'rising' end
        when (n.last3_sum < n.first3_sum) = d.less then 'improving'
        else 'declining'
    end as trend,
    n.unit,
    n.series_values,
    n.series_dates
from measured as n
left join scorebook.metric_types as t on t.key = n.metric_type
cross join lateral summary.less_is_better(n.metric_type, t.key is not null, t.lower_is_better) as d (less)
