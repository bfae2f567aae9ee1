-- summary: game_stats
-- title: Every statistic of an athlete's games within a range, of a type, with a partner, against an opponent
-- kind: function
--
-- Null means all. One row, with null rates where there is nothing to divide by. Rates are of one, to four decimals.
-- Win rate counts ties as games, but not games of unknown result. Side-out rate: own service turns that ended without a
-- point; the turn that ends a game is none of them. est_serve_win_pct comes from scores and true rally counts alone.
create function public.game_stats(
    athlete uuid,
    range_start date default null,
    range_end date default null,
    game_type text default null,
    partner uuid default null,
    opponent uuid default null
)
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
    longest_win_streak integer
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with summed as (
        select
            count(*) as games,
            count(*) filter (where f.result = 'win') as wins,
            count(*) filter (where f.result = 'loss') as losses,
            count(*) filter (where f.result = 'tie') as ties,
            count(f.result)::numeric as decided,
            count(f.point_diff) as games_with_points,
            avg(f.point_diff) as avg_point_diff,
            percentile_cont(0.5) within group (order by f.point_diff) as median_point_diff,
            stddev_pop(f.point_diff) as stddev_point_diff,
            count(f.duration_s) as games_with_duration,
            avg(f.duration_s) as avg_duration_s,
            sum(f.duration_s) as total_duration_s,
            coalesce(sum(f.serve_rallies), 0) as serve_rallies,
            coalesce(sum(f.serve_rallies_won), 0) as serve_rallies_won,
            sum(f.my_score) filter (where f.est_serve_rallies is not null) as est_serve_points,
            sum(f.est_serve_rallies) as est_serve_rallies,
            coalesce(sum(f.service_turns), 0) as service_turns,
            coalesce(sum(f.scoreless_side_outs), 0) as scoreless_side_outs,
            sum(f.serve_shots)::numeric as serve_shots,
            sum(f.serve_rallies_with_shots) as serve_rallies_with_shots,
            sum(f.duration_s) filter (where f.true_rallies > 0) as rally_seconds,
            sum(f.true_rallies) filter (where f.duration_s is not null) as timed_rallies,
            coalesce(sum(f.serve_points_v03), 0) as serve_points_v03,
            coalesce(sum(f.points_won_on_serve_v03), 0) as points_won_on_serve_v03
        from public.games_within(athlete, range_start, range_end, game_type, partner, opponent) as f
    )

    select
        s.games::integer,
        s.wins::integer,
        s.losses::integer,
        s.ties::integer,
        round(s.wins / nullif(s.decided, 0), 4),
        s.games_with_points::integer,
        round(s.avg_point_diff, 4),
        s.median_point_diff::numeric,
        round(s.stddev_point_diff, 4),
        s.games_with_duration::integer,
        round(s.avg_duration_s, 4),
        s.total_duration_s,
        s.serve_rallies::integer,
        s.serve_rallies_won::integer,
        round(s.serve_rallies_won::numeric / nullif(s.serve_rallies, 0), 4),
        round(1 - s.serve_rallies_won::numeric / nullif(s.serve_rallies, 0), 4),
        round(s.est_serve_points / nullif(s.est_serve_rallies, 0), 4),
        s.service_turns::integer,
        s.scoreless_side_outs::integer,
        round(s.scoreless_side_outs::numeric / nullif(s.service_turns, 0), 4),
        round(s.serve_shots / nullif(s.serve_rallies_with_shots, 0), 4),
        round(s.rally_seconds / nullif(s.timed_rallies, 0), 4),
        s.serve_points_v03::integer,
        s.points_won_on_serve_v03::integer,
        round(s.points_won_on_serve_v03::numeric / nullif(s.serve_points_v03, 0), 4),
        t.current_win_streak,
        t.longest_win_streak
    from summed as s
    cross join public.game_streaks(athlete, range_start, range_end, game_type, partner, opponent) as t
$$;
