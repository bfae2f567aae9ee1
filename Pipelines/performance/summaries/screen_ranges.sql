-- summary: screen_ranges
-- title: The ranges of days that a screen offers, with their names, and which one is chosen when it opens
-- kind: function
--
-- Screens are timeline, progress and statistics. A range_start or a range_end makes a custom range, which is the last one and
-- chosen; where one of them is null, it begins with the first day, or ends today.
create function public.screen_ranges(
    athlete uuid, screen text, range_start date default null, range_end date default null
)
returns table (place integer, range_preset text, label text, start_date date, end_date date, chosen boolean)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with all_days as (
        -- Of a day that was asked for nothing later is shown.
        select
            case when nullif(current_setting('scorebook.as_of', true), '') is null then date 'infinity'
                else d.local_today end as last_day
        from public.local_days as d
        where d.user_id = athlete
    ),

    offered (sort_order, range_preset, start_date, end_date, is_first) as (
        select
            10, 'custom', coalesce(range_start, '-infinity'), coalesce(range_end, greatest(d.local_today, range_start)), true
        from public.local_days as d
        where d.user_id = athlete and (range_start is not null or range_end is not null)
        union all
        select p.sort_order, p.range_preset, p.start_date, p.end_date, p.range_preset = 'last_3_months'
        from public.local_days as d
        cross join lateral public.range_presets(d.local_today) as p
        where d.user_id = athlete and screen = 'timeline'
        union all
        select p.sort_order, p.range_preset, p.start_date, p.end_date, p.range_preset = 'last_6_months'
        from public.local_days as d
        cross join lateral public.progress_presets(d.local_today) as p
        where d.user_id = athlete and screen = 'progress'
        union all
        select 9, 'all_time', '-infinity', e.last_day, false
        from all_days as e
        where screen = 'progress'
        union all
        select s.sort_order, s.range_preset, s.start_date, s.end_date, s.range_preset = 'all_time'
        from public.local_days as d
        cross join lateral (
            values
                (1, 'all_time', date '-infinity', (select e.last_day from all_days as e)),
                (2, 'last_30_days', d.local_today - 29, d.local_today),
                (3, 'last_7_days', d.local_today - 6, d.local_today)
        ) as s (sort_order, range_preset, start_date, end_date)
        where d.user_id = athlete and screen = 'statistics'
    )

    select
        row_number() over (order by o.sort_order)::integer,
        o.range_preset,
        n.label,
        o.start_date,
        o.end_date,
        o.is_first and (o.range_preset = 'custom' or range_start is null and range_end is null)
    from offered as o
    join (
        values
            ('custom', 'Custom Range'),
            ('last_7_days', 'Last 7 Days'),
            ('last_30_days', 'Last 30 Days'),
            ('last_3_months', 'Last 3 Months'),
            ('last_6_months', 'Last 6 Months'),
            ('last_12_months', 'Last 12 Months'),
            ('all_time', 'All Time')
    ) as n (range_preset, label) on n.range_preset = o.range_preset
    order by 1
$$;
