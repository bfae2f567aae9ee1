select a.n, r.first, c.*
from season.athletes as a cross join (values (null, null), (date '2026-05-20', null), (null, date '2026-06-30'), ('2026-01-01',
    '2026-04-03'), ('2026-01-01', '2026-04-04')) as r (first, last)
cross join lateral public.game_choices(a.user_id, r.first, r.last) as c
---
with played as materialized (
    select a.n, f.*, count(*) over (partition by a.n) as total from season.athletes as a
        join public.pickleball_game_facts as f on f.user_id = a.user_id
    where f.local_day is null or f.local_day <= date '2026-06-09' + (a.n = 2)::integer
),
-- What each game would be found by.
trait as (
    select n, total, 1 as kind, initcap(game_type) as label, jsonb_build_object('game_type', game_type) as filter from played
        where game_type <> 'all'
    union all select n, total, 2, upper(substr(variation, 1, 1)) || substr(variation, 2), jsonb_build_object('variation',
        variation) from played where variation > ''
    union all select n, total, k.kind, k.word || ' ' || p.name, jsonb_build_object(k.key, p.id)
    from played as g cross join lateral (values (3, 'With', 'partner', g.partner_ids), (4, 'Against', 'opponent',
        g.opponent_ids)) as k (kind, word, key, ids)
    cross join lateral unnest(k.ids) as i (id) join public.pickleball_players as p on p.id = i.id and p.user_id = g.user_id
),
choice as (
    select n, kind, label, filter, row_number() over (partition by n, kind order by count(*) desc, label, filter::text) as rank
    from trait group by n, kind, label, filter, total having count(*) < total
    union all select n, 0, 'All games', '{}', 1 from season.athletes
)
select a.n, v.first, row_number() over (partition by a.n, v.first, v.last order by r.place, c.kind, c.rank)::integer,
    r.range_preset, r.label, c.label,
    case when r.range_preset = 'all_time' then '{}'
        else jsonb_build_object('range_start', r.start_date) end || jsonb_build_object('range_end', r.end_date) || c.filter,
    case when r.start_date > '-infinity' and r.end_date - r.start_date < 93 then 'day' else 'month' end, r.chosen and c.kind = 0
from season.athletes as a cross join (values (null, null), (date '2026-05-20', null), (null, date '2026-06-30'), ('2026-01-01',
    '2026-04-03'), ('2026-01-01', '2026-04-04')) as v (first, last)
cross join lateral public.screen_ranges(a.user_id, 'statistics', v.first, v.last) as r
join choice as c on c.n = a.n and (c.kind in (0) or c.kind = 1 and c.rank < 4 or c.kind > 1 and c.rank < 3)
