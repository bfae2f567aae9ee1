-- summary: packet_schools
-- title: The schools of the recruiting packet by tier: A with an offer or committed, B visiting, C the others
-- kind: view
select
    s.family_unit_id,
    s.id as school_id,
    case
        when s.status in ('offer_received', 'committed') then 'A'
        when s.status = 'visiting' then 'B'
        else 'C'
    end as tier,
    s.name,
    coalesce(nullif(s.location, ''), nullif(concat_ws(', ', nullif(s.city, ''), nullif(s.state, '')), '')) as location,
    s.division::text as division,
    s.conference,
    coalesce(s.status::text, 'researching') as status,
    c.coach_count,
    coalesce(i.interaction_count, 0) as interaction_count
from public.schools as s
cross join lateral (
    select count(*)::integer as coach_count
    from public.coach_stats as c
    where c.school_id = s.id and c.family_unit_id = s.family_unit_id
) as c
left join public.school_contact as i on i.school_id = s.id and i.family_unit_id = s.family_unit_id
