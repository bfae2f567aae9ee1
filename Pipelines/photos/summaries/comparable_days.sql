-- summary: comparable_days
-- title: Days with photos that the Progress View offers to compare: the first and the twenty latest within a range
-- kind: function
--
-- Both ends of the range are included; one that is null is open, as All Time is. A single day is not returned: it has no other.
create function public.comparable_days(athlete uuid, range_start date default null, range_end date default null)
returns table (taken_on date)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with ranked as (
        select
            d.taken_on,
            row_number() over (order by d.taken_on desc) as newest_rank,
            count(*) over () as days
        from public.photo_days as d
        where d.user_id = athlete
            and (range_start is null or d.taken_on >= range_start)
            and d.taken_on <= coalesce(range_end, (
                select r.end_date from public.screen_ranges(athlete, 'progress') as r where r.range_preset = 'all_time'))
    )

    select r.taken_on
    from ranked as r
    where r.days > 1 and (r.newest_rank <= 20 or r.newest_rank = r.days)
    order by r.taken_on
$$;
