-- summary: local_days
-- title: Where each user's day stands: the app allows four zones, scorebook.user_zones any
-- kind: view
-- opens scorebook.user_zones: user_id = (select auth.uid()) or exists (
--     select from public.family_members as fm where fm.user_id = user_zones.user_id)
select
    u.id as user_id,
    coalesce(z.zone, u.timezone) as timezone,
    (scorebook.as_of() at time zone coalesce(z.zone, u.timezone))::date as local_today
from public.users as u
left join scorebook.user_zones as z on z.user_id = u.id
