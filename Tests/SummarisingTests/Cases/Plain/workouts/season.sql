insert into public.workouts
    (id, user_id, started_at, ended_at, zone, activity, duration_s, moving_s, distance_m, ascent_m, energy_kcal,
        average_heart_rate,
        maximum_heart_rate, source)
select
    season.id('workout' || w.n), a.user_id, case when w.n % 97 = 0 then 'infinity' else b.at end,
    case when w.n % 97 > 0 then b.at end + season.one(w.n || 'end', null, null, '0', '1 h', '1 h', '2 h', '20 h')::interval,
    season.one(w.n || 'zone', null, null, 'Europe/Berlin', 'Nowhere/Here', '+09:00', 'America/New_York'),
    season.one(w.n || 'activity', null, 'run', 'running', 'cycling', 'run'),
    season.one(w.n || 'length', null, null, '0', '1800', '3600', '7200', '72000')::numeric,
    season.one(w.n || 'moving', null, null, '1700')::numeric, season.one(w.n || 'far', null, '5000', '5000')::numeric,
    season.one(w.n || 'up', null, null, null, '100')::numeric, season.one(w.n || 'energy', null, null, '300')::numeric,
    season.one(w.n || 'mean', null, null, '140')::numeric, season.one(w.n || 'most', null, null, '180')::numeric,
    season.one(w.n || 'source', null, 'strong', 'garmin', 'apple')
from generate_series(1, 260) as w (n)
join season.athletes as a on a.n = case when w.n % 5 = 0 then 2 else 1 end
cross join lateral (
    select timestamptz '2026-01-03 02:00Z' + season.pick(w.n || 'day', 55) * interval '3 days'
        + season.one(w.n || 'at', '0', '30 min', '60 min', '90 min', '91 min', '58 min', '12 h', '11 h',
            '120 min')::interval as at
) as b;

insert into public.workout_exercises (id, user_id, workout_id, position, name, source_name)
select season.id('exercise' || w.id || n), case when season.pick(w.id || 'alien' || n, 50) = 0
    then '00000000-0000-4000-8000-000000000003' else w.user_id end,
    w.id, n, season.one(w.id || 'name' || n, 'Squat', ' squat ', 'Bench  Press', 'bench press', 'Plank'), 'x'
from public.workouts as w cross join generate_series(1, 2) as n where season.pick(w.id || 'has' || n, 3) > 0;

insert into public.workout_sets (user_id, workout_exercise_id, position, kind, completed, reps, weight_kg, multiplier)
select case when season.pick(e.id || 'alien' || n, 50) = 0 then '00000000-0000-4000-8000-000000000003'
    else e.user_id end, e.id, n,
    season.one(e.id || 'kind' || n, 'working', 'working', 'warmup', 'drop'), season.pick(e.id || 'done' || n, 6) > 0,
    season.one(e.id || 'reps' || n, null, '0', '1', '5', '8')::integer, season.one(e.id || 'weight' || n, null, '0', '-20',
        '60', '62.5', '80')::numeric,
    season.one(e.id || 'times' || n, null, null, '0', '1', '2')::numeric
from public.workout_exercises as e cross join generate_series(1, 3) as n;
