-- summary: timeline_stats
-- title: metric_stats for each of the timeline's ranges, of all and of verified records
-- kind: view
select
    d.user_id,
    s.family_unit_id,
    p.range_preset,
    p.start_date,
    p.end_date,
    v.verified_only,
    s.metric_type,
    s.label,
    s.category,
    s.radar_order,
    s.radar_label,
    s.record_count,
    s.min_value,
    s.max_value,
    s.average,
    s.first_value,
    s.latest_value,
    s.latest_date,
    s.latest_unit,
    s.latest_verified,
    s.percent_change,
    s.trend,
    s.chart_trend,
    s.radar_value
from public.local_days as d
cross join lateral public.range_presets(d.local_today) as p
cross join (values (false), (true)) as v (verified_only)
cross join lateral public.metric_stats(d.user_id, p.start_date, p.end_date, v.verified_only) as s
