insert into public.performance_metrics
    (id, user_id, family_unit_id, metric_type, value, unit, recorded_date, verified, created_at, display_value)
select
    season.id('metric' || g.n), a.user_id, case when g.n % 9 > 0 then a.family end, t.type,
    case t.type when 'angle' then season.one(g.n || 'value', '0', '0', '100', '101', '-100', '-102')::numeric
        else season.one(g.n || 'value', null, '0', '100', '100', '101', '102', '99', '105', '95.5', '-100', '106')::numeric end,
    case when t.type in ('velocity', 'grip', 'plank') then season.one(g.n || 'unit', null, '', 'mph', 'MPH', 'km/h', 'kg',
        'lb', 'kg')
        when t.type = 'sixty_time' then season.one(g.n || 'unit', 'sec', 'ms', 'min', 'Sec', null)
        when t.type = 'weight' then season.one(g.n || 'unit', 'kg', 'lbs', 'stars') end,
    date '2026-06-10' - case when g.n % 3 = 0 then season.pick(g.n || 'ago', 12) else season.pick(g.n || 'ago', 70) end,
    season.one(g.n || 'verified', null, 'true', 'false')::boolean,
    case when season.pick(g.n || 'made', 5) > 0 then timestamptz '2026-06-01Z' + season.pick(g.n || 'made',
        7) * interval '1 hour' end,
    season.one(g.n || 'shown', null, null, '', 'so')
from generate_series(1, 250) as g (n)
join season.athletes as a on a.n = case when g.n % 15 = 0 then 2 else 1 end
cross join lateral (select season.one(g.n || 'type',
    'velocity', 'velocity', 'velocity', 'grip', 'grip', 'sixty_time', 'weight', 'angle', 'plank', 'batting_avg') as type) as t;
-- Many short series at the bounds of a trend; numbers that none of ours holds; and, one by one, metrics so rare and old that
-- newer records hide them.
insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
select a.user_id, a.family, 'own_' || m.n, season.one(m.n || 'bound' || k, '100', '100', '100', '103', '97', '105')::numeric,
    date '2026-06-03' - k * 3
from generate_series(1, 60) as m (n) join season.athletes as a on a.n = 3 cross join generate_series(1, 2 + m.n % 6) as k;
insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
select user_id, family, 'huge', v, date '2026-06-01' from season.athletes, unnest(array[2e100, -3e100, 5]) as v where n = 1;
update public.performance_metrics set is_primary = true
where id = (select id from public.performance_metrics where metric_type = 'weight' order by recorded_date desc, id limit 1);

insert into public.events (id, user_id, family_unit_id, type, name, start_date)
select season.id('meet' || k), user_id, family, 'camp', 'Meet ' || k, date '2026-05-30'
from season.athletes, generate_series(1, 2) as k where n = 1;
update public.performance_metrics as m set event_id = season.id('meet' || 1 + season.pick(id::text, 2))
where season.pick(id || 'met', 4) = 0;
insert into public.performance_metrics (id, user_id, family_unit_id, metric_type, value, recorded_date, created_at)
select season.id('rare' || k), user_id, family, 'rare', 100 + k, date '2025-03-01' + k / 8, case when k % 3 > 0
    then timestamptz '2026-06-01Z' + k % 2 * interval '1 hour' end
from season.athletes, generate_series(1, 14) as k where n = 1;
insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
select user_id, family, 'era', k, date '2025-03-01' + k from season.athletes, generate_series(1, 3) as k where n = 1;

-- The unit of a metric: the registered one, else that of the newest record that has one.
create function season.in_unit(value numeric, unit text, wanted text) returns numeric language sql as $$
    select case when abs(value) >= 1e100 then sign(value) * 'infinity'::numeric
        when lower(unit) <> lower(wanted) then coalesce(round(value * public.unit_ratio(unit, wanted), 9), value) else value end
$$;
create function season.trend(before numeric, after numeric, percent numeric, less boolean) returns text language sql as $$
    select case when before is null or abs(after - before) <= abs(before) / 100 * percent then 'stable'
        when less is null then case when after > before then 'rising' else 'falling' end
        when less then case when after > before then 'declining' else 'improving' end
        when after > before then 'improving' else 'declining' end
$$;
create view season.metrics as
select m.*, t.key is not null as is_registered, t.label, t.category, t.unit as registered_unit, t.radar_order, t.registry_order,
    t.format_kind, t.digits, t.drop_leading_zero, case when t.key is not null then t.lower_is_better
        when m.metric_type <> 'weight' then false end as less
from public.performance_metrics as m left join scorebook.metric_types as t on t.key = m.metric_type;
