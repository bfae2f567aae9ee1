-- summary: body_comparison
-- title: Two days beside each other: days between, weight and body fat of each and what has changed
-- kind: function
--
-- A day without a time is compared at the instant of its shown photo, so that the figures are those of photo_days. A day
-- without photos is compared by days.
create function public.body_comparison(
    athlete uuid,
    left_day date,
    right_day date,
    left_time timestamp with time zone default null,
    right_time timestamp with time zone default null
)
returns table (
    days_between integer,
    left_weight_kg numeric,
    right_weight_kg numeric,
    weight_delta_kg numeric,
    left_body_fat_pct numeric,
    right_body_fat_pct numeric,
    body_fat_delta_pct_points numeric
)
language sql
stable
security invoker
set search_path = pg_catalog, pg_temp
set jit = off
as $$
    select
        case when isfinite(right_day) and isfinite(left_day) then right_day - left_day end,
        left_weight.value,
        right_weight.value,
        right_weight.value - left_weight.value,
        left_fat.value,
        right_fat.value,
        right_fat.value - left_fat.value
    from (
        select
            coalesce(left_time, left_photo.taken_instant) as left_time,
            coalesce(right_time, right_photo.taken_instant) as right_time
        from (values (1)) as one (row)
        left join public.photo_days as left_photo on left_photo.user_id = athlete and left_photo.taken_on = left_day
        left join public.photo_days as right_photo on right_photo.user_id = athlete and right_photo.taken_on = right_day
    ) as at
    left join public.nearest_measurement(athlete, 'weight', left_day, at.left_time) as left_weight on true
    left join public.nearest_measurement(athlete, 'weight', right_day, at.right_time) as right_weight on true
    left join public.nearest_measurement(athlete, 'body_fat', left_day, at.left_time) as left_fat on true
    left join public.nearest_measurement(athlete, 'body_fat', right_day, at.right_time) as right_fat on true
$$;
