-- summary: games_in_order
-- title: An athlete's completed games that pass the filters, numbered in the order in which they were played
-- kind: function
-- schema: summary
--
-- Day by day; within a day by the clock; then games without one, event by event in the order of import, each by set and
-- game number, and those without numbers as they were imported.
create function summary.games_in_order(athlete uuid, filters jsonb default '{}')
returns table (
    place bigint,
    game_id uuid,
    completed_at timestamp with time zone,
    local_day date,
    result text,
    point_diff smallint
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        row_number() over (
            order by f.local_day nulls first, f.completed_at, f.event_at, f.set_no, f.game_no, f.created_at, f.game_id
        ),
        f.game_id,
        f.completed_at,
        f.local_day,
        f.result,
        f.point_diff
    from (
        select
            f.*,
            min(f.created_at) over (
                partition by f.local_day, f.event,
                    case when f.event is null and f.set_no is null and f.game_no is null then f.game_id end
            ) as event_at
        from public.games_within(athlete, filters) as f
    ) as f
$$;
