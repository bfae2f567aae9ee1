-- summary: game_periods
-- title: The statistics of an athlete's games that pass the filters, by day, week or month
-- kind: function
--
-- Filters as in games_within; games of unknown day are left out. A period is day, week or month. Rates are of one, as in
-- game_stats; is_estimated says which of the two serving rates are approximations from the score.
create function public.game_periods(athlete uuid, filters jsonb default '{}', period text default 'month')
returns table (
    start_date date,
    games integer,
    wins integer,
    win_rate numeric,
    serve_win_pct numeric,
    is_serve_win_estimated boolean,
    side_out_rate numeric,
    is_side_out_estimated boolean,
    avg_shots_on_serve numeric,
    avg_duration_s numeric
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with summed as (
        select
            date_trunc(period, f.local_day::timestamp)::date as start_date,
            count(*) as games,
            count(*) filter (where f.result = 'win') as wins,
            nullif(count(f.result), 0)::numeric as decided,
            sum(f.serve_rallies_won) / nullif(sum(f.serve_rallies), 0)::numeric as serve_win_pct,
            sum(f.my_score) filter (where f.est_serve_rallies is not null)
                / nullif(sum(f.est_serve_rallies), 0) as est_serve_win_pct,
            sum(f.scoreless_side_outs) / nullif(sum(f.service_turns), 0)::numeric as side_out_rate,
            avg(f.est_scoreless_turn) as est_side_out_rate,
            sum(f.serve_shots) / nullif(sum(f.serve_rallies_with_shots), 0)::numeric as avg_shots_on_serve,
            avg(f.duration_s) as avg_duration_s
        from public.games_within(athlete, filters) as f
        where isfinite(f.local_day)
        group by 1
    )

    select
        s.start_date,
        s.games::integer,
        s.wins::integer,
        round(s.wins / s.decided, 4),
        round(coalesce(s.serve_win_pct, s.est_serve_win_pct), 4),
        s.serve_win_pct is null and s.est_serve_win_pct is not null,
        round(coalesce(s.side_out_rate, s.est_side_out_rate), 4),
        s.side_out_rate is null and s.est_side_out_rate is not null,
        round(s.avg_shots_on_serve, 4),
        round(s.avg_duration_s, 4)
    from summed as s
    order by 1
$$;
