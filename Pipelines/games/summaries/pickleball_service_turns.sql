-- summary: pickleball_service_turns
-- title: Each game's service turns: how long one side kept the serve and what it won by it
-- kind: view
--
-- A turn is a run of rallies that one side serves:
--
--     rally      1  2 | 3  4  5 | 6  7  8  9 | 10
--     serves     1  1 | 2  2  2 | 1  1  1  1 |  2
--                turn 1, 2, 3 end by a side-out; the one that ends the game does not
--
-- A rally that was not recorded ends the run; the turns beside it are incomplete, since their bounds are unknown.
with served as (
    select
        r.user_id,
        r.game_id,
        r.rally_no,
        r.serving_side,
        r.winning_side,
        g.my_side,
        lag(r.rally_no) over game = r.rally_no - 1 as follows,
        lead(r.rally_no) over game = r.rally_no + 1 as is_followed,
        lag(r.serving_side) over game as last_side,
        lead(r.serving_side) over game as next_side
    from public.pickleball_rallies as r
    join public.pickleball_games as g on g.id = r.game_id and g.user_id = r.user_id
    window game as (partition by r.user_id, r.game_id order by r.rally_no, r.id)
),

numbered as (
    select
        s.*,
        count(*) filter (where s.follows is not true or s.last_side is distinct from s.serving_side) over (
            partition by s.user_id, s.game_id order by s.rally_no rows unbounded preceding
        ) as turn_no
    from served as s
)

select
    n.game_id,
    n.user_id,
    n.turn_no::integer as turn_no,
    n.serving_side,
    n.serving_side = n.my_side as is_mine,
    count(*)::integer as rallies,
    count(*) filter (where n.winning_side = n.serving_side)::integer as points,
    coalesce(bool_or(n.is_followed and n.next_side <> n.serving_side), false) as ended_by_side_out,
    coalesce(bool_or(n.rally_no = 1 or (n.follows and n.last_side <> n.serving_side)), false) as is_whole
from numbered as n
where n.serving_side is not null
group by n.user_id, n.game_id, n.turn_no, n.serving_side, n.my_side
