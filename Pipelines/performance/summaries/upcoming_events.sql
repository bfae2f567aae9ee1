-- summary: upcoming_events
-- title: The next five events of each athlete, today's until local midnight
-- kind: view
with ranked as (
    select
        e.*,
        row_number() over (
            partition by e.user_id
            order by e.start_date, e.start_time nulls last, e.created_at, e.id
        ) as event_rank
    from public.local_days as d
    join public.events as e on e.user_id = d.user_id and e.start_date >= d.local_today
)

select
    r.user_id as athlete_id,
    r.family_unit_id,
    r.id as event_id,
    r.name,
    r.type::text as event_type,
    r.start_date,
    r.start_time,
    r.end_date,
    r.location,
    r.school_id,
    r.registered,
    r.event_rank::integer as rank
from ranked as r
where r.event_rank <= 5
