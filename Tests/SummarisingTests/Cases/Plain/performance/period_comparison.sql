select user_id, family_unit_id, metric_type, label, category, verified_only, current_start, current_end, previous_start,
    previous_end, current_count,
    previous_count, round(current_average, 9), round(previous_average, 9), round(change, 9), change_percent
from public.period_comparison
---
-- Thirty days up to today, and the thirty before these.
with today as (
    select user_id, date '2026-06-09' + (n = 2)::integer as day from season.athletes
),
own as (
    select m.*, t.day, coalesce(registered_unit, first_value(unit) over (partition by m.user_id, family_unit_id, metric_type,
        o.verified_only
        order by coalesce(unit, '') = '', recorded_date desc, created_at desc nulls last, id desc)) as wanted, o.verified_only
    from season.metrics as m join today as t on t.user_id = m.user_id
    cross join (values (false), (true)) as o (verified_only)
    where value is not null and recorded_date between t.day - 59 and t.day
),
counted as (
    select *, season.in_unit(value, unit, wanted) as v, day - recorded_date < 30 as is_now from own
    where (verified or not verified_only) and (is_registered or coalesce(unit, '') = '' or public.unit_ratio(unit, wanted) > 0)
)
select user_id, family_unit_id, metric_type, coalesce(min(label), initcap(replace(metric_type, '_', ' '))), min(category),
    verified_only, day - 29, day, day - 59, day - 30,
    count(*) filter (where is_now)::integer, count(*) filter (where not is_now)::integer, round(now, 9), round(before, 9),
        round(now - before, 9),
    case when before = 0 then 0 else round(100 * (now / before - 1), 2) end
from (select *, coalesce(avg(v) filter (where is_now) over key, 0) as now, coalesce(avg(v)
    filter (where not is_now) over key, 0) as before
    from counted window key as (partition by user_id, family_unit_id, metric_type, verified_only)) as c
group by user_id, family_unit_id, metric_type, verified_only, day, now, before
