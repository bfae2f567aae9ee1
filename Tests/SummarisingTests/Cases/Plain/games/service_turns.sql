select user_id, game_id, turn_no, serving_side, is_mine, rallies, points, ended_by_side_out, is_whole
from public.pickleball_service_turns where game_id < '80000000-0000-0000-0000-000000000000'
---
-- A rally begins a turn where the one before is not there or was served by the other side; the turn lasts until the next begins.
with r as materialized (
    select r.*, g.my_side, p.rally_no > 0 as follows, p.serving_side as before, n.serving_side as after
    from public.pickleball_rallies as r
    join public.pickleball_games as g on g.id = r.game_id and g.user_id = r.user_id
    left join public.pickleball_rallies as p on p.game_id = r.game_id and p.user_id = r.user_id and p.rally_no = r.rally_no - 1
    left join public.pickleball_rallies as n on n.game_id = r.game_id and n.user_id = r.user_id and n.rally_no = r.rally_no + 1
    where g.id < '80000000-0000-0000-0000-000000000000'
),
numbered as (
    select r.*, (select count(*) from r as b where (b.game_id, b.user_id) = (r.game_id, r.user_id) and b.rally_no <= r.rally_no
        and (b.follows is null or b.before is distinct from b.serving_side)) as no
    from r
)
select user_id, game_id, no::integer, serving_side, serving_side = my_side, count(*)::integer,
    (count(*) - count(*) filter (where winning_side is null or winning_side <> serving_side))::integer,
    (array_agg(coalesce(after = 3 - serving_side, false) order by rally_no desc))[1],
    (array_agg(rally_no = 1 or coalesce(before = 3 - serving_side, false) order by rally_no))[1]
from numbered where serving_side > 0 group by user_id, game_id, no, serving_side, my_side
