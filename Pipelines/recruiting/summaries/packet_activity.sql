-- summary: packet_activity
-- title: The activity of the recruiting packet: totals, last contact, and interactions by kind
-- kind: view
select
    f.family_unit_id,
    s.total_schools,
    i.total_interactions,
    i.recent_contact,
    i.emails,
    i.calls,
    i.camps,
    i.visits,
    i.total_interactions - i.emails - i.calls - i.camps - i.visits as other
from summary.families as f
cross join lateral (
    select count(*)::integer as total_schools
    from public.school_contact as s
    where s.family_unit_id = f.family_unit_id
) as s
cross join lateral (
    select
        count(*)::integer as total_interactions,
        max(i.occurred_at) as recent_contact,
        count(*) filter (where i.type = 'email')::integer as emails,
        count(*) filter (where i.type = 'phone_call')::integer as calls,
        count(*) filter (where i.type in ('camp', 'showcase'))::integer as camps,
        count(*) filter (
            where i.type in ('in_person_visit', 'unofficial_visit', 'official_visit', 'virtual_meeting')
        )::integer as visits
    from public.interactions as i
    where i.family_unit_id = f.family_unit_id
) as i
