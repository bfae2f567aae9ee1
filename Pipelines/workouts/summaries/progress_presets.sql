-- summary: progress_presets
-- title: The Progress View's ranges, both ends included, as of a day
-- kind: function
create function public.progress_presets(today date)
returns table (sort_order integer, range_preset text, start_date date, end_date date)
language sql
immutable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    values
        (1, 'last_6_months', public.months_back(today, 6, 'clamp'), today),
        (2, 'last_12_months', public.months_back(today, 12, 'clamp'), today)
$$;
