-- summary: progress_chart
-- title: The Progress View's lines: the metrics switched on, a value a day, of one exercise or of all
-- kind: function
--
-- Metrics are weight, reps, sets, volume and workouts; the last is of days, not of an exercise. A preset is
-- last_6_months or last_12_months as of today where the athlete lives; custom takes the range, both ends included: it
-- begins with the first day where range_start is null, and ends today where range_end is.
create function public.progress_chart(
    athlete uuid,
    metrics text[],
    exercise text default null,
    preset text default 'last_6_months',
    range_start date default null,
    range_end date default null
)
returns table (metric text, day date, value numeric, unit text)
language plpgsql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
#variable_conflict use_column
declare
    wrong text := (
        select m.metric
        from unnest(metrics) as m (metric)
        where m.metric not in ('weight', 'reps', 'sets', 'volume', 'workouts')
        limit 1
    );
begin
    if wrong is not null then
        raise exception 'metrics are weight, reps, sets, volume and workouts' using errcode = 'invalid_parameter_value';
    end if;
    if preset <> 'custom' then
        select p.start_date, p.end_date
        into range_start, range_end
        from public.local_days as d
        cross join lateral public.progress_presets(d.local_today) as p
        where d.user_id = athlete and p.range_preset = preset;
        if preset not in ('last_6_months', 'last_12_months') then
            raise exception 'a preset is last_6_months, last_12_months or custom'
                using errcode = 'invalid_parameter_value';
        end if;
    end if;
    range_start := coalesce(range_start, '-infinity');
    range_end := coalesce(
        range_end, (select d.local_today from public.local_days as d where d.user_id = athlete));
    if range_end < range_start then
        raise exception 'the range ends before it starts' using errcode = 'invalid_parameter_value';
    end if;
    return query
    with figures as (
        select
            e.day, e.weight_kg, e.reps::numeric as reps, e.sets::numeric as sets, e.volume_kg,
            null::numeric as workouts
        from public.exercise_daily as e
        where exercise is not null
            and e.user_id = athlete
            and e.exercise_key = public.exercise_key(exercise)
            and e.day between range_start and range_end
        union all
        select
            w.day, w.weight_kg, nullif(w.reps, 0)::numeric, nullif(w.sets, 0)::numeric,
            case when w.sets > 0 then w.volume_kg end, nullif(w.workouts, 0)::numeric
        from public.workout_daily as w
        where exercise is null and w.user_id = athlete and w.day between range_start and range_end
    )

    select m.metric, f.day, m.value, m.unit
    from figures as f
    cross join lateral (
        values
            ('weight', f.weight_kg, 'kg'), ('reps', f.reps, 'count'), ('sets', f.sets, 'count'),
            ('volume', f.volume_kg, 'kg'), ('workouts', f.workouts, 'count')
    ) as m (metric, value, unit)
    where m.metric = any (metrics) and m.value is not null
    order by m.metric, f.day;
end
$$;
