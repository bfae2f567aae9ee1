-- summary: pickleball_team_results
-- title: Results of each team, the athlete's own and opponents'
-- kind: view
with played as (
    select f.user_id, f.result, f.point_diff, f.local_day, 'own' as relation, f.my_team_id as team_id
    from public.pickleball_game_facts as f
    where f.my_team_id is not null
    union all
    select f.user_id, f.result, f.point_diff, f.local_day, 'opponent' as relation, f.opponent_team_id as team_id
    from public.pickleball_game_facts as f
    where f.opponent_team_id is not null
),

counted as (
    select
        p.user_id,
        p.team_id,
        p.relation,
        count(*)::integer as games,
        count(*) filter (where p.result = 'win')::integer as wins,
        count(*) filter (where p.result = 'loss')::integer as losses,
        count(*) filter (where p.result = 'tie')::integer as ties,
        round(count(*) filter (where p.result = 'win') / nullif(count(p.result), 0)::numeric, 4) as win_rate,
        round(avg(p.point_diff), 4) as avg_point_diff,
        max(p.local_day) as last_played_on
    from played as p
    group by p.user_id, p.team_id, p.relation
)

select
    c.user_id,
    c.team_id,
    t.team_name,
    c.relation,
    c.games,
    c.wins,
    c.losses,
    c.ties,
    c.win_rate,
    c.avg_point_diff,
    c.last_played_on
from counted as c
join public.pickleball_teams as t on t.id = c.team_id and t.user_id = c.user_id
