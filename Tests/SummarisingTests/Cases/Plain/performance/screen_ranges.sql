with asked (first, last) as (values (null::date, null::date), ('2026-03-05', null), (null, '2026-03-05'), ('2026-03-01',
    '2026-03-05'), ('2026-07-01', null))
select u.n as athlete, s.screen, a.first, a.last, r.*
from season.athletes as u cross join (values ('timeline'), ('progress'), ('statistics'), ('none')) as s (screen) cross
    join asked as a
cross join lateral public.screen_ranges(u.user_id, s.screen, a.first, a.last) as r
union all
select 9, mode, d.day, null, p.sort_order, p.range_preset, null, p.start_date, p.end_date, null
from (values (date '2026-05-31'), ('2028-02-29')) as d (day) cross join (values ('web'), ('clamp')) as m (mode) cross
    join lateral public.range_presets(d.day, m.mode) as p
union all
select u.n, 'choices', a.first, a.last, c.place, c.range_label, c.records_label, c.start_date, c.end_date, c.chosen
from season.athletes as u cross join asked as a cross join lateral public.timeline_choices(u.user_id, a.first, a.last) as c
    where c.empty_text ~ 'metrics'
---
with asked (first, last) as (values (null::date, null::date), ('2026-03-05', null), (null, '2026-03-05'), ('2026-03-01',
    '2026-03-05'), ('2026-07-01', null)),
offered (screen, place, preset, label, months, days) as (
    values ('timeline', 1, 'last_30_days', 'Last 30 Days', null, 30), ('timeline', 2, 'last_3_months', 'Last 3 Months', 3,
        null), ('timeline', 3, 'last_6_months', 'Last 6 Months', 6, null),
        ('timeline', 4, 'last_12_months', 'Last 12 Months', 12, null), ('timeline', 5, 'all_time', 'All Time', null, null),
            ('progress', 1, 'last_6_months', 'Last 6 Months', 6, null),
        ('progress', 2, 'last_12_months', 'Last 12 Months', 12, null), ('progress', 3, 'all_time', 'All Time', null, null),
            ('statistics', 1, 'all_time', 'All Time', null, null),
        ('statistics', 2, 'last_30_days', 'Last 30 Days', null, 29), ('statistics', 3, 'last_7_days', 'Last 7 Days', null, 6)
),
first_choice (screen, preset) as (values ('timeline', 'last_3_months'), ('progress', 'last_6_months'), ('statistics',
    'all_time')),
shown as (
    select u.n, o.screen, a.first, a.last, o.place, o.preset, o.label,
        case when days > 0 then today - days when months > 0 then make_date(2026 - (months = 6
            or months = 12)::integer, (array[3, 12, 6])[array_position(array[3, 6, 12], months)], extract(day
            from today)::integer)
            when o.screen = 'timeline' then '2020-01-01' else '-infinity' end as since, today as until,
        (o.screen, o.preset) in (table first_choice) and a.first is null and a.last is null as chosen
    from season.athletes as u cross join lateral (select date '2026-06-09' + (u.n = 2)::integer as today) as t cross
        join offered as o cross join asked as a
    union all
    select u.n, s.screen, a.first, a.last, (select count(*) from offered as o where o.screen = s.screen)::integer + 1,
        'custom', 'Custom Range', coalesce(a.first, '-infinity'),
        coalesce(a.last, greatest(a.first, date '2026-06-09' + (u.n = 2)::integer)), true
    from season.athletes as u cross join (values ('timeline'), ('progress'), ('statistics'), ('none')) as s (screen) cross
        join asked as a where coalesce(a.first, a.last) > '-infinity'
)
select * from shown
union all
values (9, 'web', date '2026-05-31', null::date, 1, 'last_30_days', null, date '2026-05-01', date '2026-05-31', null::boolean),
    (9, 'web', '2026-05-31', null, 2, 'last_3_months', null, '2026-03-03', '2026-05-31', null),
    (9, 'web', '2026-05-31', null, 3, 'last_6_months', null, '2025-12-01', '2026-05-31', null), (9, 'web', '2026-05-31', null,
        4, 'last_12_months', null, '2025-05-31', '2026-05-31', null),
    (9, 'clamp', '2026-05-31', null, 1, 'last_30_days', null, '2026-05-01', '2026-05-31', null), (9, 'clamp', '2026-05-31',
        null, 2, 'last_3_months', null, '2026-02-28', '2026-05-31', null),
    (9, 'clamp', '2026-05-31', null, 3, 'last_6_months', null, '2025-11-30', '2026-05-31', null), (9, 'clamp', '2026-05-31',
        null, 4, 'last_12_months', null, '2025-05-31', '2026-05-31', null),
    (9, 'web', '2028-02-29', null, 1, 'last_30_days', null, '2028-01-30', '2028-02-29', null), (9, 'web', '2028-02-29', null,
        2, 'last_3_months', null, '2027-11-29', '2028-02-29', null),
    (9, 'web', '2028-02-29', null, 3, 'last_6_months', null, '2027-08-29', '2028-02-29', null), (9, 'web', '2028-02-29', null,
        4, 'last_12_months', null, '2027-03-01', '2028-02-29', null),
    (9, 'clamp', '2028-02-29', null, 1, 'last_30_days', null, '2028-01-30', '2028-02-29', null), (9, 'clamp', '2028-02-29',
        null, 2, 'last_3_months', null, '2027-11-29', '2028-02-29', null),
    (9, 'clamp', '2028-02-29', null, 3, 'last_6_months', null, '2027-08-29', '2028-02-29', null), (9, 'clamp', '2028-02-29',
        null, 4, 'last_12_months', null, '2027-02-28', '2028-02-29', null)
union all
select 9, mode, day, null, 5, 'all_time', null, '2020-01-01', day, null
    from (values (date '2026-05-31'), ('2028-02-29')) as d (day) cross join (values ('web'), ('clamp')) as m (mode)
union all
select n, 'choices', first, last, 2 * place - o, label, case o when 1 then 'All records'
    else 'Verified only' end, since, until, chosen and o = 1
from shown cross join generate_series(0, 1) as o where screen = 'timeline'
