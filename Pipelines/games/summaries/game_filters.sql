-- summary: game_filters
-- title: What a completed game filters the Statistics screen by when it is opened from there
-- kind: function
--
-- `filters` is for the game functions: the games of the game's day and type, with the same partners against the same
-- opponents. What is unknown of the game is null there, and selects games of which it is unknown, too.
create function public.game_filters(game uuid)
returns table (
    game_id uuid,
    detail text,
    game_type text,
    start_date date,
    end_date date,
    partner_ids uuid[],
    partners text[],
    opponent_ids uuid[],
    opponents text[],
    filters jsonb
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        f.game_id,
        'winRate',
        f.game_type,
        f.local_day,
        f.local_day,
        f.partner_ids,
        array(
            select p.name from public.pickleball_players as p where p.id = any (f.partner_ids) order by p.name
        ),
        f.opponent_ids,
        array(
            select p.name from public.pickleball_players as p where p.id = any (f.opponent_ids) order by p.name
        ),
        jsonb_build_object(
            'range_start', f.local_day,
            'range_end', f.local_day,
            'game_type', nullif(f.game_type, 'all'),
            'partners', f.partner_ids,
            'opponents', f.opponent_ids)
    from public.pickleball_games as g
    join public.pickleball_game_facts as f on f.user_id = g.user_id and f.game_id = g.id
    where g.id = game
$$;
