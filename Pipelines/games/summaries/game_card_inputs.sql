-- summary: game_card_inputs
-- title: What the relevance of each group of Statistics cards comes from, as of a day
-- kind: function
create function public.game_card_inputs(
    athlete uuid, today date, tapped_cards text[], tapped_at timestamp with time zone[]
)
returns table (
    usual_rank integer,
    card text,
    score numeric,
    games_age_days numeric[],
    spread numeric,
    scale numeric,
    taps_age_days numeric[]
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    with recent as (
        select g.* from public.game_card_games(athlete, today) as g
    ),

    days as (
        select stddev_pop(d.win_rate) as spread
        from (select avg(r.won) as win_rate from recent as r group by r.local_day) as d
    ),

    cards as (
        select 1 as usual_rank, 'results' as card, array_agg(r.age_days order by r.age_days) as ages,
            stddev_pop(r.point_diff) as spread, 11.0 as scale
        from recent as r
        union all
        select 2, 'serving', array_agg(r.age_days order by r.age_days) filter (where r.serve_win_rate is not null),
            stddev_pop(r.serve_win_rate), 0.5
        from recent as r
        union all
        select 3, 'trends', array_agg(r.age_days order by r.age_days), (select d.spread from days as d), 0.5
        from recent as r
        union all
        select 4, 'streaks', array_agg(r.age_days order by r.age_days), stddev_pop(r.won), 0.5
        from recent as r
    ),

    tapped as (
        select
            coalesce(c.card_group, t.card) as card,
            array_agg(extract(epoch from scorebook.as_of() - t.tapped_at) / 86400 order by t.tapped_at desc) as ages
        from unnest(tapped_cards, tapped_at) as t (card, tapped_at)
        left join public.statistics_cards() as c on c.card = t.card
        where isfinite(t.tapped_at)
        group by coalesce(c.card_group, t.card)
    )

    select
        c.usual_rank,
        c.card,
        public.relevance_score(coalesce(c.ages, '{}'), coalesce(c.spread, 0), c.scale, coalesce(t.ages, '{}')),
        coalesce(c.ages, '{}'),
        coalesce(c.spread, 0),
        c.scale,
        coalesce(t.ages, '{}')
    from cards as c
    left join tapped as t on t.card = c.card
    order by c.usual_rank
$$;
