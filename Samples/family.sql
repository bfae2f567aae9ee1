-- An invented family for `make demo` and the tests: Maya and Leo play, Ana is their mother.
begin;

insert into auth.users (id, email) values
    ('5f0c0000-0000-4000-8000-000000000001', 'maya.rivera@example.org'),
    ('5f0c0000-0000-4000-8000-000000000002', 'leo.rivera@example.org'),
    ('5f0c0000-0000-4000-8000-000000000003', 'ana.rivera@example.org')
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

commit;
