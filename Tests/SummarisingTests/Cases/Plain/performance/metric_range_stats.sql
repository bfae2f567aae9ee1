select range_number, s.user_id, family_unit_id, metric_type, label, category, radar_order, radar_label, record_count,
    min_value, max_value,
    round(average, 9), first_value, first_date, latest_value, latest_date, latest_unit, latest_verified, percent_change, trend,
        chart_trend,
    lower_is_better, radar_value
from season.athletes as a cross join lateral public.metric_range_stats(a.user_id,
    '{2026-05-10,2026-05-25,2026-06-02,2026-04-20}',
    '{2026-06-08,2026-06-05,2026-06-02,2026-05-20}', '{false,true,false,false}') as s
---
with range (n, first, last, verified) as (
    values (1, date '2026-05-10', date '2026-06-08', false), (2, '2026-05-25', '2026-06-05', true), (3, '2026-06-02',
        '2026-06-02', false),
        (4, '2026-04-20', '2026-05-20', false)
),
own as (
    select m.*, coalesce(registered_unit, first_value(unit) over (partition by user_id, family_unit_id, metric_type
        order by coalesce(unit, '') = '', recorded_date desc, created_at desc nulls last, id desc)) as wanted
    from season.metrics as m
    where value is not null and recorded_date between '2026-04-20' and '2026-06-08'
),
within as (
    select r.n, o.*, row_number() over (partition by n, user_id, family_unit_id, metric_type
        order by recorded_date desc, created_at desc nulls last, id desc) as place
    from range as r join own as o on recorded_date between first and last and (o.verified or not r.verified)
),
series as (
    select n, user_id, family_unit_id, metric_type, min(label) as label, min(category) as category,
        min(radar_order) as radar_order, bool_and(less) as less,
        array_agg(season.in_unit(value, unit, wanted) order by place) as v, count(*) filter (where place <= 10)::integer as k,
            count(*)::integer as c,
        array_agg(recorded_date order by place) as d, array_agg(verified is true order by place) as checked,
        (array_agg(u order by u is null, place))[1] as unit
    from within
    cross join lateral (select case when public.unit_ratio(unit, wanted) > 0 then wanted else nullif(unit, '') end as u) as u
    where is_registered or coalesce(unit, '') = '' or public.unit_ratio(unit, wanted) > 0
    group by n, user_id, family_unit_id, metric_type
)
select n, user_id, family_unit_id, metric_type, coalesce(label, initcap(replace(metric_type, '_', ' '))), category, radar_order,
    (array['Velocity', 'Exit Velo', '60-Yard', 'Pop Time', 'Batting Avg', 'ERA', 'Strikeouts', 'Other'])[radar_order],
    c, (select min(x) from unnest(v) as x), (select max(x) from unnest(v) as x), round((select sum(x)
        from unnest(v) as x) / c, 9),
    v[c], d[c], v[1], d[1], unit, checked[1], case when v[c] = 0 then 0 else round(100 * (v[1] - v[c]) / v[c], 2) end,
    case when k > 0 then season.trend((select sum(x) from unnest(v[greatest(1, k - 2):k]) as x), (select sum(x)
        from unnest(v[1:least(3, k)]) as x), 1, less) end,
    season.trend((select avg(x) from unnest(v[c - c / 2 + 1:c]) as x), (select avg(x)
        from unnest(v[1:c - c / 2]) as x), 5, less),
    less, case when v[1] > 10 then 100 when v[1] < 0 then 0 else v[1] * 10 end
from series
