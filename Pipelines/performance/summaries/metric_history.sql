-- summary: metric_history
-- title: Every measurement, newest first; type_rank = 1 is the latest of its type
-- kind: view
-- opens scorebook.metric_types: true
--
-- The event is found by its id: a join reads events whole, and the app's policies then look at those of other families.
with ranked as (
    select
        m.*,
        row_number() over (
            partition by m.user_id, m.family_unit_id
            order by m.recorded_date desc, m.created_at desc nulls last, m.id desc
        ) as history_rank,
        row_number() over (
            partition by m.user_id, m.family_unit_id, m.metric_type
            order by m.recorded_date desc, m.created_at desc nulls last, m.id desc
        ) as type_rank
    from public.performance_metrics as m
    -- Of a day that was asked for nothing later is shown, and what is the latest is that of then.
    where nullif(current_setting('scorebook.as_of', true), '') is null
        or m.recorded_date <= (select d.local_today from public.local_days as d where d.user_id = m.user_id)
)

select
    r.id as metric_id,
    r.user_id,
    r.family_unit_id,
    r.metric_type,
    coalesce(t.label, initcap(replace(r.metric_type, '_', ' '))) as label,
    t.category,
    r.value,
    nullif(r.unit, '') as unit,
    r.recorded_date,
    r.verified is true as verified,
    r.is_primary,
    r.event_id,
    (select e.name from public.events as e where e.id = r.event_id) as event_name,
    r.source,
    r.notes,
    coalesce(
        nullif(r.display_value, ''), public.format_value(r.value, t.format_kind, t.digits, t.drop_leading_zero)
    ) as display_value,
    summary.less_is_better(r.metric_type, t.key is not null, t.lower_is_better) as lower_is_better,
    r.created_at,
    r.history_rank,
    r.type_rank
from ranked as r
left join scorebook.metric_types as t on t.key = r.metric_type
