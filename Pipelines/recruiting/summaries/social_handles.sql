-- summary: social_handles
-- title: Handles on social media of athletes, schools and coaches, without @ or address
-- kind: view
with written as (
    select
        s.family_unit_id,
        'school' as holder,
        s.id as holder_id,
        s.name as holder_name,
        s.id as school_id,
        h.platform,
        h.handle
    from public.schools as s
    cross join lateral (
        values ('twitter', s.twitter_handle), ('instagram', s.instagram_handle)
    ) as h (platform, handle)
    union all
    select
        c.family_unit_id,
        'coach',
        c.id,
        concat_ws(' ', c.first_name, c.last_name),
        c.school_id,
        h.platform,
        h.handle
    from public.coaches as c
    cross join lateral (
        values ('twitter', c.twitter_handle), ('instagram', c.instagram_handle)
    ) as h (platform, handle)
    union all
    select
        m.family_unit_id,
        'athlete',
        m.user_id,
        u.full_name,
        null,
        h.platform,
        h.handle
    from public.family_members as m
    join public.users as u on u.id = m.user_id
    join public.user_preferences as p on p.user_id = m.user_id and p.category = 'player'
    cross join lateral (
        values
            ('twitter', p.data ->> 'twitter_handle'),
            ('instagram', p.data ->> 'instagram_handle'),
            ('tiktok', p.data ->> 'tiktok_handle')
    ) as h (platform, handle)
    where m.role = 'player'
),

bare as (
    select
        w.*,
        regexp_replace(
            btrim(w.handle), '^(https?://)?(www\.)?((twitter|x|instagram|tiktok)\.com/)?@?|[/?].*$', '', 'gi'
        ) as bare_handle
    from written as w
)

select
    b.family_unit_id,
    b.holder,
    b.holder_id,
    b.holder_name,
    b.school_id,
    b.platform,
    b.bare_handle as handle,
    case b.platform
        when 'twitter' then 'https://x.com/'
        when 'instagram' then 'https://www.instagram.com/'
        else 'https://www.tiktok.com/@'
    end || b.bare_handle as url
from bare as b
where b.bare_handle <> ''
