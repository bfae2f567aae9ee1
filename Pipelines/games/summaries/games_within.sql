-- summary: games_within
-- title: An athlete's completed games that pass the filters
-- kind: function
--
-- Filters are an object; a key that is absent means all, null means unknown. What game_filters returns selects the games
-- of that day, type and company.
--
--     range_start, range_end   days where the athlete lives, both included; null in both: games of unknown day
--     game_type, variation     as in pickleball_game_facts; the type `all` is every type
--     team                     on either side; null: no team known
--     partner, opponent        one player among the partners, or the opponents; null: no player known
--     partners, opponents      exactly these players; an empty list or null: no player known
--     players                  all of these, on either side
create function public.games_within(athlete uuid, filters jsonb default '{}')
returns setof public.pickleball_game_facts
language plpgsql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
<<given>>
declare
    wrong text := (
        select k.key
        from jsonb_object_keys(filters) as k (key)
        where k.key not in (
            'range_start', 'range_end', 'game_type', 'variation', 'team', 'partner', 'opponent', 'partners', 'opponents',
            'players'
        )
        limit 1
    );
    range_start date := filters ->> 'range_start';
    range_end date := filters ->> 'range_end';
    is_of_unknown_day boolean := coalesce(
        filters -> 'range_start' = 'null' and filters -> 'range_end' = 'null', false);
    is_typed boolean := filters ? 'game_type' and filters ->> 'game_type' is distinct from 'all';
    game_type text := filters ->> 'game_type';
    has_variation boolean := filters ? 'variation';
    variation text := filters ->> 'variation';
    has_team boolean := filters ? 'team';
    team uuid := filters ->> 'team';
    has_partner boolean := filters ? 'partner';
    partner uuid := filters ->> 'partner';
    has_opponent boolean := filters ? 'opponent';
    opponent uuid := filters ->> 'opponent';
    partners uuid[] := public.json_uuids(filters -> 'partners');
    opponents uuid[] := public.json_uuids(filters -> 'opponents');
    players uuid[] := public.json_uuids(filters -> 'players');
begin
    if wrong is not null then
        raise exception 'unknown filter: %', wrong using errcode = 'invalid_parameter_value';
    end if;
    if range_end < range_start then
        raise exception 'the range ends before it starts' using errcode = 'invalid_parameter_value';
    end if;
    return query
    select f.*
    from public.pickleball_game_facts as f
    where f.user_id = athlete
        and (range_start is null or f.local_day >= range_start)
        and (range_end is null or f.local_day <= range_end)
        and (not is_of_unknown_day or f.local_day is null)
        and (not is_typed or given.game_type = any (f.game_types)
            or given.game_type is null and f.game_types = array['all'])
        and (not has_variation or f.variation is not distinct from given.variation)
        and (not has_team or team in (f.my_team_id, f.opponent_team_id)
            or team is null and f.my_team_id is null and f.opponent_team_id is null)
        and (not has_partner or partner = any (f.partner_ids) or partner is null and f.partner_ids = '{}')
        and (not has_opponent or opponent = any (f.opponent_ids) or opponent is null and f.opponent_ids = '{}')
        and (partners is null or f.partner_ids @> partners and f.partner_ids <@ partners)
        and (opponents is null or f.opponent_ids @> opponents and f.opponent_ids <@ opponents)
        and (players is null or f.partner_ids || f.opponent_ids @> players);
end
$$;
