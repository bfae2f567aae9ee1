-- summary: game_rolling_diff
-- title: The difference of points game by game, with the mean of the last ten and that of the day
-- kind: function
--
-- Filters as in games_within.
create function public.game_rolling_diff(athlete uuid, last_games integer default 10, filters jsonb default '{}')
returns table (
    game_id uuid,
    game_number integer,
    completed_at timestamp with time zone,
    local_day date,
    point_diff smallint,
    rolling_diff numeric,
    daily_diff numeric
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        f.game_id,
        row_number() over in_time::integer,
        f.completed_at,
        f.local_day,
        f.point_diff,
        round(avg(f.point_diff) over (in_time rows between last_games - 1 preceding and current row), 4),
        round(avg(f.point_diff) over (partition by f.local_day), 4)
    from summary.games_in_order(athlete, filters) as f
    where f.point_diff is not null
    window in_time as (order by f.place)
    order by 2
$$;
