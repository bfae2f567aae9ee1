select 'athlete' as view, to_jsonb(a) - '{email,full_name,profile_photo_url,graduation_year,family_unit_id}'::text[] as row
    from public.packet_athlete as a
union all select 'handle', to_jsonb(h) - '{holder_name,family_unit_id}'::text[] from public.social_handles as h
union all select 'number', to_jsonb(summary.json_number(j::jsonb)) from unnest(array['0', '-1', '-0.5', '999999999',
    '999999999.5', '"999999999"', '"1.5"', '" 7 "', '"7.1234567890"',
    '"x"', 'null', '[1]', '"-1"', '"1234567890"', 'true', '0.5']) as j
---
select 'athlete', jsonb_build_object('athlete_id', '00000000-0000-4000-8000-00000000000' || n, 'phone', phone, 'height_inches',
    inches, 'height_label', label, 'weight_lbs', lbs,
    'high_school', school, 'gpa', gpa, 'sat_score', sat, 'act_score', act, 'positions', positions::jsonb, 'core_courses',
        courses::jsonb, 'video_links', videos::jsonb, 'file_name', name || '_RecruitingPacket.pdf')
from (values
    (1, '1', 0, '0''0"', 185, 'HS', 3.5, 999999999, null, '["P"]', '["Maths"]',
        '[{"platform": "vimeo", "url": "v", "title": null}, {"platform": "hudl", "url": "u1", "title": "T"}]', 'Robin_Doe'),
    (2, null, 74, '6''2"', 180, 'SN', 3.25, 1200, 30, '["C"]', '[]', '[{"platform": "hudl", "url": "u2", "title": "T"}]',
        'Alex_Doe'),
    (3, null, 71, '5''11"', 180, 'Own', 3.25, 1200, 30, '["First", "Second"]', '[]', '[]', 'Robin_Doe'),
    (6, null, null, null, null, null, null, null, null, '[]', '[]', '[]', ''),
    (7, null, 71, '5''11"', 180, 'Own', 3.25, 1200, 30, '["Mine", "Other"]', '[]', '[]', 'Sam_Roe')
) as a (n, phone, inches, label, lbs, school, gpa, sat, act, positions, courses, videos, name)
union all
select 'handle', jsonb_build_object('holder', holder, 'holder_id', id, 'school_id', school, 'platform', platform, 'handle',
    handle, 'url', place || handle)
from (
    select 'school' as holder, id, id as school, 'twitter' as platform, 's' as handle, 'https://x.com/' as place
        from public.schools where twitter_handle in ('@s', 'https://x.com/s?a')
    union all select 'school', id, id, 'instagram', case instagram_handle when 'x.com' then 'x.com'
        else 's' end, 'https://www.instagram.com/' from public.schools where instagram_handle <> ''
    union all select 'coach', id, school_id, 'twitter', case twitter_handle when 'C/' then 'C' else 'c' end, 'https://x.com/'
        from public.coaches where twitter_handle <> ''
    union all values ('athlete', '00000000-0000-4000-8000-000000000001'::uuid, null::uuid, 'twitter', 'a', 'https://x.com/'),
        ('athlete', '00000000-0000-4000-8000-000000000001', null, 'tiktok', 'a', 'https://www.tiktok.com/@')
) as h
union all
select 'number', to_jsonb(n) from unnest(array[0, null, null, 999999999, null, 999999999, 1.5, 7, null, null, null, null, null,
    null, null, 0.5]) as n
