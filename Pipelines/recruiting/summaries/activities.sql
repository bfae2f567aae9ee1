-- summary: activities
-- title: What happened in each family: interactions, changes of a school's status, documents; the newest thousand of each
-- kind: view
-- schema: summary
select
    f.family_unit_id,
    a.activity_type,
    a.id,
    a.actor_id,
    a.happened_at,
    a.school_id,
    a.word,
    a.note
from summary.families as f
cross join lateral (
    (
        select
            'interaction' as activity_type,
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
    )
    union all
    (
        select
            'school_status_change',
            h.id,
            h.changed_by,
            h.changed_at,
            h.school_id,
            h.new_status,
            nullif(h.notes, '')
        from public.school_contact as s
        join public.school_status_history as h on h.school_id = s.school_id
        where s.family_unit_id = f.family_unit_id
        order by h.changed_at desc
        limit 1000
    )
    union all
    (
        select
            'document_upload',
            d.id,
            d.uploaded_by,
            d.created_at,
            null,
            d.type::text,
            d.title
        from public.documents as d
        where d.family_unit_id = f.family_unit_id
        order by d.created_at desc nulls last
        limit 1000
    )
) as a
