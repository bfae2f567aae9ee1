-- summary: pickleball_trends
-- title: The last 7 and 30 days of each type, or all, a point a day; no game, no value
-- kind: view
select
    a.user_id,
    a.game_type,
    w.date_window,
    p.day::date as day,
    coalesce(d.games, 0) as games,
    coalesce(d.wins, 0) as wins,
    d.win_rate,
    d.avg_point_diff
from summary.pickleball_all_time as a
join public.local_days as l on l.user_id = a.user_id
cross join (values ('7d', 7), ('30d', 30)) as w (date_window, days)
cross join lateral generate_series(l.local_today - (w.days - 1), l.local_today, interval '1 day') as p (day)
left join public.pickleball_daily as d
    on d.user_id = a.user_id and d.game_type = a.game_type and d.local_day = p.day::date
