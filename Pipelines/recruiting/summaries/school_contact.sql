-- summary: school_contact
-- title: Each school's interactions and the last of them
-- kind: stored
-- keys: school_id, family_unit_id
-- owner: family_unit_id
-- family: family_unit_id
-- by: keys
-- touches public.schools:
--     select c.id as school_id, c.family_unit_id from changed as c
--     group by c.id, c.family_unit_id having count(*) = 1 or count(distinct c.name) > 1
-- touches public.interactions:
--     select school_id, family_unit_id from changed
select
    s.id as school_id,
    s.family_unit_id,
    s.name as school_name,
    i.last_contact_at,
    i.interaction_count
from public.schools as s
cross join lateral (
    select
        max(i.occurred_at) as last_contact_at,
        count(*)::integer as interaction_count
    from public.interactions as i
    -- The family is only compared: looked up by index as well it would cost the family's whole history each time.
    where i.school_id = s.id and i.family_unit_id is not distinct from s.family_unit_id
) as i
where s.family_unit_id is not null
