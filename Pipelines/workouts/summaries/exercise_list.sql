-- summary: exercise_list
-- title: An athlete's exercises with their first and last day, best weight and all that was moved
-- kind: view
select
    e.user_id,
    e.exercise_key,
    (array_agg(e.exercise_name order by e.day desc))[1] as exercise_name,
    count(*)::integer as days,
    min(e.day) as first_day,
    max(e.day) as last_day,
    max(e.weight_kg) as best_weight_kg,
    sum(e.sets)::bigint as sets,
    sum(e.reps) as reps,
    sum(e.volume_kg) as volume_kg
from public.exercise_daily as e
group by e.user_id, e.exercise_key
