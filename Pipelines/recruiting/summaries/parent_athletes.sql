-- summary: parent_athletes
-- title: The athletes of each parent; the first to graduate is shown first
-- kind: view
--
-- The family is found by its id: read whole, the policies of the app would look at other families.
select
    p.user_id as parent_id,
    p.family_unit_id,
    f.family_name,
    a.user_id as athlete_id,
    u.full_name as athlete_name,
    u.graduation_year,
    row_number() over (
        partition by p.user_id
        order by u.graduation_year nulls last, u.full_name, a.user_id
    )::integer as default_rank,
    v.last_viewed_at
from public.family_members as p
join public.family_members as a on a.family_unit_id = p.family_unit_id and a.role = 'player'
cross join lateral (
    select f.family_name
    from public.family_units as f
    where f.id = p.family_unit_id
    offset 0
) as f
join public.users as u on u.id = a.user_id
cross join lateral (
    select max(v.viewed_at) as last_viewed_at
    from public.parent_view_log as v
    where v.parent_user_id = p.user_id and v.athlete_id = a.user_id
) as v
where p.role = 'parent'
