-- summary: nearest_measurement
-- title: The measurement that belongs to a photo's day: weight or body_fat, at most seven days away
-- kind: function
--
-- First of the same day, then HealthKit's before other apps' before what was typed in, then the nearest in time, the
-- earlier of two; a photo without a time is compared by days. Nothing within seven days: no row, the athlete types it
-- in.
create function public.nearest_measurement(
    athlete uuid, of_kind text, on_day date, at_time timestamp with time zone default null
)
returns table (
    value numeric, unit text, source text, measured_at timestamp with time zone, local_day date, days_away integer
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select m.value, m.unit, m.source, m.measured_at, m.local_day, abs(m.local_day - on_day)
    from public.body_measurements as m
    where m.user_id = athlete
        and m.kind = of_kind
        and m.local_day between on_day - 7 and on_day + 7
        and isfinite(m.local_day)
    order by
        m.local_day = on_day desc,
        case m.source when 'healthkit' then 1 when 'manual' then 3 else 2 end,
        case when at_time is null then abs(m.local_day - on_day) * 86400
            when isfinite(m.measured_at) and isfinite(at_time) then abs(extract(epoch from m.measured_at - at_time)) end,
        m.measured_at,
        m.id
    limit 1
$$;
