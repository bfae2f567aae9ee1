select u.user_id, f.n, p.period, s.*
from season.athletes as u
join season.filters as f on u.n <> 2 and (u.n = 1 or f.n < 4)
cross join (values (null), ('day'), ('week'), ('month')) as p (period)
cross join lateral public.game_sums(u.user_id, f.filter, p.period) as s
---
with asked as (
    select u.user_id as of_user, f.* from season.athletes as u join season.filters as f on u.n = 1 or u.n = 3 and f.n < 4
),
games as (
    select f.of_user, f.n, p.period, g.*, case p.period when 'day' then local_day when 'week' then local_day - extract(isodow
        from local_day)::integer + 1
        when 'month' then make_date(extract(year from local_day)::integer, extract(month
            from local_day)::integer, 1) end as start_date
    from asked as f
    cross join (values (null), ('day'), ('week'), ('month')) as p (period)
    cross join lateral public.games_within(f.of_user, f.filter) as g
),
part as (
    select f.of_user, f.n, null as period, null as start_date from asked as f
    union select of_user, n, period, start_date from games where period <> '' and start_date is not null
),
mine as (
    select p.of_user as user_of, p.n as of_n, p.period as of_period, p.start_date as of_start, g.*
    from part as p left join games as g on g.of_user = p.of_user and g.n = p.n and g.period is not distinct from p.period
        and (p.period is null or g.start_date = p.start_date)
)
select user_of, of_n, of_period, of_start,
    count(game_id)::integer, count(*) filter (where result = 'win')::integer, count(*) filter (where result = 'loss')::integer,
    count(*) filter (where result = 'tie')::integer, round(avg(case result when 'win' then 1.0 when 'loss' then 0 when 'tie'
        then 0 end), 4),
    count(point_diff)::integer, round(sum(point_diff)::numeric / nullif(count(point_diff), 0), 4),
    ((array_agg(point_diff order by point_diff))[(count(point_diff) + 1) / 2] + (array_agg(point_diff
        order by point_diff))[count(point_diff) / 2 + 1]) / 2.0,
    round(sqrt(abs(avg(point_diff::numeric * point_diff) - avg(point_diff::numeric) ^ 2)), 4),
    count(duration_s)::integer, round(sum(duration_s) / nullif(count(duration_s), 0), 4), sum(duration_s),
    coalesce(sum(serve_rallies), 0)::integer, coalesce(sum(serve_rallies_won), 0)::integer,
    round(sum(serve_rallies_won) * 1.0 / nullif(sum(serve_rallies), 0), 4),
    round(sum(serve_rallies - serve_rallies_won) * 1.0 / nullif(sum(serve_rallies), 0), 4),
    round(sum(case when est_serve_rallies >= 0 then my_score end) / nullif(sum(est_serve_rallies), 0), 4),
    coalesce(sum(service_turns), 0)::integer, coalesce(sum(scoreless_side_outs), 0)::integer,
    round(sum(scoreless_side_outs) * 1.0 / nullif(sum(service_turns), 0), 4),
    round(sum(serve_shots) * 1.0 / nullif(sum(serve_rallies_with_shots), 0), 4),
    round(sum(case when true_rallies > 0 then duration_s end) / nullif(sum(case when duration_s > 0
        then true_rallies end), 0), 4),
    coalesce(sum(serve_points_v03), 0)::integer, coalesce(sum(points_won_on_serve_v03), 0)::integer,
    round(sum(points_won_on_serve_v03) * 1.0 / nullif(sum(serve_points_v03), 0), 4),
    count(est_rally_win)::integer, round(sum(est_rally_win) / nullif(count(est_rally_win), 0), 4),
    round(sum(est_scoreless_turn) / nullif(count(est_scoreless_turn), 0), 4),
    round(sum(case when est_rallies > 0 then duration_s end) / nullif(sum(case when duration_s > 0 then est_rallies end), 0), 4)
from mine group by user_of, of_n, of_period, of_start
