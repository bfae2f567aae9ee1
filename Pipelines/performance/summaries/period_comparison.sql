-- summary: period_comparison
-- title: Means of the last 30 days beside the 30 before, by recorded date
-- kind: view
-- opens scorebook.metric_types: true
with recent as (
    select
        d.user_id,
        m.family_unit_id,
        m.metric_type,
        v.verified_only,
        d.local_today,
        case
            when lower(m.unit) <> lower(t.unit) or not abs(m.value) < 1e100 then public.in_unit(m.value, m.unit, t.unit)
            else m.value
        end as value,
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
