-- summary: athletes
-- title: The players of each family
-- kind: view
select
    fm.family_unit_id,
    u.id as athlete_id,
    u.full_name,
    u.graduation_year,
    d.timezone,
    d.local_today
from public.family_members as fm
join public.users as u on u.id = fm.user_id
join public.local_days as d on d.user_id = u.id
where fm.role = 'player'
