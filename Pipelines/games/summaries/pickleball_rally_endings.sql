-- summary: pickleball_rally_endings
-- title: How rallies ended, and how many of them the athlete's side won, by type, or all
-- kind: view
with counted as (
    select
        f.user_id,
        t.game_type,
        e.sort_order,
        e.ended_by,
        sum(e.rallies)::integer as rallies,
        sum(e.won)::integer as won
    from public.pickleball_game_facts as f
    cross join lateral unnest(f.game_types) as t (game_type)
    cross join lateral (
        values
            (1, 'winner', f.ended_winner, f.won_winner),
            (2, 'kitchen', f.ended_kitchen, f.won_kitchen),
            (3, 'out', f.ended_out, f.won_out),
            (4, 'net', f.ended_net, f.won_net),
            (5, 'fault', f.ended_fault, f.won_fault),
            (6, 'unknown', f.ended_unknown, f.won_unknown)
    ) as e (sort_order, ended_by, rallies, won)
    where f.rallies > 0
    group by f.user_id, t.game_type, e.sort_order, e.ended_by
)

select
    c.user_id,
    c.game_type,
    c.sort_order,
    c.ended_by,
    c.rallies,
    c.won,
    c.rallies - c.won as lost,
    round(c.rallies::numeric / sum(c.rallies) over (partition by c.user_id, c.game_type), 4) as share
from counted as c
