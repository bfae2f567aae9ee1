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
