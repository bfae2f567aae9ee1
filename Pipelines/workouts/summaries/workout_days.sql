-- summary: workout_days
-- title: The day of each workout: where it took place, else where the athlete lives
-- kind: view
-- schema: summary
select
    w.id as workout_id,
    w.user_id,
    case
        when w.zone is null or w.zone = d.timezone then (w.started_at at time zone d.timezone)::date
        else summary.local_date(w.started_at, w.zone, d.timezone)
    end as day,
    w.duration_s,
    w.distance_m,
    w.energy_kcal
from public.workouts as w
join public.local_days as d on d.user_id = w.user_id
