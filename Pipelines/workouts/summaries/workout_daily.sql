-- summary: workout_daily
-- title: Workouts of each day, one of two sources counted once, and, over all exercises, weight, reps, sets and volume
-- kind: view
with counted as (
    select
        w.user_id, w.day,
        1 as workouts, w.duration_s, w.distance_m, w.energy_kcal,
        null::text as exercise_key, null::numeric as weight_kg, null::bigint as reps, null::integer as sets,
        null::numeric as volume_kg
    from summary.workout_days as w
    where w.twin_of is null
    union all
    select
        e.user_id, e.day,
        0, null, null, null,
        e.exercise_key, e.weight_kg, e.reps, e.sets, e.volume_kg
    from public.exercise_daily as e
)

select
    c.user_id,
    c.day,
    sum(c.workouts)::integer as workouts,
    count(c.exercise_key)::integer as exercises,
    max(c.weight_kg) as weight_kg,
    coalesce(sum(c.reps), 0)::bigint as reps,
    coalesce(sum(c.sets), 0)::integer as sets,
    coalesce(sum(c.volume_kg), 0) as volume_kg,
    sum(c.duration_s) as duration_s,
    sum(c.distance_m) as distance_m,
    sum(c.energy_kcal) as energy_kcal
from counted as c
group by c.user_id, c.day
