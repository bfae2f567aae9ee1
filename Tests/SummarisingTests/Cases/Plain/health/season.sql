insert into public.health_samples (id, user_id, type, value, unit, start_at, end_at, local_day, source, device, origin)
select
    season.id('sample' || s.n), '00000000-0000-4000-8000-000000000001',
    season.one(s.n || 'type', 'step_count', 'step_count', 'step_count', 'step_count', 'dietary_water', 'heart_rate'),
    season.one(s.n || 'value', '0', '100', '100', '250', '1000')::numeric, season.one(s.n || 'unit', 'count', 'count', 'count',
        'mL'),
    case when s.n % 71 = 0 then '-infinity' else b.began end,
    case when s.n % 73 = 0 then 'infinity' when season.pick(s.n || 'moment', 3) > 0 then b.began + season.one(s.n || 'length',
        '0', '30 min', '30 min', '1 h', '8 h', '24 h')::interval end,
    (b.began at time zone 'America/New_York')::date,
    season.one(s.n || 'source', 'iPhone', 'iPhone', 'Garmin', 'Any', 'Bny'), season.one(s.n || 'device', null, null,
        'Watch6,1', 'Phone', 'Ring'), 'apple-health'
from generate_series(1, 400) as s (n)
cross join lateral (
    select timestamptz '2026-05-01 03:00Z' + season.pick(s.n || 'day', 24) * interval '1 day'
        + season.one(s.n || 'at', '0', '30 min', '60 min', '6 h', '12 h')::interval as began
) as b;
insert into public.health_samples (user_id, type, value, unit, start_at, end_at, local_day, source, device, origin)
select user_id, type, value, unit, start_at, end_at, local_day, source, device, origin from public.health_samples
    where value = 100;

insert into public.body_measurements (id, user_id, kind, value, unit, measured_at, local_day, source)
select
    season.id('body' || m.n), a.user_id, k.kind, 60 + m.n % 37, case k.kind when 'weight' then 'kg' when 'body_fat' then '%'
        else 'cm' end,
    case when m.n % 41 = 0 then 'infinity' else b.at end, (b.at at time zone 'America/New_York')::date,
    season.one(m.n || 'source', 'healthkit', 'manual', 'manual', 'renpho', 'withings')
from generate_series(1, 200) as m (n)
join season.athletes as a on a.n = case when m.n % 5 = 0 then 2 else 1 end
cross join lateral (select season.one(m.n || 'kind', 'weight', 'weight', 'body_fat', 'waist') as kind) as k
cross join lateral (
    select timestamptz '2026-02-01 12:00Z' + season.pick(m.n || 'day', 100) * interval '1 day' + season.pick(m.n || 'at',
        5) * interval '4 hours' as at
) as b;

insert into public.progress_photos
    (id, user_id, angle, taken_on, taken_at, taken_instant, date_source, width, height, has_position, sha256, thumbnails,
        near_duplicate_of, created_at)
select
    season.id('photo' || p.n), a.user_id, season.one(p.n || 'angle', 'front', 'front', 'side', 'back'), w.at::date,
    case when season.pick(p.n || 'clock', 4) > 0 then w.at end,
    case when season.pick(p.n || 'instant', 3) > 0 then w.at at time zone 'America/New_York' end, 'exif', 3, 4, false,
    md5('a' || p.n) || md5('b' || p.n),
    case when season.pick(p.n || 'small', 5) > 0 then jsonb_build_object('1080', '{"path": "large"}'::jsonb, '320',
        jsonb_build_object('path', p.n || '.320')) else '{}' end,
    case when season.pick(p.n || 'copy', 3) = 0 then season.id('photo' || 1 + season.pick(p.n || 'original', 160)) end,
    timestamptz '2026-06-01Z' + season.pick(p.n || 'made', 9) * interval '1 hour'
from generate_series(1, 160) as p (n)
join season.athletes as a on a.n = case when p.n % 5 = 0 then 2 else 1 end
cross join lateral (
    select timestamp '2026-01-28 06:00' + season.pick(p.n || 'day', 40) * interval '3 days' + season.pick(p.n || 'at',
        4) * interval '6 hours' as at
) as w;
update public.progress_photos as p set near_duplicate_of = (
    select o.id from public.progress_photos as o where o.taken_on = p.taken_on and o.id <> p.id
        order by o.angle = p.angle desc, o.user_id = p.user_id desc, o.id limit 1)
where season.pick(p.sha256, 3) = 0;
