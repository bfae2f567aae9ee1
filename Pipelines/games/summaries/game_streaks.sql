-- summary: game_streaks
-- title: Current and longest run of wins among an athlete's games, with their days
-- kind: function
--
-- Null means all. A tie ends a run. A game of unknown result is passed over. Of two longest runs the later one is
-- told. Games of one day without a time stand in the order of set and game number.
create function public.game_streaks(
    athlete uuid,
    range_start date default null,
    range_end date default null,
    game_type text default null,
    partner uuid default null,
    opponent uuid default null
)
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
            row_number() over in_time as place,
            count(*) filter (where f.result <> 'win') over in_time as run
        from public.games_within(athlete, range_start, range_end, game_type, partner, opponent) as f
        where f.result is not null
        window in_time as (
            order by f.local_day nulls first, f.completed_at, f.event, f.set_no, f.game_no, f.game_id
        )
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
