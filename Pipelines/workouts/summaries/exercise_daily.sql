-- summary: exercise_daily
-- title: Weight, reps, sets and volume of each exercise and day
-- kind: stored
-- keys: user_id, exercise_key, day
-- owner: user_id
-- by: keys
-- index: user_id, day
-- touches public.workout_sets:
--     select
--         e.user_id,
--         public.exercise_key(e.name) as exercise_key,
--         (select w.day from summary.workout_days as w where w.workout_id = e.workout_id and w.user_id = e.user_id) as day
--     from changed as c
--     join public.workout_exercises as e on e.id = c.workout_exercise_id and e.user_id = c.user_id
-- keeps public.workout_sets: select user_id, workout_exercise_id from changed
-- locks public.workout_sets: select user_id from changed
-- touches public.workout_exercises:
--     select
--         c.user_id,
--         public.exercise_key(c.name) as exercise_key,
--         (select w.day from summary.workout_days as w where w.workout_id = c.workout_id and w.user_id = c.user_id) as day
--     from changed as c
-- keeps public.workout_exercises: select user_id, workout_id, name from changed
-- locks public.workout_exercises: select user_id from changed
-- touches summary.workout_days:
--     select c.user_id, public.exercise_key(e.name) as exercise_key, c.day
--     from changed as c
--     cross join lateral (
--         select e.user_id, e.name from public.workout_exercises as e where e.workout_id = c.workout_id offset 0
--     ) as e
--     where e.user_id = c.user_id
--     union all
--     select k.user_id, k.exercise_key, k.day
--     from (select distinct c.user_id, c.day from changed as c) as c
--     join public.exercise_daily as k on k.user_id = c.user_id and k.day = c.day
-- keeps summary.workout_days: select user_id, workout_id, day from changed
-- locks summary.workout_days: select user_id from changed
--
-- Working sets: done, no warm-up, at least one repetition. Help (a negative weight) and body weight (none, or one that
-- counts no times) move no volume. When a workout goes, its exercises have gone before: its whole day is computed again.
select
    w.user_id,
    e.exercise_key,
    w.day,
    min(e.name) as exercise_name,
    max(s.weight_kg) filter (where s.multiplier is distinct from 0) as weight_kg,
    sum(s.reps) as reps,
    count(*)::integer as sets,
    sum(greatest(coalesce(s.weight_kg, 0), 0) * coalesce(s.multiplier, 1) * s.reps) as volume_kg
from summary.workout_days as w
-- From the day to its sets, one level at a time, and never from a history to its days: `offset 0` keeps the order.
cross join lateral (
    select e.id, e.user_id, e.name, public.exercise_key(e.name) as exercise_key
    from public.workout_exercises as e
    where e.workout_id = w.workout_id
    offset 0
) as e
cross join lateral (
    select s.user_id, s.weight_kg, s.multiplier, s.reps
    from public.workout_sets as s
    where s.workout_exercise_id = e.id and s.completed and s.kind <> 'warmup' and s.reps > 0
    offset 0
) as s
where e.user_id = w.user_id and s.user_id = w.user_id
group by w.user_id, e.exercise_key, w.day
