-- summary: pickleball_streaks
-- title: Current and longest run of wins by game type, or all, with their days
-- kind: stored
-- keys: user_id, game_type
-- owner: user_id
-- touches public.pickleball_game_facts:
--     select c.user_id, t.game_type from changed as c cross join lateral unnest(c.game_types) as t (game_type)
with counted as (
    select distinct f.user_id, t.game_type
    from public.pickleball_game_facts as f
    cross join lateral unnest(f.game_types) as t (game_type)
)

select
    c.user_id,
    c.game_type,
    s.current_win_streak,
    s.current_started_on,
    s.longest_win_streak,
    s.longest_started_on,
    s.longest_ended_on
from counted as c
cross join lateral public.game_streaks(c.user_id, jsonb_build_object('game_type', c.game_type)) as s
