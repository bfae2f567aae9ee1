-- An invented family of the same city, with everything of the app: no test loads for them, and none may change a row of
-- theirs. Their text is easily found, their numbers are no other test's.
insert into auth.users (id, email) values
    ('7e160000-0000-4000-8000-000000000001', 'tavo.zubiri@example.org'),
    ('7e160000-0000-4000-8000-000000000002', 'irune.zubiri@example.org');

insert into public.users (id, email, role, full_name, graduation_year, timezone) values
    ('7e160000-0000-4000-8000-000000000001', 'tavo.zubiri@example.org', 'player', 'Tavo Zubiri', 2028, 'America/Chicago'),
    ('7e160000-0000-4000-8000-000000000002', 'irune.zubiri@example.org', 'parent', 'Irune Zubiri', null, 'America/Chicago');

insert into public.family_units (id, family_name, created_by_user_id) values
    ('7e160000-0000-4000-8000-00000000f001', 'Zubiri Family', '7e160000-0000-4000-8000-000000000002');

insert into public.family_members (family_unit_id, user_id, role) values
    ('7e160000-0000-4000-8000-00000000f001', '7e160000-0000-4000-8000-000000000001', 'player'),
    ('7e160000-0000-4000-8000-00000000f001', '7e160000-0000-4000-8000-000000000002', 'parent');

insert into public.family_invitations (family_unit_id, invited_by, invited_email, role, token) values
    ('7e160000-0000-4000-8000-00000000f001', '7e160000-0000-4000-8000-000000000002', 'grandma.zubiri@example.org',
     'parent', 'zubiri-1');

insert into public.account_links
    (parent_user_id, player_user_id, invited_email, initiator_user_id, initiator_role, status)
values
    ('7e160000-0000-4000-8000-000000000002', '7e160000-0000-4000-8000-000000000001', 'tavo.zubiri@example.org',
     '7e160000-0000-4000-8000-000000000002', 'parent', 'accepted');

insert into public.user_preferences (user_id, category, data) values
    ('7e160000-0000-4000-8000-000000000001', 'player', '{"height_inches": 74, "weight_lbs": 190}');

insert into public.player_profiles (id, user_id, family_unit_id, hash_slug, is_published) values
    ('7e160000-0000-4000-8000-00000000a001', '7e160000-0000-4000-8000-000000000001',
     '7e160000-0000-4000-8000-00000000f001', 'zubir1', true);

insert into public.schools (id, user_id, name, state, status, family_unit_id) values
    ('7e160000-0000-4000-8000-00000000c001', '7e160000-0000-4000-8000-000000000001', 'Zubiri State', 'IL',
     'researching', '7e160000-0000-4000-8000-00000000f001');

insert into public.coaches (id, school_id, role, first_name, last_name, user_id, family_unit_id) values
    ('7e160000-0000-4000-8000-00000000d001', '7e160000-0000-4000-8000-00000000c001', 'head', 'Zubiri''s', 'Coach',
     '7e160000-0000-4000-8000-000000000001', '7e160000-0000-4000-8000-00000000f001');

insert into public.events (id, type, name, start_date, user_id, family_unit_id, coaches_present) values
    ('7e160000-0000-4000-8000-00000000e001', 'showcase', 'Zubiri Showcase', '2026-03-14',
     '7e160000-0000-4000-8000-000000000001', '7e160000-0000-4000-8000-00000000f001',
     array['7e160000-0000-4000-8000-00000000d001'::uuid]);

insert into public.interactions
    (school_id, coach_id, type, direction, subject, occurred_at, logged_by, family_unit_id)
values
    ('7e160000-0000-4000-8000-00000000c001', '7e160000-0000-4000-8000-00000000d001', 'email', 'inbound',
     'Zubiri mail', '2026-04-01 12:00:00+00', '7e160000-0000-4000-8000-000000000001',
     '7e160000-0000-4000-8000-00000000f001');

insert into public.offers (user_id, school_id, offer_type, offer_date, family_unit_id) values
    ('7e160000-0000-4000-8000-000000000001', '7e160000-0000-4000-8000-00000000c001', 'partial', '2026-05-01',
     '7e160000-0000-4000-8000-00000000f001');

insert into public.documents (user_id, type, title, file_url, uploaded_by, family_unit_id, shared_with_schools) values
    ('7e160000-0000-4000-8000-000000000001', 'transcript', 'Zubiri transcript', 'https://files.example.org/zubiri',
     '7e160000-0000-4000-8000-000000000002', '7e160000-0000-4000-8000-00000000f001',
     array['7e160000-0000-4000-8000-00000000c001'::uuid]);

insert into public.suggestion (athlete_id, rule_type, urgency, message) values
    ('7e160000-0000-4000-8000-000000000001', 'zubiri', 'low', 'Zubiri hint');

insert into public.video_links (user_id, platform, url) values
    ('7e160000-0000-4000-8000-000000000001', 'hudl', 'https://videos.example.org/zubiri');

insert into public.parent_view_log (parent_user_id, athlete_id, viewed_item_type) values
    ('7e160000-0000-4000-8000-000000000002', '7e160000-0000-4000-8000-000000000001', 'metric');

-- No number below 500 and none from 900, which tests use.
insert into public.performance_metrics (user_id, recorded_date, metric_type, value, unit, event_id, is_primary)
select '7e160000-0000-4000-8000-000000000001', date '2024-01-01' + 7 * week,
    (array['exit_velo', 'velocity', 'sixty_time', 'zubiri_metric'])[1 + week % 4], 500.25 + week, 'mph',
    case when week = 0 then '7e160000-0000-4000-8000-00000000e001'::uuid end, week = 0
from generate_series(0, 99) as week;
