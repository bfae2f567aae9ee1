-- summary: coach_stats
-- title: How each coach answers, and when they were last in contact
-- kind: stored
-- keys: coach_id, family_unit_id
-- owner: family_unit_id
-- family: family_unit_id
-- by: keys
-- touches public.coaches:
--     select id as coach_id, family_unit_id from changed
-- touches public.interactions:
--     select coach_id, family_unit_id from changed
-- touches public.schools:
--     select co.id as coach_id, co.family_unit_id
--     from changed as c
--     cross join lateral (
--         select co.id, co.family_unit_id from public.coaches as co where co.school_id = c.id offset 0
--     ) as co
--     where co.family_unit_id = c.family_unit_id
-- keeps public.schools:
--     select c.id, c.family_unit_id from changed as c
--     group by c.id, c.family_unit_id having count(*) = 1 or count(distinct c.name) > 1
-- locks public.schools: select family_unit_id from changed
--
-- responsiveness_score: of a hundred messages sent, how many came back, at most 100; 0 where none was sent.
select
    c.id as coach_id,
    c.family_unit_id,
    c.school_id,
    s.name as school_name,
    concat_ws(' ', c.first_name, c.last_name) as coach_name,
    c.role::text as coach_role,
    c.email,
    c.phone,
    i.outbound_count,
    i.inbound_count,
    case
        when i.outbound_count = 0 then 0
        else least(100, round(100.0 * i.inbound_count / i.outbound_count))::integer
    end as responsiveness_score,
    greatest(c.last_contact_date, i.last_interaction_at) as last_contact_at
from public.coaches as c
join public.schools as s on s.id = c.school_id and s.family_unit_id = c.family_unit_id
cross join lateral (
    select
        count(*) filter (where i.direction = 'outbound')::integer as outbound_count,
        count(*) filter (where i.direction = 'inbound')::integer as inbound_count,
        max(i.occurred_at) as last_interaction_at
    from public.interactions as i
    -- The family is only compared: looked up by index as well it would cost the family's whole history each time.
    where i.coach_id = c.id and i.family_unit_id is not distinct from c.family_unit_id
) as i
