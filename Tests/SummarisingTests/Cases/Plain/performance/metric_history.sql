select h.metric_id, h.user_id, h.family_unit_id, h.metric_type, h.label, h.category, h.value, h.unit, h.recorded_date,
    h.verified, h.is_primary, h.event_name,
    h.display_value, h.lower_is_better, h.history_rank, h.type_rank, t.rank
from public.metric_history as h left join public.top_metrics as t on t.metric_id = h.metric_id
---
with seen as materialized (
    select m.*, row(recorded_date, coalesce(created_at, '-infinity'), id) as at from season.metrics as m
    where recorded_date <= date '2026-06-09' + (user_id = '00000000-0000-4000-8000-000000000002')::integer
),
ranked as materialized (
    select s.*, (select count(*) from seen as o where o.user_id = s.user_id and o.family_unit_id is not distinct
        from s.family_unit_id and o.at >= s.at) as place,
        (select count(*) from seen as o where o.user_id = s.user_id and o.family_unit_id is not distinct from s.family_unit_id
            and o.at >= s.at
            and o.metric_type = s.metric_type) as of_type
    from seen as s
)
select id, user_id, family_unit_id, metric_type, coalesce(label, initcap(replace(metric_type, '_', ' '))), category, value,
    nullif(unit, ''), recorded_date,
    coalesce(verified, false), is_primary, (select name from public.events as e where e.id = event_id),
    coalesce(nullif(display_value, ''), public.format_value(value, format_kind, digits, drop_leading_zero)), less, place,
        of_type,
    (select nullif(least(count(*), 4), 4)::integer from ranked as o where r.of_type = 1 and o.of_type = 1
        and o.user_id = r.user_id
        and o.family_unit_id is not distinct from r.family_unit_id
        and (not o.is_primary, current_date - o.recorded_date, coalesce(o.registry_order, 9999), o.metric_type)
            <= (not r.is_primary, current_date - r.recorded_date, coalesce(r.registry_order, 9999), r.metric_type)
        having count(*) > 0)
from ranked as r
