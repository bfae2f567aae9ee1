-- summary: range_presets
-- title: The timeline's date ranges, both ends included, as of a day
-- kind: function
create function public.range_presets(today date, mode text default 'web')
returns table (sort_order integer, range_preset text, start_date date, end_date date)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    values
        (1, 'last_30_days', today - 30, today),
        (2, 'last_3_months', public.months_back(today, 3, mode), today),
        (3, 'last_6_months', public.months_back(today, 6, mode), today),
        (4, 'last_12_months', public.months_back(today, 12, mode), today),
        (5, 'all_time', date '2020-01-01', today)
$$;
