-- summary: top_metrics
-- title: The dashboard's three metrics: latest of each type, the primary one first, then the newest
-- kind: view
-- opens scorebook.metric_types: true
with ranked as (
    select
        h.*,
        row_number() over (
            partition by h.user_id, h.family_unit_id
            order by h.is_primary desc, h.recorded_date desc, t.registry_order nulls last, h.metric_type
        ) as metric_rank
    from public.metric_history as h
    left join scorebook.metric_types as t on t.key = h.metric_type
    where h.type_rank = 1
)

select
    r.user_id as athlete_id,
    r.family_unit_id,
    r.metric_id,
    r.metric_type,
    r.label,
    r.value,
    r.unit,
    r.display_value,
    r.recorded_date,
    r.verified,
    r.is_primary,
    r.metric_rank::integer as rank
from ranked as r
where r.metric_rank <= 3
