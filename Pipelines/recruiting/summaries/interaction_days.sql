-- summary: interaction_days
-- title: The day of each interaction where each member of the family lives
-- kind: view
-- schema: summary
select
    fm.user_id as athlete_id,
    i.family_unit_id,
    i.id as interaction_id,
    (i.occurred_at at time zone d.timezone)::date as day,
    i.direction
from public.family_members as fm
join public.local_days as d on d.user_id = fm.user_id
join public.interactions as i on i.family_unit_id = fm.family_unit_id
