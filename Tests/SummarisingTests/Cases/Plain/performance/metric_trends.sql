select user_id, reader_id, metric_type, family_unit_id, label, record_count, min_value, max_value, round(average, 9),
    round(first3_avg, 9),
    round(last3_avg, 9), lower_is_better, trend, unit, series_values, series_dates
from public.metric_trends
---
with newest as (
    select m.*, row_number() over whole as place, count(*) over (partition by m.user_id, m.family_unit_id, m.metric_type) as of
    from season.metrics as m where value is not null
    window whole as (partition by m.user_id, m.family_unit_id, m.metric_type
        order by recorded_date desc, created_at desc nulls last, id desc)
),
ten as (
    select m.*, coalesce(registered_unit, first_value(unit) over (partition by user_id, family_unit_id, metric_type
        order by coalesce(unit, '') = '', place)) as wanted
    from newest as m where place <= 10
),
series as (
    select user_id, family_unit_id, metric_type, min(label) as label, bool_and(less) as less, count(*)::integer as c,
        array_agg(season.in_unit(value, unit, wanted) order by place desc) as v, array_agg(recorded_date
            order by place desc) as d,
        (array_agg(u order by u is null, place))[1] as unit
    from ten
    cross join lateral (select case when public.unit_ratio(unit, wanted) > 0 then wanted else nullif(unit, '') end as u) as u
    where is_registered or coalesce(unit, '') = '' or public.unit_ratio(unit, wanted) > 0
    group by user_id, family_unit_id, metric_type
)
select user_id, coalesce(family_unit_id, user_id), metric_type, family_unit_id, coalesce(label, initcap(replace(metric_type,
    '_', ' '))), c,
    (select min(x) from unnest(v) as x), (select max(x) from unnest(v) as x), round((select avg(x) from unnest(v) as x), 9),
    round((select avg(x) from unnest(v[1:3]) as x), 9), round((select avg(x) from unnest(v[greatest(1, c - 2):c]) as x), 9),
        less,
    season.trend((select sum(x) from unnest(v[1:3]) as x), (select sum(x) from unnest(v[greatest(1, c - 2):c]) as x), 1, less),
        unit, v, d
from series where c > 1
