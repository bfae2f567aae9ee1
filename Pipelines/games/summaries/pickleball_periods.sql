-- summary: pickleball_periods
-- title: Games of each day, week (from Monday) and month by type, or all
-- kind: view
select
    d.user_id,
    d.game_type,
    p.period,
    p.period_start,
    sum(d.games)::integer as games,
    sum(d.wins)::integer as wins,
    sum(d.losses)::integer as losses,
    sum(d.ties)::integer as ties,
    round(sum(d.wins) / nullif(sum(d.wins + d.losses + d.ties), 0)::numeric, 4) as win_rate,
    round(sum(d.total_point_diff) / nullif(sum(d.games_with_points), 0)::numeric, 4) as avg_point_diff,
    round(sum(d.total_duration_s) / nullif(sum(d.games_with_duration), 0), 4) as avg_duration_s,
    sum(d.total_duration_s) as total_duration_s
from public.pickleball_daily as d
cross join lateral (
    values
        ('day', d.local_day),
        ('week', date_trunc('week', d.local_day::timestamp)::date),
        ('month', date_trunc('month', d.local_day::timestamp)::date)
) as p (period, period_start)
group by d.user_id, d.game_type, p.period, p.period_start
