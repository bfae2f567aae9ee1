-- summary: pickleball_relations
-- title: Results beside each partner and against each opponent
-- kind: view
with played as (
    select f.user_id, f.result, f.point_diff, f.local_day, 'partner' as relation, p.player_id
    from public.pickleball_game_facts as f
    cross join lateral unnest(f.partner_ids) as p (player_id)
    union all
    select f.user_id, f.result, f.point_diff, f.local_day, 'opponent' as relation, p.player_id
    from public.pickleball_game_facts as f
    cross join lateral unnest(f.opponent_ids) as p (player_id)
),

counted as (
    select
        p.user_id,
        p.player_id,
        p.relation,
        count(*)::integer as games,
        count(*) filter (where p.result = 'win')::integer as wins,
        count(*) filter (where p.result = 'loss')::integer as losses,
        count(*) filter (where p.result = 'tie')::integer as ties,
        round(count(*) filter (where p.result = 'win') / nullif(count(p.result), 0)::numeric, 4) as win_rate,
        round(avg(p.point_diff), 4) as avg_point_diff,
        max(p.local_day) as last_played_on
    from played as p
    group by p.user_id, p.player_id, p.relation
)

select
    c.user_id,
    c.player_id,
    p.name,
    c.relation,
    c.games,
    c.wins,
    c.losses,
    c.ties,
    c.win_rate,
    c.avg_point_diff,
    c.last_played_on
from counted as c
join public.pickleball_players as p on p.id = c.player_id and p.user_id = c.user_id
