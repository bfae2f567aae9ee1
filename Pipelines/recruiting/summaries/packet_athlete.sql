-- summary: packet_athlete
-- title: The athlete as the recruiting packet shows them
-- kind: view
--
-- The athlete's own details first, then what the account says. phone is null unless the athlete shares it.
with told as (
    select
        a.*,
        u.email,
        u.profile_photo_url,
        coalesce(summary.json_number(p.data -> 'height_inches')::integer, u.height_inches) as height_inches,
        coalesce(summary.json_number(p.data -> 'weight_lbs')::integer, u.weight_lbs) as weight_lbs,
        coalesce(nullif(p.data ->> 'school_name', ''), nullif(p.data ->> 'high_school', ''), u.high_school) as high_school,
        coalesce(summary.json_number(p.data -> 'gpa'), u.gpa) as gpa,
        coalesce(summary.json_number(p.data -> 'sat_score')::integer, u.sat_score) as sat_score,
        coalesce(summary.json_number(p.data -> 'act_score')::integer, u.act_score) as act_score,
        case when jsonb_typeof(p.data -> 'positions') = 'array' and p.data -> 'positions' <> '[]' then p.data -> 'positions'
        end as positions,
        p.data ->> 'primary_position' as told_position,
        array[
            coalesce(nullif(u.primary_position_custom, ''), first_position.name),
            coalesce(nullif(u.secondary_position_custom, ''), second_position.name)
        ] as account_positions,
        case when jsonb_typeof(p.data -> 'core_courses') = 'array' then p.data -> 'core_courses' end as core_courses,
        case when (p.data ->> 'allow_share_phone') = 'true' then nullif(p.data ->> 'phone', '') end as phone
    from public.athletes as a
    join public.users as u on u.id = a.athlete_id
    left join public.user_preferences as p on p.user_id = a.athlete_id and p.category = 'player'
    left join public.positions as first_position on first_position.id = u.primary_position_id
    left join public.positions as second_position on second_position.id = u.secondary_position_id
)

select
    t.athlete_id,
    t.family_unit_id,
    t.full_name,
    t.email,
    t.phone,
    t.profile_photo_url,
    t.height_inches,
    t.height_inches / 12 || '''' || t.height_inches % 12 || '"' as height_label,
    t.weight_lbs,
    t.high_school,
    t.graduation_year,
    t.gpa,
    t.sat_score,
    t.act_score,
    coalesce(
        t.positions,
        case when t.told_position <> '' then jsonb_build_array(t.told_position) end,
        to_jsonb(array_remove(t.account_positions, null))
    ) as positions,
    coalesce(t.core_courses, '[]') as core_courses,
    v.video_links,
    public.packet_file_name(t.full_name) as file_name
from told as t
cross join lateral (
    select coalesce(
        jsonb_agg(jsonb_build_object('platform', l.platform, 'url', l.url, 'title', l.title) order by l.position, l.id),
        '[]') as video_links
    from public.video_links as l
    where l.user_id = t.athlete_id
) as v
