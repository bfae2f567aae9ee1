select f.* from public.pickleball_games as g cross join lateral public.game_filters(g.id) as f
---
select game_id, 'winRate', game_type, local_day, local_day, partner_ids, n.partners, opponent_ids, n.opponents,
    jsonb_build_object('range_start', local_day, 'range_end', local_day,
    'game_type', case when game_type <> 'all' then game_type end, 'partners', partner_ids, 'opponents', opponent_ids)
from public.pickleball_game_facts as f
cross join lateral (
    select coalesce(array_agg(name order by name) filter (where id = any (partner_ids)), '{}') as partners,
        coalesce(array_agg(name order by name) filter (where id = any (opponent_ids)), '{}') as opponents
    from public.pickleball_players
) as n
