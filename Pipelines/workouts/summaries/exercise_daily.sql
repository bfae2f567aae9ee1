-- summary: exercise_daily
-- title: Weight, reps, sets and volume of each exercise and day
-- kind: stored
-- keys: user_id, exercise_key, day
-- owner: user_id
-- touches public.workout_sets:
--     select e.user_id, e.exercise_key, e.day
--     from (select distinct c.user_id, c.workout_exercise_id from changed as c) as c
--     join summary.exercise_entries as e
--         on e.workout_exercise_id = c.workout_exercise_id and e.user_id = c.user_id
-- touches public.workout_exercises:
--     select c.user_id, public.exercise_key(c.name) as exercise_key, w.day
--     from changed as c
--     join summary.workout_days as w on w.workout_id = c.workout_id and w.user_id = c.user_id
-- touches public.workouts:
--     select e.user_id, e.exercise_key, e.day
--     from changed as c
--     join summary.exercise_entries as e on e.workout_id = c.id and e.user_id = c.user_id
--     union all
--     select k.user_id, k.exercise_key, k.day
--     from changed as c
--     join public.exercise_daily as k
--         on k.user_id = c.user_id
--         and k.day between (c.started_at at time zone 'UTC')::date - 1 and (c.started_at at time zone 'UTC')::date + 1
-- touches public.users:
--     select k.user_id, k.exercise_key, k.day
--     from (select c.id from changed as c group by c.id having count(distinct c.timezone) > 1) as moved
--     cross join lateral (
--         select e.user_id, e.exercise_key, e.day from summary.exercise_entries as e where e.user_id = moved.id
--         union all
--         select d.user_id, d.exercise_key, d.day from public.exercise_daily as d where d.user_id = moved.id
--     ) as k
-- touches scorebook.user_zones:
--     select k.user_id, k.exercise_key, k.day
--     from (select distinct c.user_id from changed as c) as moved
--     cross join lateral (
--         select e.user_id, e.exercise_key, e.day from summary.exercise_entries as e where e.user_id = moved.user_id
--         union all
--         select d.user_id, d.exercise_key, d.day from public.exercise_daily as d where d.user_id = moved.user_id
--     ) as k
--
-- Working sets: done, no warm-up, at least one repetition. Help (a negative weight) and body weight (none, or one that
-- counts no times) move no volume. When a workout goes, its exercises have gone before: the days around it are looked
-- at anew.
select
    e.user_id,
    e.exercise_key,
    e.day,
    min(e.exercise_name) as exercise_name,
    max(s.weight_kg) filter (where s.multiplier is distinct from 0) as weight_kg,
    sum(s.reps) as reps,
    count(*)::integer as sets,
    sum(greatest(coalesce(s.weight_kg, 0), 0) * coalesce(s.multiplier, 1) * s.reps) as volume_kg
from summary.exercise_entries as e
join public.workout_sets as s on s.workout_exercise_id = e.workout_exercise_id and s.user_id = e.user_id
where s.completed and s.kind <> 'warmup' and s.reps > 0
group by e.user_id, e.exercise_key, e.day
