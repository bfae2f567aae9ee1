with asked (n, metrics, exercise, preset, first, last) as (
    values (1, '{weight,reps,sets,volume,workouts}'::text[], null, 'last_6_months', date '2026-06-01', date '2026-01-01'),
        (2, '{volume}', ' SQUAT', 'last_12_months', null, null), (3, '{weight,reps,sets,volume,workouts}', 'squat', 'custom',
            '2026-02-10', '2026-03-10'),
        (4, '{workouts,sets}', null, 'custom', null, '2026-03-10'), (5, '{workouts,weight}', null, 'custom', '2026-03-10',
            null),
        (6, '{reps}', 'squat', 'custom', '2026-02-10', '2026-02-10'), (7, '{weight,reps}', 'Bench Press', 'custom', null, null)
)
select u.n as athlete, a.n, c.* from asked as a cross join season.athletes as u
cross join lateral public.progress_chart(u.user_id, a.metrics, a.exercise, a.preset, a.first, a.last) as c
---
with asked (n, metrics, exercise, first, last) as (
    values (1, '{weight,reps,sets,volume,workouts}'::text[], null, 6, null), (2, '{volume}', 'squat', 12, null),
        (3, '{weight,reps,sets,volume,workouts}', 'squat', null, '2026-03-10'), (4, '{workouts,sets}', null, null,
            '2026-03-10'),
        (5, '{workouts,weight}', null, null, null), (6, '{reps}', 'squat', null, '2026-02-10'), (7, '{weight,reps}',
            'bench press', null, null)
),
days as (
    select u.n as athlete, u.user_id, a.*, coalesce(a.last::date, t.today) as until, case a.n when 3 then '2026-02-10' when 5
        then '2026-03-10'
        when 6 then '2026-02-10' when 1 then make_date(2025, 12, extract(day from t.today)::integer) when 2
            then make_date(2025, 6, extract(day from t.today)::integer)
        else '-infinity' end::date as since
    from asked as a cross join season.athletes as u cross
        join lateral (select date '2026-06-09' + (u.n = 2)::integer as today) as t
)
select d.athlete, d.n, metric, day, value, case metric when 'weight' then 'kg' when 'volume' then 'kg' else 'count' end
from days as d
join lateral (
    select day, metric, (to_jsonb(e) ->> k)::numeric as value from public.exercise_daily as e, (values ('weight', 'weight_kg'),
        ('reps', 'reps'), ('sets', 'sets'),
        ('volume', 'volume_kg')) as m (metric, k) where d.exercise <> '' and e.user_id = d.user_id
            and e.exercise_key = d.exercise
    union all
    select day, metric, (to_jsonb(w) ->> k)::numeric from public.workout_daily as w, (values ('weight', 'weight_kg'), ('reps',
        'reps'), ('sets', 'sets'),
        ('volume', 'volume_kg'), ('workouts', 'workouts')) as m (metric, k)
    where d.exercise is null and w.user_id = d.user_id and case metric when 'workouts' then w.workouts > 0 else w.sets > 0 end
) as v on v.metric = any (d.metrics) and v.day between d.since and d.until
where value is not null
