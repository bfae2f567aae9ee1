-- summary: metric_stats
-- title: Statistics, trend and radar of each metric within a range of days, both ends included
-- kind: function
create function public.metric_stats(
    athlete uuid, range_start date, range_end date, only_verified boolean default false
)
returns table (
    user_id uuid,
    family_unit_id uuid,
    metric_type text,
    label text,
    category text,
    radar_order integer,
    radar_label text,
    record_count integer,
    min_value numeric,
    max_value numeric,
    average numeric,
    first_value numeric,
    first_date date,
    latest_value numeric,
    latest_date date,
    latest_unit text,
    latest_verified boolean,
    percent_change numeric,
    trend text,
    chart_trend text,
    lower_is_better boolean,
    radar_value numeric
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        s.user_id,
        s.family_unit_id,
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
        s.first_date,
        s.latest_value,
        s.latest_date,
        s.latest_unit,
        s.latest_verified,
        s.percent_change,
        s.trend,
        s.chart_trend,
        s.lower_is_better,
        s.radar_value
    from public.metric_range_stats(athlete, array[range_start], array[range_end], array[only_verified]) as s
$$;
