-- summary: workout_days
-- title: The day of each workout: where it took place, else where the athlete lives
-- kind: stored
-- schema: summary
-- keys: user_id, workout_id
-- owner: user_id
-- by: keys
-- index: user_id, day
-- touches public.workouts:
--     select user_id, id as workout_id from changed
-- touches public.users:
--     select w.user_id, w.id as workout_id
--     from changed as moved
--     join public.workouts as w on w.user_id = moved.id
-- keeps public.users: select c.id from changed as c group by c.id having count(distinct c.timezone) > 1
-- locks public.users: select id from changed
-- touches scorebook.user_zones:
--     select w.user_id, w.id as workout_id
--     from changed as moved
--     join public.workouts as w on w.user_id = moved.user_id
-- keeps scorebook.user_zones: select user_id from changed
-- locks scorebook.user_zones: select user_id from changed
--
-- Stored, so that what belongs to a day is found without reading an athlete's whole history.
select
    w.id as workout_id,
    w.user_id,
    case
        when w.zone is null or w.zone = d.timezone then (w.started_at at time zone d.timezone)::date
        else summary.local_date(w.started_at, w.zone, d.timezone)
    end as day,
    -- A source that gives start and end alone gives the length, too.
    coalesce(
        w.duration_s,
        case when isfinite(w.started_at) and isfinite(w.ended_at) then extract(epoch from w.ended_at - w.started_at) end
    ) as duration_s,
    w.distance_m,
    w.energy_kcal
from public.workouts as w
join public.local_days as d on d.user_id = w.user_id
