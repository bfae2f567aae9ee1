-- summary: coach_followup
-- title: Coaches with whom there was no contact for 14 days: never first, then the longest ago
-- kind: view
with waiting as (
    select
        c.*,
        case when isfinite(c.last_contact_at)
            then floor(extract(epoch from scorebook.as_of() - c.last_contact_at) / 86400)::integer end
            as days_since_contact
    from public.coach_stats as c
    where c.last_contact_at is null or c.last_contact_at < scorebook.as_of() - interval '14 days'
)

select
    w.coach_id,
    w.family_unit_id,
    w.school_id,
    w.school_name,
    w.coach_name,
    w.email,
    w.phone,
    w.last_contact_at,
    w.days_since_contact,
    coalesce(w.days_since_contact || ' days ago', 'Never contacted') as contact_label,
    row_number() over (
        partition by w.family_unit_id
        order by w.last_contact_at nulls first, w.coach_name, w.coach_id
    ) as rank,
    count(*) over (partition by w.family_unit_id) as total
from waiting as w
