-- summary: contact_frequency
-- title: How recently the family was in contact with each school
-- kind: view
--
-- contacts_7d counts instants, not days; recency is green up to 7 whole days, yellow up to 30.
with recent as (
    select
        i.family_unit_id,
        i.school_id,
        count(*)::integer as contacts
    from public.interactions as i
    where i.occurred_at >= scorebook.as_of() - interval '7 days'
    group by i.family_unit_id, i.school_id
)

select
    s.school_id,
    s.family_unit_id,
    s.school_name,
    s.last_contact_at,
    coalesce(r.contacts, 0) as contacts_7d,
    case
        when s.last_contact_at > scorebook.as_of() - interval '8 days' then 'green'
        when s.last_contact_at > scorebook.as_of() - interval '31 days' then 'yellow'
        else 'red'
    end as recency,
    s.last_contact_at is null or s.last_contact_at < scorebook.as_of() - interval '30 days' as needs_attention,
    s.interaction_count
from public.school_contact as s
left join recent as r on r.family_unit_id = s.family_unit_id and r.school_id = s.school_id
