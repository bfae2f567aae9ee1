-- summary: metric_trends
-- title: Each metric's trend over its last ten records
-- kind: stored
-- keys: user_id, family_unit_id, metric_type
-- owner: user_id
-- family: family_unit_id
-- by: keys
-- all:
--     select distinct user_id, family_unit_id, metric_type from public.performance_metrics
--     where value is not null and family_unit_id is not null
-- opens scorebook.metric_types: true
-- touches public.performance_metrics:
--     select user_id, family_unit_id, metric_type from changed
-- touches scorebook.metric_types:
--     select t.user_id, t.family_unit_id, t.metric_type
--     from public.metric_trends as t
--     join changed on changed.key = t.metric_type
-- keeps scorebook.metric_types: select key from changed
--
-- A trend is its family's. An athlete without a family has none here yet, and sees the same figures by metric_stats; the
-- trends are there with the family.
--
-- A key's newest ten are found from the athlete's newest record backwards, by index: not in the whole history.
with last_ten as (
    select
        k.user_id,
        k.family_unit_id,
        k.metric_type,
        case when lower(r.unit) <> lower(t.unit) then public.in_unit(r.value, r.unit, t.unit) else r.value end as value,
        case
            when lower(r.unit) = lower(t.unit) then t.unit
            when r.unit <> '' and t.unit is not null and public.unit_ratio(r.unit, t.unit) is not null then t.unit
            else nullif(r.unit, '')
        end as unit,
        r.recorded_date,
        r.newest_rank,
        count(*) over (partition by k.user_id, k.family_unit_id, k.metric_type) as records
    from keys as k
    cross join lateral (
        select
            newest.value,
            newest.unit,
            newest.recorded_date,
            row_number() over (
                order by newest.recorded_date desc, newest.created_at desc nulls last, newest.id desc
            ) as newest_rank
        from (
            select m.value, m.unit, m.recorded_date, m.created_at, m.id
            from public.performance_metrics as m
            where m.user_id = k.user_id and m.family_unit_id = k.family_unit_id and m.metric_type = k.metric_type
                and m.value is not null
            order by m.recorded_date desc, m.created_at desc nulls last, m.id desc
            limit 10
        ) as newest
    ) as r
    left join scorebook.metric_types as t on t.key = k.metric_type
),

-- Sums, not means: both sides count the same records, and a sum is exact.
measured as (
    select
        l.user_id,
        l.family_unit_id,
        l.metric_type,
        count(*)::integer as record_count,
        min(l.value) as min_value,
        max(l.value) as max_value,
        avg(l.value) as average,
        avg(l.value) filter (where l.newest_rank > l.records - 3) as first3_avg,
        avg(l.value) filter (where l.newest_rank <= 3) as last3_avg,
        sum(l.value) filter (where l.newest_rank > l.records - 3) as first3_sum,
        sum(l.value) filter (where l.newest_rank <= 3) as last3_sum,
        (array_agg(l.unit order by l.newest_rank) filter (where l.unit is not null))[1] as unit,
        array_agg(l.value order by l.newest_rank desc) as series_values,
        array_agg(l.recorded_date order by l.newest_rank desc) as series_dates
    from last_ten as l
    group by l.user_id, l.family_unit_id, l.metric_type
    having count(*) >= 2
)

select
    n.user_id,
    n.family_unit_id,
    n.metric_type,
    coalesce(t.label, initcap(replace(n.metric_type, '_', ' '))) as label,
    n.record_count,
    n.min_value,
    n.max_value,
    n.average,
    n.first3_avg,
    n.last3_avg,
    case when t.key is null then false else t.lower_is_better end as lower_is_better,
    -- Of what is better neither way (an angle) the trend is its direction; of what the register does not know, more is
    -- better, as in the app.
    case
        when 100 * abs(n.last3_sum - n.first3_sum) <= abs(n.first3_sum) then 'stable'
        when t.key is not null and t.lower_is_better is null then
            case when n.last3_sum < n.first3_sum then 'falling' else 'rising' end
        when (n.last3_sum < n.first3_sum) = coalesce(t.lower_is_better, false) then 'improving'
        else 'declining'
    end as trend,
    n.unit,
    n.series_values,
    n.series_dates
from measured as n
left join scorebook.metric_types as t on t.key = n.metric_type
