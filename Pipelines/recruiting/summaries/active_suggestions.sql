-- summary: active_suggestions
-- title: Action items of each athlete, the urgent ones first
-- kind: view
--
-- pending_count: open suggestions behind "Show more": those kept back for later, and the shown ones from the fourth on.
-- Where all are kept back there is no row here; dashboard_summary has the same count for every athlete.
with open as (
    select
        s.*,
        count(*) over (partition by s.athlete_id)
            - least(3, count(*) filter (where s.pending_surface is not true) over (partition by s.athlete_id))
            as pending_count
    from public.suggestion as s
    where s.dismissed is not true and s.completed is not true
)

select
    o.id as suggestion_id,
    o.athlete_id,
    o.rule_type,
    o.urgency::text as urgency,
    o.message,
    o.action_type,
    o.related_school_id,
    o.surfaced_at,
    row_number() over (
        partition by o.athlete_id
        order by
            case o.urgency when 'high' then 1 when 'medium' then 2 else 3 end,
            o.surfaced_at desc nulls last, o.created_at desc nulls last, o.id
    )::integer as rank,
    o.pending_count::integer as pending_count,
    initcap(regexp_replace(o.rule_type, '[-_]+', ' ', 'g')) as title,
    o.message as description,
    case
        when o.action_type = 'log_interaction' then '/interactions/add' || coalesce('?schoolId=' || o.related_school_id, '')
        when o.action_type in ('add_video', 'update_video') then '/videos'
        when o.action_type = 'add_school' then '/schools/new'
        else '/schools/' || o.related_school_id
    end as action_url
from open as o
where o.pending_surface is not true
