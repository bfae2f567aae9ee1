-- summary: game_card_order
-- title: The order of the groups of Statistics cards, with the score's inputs
-- kind: function
--
-- Groups are ordered results, serving, trends, streaks; two neighbours change places where the later one scores more than
-- 0.15 higher. A group's spread is the standard deviation over the last 30 days of: the difference of points; a game's
-- serve win rate; a day's win rate; winning. Taps are what the app has noted: the card, or the group, and the instant.
create function public.game_card_order(
    athlete uuid, tapped_cards text[] default '{}', tapped_at timestamp with time zone[] default '{}'
)
returns table (
    card_rank integer,
    card text,
    usual_rank integer,
    score numeric,
    games_age_days numeric[],
    spread numeric,
    scale numeric,
    taps_age_days numeric[]
)
language plpgsql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
#variable_conflict use_column
declare
    today date := (select d.local_today from public.local_days as d where d.user_id = athlete);
    places integer[] := array[1, 2, 3, 4];
    scores numeric[];
    held integer;
    has_changed boolean := true;
begin
    select array_agg(i.score order by i.usual_rank)
    into scores
    from public.game_card_inputs(athlete, today, tapped_cards, tapped_at) as i;
    while has_changed loop
        has_changed := false;
        for place in 1..3 loop
            if scores[places[place + 1]] - scores[places[place]] > 0.15 then
                held := places[place];
                places[place] := places[place + 1];
                places[place + 1] := held;
                has_changed := true;
            end if;
        end loop;
    end loop;
    return query
    select
        p.card_rank::integer, i.card, i.usual_rank, i.score, i.games_age_days, i.spread, i.scale, i.taps_age_days
    from unnest(places) with ordinality as p (usual_rank, card_rank)
    join public.game_card_inputs(athlete, today, tapped_cards, tapped_at) as i on i.usual_rank = p.usual_rank
    order by p.card_rank;
end
$$;
