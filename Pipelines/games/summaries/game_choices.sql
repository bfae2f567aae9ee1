-- summary: game_choices
-- title: What the Statistics screen can show: the games of each range of days, all of them and by type and company
-- kind: function
--
-- `filters` is for the game functions. The three types, two variations, two partners and two opponents with most games are
-- offered where they leave out some games, in each range the same. `period` is for game_periods: days of a short range, months of a
-- long one.
create function public.game_choices(athlete uuid, range_start date default null, range_end date default null)
returns table (
    place integer, range_preset text, range_label text, games_label text, filters jsonb, period text, chosen boolean
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with played as materialized (
        select f.game_id, f.game_types, f.variation, f.partner_ids, f.opponent_ids
        from public.pickleball_game_facts as f
        where f.user_id = athlete and (
            f.local_day is null
            or f.local_day <= (
                select r.end_date from public.screen_ranges(athlete, 'statistics') as r where r.range_preset = 'all_time'))
    ),

    counted as (
        select 1 as kind, initcap(t.game_type) as label, jsonb_build_object('game_type', t.game_type) as filter, count(*) as games
        from played as p
        cross join lateral unnest(p.game_types) as t (game_type)
        where t.game_type <> 'all'
        group by t.game_type
        union all
        select 2, upper(left(p.variation, 1)) || substr(p.variation, 2), jsonb_build_object('variation', p.variation), count(*)
        from played as p
        where p.variation <> ''
        group by p.variation
        union all
        select 3, 'With ' || o.name, jsonb_build_object('partner', o.id), count(*)
        from played as p
        join public.pickleball_players as o on o.user_id = athlete and o.id = any (p.partner_ids)
        group by o.id, o.name
        union all
        select 4, 'Against ' || o.name, jsonb_build_object('opponent', o.id), count(*)
        from played as p
        join public.pickleball_players as o on o.user_id = athlete and o.id = any (p.opponent_ids)
        group by o.id, o.name
    ),

    ranked as (
        select
            c.*,
            row_number() over (partition by c.kind order by c.games desc, c.label, c.filter::text) as rank
        from counted as c
        where c.games < (select count(*) from played)
    ),

    choices as (
        select 0 as kind, 0::bigint as rank, 'All games' as label, jsonb '{}' as filter
        union all
        select k.kind, k.rank, k.label, k.filter
        from ranked as k
        where k.rank <= case k.kind when 1 then 3 else 2 end
    )

    select
        row_number() over (order by r.place, c.kind, c.rank)::integer,
        r.range_preset,
        r.label,
        c.label,
        case
            when r.range_preset = 'all_time' and not isfinite(r.end_date) then c.filter
            when r.range_preset = 'all_time' then jsonb_build_object('range_end', r.end_date) || c.filter
            else jsonb_build_object('range_start', r.start_date, 'range_end', r.end_date) || c.filter
        end,
        case
            when isfinite(r.start_date) and isfinite(r.end_date) then
                case when r.end_date - r.start_date <= 92 then 'day' else 'month' end
            else 'month'
        end,
        r.chosen and c.kind = 0
    from public.screen_ranges(athlete, 'statistics', range_start, range_end) as r
    cross join choices as c
    order by 1
$$;
