-- summary: game_cards
-- title: The order of the Statistics cards: group by group, and by relevance within each, with the score's inputs
-- kind: function
--
-- Groups as in game_card_order. Within a group the card of the higher score goes first; of equal ones, and without any
-- signal, the usual order holds. Games count that have what the card shows, of the last 30 days (7 for win_rate_7d).
-- spread is the standard deviation from game to game of: winning; the difference of points; duration; the serve win rate;
-- the side-out rate; shots per rally; from day to day of: games; the win rate; and of the mean of the last ten
-- differences. A streak's spread is its number of wins.
create function public.game_cards(
    athlete uuid, tapped_cards text[] default '{}', tapped_at timestamp with time zone[] default '{}'
)
returns table (
    group_rank integer,
    card_group text,
    card_rank integer,
    card text,
    usual_rank integer,
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
    with today as (
        select
            d.local_today as day,
            jsonb_build_object('range_start', d.local_today - 30, 'range_end', d.local_today) as filters
        from public.local_days as d
        where d.user_id = athlete
    ),

    recent as (
        select g.*
        from today as t
        cross join lateral public.game_card_games(athlete, t.day) as g
    ),

    by_day as (
        select
            stddev_pop(d.games) as games,
            stddev_pop(d.win_rate) filter (where d.is_of_the_week) as win_rate_7d,
            stddev_pop(d.win_rate) as win_rate_30d
        from (
            select count(*) as games, avg(r.won) as win_rate, r.is_of_the_week
            from recent as r
            group by r.local_day, r.is_of_the_week
        ) as d
    ),

    signals (card, ages, spread, scale) as (
        select 'win_rate', array_agg(r.age_days order by r.age_days) filter (where r.won is not null),
            stddev_pop(r.won), 0.5
        from recent as r
        union all
        select 'point_differential', array_agg(r.age_days order by r.age_days) filter (where r.point_diff is not null),
            stddev_pop(r.point_diff), 11
        from recent as r
        union all
        select 'games_played', array_agg(r.age_days order by r.age_days), (select d.games from by_day as d), 5
        from recent as r
        union all
        select 'average_duration', array_agg(r.age_days order by r.age_days) filter (where r.duration_s is not null),
            stddev_pop(r.duration_s), 600
        from recent as r
        union all
        select 'serve_win_pct', array_agg(r.age_days order by r.age_days) filter (where r.serve_win_rate is not null),
            stddev_pop(r.serve_win_rate), 0.5
        from recent as r
        union all
        select 'side_out_rate', array_agg(r.age_days order by r.age_days) filter (where r.side_out_rate is not null),
            stddev_pop(r.side_out_rate), 0.5
        from recent as r
        union all
        select 'rally_length', array_agg(r.age_days order by r.age_days) filter (where r.shots is not null),
            stddev_pop(r.shots), 10
        from recent as r
        union all
        select 'win_rate_7d', array_agg(r.age_days order by r.age_days) filter (where r.won is not null and r.is_of_the_week),
            (select d.win_rate_7d from by_day as d), 0.5
        from recent as r
        union all
        select 'win_rate_30d', array_agg(r.age_days order by r.age_days) filter (where r.won is not null),
            (select d.win_rate_30d from by_day as d), 0.5
        from recent as r
        union all
        select 'rolling_differential', array_agg(r.age_days order by r.age_days) filter (where r.point_diff is not null),
            (
                select stddev_pop(g.rolling_diff)
                from today as t
                cross join lateral public.game_rolling_diff(athlete, 10, t.filters) as g
            ), 11
        from recent as r
        union all
        select 'current_win_streak', array_agg(r.age_days order by r.age_days) filter (where r.won is not null),
            (select s.current_win_streak from today as t cross join lateral public.game_streaks(athlete, t.filters) as s), 10
        from recent as r
        union all
        select 'longest_win_streak', array_agg(r.age_days order by r.age_days) filter (where r.won is not null),
            (select s.longest_win_streak from today as t cross join lateral public.game_streaks(athlete, t.filters) as s), 10
        from recent as r
    ),

    tapped as (
        select
            t.card,
            array_agg(extract(epoch from scorebook.as_of() - t.tapped_at) / 86400 order by t.tapped_at desc) as ages
        from unnest(tapped_cards, tapped_at) as t (card, tapped_at)
        where isfinite(t.tapped_at)
        group by t.card
    ),

    scored as (
        select
            c.card_group,
            c.card,
            c.usual_rank,
            coalesce(s.ages, '{}') as games_ages,
            coalesce(s.spread, 0) as spread,
            s.scale,
            coalesce(t.ages, '{}') as taps_ages
        from public.statistics_cards() as c
        join signals as s on s.card = c.card
        left join tapped as t on t.card = c.card
    ),

    ranked as (
        select
            s.*,
            public.relevance_score(s.games_ages, s.spread, s.scale, s.taps_ages) as score
        from scored as s
    )

    select
        g.card_rank,
        r.card_group,
        row_number() over (partition by r.card_group order by r.score desc, r.usual_rank)::integer,
        r.card,
        r.usual_rank,
        r.score,
        r.games_ages,
        r.spread,
        r.scale,
        r.taps_ages
    from ranked as r
    join public.game_card_order(athlete, tapped_cards, tapped_at) as g on g.card = r.card_group
    order by 1, 3
$$;
