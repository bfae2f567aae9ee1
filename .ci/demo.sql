\echo
\echo '== What came in, by dataset'
select
    dataset,
    count(*) as files,
    sum(unit.read) as records,
    sum(unit.inserted + unit.updated) as loaded,
    sum(unit.rejected) as rejected
from scorebook.units as unit
cross join lateral unnest(unit.datasets) as dataset
where unit.status = 'loaded'
group by dataset
order by records desc;

\echo '== What was refused and why: the most frequent causes'
select
    count(*) as records,
    count(distinct unit.format) as formats,
    mode() within group (order by unit.format) as "most in",
    left(mode() within group (order by reject.message), 66) as cause
from scorebook.rejects as reject
join scorebook.units as unit on unit.id = reject.unit_id
group by reject.code
order by records desc, cause
limit 6;

\echo '== Photos of Maya of a day, with the nearest weight, read as the app reads them: as herself, under row-level security'
-- What her screen reads: the app's role, her token's claims, her rows and no other's.
begin;
set local role authenticated;
set local request.jwt.claims = '{"sub": "5f0c0000-0000-4000-8000-000000000001"}';

select
    taken_on as day,
    concat_ws(
        ', ',
        case when front_photo_id is not null then 'front' end,
        case when side_photo_id is not null then 'side' end,
        case when back_photo_id is not null then 'back' end
    ) as photos,
    round(weight_kg, 1) as "weight (kg)",
    round(body_fat_pct, 1) as "body fat (%)"
from public.photo_days
order by taken_on desc
limit 3;

rollback;
