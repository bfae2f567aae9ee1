-- summary: athletes
-- title: The players of each family, and those who have no family yet
-- kind: view
select
    fm.family_unit_id,
    u.id as athlete_id,
    u.full_name,
    nullif(split_part(btrim(u.full_name), ' ', 1), '') as first_name,
    u.graduation_year,
    d.timezone,
    d.local_today
from public.users as u
join public.local_days as d on d.user_id = u.id
left join public.family_members as fm on fm.user_id = u.id and fm.role = 'player'
where fm.user_id is not null or u.role = 'player'
