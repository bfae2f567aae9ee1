insert into public.sleep_stages (user_id, stage, duration_s, start_at, end_at, local_day, source, device, origin)
select
    a.user_id, season.one(s.n || 'stage', 'asleep', 'core', 'core', 'deep', 'rem', 'awake', 'in_bed'),
    case when k.is_total then season.one(s.n || 'secs', '0', '3600', '7200', '14400', '14401', '25200', '28800', '50400',
        '50401', '57600')::numeric end,
    case when k.has_times then b.began end, case when k.has_times then b.ended end,
    case when k.has_times then (b.ended at time zone 'America/New_York')::date else date '2026-03-11' + k.night end,
    season.one(s.n || 'source', 'Apple Watch', 'AutoSleep', 'zeta', 'Zeta'),
    case when season.pick(s.n || 'device', 4) = 0 then 'Watch6,1' end, 'healthkit'
from generate_series(1, 800) as s (n)
join season.athletes as a on a.n = case when s.n % 9 = 0 then 2 else 1 end
cross join lateral (
    select season.pick(s.n || 'night', 60) as night, season.pick(s.n || 'total', 4) = 0 as is_total,
        season.pick(s.n || 'total', 4) > 0 or season.pick(s.n || 'times', 2) = 0 as has_times
) as k
cross join lateral (
    select timestamptz '2026-03-11 01:00Z' + k.night * interval '1 day' + season.pick(s.n || 'at',
        24) * interval '30 minutes' as began
) as f
cross join lateral (
    select f.began, f.began + season.one(s.n || 'length', '0', '10 s', '30 min', '31 min 1 s', '90 min', '90 min', '2 h',
        '4 h')::interval as ended
) as b;
insert into public.sleep_stages (user_id, stage, start_at, end_at, local_day, source, origin)
select '00000000-0000-4000-8000-000000000001', stage, start::timestamptz, stop::timestamptz, day::date, 'Long', 'healthkit'
from (values ('core', '2025-04-02 00:00Z', '2025-04-04 00:00Z', '2025-04-03'), ('rem', '2025-04-10 00:00Z',
    '2025-04-11 23:59Z', '2025-04-11'),
    ('rem', '-infinity', '2025-04-11 23:59Z', '2025-04-11'), ('deep', '2025-04-11 23:00Z', 'infinity',
        '2025-04-12')) as s (stage, start, stop, day);
insert into public.sleep_stages (user_id, stage, duration_s, start_at, local_day, source, origin)
values ('00000000-0000-4000-8000-000000000001', 'asleep', 30000, '-infinity', '2026-03-21', 'Apple Watch', 'healthkit');
-- A source that has only totals: two of each stage without times, the greater counts; and two sleeps, both count.
insert into public.sleep_stages (user_id, stage, duration_s, start_at, end_at, local_day, source, origin)
select '00000000-0000-4000-8000-000000000001', stage, secs * place, at, at + interval '1 hour', day::date, 'Sum', 'healthkit'
from unnest(array['asleep', 'core', 'deep', 'rem', 'awake', 'in_bed']) with ordinality as s (stage, place)
cross join (values ('2026-02-01', null::timestamptz, 3000), ('2026-02-01', null, 4000), ('2026-02-03', '2026-02-03 01:00Z', 3000),
    ('2026-02-03', '2026-02-03 03:00Z', 4000)) as v (day, at, secs);
