-- summary: timeline_stats
-- title: Statistics of the timeline: each range preset, of all records and of verified ones
-- kind: view
select
    d.user_id,
    s.family_unit_id,
    p.range_preset,
    p.start_date,
    p.end_date,
    s.range_number > 5 as verified_only,
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
cross join lateral (
    select
        array_agg(p.start_date order by p.sort_order) as starts,
        array_agg(p.end_date order by p.sort_order) as ends
    from public.range_presets(d.local_today) as p
) as ranges
-- One to five are the presets of all records, six to ten those of verified ones.
cross join lateral public.metric_range_stats(
    d.user_id,
    ranges.starts || ranges.starts,
    ranges.ends || ranges.ends,
    array[false, false, false, false, false, true, true, true, true, true]
) as s
join lateral public.range_presets(d.local_today) as p on p.sort_order = (s.range_number - 1) % 5 + 1
