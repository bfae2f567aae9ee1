select to_jsonb(t) as row from public.timeline_stats as t
---
select jsonb_build_object('range_preset', p.range_preset, 'start_date', p.start_date, 'end_date', p.end_date, 'verified_only',
    v.is_verified) || to_jsonb(s) - '{first_date,lower_is_better}'::text[]
from season.athletes as a cross join lateral public.range_presets(date '2026-06-09' + (a.n = 2)::integer) as p cross
    join (values (false), (true)) as v (is_verified)
cross join lateral public.metric_stats(a.user_id, p.start_date, p.end_date, v.is_verified) as s
