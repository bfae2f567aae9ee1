-- summary: pickleball_results
-- title: Statistics of an athlete's games by type, or all: of all time, of the last 30 and of the last 7 days
-- kind: view
select
    a.user_id,
    a.game_type,
    'all' as date_window,
    a.games,
    a.wins,
    a.losses,
    a.ties,
    a.win_rate,
    a.games_with_points,
    a.avg_point_diff,
    a.median_point_diff,
    a.stddev_point_diff,
    a.games_with_duration,
    a.avg_duration_s,
    a.total_duration_s,
    a.serve_rallies,
    a.serve_rallies_won,
    a.serve_win_pct,
    a.serve_loss_pct,
    a.est_serve_win_pct,
    a.service_turns,
    a.scoreless_side_outs,
    a.side_out_rate,
    a.avg_shots_on_serve,
    a.avg_seconds_per_rally,
    a.serve_points_v03,
    a.points_won_on_serve_v03,
    a.serve_win_pct_v03,
    a.current_win_streak,
    a.longest_win_streak,
    a.est_games,
    a.est_serve_win_pct_by_score,
    a.est_side_out_rate_by_score,
    a.est_seconds_per_rally_by_points
from summary.pickleball_all_time as a
union all
select
    a.user_id,
    a.game_type,
    w.date_window,
    s.games,
    s.wins,
    s.losses,
    s.ties,
    s.win_rate,
    s.games_with_points,
    s.avg_point_diff,
    s.median_point_diff,
    s.stddev_point_diff,
    s.games_with_duration,
    s.avg_duration_s,
    s.total_duration_s,
    s.serve_rallies,
    s.serve_rallies_won,
    s.serve_win_pct,
    s.serve_loss_pct,
    s.est_serve_win_pct,
    s.service_turns,
    s.scoreless_side_outs,
    s.side_out_rate,
    s.avg_shots_on_serve,
    s.avg_seconds_per_rally,
    s.serve_points_v03,
    s.points_won_on_serve_v03,
    s.serve_win_pct_v03,
    s.current_win_streak,
    s.longest_win_streak,
    s.est_games,
    s.est_serve_win_pct_by_score,
    s.est_side_out_rate_by_score,
    s.est_seconds_per_rally_by_points
from summary.pickleball_all_time as a
join public.local_days as d on d.user_id = a.user_id
cross join (values ('30d', 30), ('7d', 7)) as w (date_window, days)
cross join lateral public.game_stats(
    a.user_id,
    jsonb_build_object(
        'range_start', d.local_today - (w.days - 1), 'range_end', d.local_today, 'game_type', a.game_type)
) as s
