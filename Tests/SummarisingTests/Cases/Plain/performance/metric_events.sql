select metric_id, metric_type, label, category, value, unit, display_value, recorded_date, day_of_event, verified
from public.metric_events
---
select m.id, metric_type, coalesce(label, initcap(replace(metric_type, '_', ' '))), category, value, case when unit <> ''
    then unit end,
    case when display_value <> '' then display_value else public.format_value(value, format_kind, digits,
        drop_leading_zero) end, recorded_date,
    recorded_date - date '2026-05-30', coalesce(verified, false)
from season.metrics as m where event_id in (season.id('meet1'), season.id('meet2'))
