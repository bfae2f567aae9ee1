insert into public.pickleball_players (id, user_id, name, is_self)
select season.id(a.n || 'player' || p), a.user_id, (array['Me', 'Kim', 'Lou', 'Ann', 'Bo'])[p], p = 1
from season.athletes as a cross join generate_series(1, 5) as p;

insert into public.pickleball_teams (id, user_id, team_name)
select season.id(a.n || 'team' || t), a.user_id, 'Team ' || t from season.athletes as a cross join generate_series(1, 3) as t;

insert into public.pickleball_games
    (id, user_id, game_type, scoring_type, team_size, my_side, side1_score, side2_score, is_completed, completed_at, played_on,
        duration_s, total_rallies, rallies_are_true, target_score, win_by, score_cap, stated_winner, stated_difference, event,
        set_no, game_no, created_at)
select
    season.id('game' || g.n), a.user_id,
    season.one(g.n || 'type', null, 'social', 'social', 'social', 'training', 'training', 'tournament', 'custom', 'all'),
    season.one(g.n || 'scoring', null, 'side_out', 'side_out', 'rally'),
    season.one(g.n || 'size', null, '1', '2', '2')::smallint,
    1 + season.pick(g.n || 'mine', 2),
    season.one(g.n || 'one', null, '0', '8', '9', '10', '11', '11', '12', '15', '13')::smallint,
    season.one(g.n || 'two', null, '0', '7', '9', '10', '11', '11', '12', '13', '1')::smallint,
    season.pick(g.n || 'done', 12) > 0,
    case when season.pick(g.n || 'clock', 5) > 0 then timestamptz '2026-06-10 04:30Z'
        - season.pick(g.n || 'days', 45) * interval '1 day' - season.pick(g.n || 'hours', 5) * interval '90 minutes' end,
    case when season.pick(g.n || 'played', 4) > 0 then date '2026-06-09' - season.pick(g.n || 'days', 45) end,
    season.one(g.n || 'length', null, '0', '0.5', '600', '725.5', '900')::numeric,
    season.one(g.n || 'rallies', null, '0', '1', '4', '18', '19', '20', '24', '40', '1998', '1999')::integer,
    season.pick(g.n || 'true', 2) = 1,
    season.one(g.n || 'target', null, '11', '11', '11')::smallint,
    season.one(g.n || 'by', null, '1', '2', '2')::smallint,
    season.one(g.n || 'cap', null, null, null, '13', '12')::smallint,
    season.one(g.n || 'winner', null, null, null, '0', '1', '2')::smallint,
    season.one(g.n || 'difference', null, '0', '1', '4', '5', '20')::smallint,
    season.one(g.n || 'event', null, 'Cup', 'Open'),
    season.one(g.n || 'set', null, '1', '2')::smallint,
    season.one(g.n || 'number', null, '1', '2')::smallint,
    timestamptz '2026-06-10 00:00Z' - season.pick(g.n || 'made', 100) * interval '1 hour'
from generate_series(1, 400) as g (n)
join season.athletes as a on a.n = case when g.n % 4 = 0 then 2 else 1 end;

-- Summaries of games: who won, by how much, and how many points there were.
insert into public.pickleball_games (id, user_id, my_side, played_on, total_rallies, stated_winner, stated_difference)
select season.id('told' || t || w || d), a.user_id, 1 + d % 2, '2026-05-30', t, w, d
from season.athletes as a
cross join unnest(array[0, 1, 2, 5, 1997, 1998, 1999, 2000]) as t
cross join unnest(array[0, 1, 2]) as w cross join unnest(array[0, 1, 2, 5]) as d
where a.n = 2 and (t < 1997 or d < 2);

-- A third athlete has played one type with one partner, mostly by rules not told.
insert into public.pickleball_games (id, user_id, game_type, team_size, side1_score, side2_score, played_on, total_rallies,
    rallies_are_true)
select season.id('third' || g.n), a.user_id, 'social', case when g.n > 5 then 1 end, (array[11, 1, 5])[1 + g.n % 3],
    g.n % 3 / 2 * 3, date '2026-05-30' + g.n,
    case when g.n % 3 = 1 then 1 end, g.n % 3 = 1
from generate_series(1, 7) as g (n) join season.athletes as a on a.n = 3;

-- Those of one side only, and of no known player, too; now and then another athlete's player.
insert into public.pickleball_game_players (user_id, game_id, player_id, team_id, side)
select
    case when season.pick(g.id || 'alien' || n, 40) = 0 then '00000000-0000-4000-8000-000000000003' else g.user_id end, g.id,
    season.id(case when season.pick(g.id || 'guest' || n, 25) = 0 then '3' else right(g.user_id::text, 1) end || 'player'
        || case n when 1 then 1 else 1 + season.pick(g.id || 'who' || n, 5) end),
    case when season.pick(g.id || 'team' || n, 3) = 0
        then season.id(right(g.user_id::text, 1) || 'team' || 1 + season.pick(g.id || 'which' || n, 3)) end,
    case when n < 3 then g.my_side else 3 - g.my_side end
from public.pickleball_games as g cross join generate_series(1, 4) as n
where right(g.user_id::text, 1) < '3' and season.pick(g.id || 'there' || n, 4) > 0;

insert into public.pickleball_game_players (user_id, game_id, player_id, side)
select user_id, id, season.id('3player2'), 1 from public.pickleball_games where right(user_id::text, 1) = '3';

insert into public.pickleball_rallies (user_id, game_id, rally_no, serving_side, winning_side, shots, ended_by)
select
    case when season.pick(g.id || 'stranger' || n, 60) = 0 then '00000000-0000-4000-8000-000000000003'
        else g.user_id end, g.id, n,
    season.one(g.id || 'serves' || n / 3, null, '1', '1', '1', '2', '2', '2')::smallint,
    season.one(g.id || 'wins' || n, null, '1', '1', '1', '2', '2', '2')::smallint,
    season.one(g.id || 'shots' || n, null, '0', '3', '8')::smallint,
    season.one(g.id || 'end' || n, null, 'winner', 'Winner', 'kitchen', 'out', 'OUT', 'net', 'fault', 'let cord')
from public.pickleball_games as g cross join generate_series(1, 12) as n
where right(g.user_id::text, 1) < '3' and season.pick(g.id || 'recorded', 3) > 0 and season.pick(g.id || 'seen' || n, 10) > 0;

-- What the Statistics screen may ask for.
create table season.filters as
select row_number() over () as n, f::jsonb as filter from (
    select '{}' as f
    union all select unnest(array[
        '{"range_start": "2026-05-20"}', '{"range_end": "2026-05-20"}',
            '{"range_start": "2026-05-01", "range_end": "2026-05-20"}',
        '{"range_start": null, "range_end": null}', '{"range_start": null}', '{"range_end": null, "range_start": "2026-06-01"}',
        '{"game_type": "social"}', '{"game_type": "all"}', '{"game_type": null}',
            '{"game_type": "training", "range_start": "2026-05-20"}',
        '{"game_type": "none"}', '{"variation": null}', '{"team": null}', '{"partner": null}', '{"opponent": null}',
            '{"partners": []}',
        '{"opponents": null}', '{"players": []}'])
    union all
    select distinct jsonb_build_object('variation', variation)::text from public.pickleball_game_facts
        where variation like '%win by 2%'
    union all
    select format(form, '"' || season.id('1team1') || '"', '"' || season.id('1player2') || '"',
        '"' || season.id('1player3') || '"')
    from unnest(array['{"team": %1$s}', '{"partner": %2$s}', '{"opponent": %2$s}', '{"partner": %2$s, "opponent": %3$s}',
        '{"partners": [%2$s]}',
        '{"opponents": [%2$s, %3$s]}', '{"players": [%2$s, %3$s]}', '{"players": [%3$s]}',
            '{"team": %1$s, "game_type": "social"}']) as form
) as f;
insert into public.pickleball_rallies (user_id, game_id, rally_no, serving_side, winning_side)
select user_id, id, 1, 1, 2 from public.pickleball_games where id = season.id('third1');
-- A type without a recorded rally.
insert into public.pickleball_games (id, user_id, game_type, side1_score, side2_score, played_on)
values (season.id('wall'), '00000000-0000-4000-8000-000000000001', 'wall', 11, 3, '2026-06-01');
