-- summary: game_card_games
-- title: An athlete's games of the last 30 days, with what the order of the Statistics cards comes from
-- kind: function
create function public.game_card_games(athlete uuid, today date)
returns table (
    local_day date,
    age_days numeric,
    is_of_the_week boolean,
    won numeric,
    point_diff numeric,
    duration_s numeric,
    serve_win_rate numeric,
    side_out_rate numeric,
    shots numeric
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        f.local_day,
        coalesce(
            case when isfinite(f.completed_at) then extract(epoch from scorebook.as_of() - f.completed_at) / 86400 end,
            (today - f.local_day)::numeric
        ),
        today - f.local_day < 7,
        (f.result = 'win')::integer::numeric,
        f.point_diff::numeric,
        f.duration_s,
        f.serve_rallies_won / nullif(f.serve_rallies, 0)::numeric,
        f.scoreless_side_outs / nullif(f.service_turns, 0)::numeric,
        f.serve_shots / nullif(f.serve_rallies_with_shots, 0)::numeric
    from public.games_within(
        athlete, jsonb_build_object('range_start', today - 30, 'range_end', today)
    ) as f
$$;
