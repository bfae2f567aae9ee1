-- summary: workout_twins
-- title: Workouts that two sources recorded: the one that is not counted, and the richer one that is
-- kind: view
select
    d.user_id,
    d.day,
    d.workout_id,
    w.source,
    d.twin_of as counted_workout_id,
    k.source as counted_source
from summary.workout_days as d
join public.workouts as w on w.id = d.workout_id and w.user_id = d.user_id
join public.workouts as k on k.id = d.twin_of and k.user_id = d.user_id
where d.twin_of is not null
