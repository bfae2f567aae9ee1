-- summary: metric_events
-- title: Measurements beside the event at which they were taken
-- kind: view
-- opens scorebook.metric_types: true
--
-- Each event is found by its id: read whole, the policies of the app would look at events that no measurement here names.
select
    m.user_id,
    m.family_unit_id,
    m.event_id,
    e.name as event_name,
    e.type::text as event_type,
    e.start_date,
    e.end_date,
    e.location,
    m.id as metric_id,
    m.metric_type,
    coalesce(t.label, initcap(replace(m.metric_type, '_', ' '))) as label,
    t.category,
    m.value,
    nullif(m.unit, '') as unit,
    coalesce(
        nullif(m.display_value, ''), public.format_value(m.value, t.format_kind, t.digits, t.drop_leading_zero)
    ) as display_value,
    m.recorded_date,
    case when isfinite(m.recorded_date) and isfinite(e.start_date) then m.recorded_date - e.start_date end
        as day_of_event,
    m.verified is true as verified,
    m.created_at
from public.performance_metrics as m
cross join lateral (
    select e.name, e.type, e.start_date, e.end_date, e.location
    from public.events as e
    where e.id = m.event_id
    offset 0
) as e
left join scorebook.metric_types as t on t.key = m.metric_type
