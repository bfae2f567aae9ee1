-- summary: members
-- title: Each member of a family, and each player or parent who has no family yet, with the day where they live
-- kind: view
-- opens scorebook.user_zones: user_id = (select auth.uid()) or exists (
--     select from public.family_members as fm where fm.user_id = user_zones.user_id)
--
-- The day as in local_days, without reading users once more: each time is another look at who shares a family.
select
    fm.family_unit_id,
    u.id as user_id,
    coalesce(fm.role, u.role::text) as member_role,
    u.full_name,
    public.first_name(u.full_name, u.email) as first_name,
    u.graduation_year,
    coalesce(z.zone, u.timezone) as timezone,
    (scorebook.as_of() at time zone coalesce(z.zone, u.timezone))::date as local_today
from public.users as u
left join scorebook.user_zones as z on z.user_id = u.id
left join public.family_members as fm on fm.user_id = u.id
where fm.user_id is not null or u.role <> 'admin'
