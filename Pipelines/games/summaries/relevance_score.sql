-- summary: relevance_score
-- title: How much a card has to say: recent games, how far their figures spread, and taps on it
-- kind: function
--
-- 0.5 r / (r + 5) + 0.3 min(1, spread / scale) + 0.2 t / (t + 3), where r halves every 7 days of a game's age, for 30
-- days, and t every 14 days of a tap's.
create function public.relevance_score(
    games_age_days numeric[], spread numeric, scale numeric, taps_age_days numeric[]
)
returns numeric
language sql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select round(
        0.5 * r.sum / (r.sum + 5)
        + 0.3 * least(1, coalesce(spread / nullif(scale, 0), 0))
        + 0.2 * t.sum / (t.sum + 3),
        4)
    from (
        select coalesce(sum(power(2.0, -age / 7)), 0) as sum
        from unnest(games_age_days) as g (age)
        where age between 0 and 30
    ) as r
    cross join (
        select coalesce(sum(power(2.0, -age / 14)), 0) as sum
        from unnest(taps_age_days) as p (age)
        where age >= 0
    ) as t
$$;
