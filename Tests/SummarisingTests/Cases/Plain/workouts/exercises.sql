select 'exercise' as view, to_jsonb(e) as row from public.exercise_daily as e
union all select 'day', to_jsonb(d) from public.workout_daily as d
union all select 'list', to_jsonb(l) from public.exercise_list as l
---
with done as materialized (
    select w.user_id, w.day, trim(regexp_replace(lower(e.name), '\s+', ' ', 'g')) as exercise_key, e.name, s.reps,
        s.weight_kg as kg, s.multiplier as times
    from summary.workout_days as w
    join public.workout_exercises as e on e.workout_id = w.workout_id and e.user_id = w.user_id
    join public.workout_sets as s on s.workout_exercise_id = e.id and s.user_id = w.user_id
    where s.completed and s.kind in ('working', 'drop') and s.reps >= 1
),
daily as materialized (
    select user_id, exercise_key, day, min(name) as exercise_name, max(case when times = 0 then null
        else kg end) as weight_kg, sum(reps) as reps,
        count(*) as sets, sum(case when kg > 0 then kg * reps * coalesce(times, 1) else 0 end) as volume_kg
    from done group by user_id, exercise_key, day
),
counted as materialized (
    select user_id, day, count(*) as workouts, sum(duration_s) as duration_s, sum(distance_m) as distance_m,
        sum(energy_kcal) as energy_kcal
    from summary.workout_days where twin_of is null group by user_id, day
)
select 'exercise', to_jsonb(d) from daily as d
union all
select 'day', to_jsonb(k) || jsonb_build_object('workouts', coalesce(c.workouts, 0), 'exercises', count(d.day), 'weight_kg',
    max(d.weight_kg),
    'reps', coalesce(sum(d.reps), 0), 'sets', coalesce(sum(d.sets), 0), 'volume_kg', coalesce(sum(d.volume_kg), 0),
        'duration_s', c.duration_s,
    'distance_m', c.distance_m, 'energy_kcal', c.energy_kcal)
from (select user_id, day from counted union select user_id, day from daily) as k
left join counted as c on c.user_id = k.user_id and c.day = k.day
left join daily as d on d.user_id = k.user_id and d.day = k.day
group by k, c.workouts, c.duration_s, c.distance_m, c.energy_kcal
union all
select 'list', jsonb_build_object('user_id', user_id, 'exercise_key', exercise_key, 'exercise_name', (
        select exercise_name from daily as n where n.user_id = d.user_id and n.exercise_key = d.exercise_key
            order by day desc limit 1),
    'days', count(*), 'first_day', min(day), 'last_day', max(day), 'best_weight_kg', max(weight_kg), 'sets', sum(sets), 'reps',
        sum(reps), 'volume_kg', sum(volume_kg))
from daily as d group by user_id, exercise_key
