-- summary: game_runs
-- title: Runs of won and of lost games that pass the filters, with their days
-- kind: function
--
-- Filters as in games_within. A tie ends a run. A game of unknown result is passed over.
create function public.game_runs(athlete uuid, filters jsonb default '{}')
returns table (run_number integer, result text, games integer, started_on date, ended_on date, is_current boolean)
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
            row_number() over (order by f.place) - row_number() over (partition by f.result order by f.place) as run
        from summary.games_in_order(athlete, filters) as f
        where f.result is not null
    )

    select
        row_number() over (order by min(o.place))::integer,
        o.result,
        count(*)::integer,
        (array_agg(o.local_day order by o.place))[1],
        (array_agg(o.local_day order by o.place desc))[1],
        max(o.place) = max(max(o.place)) over ()
    from ordered as o
    group by o.result, o.run
    order by 1
$$;
