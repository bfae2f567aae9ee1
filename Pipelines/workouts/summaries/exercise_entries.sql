-- summary: exercise_entries
-- title: Each exercise of a workout with its day and the key that it is counted under
-- kind: view
-- schema: summary
select
    e.id as workout_exercise_id,
    e.user_id,
    e.workout_id,
    public.exercise_key(e.name) as exercise_key,
    e.name as exercise_name,
    w.day
from public.workout_exercises as e
join summary.workout_days as w on w.workout_id = e.workout_id and w.user_id = e.user_id
