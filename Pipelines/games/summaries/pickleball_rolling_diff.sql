-- summary: pickleball_rolling_diff
-- title: The difference of points game by game with the mean of the last ten, by type, or all
-- kind: view
--
-- In the order of summary.games_in_order.
with grouped as (
    select
        f.*,
        t.game_type as counted_type,
        min(f.created_at) over (
            partition by f.user_id, t.game_type, f.local_day, f.event,
                case when f.event is null and f.set_no is null and f.game_no is null then f.game_id end
        ) as event_at
    from public.pickleball_game_facts as f
    cross join lateral unnest(f.game_types) as t (game_type)
)

select
    f.user_id,
    f.game_id,
    f.counted_type as game_type,
    f.completed_at,
    f.local_day,
    f.point_diff,
    round(
        avg(f.point_diff) over (
            partition by f.user_id, f.counted_type
            order by f.local_day nulls first, f.completed_at, f.event_at, f.set_no, f.game_no, f.created_at, f.game_id
            rows between 9 preceding and current row
        ),
        4
    ) as rolling10_diff,
    round(avg(f.point_diff) over (partition by f.user_id, f.counted_type, f.local_day), 4) as daily_diff
from grouped as f
where f.point_diff is not null
