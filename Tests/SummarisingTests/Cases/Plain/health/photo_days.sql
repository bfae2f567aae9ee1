select user_id, taken_on, front_photo_id, front_thumbnail, side_photo_id, side_thumbnail, back_photo_id, back_thumbnail,
    photo_count,
    weight_kg, weight_source, weight_measured_at, body_fat_pct, body_fat_source, body_fat_measured_at, taken_instant
from public.photo_days
---
with better as (
    select p.*, exists (select from public.progress_photos as o where o.id = p.near_duplicate_of
        and (o.user_id, o.taken_on, o.angle) = (p.user_id, p.taken_on, p.angle)) as is_copy
    from public.progress_photos as p
),
best as (
    select distinct on (user_id, taken_on, angle) b.*, coalesce(thumbnails #>> '{320,path}',
        thumbnails #>> '{1080,path}') as small
    from better as b order by user_id, taken_on, angle, is_copy, coalesce(taken_at, '-infinity') desc, created_at desc, sha256
),
day as (
    select user_id, taken_on, count(*)::integer as photos, (
        select taken_instant from best as b where b.user_id = p.user_id and b.taken_on = p.taken_on
            and taken_instant < 'infinity'
        order by array_position('{front,side,back}', angle) limit 1) as at
    from public.progress_photos as p group by user_id, taken_on
)
select d.user_id, d.taken_on, f.id, f.small, s.id, s.small, b.id, b.small, d.photos, w.value, w.source, w.measured_at, t.value,
    t.source, t.measured_at, d.at
from day as d
left join best as f on f.user_id = d.user_id and f.taken_on = d.taken_on and f.angle = 'front'
left join best as s on s.user_id = d.user_id and s.taken_on = d.taken_on and s.angle = 'side'
left join best as b on b.user_id = d.user_id and b.taken_on = d.taken_on and b.angle = 'back'
left join lateral public.nearest_measurement(d.user_id, 'weight', d.taken_on, d.at) as w on true
left join lateral public.nearest_measurement(d.user_id, 'body_fat', d.taken_on, d.at) as t on true
