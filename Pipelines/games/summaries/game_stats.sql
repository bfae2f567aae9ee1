-- summary: game_stats
-- title: Every statistic of an athlete's games that pass the filters
-- kind: function
--
-- Filters as in games_within, figures as in game_sums. One row.
create function public.game_stats(athlete uuid, filters jsonb default '{}')
returns table (
    games integer,
    wins integer,
    losses integer,
    ties integer,
    win_rate numeric,
    games_with_points integer,
    avg_point_diff numeric,
    median_point_diff numeric,
    stddev_point_diff numeric,
    games_with_duration integer,
    avg_duration_s numeric,
    total_duration_s numeric,
    serve_rallies integer,
    serve_rallies_won integer,
    serve_win_pct numeric,
    serve_loss_pct numeric,
    est_serve_win_pct numeric,
    service_turns integer,
    scoreless_side_outs integer,
    side_out_rate numeric,
    avg_shots_on_serve numeric,
    avg_seconds_per_rally numeric,
    serve_points_v03 integer,
    points_won_on_serve_v03 integer,
    serve_win_pct_v03 numeric,
    current_win_streak integer,
    longest_win_streak integer,
    est_games integer,
    est_serve_win_pct_by_score numeric,
    est_side_out_rate_by_score numeric,
    est_seconds_per_rally_by_points numeric
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
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
        t.current_win_streak,
        t.longest_win_streak,
        s.est_games,
        s.est_serve_win_pct_by_score,
        s.est_side_out_rate_by_score,
        s.est_seconds_per_rally_by_points
    from public.game_sums(athlete, filters) as s
    cross join public.game_streaks(athlete, filters) as t
$$;
