with tap (cards, at) as (
    values ('{}'::text[], '{}'::timestamptz[]),
        ('{serving,win_rate_7d,win_rate_7d,rally_length,rally_length,rally_length,streaks,trends}',
            '{2026-06-10T01:00Z,2026-06-01Z,2026-05-02Z,2026-06-10T02:30Z,2026-06-10Z,2026-06-10Z,infinity,2026-06-12Z}'),
        ('{longest_win_streak,longest_win_streak,longest_win_streak,longest_win_streak,games_played}',
            '{2026-06-10Z,2026-06-10Z,2026-06-10Z,2026-06-09Z,2026-05-20Z}')
)
select a.n, cards, group_rank, card_group, card_rank, card, usual_rank, score, games_age_days, round(spread, 6) as spread,
    scale, taps_age_days
from season.athletes as a cross join tap cross join lateral public.game_cards(a.user_id, cards, at)
union all
select a.n, cards, card_rank, card, 0, card, usual_rank, score, games_age_days, round(spread, 6), scale, taps_age_days
from season.athletes as a cross join tap cross join lateral public.game_card_order(a.user_id, cards, at)
---
with tap (cards, at) as (
    values ('{}'::text[], '{}'::timestamptz[]),
        ('{serving,win_rate_7d,win_rate_7d,rally_length,rally_length,rally_length,streaks,trends}',
            '{2026-06-10T01:00Z,2026-06-01Z,2026-05-02Z,2026-06-10T02:30Z,2026-06-10Z,2026-06-10Z,infinity,2026-06-12Z}'),
        ('{longest_win_streak,longest_win_streak,longest_win_streak,longest_win_streak,games_played}',
            '{2026-06-10Z,2026-06-10Z,2026-06-10Z,2026-06-09Z,2026-05-20Z}')
),
today as (
    select n, user_id, date '2026-06-09' + (n = 2)::integer as day from season.athletes
),
game as materialized (
    select t.n, t.day - g.local_day < 7 as is_recent, g.local_day, g.point_diff::numeric as diff, g.duration_s as secs,
        (g.result = 'win')::integer::numeric as won,
        coalesce(extract(epoch from timestamptz '2026-06-10 02:30Z' - g.completed_at) / 86400, t.day - g.local_day) as age,
        serve_rallies_won * 1.0 / nullif(serve_rallies, 0) as serve, scoreless_side_outs * 1.0 / nullif(service_turns,
            0) as side_out,
        serve_shots * 1.0 / nullif(serve_rallies_with_shots, 0) as shots
    from today as t join public.pickleball_game_facts as g on g.user_id = t.user_id and g.local_day between t.day - 30 and t.day
),
card (in_group, usual, name, scale) as (
    values ('results', 1, 'win_rate', 0.5), ('results', 2, 'point_differential', 11), ('results', 3, 'games_played', 5),
        ('results', 4, 'average_duration', 600),
        ('serving', 1, 'serve_win_pct', 0.5), ('serving', 2, 'side_out_rate', 0.5), ('serving', 3, 'rally_length', 10),
            ('trends', 1, 'win_rate_7d', 0.5),
        ('trends', 2, 'win_rate_30d', 0.5), ('trends', 3, 'rolling_differential', 11), ('streaks', 1, 'current_win_streak', 10),
        ('streaks', 2, 'longest_win_streak', 10), (null, 1, 'results', 11), (null, 2, 'serving', 0.5), (null, 3, 'trends',
            0.5), (null, 4, 'streaks', 0.5)
),
signal as materialized (
    select t.n, c.*, array(
            select age from game as g where g.n = t.n and case c.name when 'games_played' then true when 'average_duration'
                then secs > 0
                when 'serve_win_pct' then serve >= 0 when 'serving' then serve >= 0 when 'side_out_rate' then side_out >= 0
                    when 'rally_length' then shots >= 0
                when 'win_rate_7d' then is_recent and won >= 0 when 'point_differential' then diff is not null
                    when 'rolling_differential' then diff is not null
                when 'results' then true when 'trends' then true when 'streaks' then true else won >= 0 end
                    order by age) as ages,
        coalesce(case c.name
            when 'games_played' then (select stddev_pop(k) from (select count(*) as k from game as g where g.n = t.n
                group by local_day) as d)
            when 'win_rate_7d' then (select stddev_pop(k) from (select avg(won) as k from game as g where g.n = t.n
                and is_recent group by local_day) as d)
            when 'win_rate_30d' then (select stddev_pop(k) from (select avg(won) as k from game as g where g.n = t.n
                group by local_day) as d)
            when 'trends' then (select stddev_pop(k) from (select avg(won) as k from game as g where g.n = t.n
                group by local_day) as d)
            when 'rolling_differential' then (select stddev_pop(rolling_diff) from public.game_rolling_diff(t.user_id, 10,
                f.filter))
            when 'current_win_streak' then (select current_win_streak from public.game_streaks(t.user_id, f.filter))
            when 'longest_win_streak' then (select longest_win_streak from public.game_streaks(t.user_id, f.filter))
            else (select stddev_pop(case c.name when 'average_duration' then secs when 'serve_win_pct' then serve
                when 'serving' then serve
                when 'side_out_rate' then side_out when 'rally_length' then shots when 'point_differential' then diff
                    when 'results' then diff
                else won end) from game as g where g.n = t.n) end, 0) as spread
    from today as t cross join card as c
    cross join lateral (select jsonb_build_object('range_start', t.day - 30, 'range_end', t.day) as filter) as f
),
tapped as materialized (
    select s.*, tap.cards, array(
        select extract(epoch from timestamptz '2026-06-10 02:30Z' - at) / 86400 from unnest(tap.cards, tap.at) as p (card, at)
        where at < 'infinity' and (p.card = s.name or s.in_group is null and p.card in (select name from card
            where in_group = s.name)) order by at desc) as taps
    from signal as s cross join tap
),
scored as materialized (
    select t.*, round(0.5 * r / (r + 5) + 0.3 * least(1, spread / scale) + 0.2 * k / (k + 3), 4) as score
    from tapped as t
    cross join lateral (select coalesce(sum(0.5 ^ (a / 7)), 0) as r from unnest(ages) as a where a between 0 and 30) as r
    cross join lateral (select coalesce(sum(0.5 ^ (a / 14)), 0) as k from unnest(taps) as a where a >= 0) as k
),
-- The order of four after neighbours have changed places until none has reason to: of all orders that leave none, the one that
-- changes the fewest pairs, and those only for a reason.
groups as materialized (
    select n, cards, array_agg(name order by usual) as names, array_agg(score order by usual) as s from scored
        where in_group is null group by n, cards
),
ordered as (
    with recursive step as (
        select n, cards, s, array[1, 2, 3, 4] as o, 0 as k from groups
        union all
        select n, cards, s, o[:p - 1] || o[p + 1] || o[p] || o[p + 2:], k + 1
        from step cross join lateral (
            select min(p) as p from generate_series(1, 3) as p where s[o[p + 1]] > s[o[p]] + 0.15) as p
        where p is not null
    )
    select distinct on (n, cards) * from step order by n, cards, k desc
)
select r.n, r.cards, array_position(o.o, g.usual), coalesce(r.in_group, r.name),
    case when r.in_group is null then 0 else (
        select count(*)::integer from scored as b where b.n = r.n and b.cards = r.cards and b.in_group = r.in_group
            and (b.score > r.score or b.score = r.score and b.usual <= r.usual)) end,
    r.name, r.usual, r.score, r.ages, round(r.spread, 6), r.scale, r.taps
from scored as r join ordered as o on o.n = r.n and o.cards = r.cards
join card as g on g.in_group is null and g.name = coalesce(r.in_group, r.name)
