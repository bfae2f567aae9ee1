-- summary: activities
-- title: What happened in each family: interactions, changes of a school's status, documents; the newest thousand of each
-- kind: view
-- schema: summary
select
    f.family_unit_id,
    'interaction' as activity_type,
    i.id,
    i.actor_id,
    i.happened_at,
    i.school_id,
    i.word,
    i.note
from summary.families as f
cross join lateral (
    select
        i.id,
        i.logged_by as actor_id,
        i.occurred_at as happened_at,
        i.school_id,
        i.type::text as word,
        coalesce(nullif(i.content, ''), nullif(i.subject, '')) as note
    from public.interactions as i
    where i.family_unit_id = f.family_unit_id
    order by i.occurred_at desc
    limit 1000
) as i
union all
select
    f.family_unit_id,
    'school_status_change',
    h.id,
    h.changed_by,
    h.changed_at,
    h.school_id,
    h.new_status,
    nullif(h.notes, '')
from summary.families as f
cross join lateral (
    select h.*
    from public.school_contact as s
    join public.school_status_history as h on h.school_id = s.school_id
    where s.family_unit_id = f.family_unit_id
    order by h.changed_at desc
    limit 1000
) as h
union all
select
    f.family_unit_id,
    'document_upload',
    d.id,
    d.user_id,
    d.created_at,
    null,
    d.type::text,
    d.title
from summary.families as f
cross join lateral (
    select d.*
    from public.documents as d
    where d.family_unit_id = f.family_unit_id
    order by d.created_at desc nulls last
    limit 1000
) as d
