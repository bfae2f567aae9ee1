-- summary: metric_counts
-- title: How many measurements of how many kinds each athlete has
-- kind: stored
-- schema: summary
-- keys: user_id, family_unit_id
-- owner: user_id
-- family: family_unit_id
-- touches public.performance_metrics:
--     select user_id, family_unit_id from changed
select
    m.user_id,
    m.family_unit_id,
    count(*)::integer as metric_count,
    count(distinct m.metric_type)::integer as metric_type_count,
    max(m.recorded_date) as latest_metric_date
from public.performance_metrics as m
where m.family_unit_id is not null
group by m.user_id, m.family_unit_id
