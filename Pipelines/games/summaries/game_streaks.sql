-- summary: game_streaks
-- title: Current and longest run of wins among an athlete's games, with their days
-- kind: function
--
-- Filters as in games_within. A tie ends a run. A game of unknown result is passed over. Of two longest runs the later
-- one is returned.
create function public.game_streaks(athlete uuid, filters jsonb default '{}')
returns table (
    current_win_streak integer,
    current_started_on date,
    longest_win_streak integer,
    longest_started_on date,
    longest_ended_on date
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with ordered as (
        select
            f.result,
            f.local_day,
            f.place,
            count(*) filter (where f.result <> 'win') over (order by f.place) as run
        from summary.games_in_order(athlete, filters) as f
        where f.result is not null
    ),

    runs as (
        select
            o.run,
            count(*)::integer as wins,
            max(o.place) as last_place,
            (array_agg(o.local_day order by o.place))[1] as started_on,
            (array_agg(o.local_day order by o.place desc))[1] as ended_on
        from ordered as o
        where o.result = 'win'
        group by o.run
    ),

    longest as (
        select r.wins, r.started_on, r.ended_on
        from runs as r
        order by r.wins desc, r.last_place desc
        limit 1
    )

    select
        coalesce(latest.wins, 0),
        latest.started_on,
        coalesce(longest.wins, 0),
        longest.started_on,
        longest.ended_on
    from (select max(o.place) as last_place from ordered as o) as whole
    left join runs as latest on latest.last_place = whole.last_place
    left join longest on true
$$;
