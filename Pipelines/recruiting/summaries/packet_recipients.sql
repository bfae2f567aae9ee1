-- summary: packet_recipients
-- title: Coaches to whom a recruiting packet can be sent
-- kind: view
select
    c.family_unit_id,
    c.coach_id,
    c.coach_name,
    c.coach_role,
    btrim(c.email) as email,
    c.school_id,
    c.school_name,
    c.last_contact_at,
    row_number() over (
        partition by c.family_unit_id
        order by c.school_name, c.coach_name, c.coach_id
    )::integer as rank
from public.coach_stats as c
where c.email ~ '^\s*[^@\s]+@[^@\s]+\s*$'
