-- summary: game_trend
-- title: One point per day up to a day: games, win rate and mean differential, null on days without games
-- kind: function
--
-- Filters as in games_within.
create function public.game_trend(athlete uuid, last_day date, days integer, filters jsonb default '{}')
returns table (day date, games integer, wins integer, win_rate numeric, avg_diff numeric)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        last_day - ago.days,
        count(f.game_id)::integer,
        count(*) filter (where f.result = 'win')::integer,
        round(count(*) filter (where f.result = 'win') / nullif(count(f.result), 0)::numeric, 4),
        round(avg(f.point_diff), 4)
    from generate_series(game_trend.days - 1, 0, -1) as ago (days)
    left join public.games_within(
        athlete,
        -- A range of the filters' own is kept: it selects no day that is not among these.
        jsonb_build_object('range_start', last_day - (game_trend.days - 1), 'range_end', last_day) || filters
    ) as f on f.local_day = last_day - ago.days
    group by ago.days
    order by ago.days desc
$$;
