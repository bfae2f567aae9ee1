-- An athlete's metrics with the columns that the app's table has.
select
    metric.id,
    metric.user_id,
    metric.recorded_date,
    metric.metric_type,
    metric.value,
    metric.unit,
    metric.event_id,
    metric.notes,
    metric.verified,
    metric.created_at,
    metric.family_unit_id,
    metric.display_value,
    metric.source,
    metric.is_primary
from public.performance_metrics as metric
where metric.user_id = $1::uuid
    and ($2::date is null or metric.recorded_date >= $2::date)
    and ($3::date is null or metric.recorded_date <= $3::date)
    and ($4::boolean is not true or metric.verified)
order by metric.recorded_date desc, metric.created_at desc nulls last, metric.id desc
