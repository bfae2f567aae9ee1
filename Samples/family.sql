-- An invented family for the tests: Maya and Leo play, Ana is their mother.
begin;

insert into auth.users (id, email, email_confirmed_at) values
    ('5f0c0000-0000-4000-8000-000000000001', 'maya.rivera@example.org', now()),
    ('5f0c0000-0000-4000-8000-000000000002', 'leo.rivera@example.org', now()),
    ('5f0c0000-0000-4000-8000-000000000003', 'ana.rivera@example.org', now())
on conflict do nothing;

insert into public.users (id, email, role, full_name, graduation_year, timezone) values
    ('5f0c0000-0000-4000-8000-000000000001', 'maya.rivera@example.org', 'player', 'Maya Rivera', 2027, 'America/Los_Angeles'),
    ('5f0c0000-0000-4000-8000-000000000002', 'leo.rivera@example.org', 'player', 'Leo Rivera', 2029, 'America/Los_Angeles'),
    ('5f0c0000-0000-4000-8000-000000000003', 'ana.rivera@example.org', 'parent', 'Ana Rivera', null, 'America/Los_Angeles')
on conflict (id) do nothing;

insert into public.family_units (id, family_name, created_by_user_id) values
    ('5f0c0000-0000-4000-8000-00000000f001', 'Rivera Family', '5f0c0000-0000-4000-8000-000000000003')
on conflict do nothing;

insert into public.family_members (family_unit_id, user_id, role) values
    ('5f0c0000-0000-4000-8000-00000000f001', '5f0c0000-0000-4000-8000-000000000001', 'player'),
    ('5f0c0000-0000-4000-8000-00000000f001', '5f0c0000-0000-4000-8000-000000000002', 'player'),
    ('5f0c0000-0000-4000-8000-00000000f001', '5f0c0000-0000-4000-8000-000000000003', 'parent')
on conflict do nothing;

insert into public.events (id, type, name, start_date, user_id, family_unit_id) values
    ('5f0c0000-0000-4000-8000-00000000e001', 'showcase', 'Spring Showcase', '2026-03-14',
     '5f0c0000-0000-4000-8000-000000000001', '5f0c0000-0000-4000-8000-00000000f001'),
    ('5f0c0000-0000-4000-8000-00000000e002', 'camp', 'Summer Camp', '2026-06-20',
     '5f0c0000-0000-4000-8000-000000000001', '5f0c0000-0000-4000-8000-00000000f001'),
    ('5f0c0000-0000-4000-8000-00000000e003', 'game', 'Home Opener', '2026-04-02',
     '5f0c0000-0000-4000-8000-000000000001', '5f0c0000-0000-4000-8000-00000000f001')
on conflict do nothing;

-- A school that Maya has begun to look at, and its coach, for what comes in files of its own.
insert into public.schools (id, user_id, name, state, status, family_unit_id) values
    ('5f0c0000-0000-4000-8000-00000000c001', '5f0c0000-0000-4000-8000-000000000001', 'Cedar Valley College', 'OR',
     'researching', '5f0c0000-0000-4000-8000-00000000f001')
on conflict do nothing;

insert into public.coaches (id, school_id, role, first_name, last_name, user_id, family_unit_id) values
    ('5f0c0000-0000-4000-8000-00000000d001', '5f0c0000-0000-4000-8000-00000000c001', 'head', 'Ruth', 'Engstad',
     '5f0c0000-0000-4000-8000-000000000001', '5f0c0000-0000-4000-8000-00000000f001')
on conflict do nothing;

insert into public.family_units (id, family_name, created_by_user_id) values
    ('5f0c0000-0000-4000-8000-00000000f002', 'Rivera Cousins', '5f0c0000-0000-4000-8000-000000000003')
on conflict do nothing;

-- With this secret ids of the invented rows are the same in each database: no database of real people takes one that others
-- know.
insert into scorebook.identity_key (secret) values ('\xa1979496d16b0818550d939a7d3d80470518acbaf138b641bd4f4907dbb63062')
on conflict (is_only) do update set secret = excluded.secret;

-- Two games that are there already, for rallies and players that come in files of their own. The first has the id that
-- g-0042 of a game log gets.
insert into public.pickleball_games (id, user_id, source, source_key, scoring_type, target_score, win_by, team_size, side1_score, side2_score, completed_at, rallies_are_true) values
    ('12e15559-0993-8245-9b31-13feaac6888c', '5f0c0000-0000-4000-8000-000000000001', 'game-log', 'g-0042', 'side_out', 5, 2, 2, 5, 1, '2026-05-09 10:00:00-07', true),
    ('5f0c0000-0000-4000-8000-00000000b101', '5f0c0000-0000-4000-8000-000000000001', 'app', null, 'rally', 3, 1, 1, 3, 1, '2026-05-09 11:00:00-07', true)
on conflict do nothing;

insert into public.pickleball_players (id, user_id, name, is_self) values
    ('5f0c0000-0000-4000-8000-00000000b201', '5f0c0000-0000-4000-8000-000000000001', 'Maya', true),
    ('5f0c0000-0000-4000-8000-00000000b202', '5f0c0000-0000-4000-8000-000000000001', 'Dee Vance', false)
on conflict do nothing;

commit;
