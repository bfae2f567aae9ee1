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
    with runs as (
        select r.run_number, r.games, r.started_on, r.ended_on, r.is_current
        from public.game_runs(athlete, filters) as r
        where r.result = 'win'
    ),

    longest as (
        select r.games, r.started_on, r.ended_on
        from runs as r
        order by r.games desc, r.run_number desc
        limit 1
    )

    select
        coalesce(latest.games, 0),
        latest.started_on,
        coalesce(longest.games, 0),
        longest.started_on,
        longest.ended_on
    from (select 1) as whole
    left join runs as latest on latest.is_current
    left join longest on true
$$;
