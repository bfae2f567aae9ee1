-- summary: timeline_choices
-- title: What the timeline can show: each range of days, of all records and of verified ones, and what it says without any
-- kind: function
create function public.timeline_choices(athlete uuid, range_start date default null, range_end date default null)
returns table (
    place integer,
    range_label text,
    records_label text,
    empty_text text,
    start_date date,
    end_date date,
    only_verified boolean,
    chosen boolean
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        row_number() over (order by r.place, v.only_verified)::integer,
        r.label,
        v.label,
        v.empty_text,
        r.start_date,
        r.end_date,
        v.only_verified,
        r.chosen and not v.only_verified
    from public.screen_ranges(athlete, 'timeline', range_start, range_end) as r
    cross join (
        values
            (false, 'All records', 'No metrics found for selected date range'),
            (true, 'Verified only', 'No verified metrics available')
    ) as v (only_verified, label, empty_text)
    order by 1
$$;
