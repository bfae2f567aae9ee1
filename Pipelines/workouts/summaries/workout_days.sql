-- summary: workout_days
-- title: The day of each workout, where it took place, else where the athlete lives; and whose twin it is
-- kind: stored
-- schema: summary
-- keys: user_id, workout_id
-- owner: user_id
-- by: keys
-- index: user_id, day
-- touches public.workouts:
--     select c.user_id, c.id as workout_id
--     from changed as c
--     union
--     select n.user_id, n.id as workout_id
--     from changed as c
--     cross join lateral (
--         select w.user_id, w.id
--         from public.workouts as w
--         where w.user_id = c.user_id
--             and w.started_at > c.started_at - interval '24 hours'
--             and w.started_at < c.started_at + interval '24 hours'
--             and (
--                 select true
--                 from public.workouts as other
--                 where other.user_id = c.user_id
--                     and other.started_at > c.started_at - interval '12 hours'
--                     and other.started_at < c.started_at + interval '12 hours'
--                     and other.source is distinct from c.source
--                 limit 1
--             )
--         offset 0
--     ) as n
-- keeps public.workouts: select user_id, id, started_at, source from changed
-- locks public.workouts: select user_id from changed
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
-- Stored, so that what belongs to a day is found without reading an athlete's whole history. A workout that another source
-- tells better is its twin and is not counted; `twin_of` names the one that is. That one has no better twin itself: where the
-- best is split otherwise than the others, what it leaves uncovered is counted. That sources differ is said before the function is
-- asked, which costs a hundred times as much; where all near a workout are of one source, it touches itself alone.
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
    w.energy_kcal,
    twin.id as twin_of
from public.workouts as w
join public.local_days as d on d.user_id = w.user_id
left join lateral (
    select v.id
    from public.workouts as v
    where v.user_id = w.user_id
        and v.started_at > w.started_at - interval '12 hours'
        and v.started_at < w.started_at + interval '12 hours'
        and v.source is distinct from w.source
        and summary.is_richer_twin(v, w)
        and not exists (
            select
            from public.workouts as u
            where u.user_id = v.user_id
                and u.started_at > v.started_at - interval '12 hours'
                and u.started_at < v.started_at + interval '12 hours'
                and u.source is distinct from v.source
                and summary.is_richer_twin(u, v)
        )
    order by v.started_at, v.id
    limit 1
) as twin on true
