-- summary: interaction_trend_30d
-- title: Interactions of the last 30 local days, a row a day; total_30d = 0 is the empty state
-- kind: view
select
    a.family_unit_id,
    a.user_id as athlete_id,
    a.local_today - n.days_ago as day,
    coalesce(d.interactions, 0) as interactions,
    coalesce(d.outbound, 0) as outbound,
    coalesce(d.inbound, 0) as inbound,
    coalesce(sum(d.interactions) over (partition by a.user_id, a.family_unit_id), 0)::integer as total_30d
from public.members as a
cross join generate_series(0, 29) as n (days_ago)
left join public.interaction_daily as d
    on d.athlete_id = a.user_id and d.family_unit_id = a.family_unit_id and d.day = a.local_today - n.days_ago
