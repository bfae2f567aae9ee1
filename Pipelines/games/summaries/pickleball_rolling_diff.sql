-- summary: pickleball_rolling_diff
-- title: The difference of points game by game with the mean of the last ten, by type, or all
-- kind: view
select
    f.user_id,
    f.game_id,
    t.game_type,
    f.completed_at,
    f.local_day,
    f.point_diff,
    round(
        avg(f.point_diff) over (
            partition by f.user_id, t.game_type
            order by f.local_day nulls first, f.completed_at, f.event, f.set_no, f.game_no, f.game_id
            rows between 9 preceding and current row
        ),
        4
    ) as rolling10_diff,
    round(avg(f.point_diff) over (partition by f.user_id, t.game_type, f.local_day), 4) as daily_diff
from public.pickleball_game_facts as f
cross join lateral unnest(f.game_types) as t (game_type)
where f.point_diff is not null
