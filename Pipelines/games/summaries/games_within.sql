-- summary: games_within
-- title: An athlete's completed games of a range of days, of a type, with a partner, against an opponent
-- kind: function
--
-- Null means all. Both days are included and the athlete's own. A game of unknown day is in no range.
create function public.games_within(
    athlete uuid, range_start date, range_end date, game_type text, partner uuid, opponent uuid
)
returns setof public.pickleball_game_facts
language plpgsql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
begin
    if range_end < range_start then
        raise exception 'the range ends before it starts' using errcode = 'invalid_parameter_value';
    end if;
    return query
    select f.*
    from public.pickleball_game_facts as f
    where f.user_id = athlete
        and (range_start is null or f.local_day >= range_start)
        and (range_end is null or f.local_day <= range_end)
        and coalesce(games_within.game_type, 'all') = any (f.game_types)
        and (partner is null or partner = any (f.partner_ids))
        and (opponent is null or opponent = any (f.opponent_ids));
end
$$;
