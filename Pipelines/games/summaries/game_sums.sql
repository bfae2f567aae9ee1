-- summary: game_sums
-- title: Counts and rates of an athlete's games that pass the filters, of all together or by day, week or month
-- kind: function
--
-- Filters as in games_within. Without a period one row, with null rates where there is nothing to divide by; with one, a row
-- for each day, week or month, and games of unknown day are left out. Rates are of one, to four decimals. Win rate counts
-- ties as games, but not games of unknown result. Side-out rate: own service turns that ended without a point; the turn
-- that ends a game is none of them. est_serve_win_pct comes from scores and true rally counts alone.
--
-- The columns from est_games on are approximations, of games of which nothing but a summary is known. They take the
-- chance to win a rally from the final score, as if it were the same for either server and both sides had served equally
-- often:
--
--     side-out scoring   p / (1 - p) = sqrt(my points / their points)
--     rally scoring      p = my points / all points
--
-- est_serve_win_pct_by_score is the mean of p, est_side_out_rate_by_score that of (1 - p) for each server of a turn: two
-- in doubles with side-out scoring. est_seconds_per_rally_by_points divides the time by the rallies that the source
-- counts, or by the points; side-outs may not be among them, so a rally is shorter than that.
create function public.game_sums(athlete uuid, filters jsonb default '{}', period text default null)
returns table (
    start_date date,
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
    with summed as (
        select
            p.start_date,
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
            coalesce(sum(f.points_won_on_serve_v03), 0) as points_won_on_serve_v03,
            count(f.est_rally_win) as est_games,
            avg(f.est_rally_win) as est_rally_win,
            avg(f.est_scoreless_turn) as est_scoreless_turn,
            sum(f.duration_s) filter (where f.est_rallies > 0) as est_seconds,
            sum(f.est_rallies) filter (where f.duration_s is not null) as est_rallies
        from public.games_within(athlete, filters) as f
        cross join lateral (select date_trunc(period, f.local_day::timestamp)::date as start_date) as p
        where period is null or isfinite(f.local_day)
        -- All together: the total of the groups, which is there without games, too.
        group by rollup (p.start_date)
        having (grouping(p.start_date) = 1) = (period is null)
    )

    select
        s.start_date,
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
        s.est_games::integer,
        round(s.est_rally_win, 4),
        round(s.est_scoreless_turn, 4),
        round(s.est_seconds / nullif(s.est_rallies, 0), 4)
    from summed as s
    order by s.start_date
$$;
