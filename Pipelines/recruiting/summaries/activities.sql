-- summary: activities
-- title: What happened in each family: interactions, changes of a school's status, documents
-- kind: view
-- schema: summary
select
    'interaction' as activity_type,
    i.id,
    i.family_unit_id,
    i.logged_by as actor_id,
    i.occurred_at as happened_at,
    i.school_id,
    i.type::text as word,
    coalesce(nullif(i.content, ''), nullif(i.subject, '')) as note
from public.interactions as i
union all
select
    'school_status_change',
    h.id,
    s.family_unit_id,
    h.changed_by,
    h.changed_at,
    h.school_id,
    h.new_status,
    nullif(h.notes, '')
from public.schools as s
join public.school_status_history as h on h.school_id = s.id
union all
select
    'document_upload',
    d.id,
    d.family_unit_id,
    d.user_id,
    d.created_at,
    null,
    d.type::text,
    d.title
from public.documents as d
