-- summary: game_choices
-- title: What the Statistics screen can show: each range of days with its games, all of them and by type and company
-- kind: function
--
-- `filters` is for the game functions. The three types, two variations, two partners and two opponents with most games are
-- offered where they leave out some games of the range. A range without games is offered with all of its games.
create function public.game_choices(athlete uuid, range_start date default null, range_end date default null)
returns table (place integer, range_preset text, range_label text, games_label text, filters jsonb)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with ranges as materialized (
        select
            r.place,
            r.range_preset,
            r.label,
            r.start_date,
            r.end_date,
            case
                when r.range_preset = 'all_time' then jsonb '{}'
                else jsonb_build_object('range_start', r.start_date, 'range_end', r.end_date)
            end as filters
        from public.screen_ranges(athlete, 'statistics', range_start, range_end) as r
    ),

    played as materialized (
        select r.place, f.game_id, f.game_types, f.variation, f.partner_ids, f.opponent_ids
        from ranges as r
        join public.pickleball_game_facts as f
            on f.user_id = athlete
            and (r.range_preset = 'all_time' or f.local_day between r.start_date and r.end_date)
    ),

    counted as (
        select p.place, 1 as kind, t.game_type as name, jsonb_build_object('game_type', t.game_type) as filter, count(*) as games
        from played as p
        cross join lateral unnest(p.game_types) as t (game_type)
        where t.game_type <> 'all'
        group by p.place, t.game_type
        union all
        select p.place, 2, p.variation, jsonb_build_object('variation', p.variation), count(*)
        from played as p
        where p.variation <> ''
        group by p.place, p.variation
        union all
        select p.place, 3, o.name, jsonb_build_object('partner', o.id), count(*)
        from played as p
        join public.pickleball_players as o on o.user_id = athlete and o.id = any (p.partner_ids)
        group by p.place, o.id, o.name
        union all
        select p.place, 4, o.name, jsonb_build_object('opponent', o.id), count(*)
        from played as p
        join public.pickleball_players as o on o.user_id = athlete and o.id = any (p.opponent_ids)
        group by p.place, o.id, o.name
    ),

    ranked as (
        select
            c.*,
            row_number() over (partition by c.place, c.kind order by c.games desc, c.name, c.filter::text) as rank
        from counted as c
        where c.games < (select count(*) from played as p where p.place = c.place)
    ),

    choices as (
        select r.place, 0 as kind, 0::bigint as rank, 'All games' as label, jsonb '{}' as filter
        from ranges as r
        union all
        select
            k.place,
            k.kind,
            k.rank,
            case k.kind when 1 then initcap(k.name) when 3 then 'With ' || k.name when 4 then 'Against ' || k.name else k.name end,
            k.filter
        from ranked as k
        where k.rank <= case k.kind when 1 then 3 else 2 end
    )

    select
        row_number() over (order by c.place, c.kind, c.rank)::integer,
        r.range_preset,
        r.label,
        c.label,
        r.filters || c.filter
    from choices as c
    join ranges as r on r.place = c.place
    order by 1
$$;
