-- summary: pickleball_all_time
-- title: Statistics over all of an athlete's games, of each type and of all types together
-- kind: stored
-- schema: summary
-- keys: user_id, game_type
-- owner: user_id
-- touches public.pickleball_game_facts:
--     select c.user_id, t.game_type from changed as c cross join lateral unnest(c.game_types) as t (game_type)
with counted as (
    select distinct f.user_id, t.game_type
    from public.pickleball_game_facts as f
    cross join lateral unnest(f.game_types) as t (game_type)
)

select
    c.user_id,
    c.game_type,
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
from counted as c
cross join lateral public.game_stats(c.user_id, jsonb_build_object('game_type', c.game_type)) as s
