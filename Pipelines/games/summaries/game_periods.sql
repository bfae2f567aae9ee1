-- summary: game_periods
-- title: The statistics of an athlete's games that pass the filters, by day, week or month
-- kind: function
--
-- Filters as in games_within, figures as in game_sums; is_..._estimated says which of the two serving rates are
-- approximations from the score.
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
    select
        s.start_date,
        s.games,
        s.wins,
        s.win_rate,
        coalesce(s.serve_win_pct, s.est_serve_win_pct),
        s.serve_win_pct is null and s.est_serve_win_pct is not null,
        coalesce(s.side_out_rate, s.est_side_out_rate_by_score),
        s.side_out_rate is null and s.est_side_out_rate_by_score is not null,
        s.avg_shots_on_serve,
        s.avg_duration_s
    from public.game_sums(athlete, filters, period) as s
    order by s.start_date
$$;
