select f.n, g.game_id from season.filters as f cross join lateral public.games_within('00000000-0000-4000-8000-000000000001',
    f.filter) as g
---
-- Whatever the filters say holds of the game.
select f.n, g.game_id
from season.filters as f
join public.pickleball_game_facts as g on g.user_id = '00000000-0000-4000-8000-000000000001'
where not exists (
    select from jsonb_each(f.filter) as k
    cross join lateral (select k.value #>> '{}' as said, array(select e::uuid
        from jsonb_path_query(k.value, '$[*]?(@ != null)') as p (e1)
        cross join lateral (select p.e1 #>> '{}') as q (e) order by 1) as ids) as v
    where not coalesce(case k.key
        when 'range_start' then local_day >= said::date or said is null and (local_day is null
            or f.filter -> 'range_end' is distinct from 'null')
        when 'range_end' then local_day <= said::date or said is null and (local_day is null
            or f.filter -> 'range_start' is distinct from 'null')
        when 'game_type' then said = 'all' or case when said is null then coalesce(g.game_type, 'all') = 'all'
            else g.game_type = said end
        when 'variation' then coalesce(g.variation, '') = coalesce(said, '')
        when 'team' then case when said is null then num_nonnulls(my_team_id, opponent_team_id) = 0
            else said in (my_team_id::text, opponent_team_id::text) end
        when 'partner' then case when said is null then cardinality(partner_ids) = 0 else said = any (partner_ids::text[]) end
        when 'opponent' then case when said is null then cardinality(opponent_ids) = 0
            else said = any (opponent_ids::text[]) end
        when 'partners' then ids = array(select distinct unnest(partner_ids) order by 1)
        when 'opponents' then ids = array(select distinct unnest(opponent_ids) order by 1)
        when 'players' then not exists (
            select unnest(ids) except select unnest(partner_ids || opponent_ids))
    end, false)
)
