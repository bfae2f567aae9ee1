-- summary: recent_activity
-- title: What each family did last; the feed reads the first five
-- kind: view
with ranked as (
    select
        a.*,
        row_number() over (partition by a.family_unit_id order by a.happened_at desc nulls last, a.id) as activity_rank
    from summary.activities as a
)

select
    case r.activity_type when 'interaction' then 'interaction-' when 'document_upload' then 'doc-' else 'status-' end
        || r.id as activity_id,
    r.family_unit_id,
    r.actor_id,
    r.activity_type,
    r.happened_at,
    t.title,
    t.description,
    case r.activity_type
        when 'interaction' then '/interactions?id=' || r.id
        when 'school_status_change' then '/schools/' || r.school_id
    end as click_url,
    r.activity_rank::integer as rank,
    public.relative_time(r.happened_at, coalesce(d.timezone, 'UTC')) as happened_ago
from ranked as r
left join public.school_contact as s on s.school_id = r.school_id and s.family_unit_id = r.family_unit_id
left join public.local_days as d on d.user_id = (select auth.uid())
cross join lateral summary.activity_text(r.activity_type, r.word, r.note, s.school_name) as t
