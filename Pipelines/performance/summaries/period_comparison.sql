-- summary: period_comparison
-- title: Means of the last 30 days beside the 30 before, by recorded date
-- kind: view
-- opens scorebook.metric_types: true
with found as (
    select
        d.user_id,
        m.family_unit_id,
        m.metric_type,
        v.verified_only,
        d.local_today,
        m.value,
        m.unit,
        t.key is not null as is_registered,
        -- As in the trends, one that is not registered is of the unit of its newest record.
        coalesce(
            t.unit,
            (array_agg(m.unit) filter (where m.unit <> '') over (
                partition by d.user_id, m.family_unit_id, m.metric_type
                order by m.recorded_date desc, m.created_at desc nulls last, m.id desc
                rows between unbounded preceding and unbounded following
            ))[1]
        ) as wanted_unit,
        m.recorded_date > d.local_today - 30 as is_current
    from public.local_days as d
    cross join (values (false), (true)) as v (verified_only)
    join public.performance_metrics as m
        on m.user_id = d.user_id
        and m.recorded_date > d.local_today - 60
        and m.recorded_date <= d.local_today
        and (m.verified is true or not v.verified_only)
    left join scorebook.metric_types as t on t.key = m.metric_type
    where m.value is not null
),

recent as (
    select
        f.user_id,
        f.family_unit_id,
        f.metric_type,
        f.verified_only,
        f.local_today,
        case
            when lower(f.unit) <> lower(f.wanted_unit) or not abs(f.value) < 1e100
                then public.in_unit(f.value, f.unit, f.wanted_unit)
            else f.value
        end as value,
        f.is_current
    from found as f
    where f.is_registered or coalesce(f.unit, '') = '' or lower(f.unit) = lower(f.wanted_unit)
        or public.unit_ratio(f.unit, f.wanted_unit) is not null
),

compared as (
    select
        r.user_id,
        r.family_unit_id,
        r.metric_type,
        r.verified_only,
        r.local_today,
        count(*) filter (where r.is_current)::integer as current_count,
        count(*) filter (where not r.is_current)::integer as previous_count,
        coalesce(avg(r.value) filter (where r.is_current), 0) as current_average,
        coalesce(avg(r.value) filter (where not r.is_current), 0) as previous_average
    from recent as r
    group by r.user_id, r.family_unit_id, r.metric_type, r.verified_only, r.local_today
)

select
    c.user_id,
    c.family_unit_id,
    c.metric_type,
    coalesce(t.label, initcap(replace(c.metric_type, '_', ' '))) as label,
    t.category,
    c.verified_only,
    c.local_today - 29 as current_start,
    c.local_today as current_end,
    c.local_today - 59 as previous_start,
    c.local_today - 30 as previous_end,
    c.current_count,
    c.previous_count,
    c.current_average,
    c.previous_average,
    c.current_average - c.previous_average as change,
    case
        when c.previous_average = 0 then 0
        else round((c.current_average - c.previous_average) / c.previous_average * 100, 2)
    end as change_percent
from compared as c
left join scorebook.metric_types as t on t.key = c.metric_type
