-- summary: photo_days
-- title: The photos of each day, the newest from each side, with the weight and body fat that belong to them
-- kind: stored
-- keys: user_id, taken_on
-- owner: user_id
-- by: keys
-- touches public.progress_photos:
--     select c.user_id, c.taken_on from changed as c
-- touches public.body_measurements:
--     select d.user_id, d.taken_on
--     from changed as c
--     join public.photo_days as d
--         on d.user_id = c.user_id and d.taken_on between c.local_day - 7 and c.local_day + 7
-- keeps public.body_measurements:
--     select user_id, local_day from changed where kind in ('weight', 'body_fat')
-- locks public.body_measurements: select user_id from changed
--
-- A copy of another photo in other bytes is shown only where the better one is of another day or side. Of several the
-- newest by the camera's clock is shown, one without a time last; of one time the later import. Weight and body fat are
-- those of public.nearest_measurement at taken_instant, which is that of the first of the shown photos whose instant is
-- known. No measurement within seven days: null, the athlete types it in.
select
    shown.user_id,
    shown.taken_on,
    shown.front_photo_id,
    shown.front_thumbnail,
    shown.side_photo_id,
    shown.side_thumbnail,
    shown.back_photo_id,
    shown.back_thumbnail,
    shown.photo_count,
    weight.value::numeric(8, 4) as weight_kg,
    weight.source as weight_source,
    weight.measured_at as weight_measured_at,
    fat.value::numeric(8, 4) as body_fat_pct,
    fat.source as body_fat_source,
    fat.measured_at as body_fat_measured_at,
    shown.taken_instant
from (
    select
        ranked.user_id,
        ranked.taken_on,
        (array_agg(ranked.id) filter (where ranked.angle = 'front' and ranked.place = 1))[1] as front_photo_id,
        min(ranked.thumbnail) filter (where ranked.angle = 'front' and ranked.place = 1) as front_thumbnail,
        (array_agg(ranked.id) filter (where ranked.angle = 'side' and ranked.place = 1))[1] as side_photo_id,
        min(ranked.thumbnail) filter (where ranked.angle = 'side' and ranked.place = 1) as side_thumbnail,
        (array_agg(ranked.id) filter (where ranked.angle = 'back' and ranked.place = 1))[1] as back_photo_id,
        min(ranked.thumbnail) filter (where ranked.angle = 'back' and ranked.place = 1) as back_thumbnail,
        count(*)::integer as photo_count,
        (
            array_agg(
                ranked.taken_instant
                order by case ranked.angle when 'front' then 1 when 'side' then 2 else 3 end
            ) filter (where ranked.place = 1 and ranked.taken_instant is not null)
        )[1] as taken_instant
    from (
        select
            p.user_id, p.taken_on, p.angle, p.id, p.taken_instant,
            (
                select size.value ->> 'path'
                from jsonb_each(p.thumbnails) as size
                order by size.key::integer
                limit 1
            ) as thumbnail,
            row_number() over (
                partition by p.user_id, p.taken_on, p.angle
                order by
                    exists (
                        select from public.progress_photos as better
                        where better.id = p.near_duplicate_of and better.user_id = p.user_id
                            and better.taken_on = p.taken_on and better.angle = p.angle
                    ),
                    p.taken_at desc nulls last, p.created_at desc, p.sha256
            ) as place
        from public.progress_photos as p
    ) as ranked
    group by ranked.user_id, ranked.taken_on
) as shown
left join public.nearest_measurement(shown.user_id, 'weight', shown.taken_on, shown.taken_instant) as weight on true
left join public.nearest_measurement(shown.user_id, 'body_fat', shown.taken_on, shown.taken_instant) as fat on true
