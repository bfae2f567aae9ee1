-- summary: game_filters
-- title: What a completed game filters the Statistics screen by when it is opened from there
-- kind: function
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
    opponents text[]
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
        )
    from public.pickleball_games as g
    join public.pickleball_game_facts as f on f.user_id = g.user_id and f.game_id = g.id
    where g.id = game
$$;
