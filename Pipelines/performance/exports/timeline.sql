-- An athlete's metrics under the headers of the app's timeline, with their ids.
select
    metric.recorded_date as "Date",
    metric.metric_type as "Metric Type",
    metric.value as "Value",
    metric.unit as "Unit",
    metric.event_id as "Event ID",
    case when metric.verified then 'Yes' else 'No' end as "Verified",
    metric.notes as "Notes",
    metric.display_value as "Display Value",
    metric.id as "ID"
from public.performance_metrics as metric
where metric.user_id = $1::uuid
    and ($2::date is null or metric.recorded_date >= $2::date)
    and ($3::date is null or metric.recorded_date <= $3::date)
    and ($4::boolean is not true or metric.verified)
order by metric.recorded_date desc, metric.created_at desc nulls last, metric.id desc
