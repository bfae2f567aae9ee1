-- Families one to four: parents of the first two, a family without anything, and a player who has none.
insert into auth.users (id, email) select ('00000000-0000-4000-8000-00000000000' || n)::uuid, n || '@example.org'
    from generate_series(4, 8) as n;
insert into public.users (id, email, role, full_name, timezone)
select ('00000000-0000-4000-8000-00000000000' || n)::uuid, n || '@example.org', case when n < 6 then 'parent' when n = 8
    then 'admin' else 'player' end::public.user_role,
    case n when 6 then null else 'Sam Roe' end, 'America/Chicago' from generate_series(4, 8) as n
on conflict (id) do update set role = excluded.role, full_name = excluded.full_name, timezone = excluded.timezone;
insert into public.family_units (id, family_name, created_by_user_id)
values ('00000000-0000-4000-8000-0000000000f4', 'Roe', '00000000-0000-4000-8000-000000000006');
insert into public.family_members (family_unit_id, user_id, role)
select ('00000000-0000-4000-8000-0000000000f' || f)::uuid, ('00000000-0000-4000-8000-00000000000' || u)::uuid, r
from (values (1, 4, 'parent'), (2, 4, 'parent'), (2, 5, 'parent'), (4, 6, 'player')) as m (f, u, r);
update public.users set graduation_year = case right(id::text, 1) when '1' then 2027 when '2' then 2025 when '3' then 2026 end;
update public.users set full_name = 'Alex Doe' where id = '00000000-0000-4000-8000-000000000002';

create table season.families as
select n, ('00000000-0000-4000-8000-0000000000f' || n)::uuid as family, ('00000000-0000-4000-8000-00000000000' || case n when 4
    then 6 else n end)::uuid as user_id
from generate_series(1, 4) as n;

insert into public.schools
    (id, user_id, family_unit_id, name, status, is_favorite, location, city, state, division, conference, academic_info,
        twitter_handle)
select season.id('school' || s.n), f.user_id, f.family, 'S' || s.n % 7,
    season.one(s.n || 'status', null, 'researching', 'contacted', 'visiting', 'offer_received', 'committed',
        'declined')::public.school_status,
    season.one(s.n || 'liked', null, 'true', 'false')::boolean, season.one(s.n || 'place', null, '', 'Rome, NY'),
        season.one(s.n || 'city', null, '', 'Bonn'),
    season.one(s.n || 'state', null, '', 'NY'), season.one(s.n || 'division', null, 'D1', 'D3')::public.school_division, 'C',
    season.one(s.n || 'info', null, '{"student_size": 999, "latitude": 90, "longitude": 180}',
        '{"student_size": 1000, "latitude": -90, "longitude": -180}',
        '{"student_size": 0, "city": "Ulm", "latitude": 1, "longitude": 2}', '{"student_size": "700", "latitude": "1"}',
            '{"student_size": 4999, "latitude": 91, "longitude": 1}',
        '{"student_size": 5000, "latitude": 1}', '{"student_size": 9999, "state": "TX", "latitude": 1, "longitude": 181}',
            '{"student_size": 10000}', '{"student_size": 19999}',
        '{"student_size": 20000}', '{"student_size": 1}')::jsonb, season.one(s.n || 'handle', null, '@s', 'https://x.com/s?a',
            ' ')
from generate_series(1, 60) as s (n) join season.families as f on f.n = 1 + s.n % 3;
insert into public.school_priorities (id, school_id, user_id, priority_tier)
select id, id, user_id, season.one(id || 'tier', 'A', 'A', 'B') from public.schools where season.pick(id || 'ranked', 2) = 0;

insert into public.coaches (id, user_id, school_id, family_unit_id, role, first_name, last_name, email, last_contact_date)
select season.id('coach' || c.n), f.user_id, s.id, case when c.n % 19 = 0 then f.family else s.family_unit_id end, 'head', 'C',
    'K' || c.n % 3,
    season.one(c.n || 'mail', null, 'a@b', ' a@b.org ', 'a b@c', '@c'),
    timestamptz '2026-06-10 02:30Z' - season.one(c.n || 'last', null, '0', '14 days', '15 days 1 h', '14 days 1 s',
        '13 days 23 h', '40 days')::interval
from generate_series(1, 50) as c (n)
join public.schools as s on s.id = season.id('school' || 1 + season.pick(c.n || 'school', 60))
    join season.families as f on f.n = 1 + c.n % 3;

-- The future is of the second family only; schools of another family occur in the second and the third.
insert into public.interactions (id, school_id, coach_id, logged_by, family_unit_id, type, direction, occurred_at, content,
    subject)
select season.id('talk' || i.n), s.id, (
        select c.id from public.coaches as c where c.school_id = s.id and season.pick(i.n || 'coached', 3) > 0
            order by md5(c.id || '' || i.n) limit 1),
    f.user_id, case when i.n % 17 = 0 and f.n = 1 then '00000000-0000-4000-8000-0000000000f3' else f.family end,
    season.one(i.n || 'type', 'email', 'email', 'phone_call', 'camp', 'showcase', 'official_visit', 'virtual_meeting',
        'text')::public.interaction_type,
    season.one(i.n || 'way', 'outbound', 'inbound')::public.interaction_direction,
    timestamptz '2026-06-10 02:30Z' - case when f.n = 2 and i.n % 5 = 0 then interval '-2 hours'
        else season.one(i.n || 'ago', '0', '1 s', '2 h', '8 days 22 h 30 min', '8 days 22 h 29 min', '8 days 22 h 31 min',
            '7 days', '7 days 1 s', '8 days', '30 days', '30 days 1 s',
            '31 days', '28 days', '29 days 4 h', '70 days', '9 days', '9 days 12 h')::interval end,
    season.one(i.n || 'content', null, '', 'short', repeat('x', 50), repeat('y', 51)), season.one(i.n || 'subject', null, '',
        'Hello')
from generate_series(1, 240) as i (n)
join public.schools as s on s.id = season.id('school' || 1 + season.pick(i.n || 'school', 50))
join season.families as f on f.family = s.family_unit_id;
insert into public.interactions (school_id, logged_by, family_unit_id, type, direction, occurred_at)
select season.id('school60'), user_id, family, 'email', 'inbound', timestamptz '2026-06-09 12:00Z' from season.families
    where n in (3, 4);

insert into public.offers (user_id, school_id, offer_type, status)
select f.user_id, season.id('school' || 1 + season.pick(o.n || 'school', 60)), 'partial', season.one(o.n || 'status', null,
    'pending', 'Pending', 'accepted', 'ACCEPTED', 'accepted', 'declined')
from generate_series(1, 95) as o (n) join season.families as f on f.n = 1 + o.n % 3;
insert into public.events (id, user_id, family_unit_id, type, name, start_date, start_time, created_at)
select season.id('event' || e.n), f.user_id, f.family, 'camp', 'E', date '2026-06-07' + season.pick(e.n || 'day', 6),
    season.one(e.n || 'time', null, '09:00', '10:00')::time, timestamptz '2026-06-01Z' + season.pick(e.n || 'made',
        3) * interval '1 hour'
from generate_series(1, 40) as e (n) join season.families as f on f.n = 1 + e.n % 3;
insert into public.suggestion (id, athlete_id, rule_type, urgency, message, action_type, related_school_id, pending_surface,
    dismissed, completed, surfaced_at, created_at)
select season.id('hint' || h.n), f.user_id, 'a-gap__b', season.one(h.n || 'urgency', 'low', 'medium', 'high'), 'M',
    season.one(h.n || 'action', null, 'log_interaction', 'add_video', 'update_video', 'add_school'),
    case when h.n % 3 > 0 then season.id('school' || h.n) end, season.one(h.n || 'kept', null, 'true', 'false')::boolean,
        season.one(h.n || 'off', null, 'true', 'false', 'false')::boolean,
    season.one(h.n || 'done', null, 'true', 'false', 'false')::boolean, timestamptz '2026-06-01Z' + season.one(h.n || 'at',
        null, '1 h', '2 h')::interval,
    timestamptz '2026-06-01Z' + season.one(h.n || 'made', null, '1 h', '2 h')::interval
from generate_series(1, 50) as h (n) join season.families as f on f.n = case when h.n < 6 then 3 else 1 + h.n % 2 end;
delete from public.school_status_history;
insert into public.school_status_history (id, school_id, new_status, changed_by, changed_at, notes)
select season.id('turn' || t.n), s.id, 'offer_received', f.user_id, timestamptz '2026-06-09Z' - season.pick(t.n || 'at',
    9) * interval '11 hours', season.one(t.n || 'note', null, '', 'N')
from generate_series(1, 20) as t (n) join public.schools as s on s.id = season.id('school' || t.n)
    join season.families as f on f.family = s.family_unit_id;
insert into public.documents (id, user_id, uploaded_by, family_unit_id, type, title, file_url, created_at)
select season.id('paper' || d.n), f.user_id, f.user_id, f.family, 'transcript', 'T', 'u',
    timestamptz '2026-06-09Z' - season.one(d.n || 'at', null, '1 h', '9 days')::interval
from generate_series(1, 8) as d (n) join season.families as f on f.n = 1 + d.n % 3;
insert into public.parent_view_log (id, parent_user_id, athlete_id, viewed_item_type, viewed_at)
select season.id('look' || v.n), ('00000000-0000-4000-8000-00000000000' || 4 + v.n % 2)::uuid,
    ('00000000-0000-4000-8000-00000000000' || (array[1, 2, 3, 7])[1 + v.n % 4])::uuid, 'dashboard',
    case when v.n % 7 > 0 then timestamptz '2026-06-09Z' - season.pick(v.n || 'at', 4) * interval '1 hour' end
from generate_series(1, 20) as v (n);
insert into public.player_profiles (id, user_id, family_unit_id, hash_slug) select family, user_id, family, 'abcde' || n
    from season.families;
insert into public.profile_tracking_links (id, profile_id, coach_id, ref_token) select c.id, c.family_unit_id, c.id, c.id
    from public.coaches as c;
insert into public.profile_views (id, profile_id, tracking_link_id, viewed_at)
select season.id('visit' || v.n), f.family, (select id from public.coaches as c where v.n % 2 = 0
    order by md5(c.id::text || v.n) limit 1),
    timestamptz '2026-06-09Z' - season.pick(v.n || 'at', 5) * interval '1 hour'
from generate_series(1, 30) as v (n) join season.families as f on f.n = 1 + v.n % 3;
update public.schools set instagram_handle = season.one(id || 'insta', null, 'http://www.instagram.com/s/', 's?x', 'x.com');
update public.coaches set twitter_handle = season.one(id || 'tweet', null, '@c', 'C/', 'https://twitter.com/@c'), phone = '5';
insert into public.user_preferences (user_id, category, data)
select ('00000000-0000-4000-8000-00000000000' || u)::uuid, c, d::jsonb
from (values (1, 'player',
    '{"height_inches": 0, "weight_lbs": "185", "gpa": " 3.5 ", "sat_score": 999999999, "act_score": 1000000000,
        "school_name": "", "high_school": "HS",
        "positions": ["P"], "core_courses": ["Maths"], "allow_share_phone": true, "phone": "1", "twitter_handle": "@a",
            "tiktok_handle": "tiktok.com/@a", "instagram_handle": ""}'),
    (1, 'other', '{"gpa": 1, "twitter_handle": "wrong"}'), (2, 'player',
        '{"height_inches": 74.4, "weight_lbs": -1, "gpa": "1e3", "positions": [], "primary_position": "C",
        "school_name": "SN", "high_school": "HS", "core_courses": 5, "allow_share_phone": "no",
            "phone": "2"}'), (3, 'player', '{"height_inches": null, "positions": "P",
        "primary_position": "", "allow_share_phone": "true",
            "phone": ""}'), (4, 'player', '{"twitter_handle": "parent"}')) as p (u, c, d);
insert into public.sports (id, name) values (season.id('sport'), 'Cricket') on conflict do nothing;
insert into public.positions (id, sport_id, name) values (season.id('first'), season.id('sport'), 'First'),
    (season.id('second'), season.id('sport'), 'Second');
update public.users set height_inches = 71, weight_lbs = 180, gpa = 3.25, sat_score = 1200, act_score = 30,
    high_school = 'Own', primary_position_id = season.id('first'),
    secondary_position_id = season.id('second'), primary_position_custom = case right(id::text, 1) when '3' then '' when '7'
        then 'Mine' end,
    secondary_position_custom = case right(id::text, 1) when '7' then 'Other' end
where right(id::text, 1) in ('2', '3', '7');
insert into public.video_links (user_id, platform, url, title, position)
select user_id, 'hudl', 'u' || n, 'T', n % 2 from season.families where n < 3 union all select user_id, 'vimeo', 'v', null, 0
    from season.families where n = 1;
