select 'day' as view,
    to_jsonb(d) - 'total_point_diff' as row
from public.pickleball_daily as d
union all select period, to_jsonb(p) - 'period' from public.pickleball_periods as p
union all select date_window, to_jsonb(t) - 'date_window' from public.pickleball_trends as t
union all select 'results' || date_window, to_jsonb(r) - 'date_window' from public.pickleball_results as r
union all select 'distribution', to_jsonb(d) from public.pickleball_diff_distribution as d
union all select 'endings', to_jsonb(e) from public.pickleball_rally_endings as e
union all select relation, to_jsonb(r) - 'relation' from public.pickleball_relations as r
union all select relation || ' team', to_jsonb(r) - 'relation' from public.pickleball_team_results as r
union all select 'streaks', to_jsonb(s) from public.pickleball_streaks as s
union all select 'by ' || p, to_jsonb(s) from season.athletes as a, unnest(array['day', 'month']) as p,
    public.game_periods(a.user_id, '{"game_type": "social"}', p) as s
---
with typed as materialized (
    select a.user_id, t.type as game_type, jsonb_build_object('game_type', t.type) as
        filter, date '2026-06-09' + (a.n = 2)::integer as today
    from season.athletes as a
    cross join lateral (select distinct unnest(game_types) as type from public.pickleball_game_facts as f
        where f.user_id = a.user_id) as t
),
sums as materialized (
    select t.user_id, t.game_type, p.period, s.*
    from typed as t cross join (values ('day'), ('week'), ('month')) as p (period)
    cross join lateral public.game_sums(t.user_id, t.filter, p.period) as s
),
results as (
    select case f.result when 'win' then 1.0 when 'loss' then 0 when 'tie' then 0 end as win, f.*
        from public.pickleball_game_facts as f
),
met as (
    select user_id, 'partner' as relation, unnest(partner_ids) as other, result, win, point_diff, local_day from results
    union all select user_id, 'opponent', unnest(opponent_ids), result, win, point_diff, local_day from results
    union all select user_id, 'own team', my_team_id, result, win, point_diff, local_day from results
    union all select user_id, 'opponent team', opponent_team_id, result, win, point_diff, local_day from results
)
select 'day', to_jsonb(s) from (select user_id, game_type, start_date as local_day, games_with_points, games_with_duration,
        total_duration_s, serve_rallies, serve_rallies_won, games, wins, losses, ties, win_rate,
    avg_point_diff from sums where period = 'day') as s
union all
select period, to_jsonb(s) - 'period' from (
    select period, user_id, game_type, start_date as period_start, games, wins, losses, ties, win_rate, avg_point_diff,
        avg_duration_s, total_duration_s
    from sums) as s
union all
select days || 'd', to_jsonb(s) - 'days' from (
    select w.days, t.user_id, t.game_type, d.day, d.games, d.wins, d.win_rate, d.avg_diff as avg_point_diff
    from typed as t cross join (values (7), (30)) as w (days) cross join lateral public.game_trend(t.user_id, t.today, w.days,
        t.filter) as d) as s
union all
select 'results' || w.name, to_jsonb(s) || jsonb_build_object('user_id', t.user_id, 'game_type', t.game_type)
from typed as t
cross join lateral (values ('all', '{}'), ('30d', jsonb_build_object('range_start', today - 29, 'range_end', today)),
    ('7d', jsonb_build_object('range_start', today - 6, 'range_end', today))) as w (name, days)
cross join lateral public.game_stats(t.user_id, t.filter || w.days) as s
union all
select 'distribution', jsonb_build_object('user_id', t.user_id, 'game_type', t.game_type, 'point_diff', d.point_diff, 'games',
    count(*))
from typed as t cross join lateral public.games_within(t.user_id, t.filter) as d where d.point_diff is not null
    group by t.user_id, t.game_type, d.point_diff
union all
select 'endings', to_jsonb(e) || jsonb_build_object('lost', rallies - won,
    'share', round(rallies::numeric / (select sum(rallies) from public.games_within(e.user_id, jsonb_build_object('game_type',
        e.game_type))), 4))
from (
    select t.user_id, t.game_type, e.sort_order, e.ended_by, sum(e.rallies) as rallies, sum(e.won) as won
    from typed as t cross join lateral public.games_within(t.user_id, t.filter) as g
    cross join lateral (values (1, 'winner', ended_winner, won_winner), (2, 'kitchen', ended_kitchen, won_kitchen), (3, 'out',
        ended_out, won_out),
        (4, 'net', ended_net, won_net), (5, 'fault', ended_fault, won_fault), (6, 'unknown', ended_unknown, won_unknown)
    ) as e (sort_order, ended_by, rallies, won)
    where g.rallies > 0 group by t.user_id, t.game_type, e.sort_order, e.ended_by) as e
union all
select relation, jsonb_build_object('user_id', user_id, 'games', count(*), 'wins', count(*) filter (where result = 'win'),
    'losses', count(*) filter (where result = 'loss'), 'ties', count(*) filter (where result = 'tie'), 'win_rate',
        round(avg(win), 4),
    'avg_point_diff', round(avg(point_diff), 4), 'last_played_on', max(local_day)) || (
        select jsonb_build_object('player_id', other, 'name', p.name) from public.pickleball_players as p where p.id = other
            and p.user_id = met.user_id
        union all select jsonb_build_object('team_id', other, 'team_name', t.team_name) from public.pickleball_teams as t
            where t.id = other)
from met where other is not null and not exists (select from public.pickleball_players as p where p.id = other
    and p.user_id <> met.user_id)
group by user_id, relation, other
union all
select 'streaks', to_jsonb(s) || jsonb_build_object('user_id', t.user_id, 'game_type', t.game_type)
from typed as t cross join lateral public.game_streaks(t.user_id, t.filter) as s
union all
select 'by ' || period, jsonb_build_object('start_date', start_date, 'games', games, 'wins', wins, 'win_rate', win_rate,
    'avg_shots_on_serve', avg_shots_on_serve, 'avg_duration_s', avg_duration_s,
    'serve_win_pct', case when serve_rallies > 0 then serve_win_pct else est_serve_win_pct end, 'is_serve_win_estimated',
        serve_rallies = 0 and coalesce(est_serve_win_pct >= 0, false),
    'side_out_rate', case when service_turns > 0 then side_out_rate else est_side_out_rate_by_score end,
    'is_side_out_estimated', service_turns = 0 and coalesce(est_side_out_rate_by_score >= 0, false))
from sums where game_type = 'social' and period <> 'week'
