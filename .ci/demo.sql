-- What Maya's screen reads: the app's role, her token's claims, her rows and no other's.
begin;
set local role authenticated;
set local request.jwt.claims = '{"sub": "5f0c0000-0000-4000-8000-000000000001"}';

with scaled as (
    select
        t.label,
        t.record_count,
        t.trend,
        t.unit,
        t.metric_type,
        t.series_values[cardinality(t.series_values)] as latest,
        point.number,
        case
            when t.max_value = t.min_value then 4
            else 1 + round(7 * (point.value - t.min_value) / (t.max_value - t.min_value))::integer
        end as height
    from public.metric_trends as t
    cross join unnest(t.series_values) with ordinality as point (value, number)
)

select
    label as metric,
    record_count as records,
    string_agg(substr('▁▂▃▄▅▆▇█', height, 1), '' order by number) as "last ten",
    concat_ws(' ', public.display_value(metric_type, latest), unit) as latest,
    case trend when 'improving' then '↗ ' when 'declining' then '↘ ' else '→ ' end || trend as trend
from scaled
group by label, record_count, metric_type, latest, unit, trend
order by record_count desc, label;

rollback;
