-- Thirty invented families of three with what the app has written for them, before scorebook comes: their rows are
-- nobody's business, and no load may touch them.
begin;

create temporary table person on commit drop as
select
    ('7a000000-0000-4000-8000-' || lpad(to_hex(family * 16 + place), 12, '0'))::uuid as id,
    ('7a000000-0000-4000-8000-f' || lpad(to_hex(family), 11, '0'))::uuid as family_id,
    family, place, 'person' || family || '.' || place || '@example.net' as email
from generate_series(1, 30) as family
cross join generate_series(1, 3) as place;

insert into auth.users (id, email, email_confirmed_at) select id, email, now() from person;

insert into public.users (id, email, role, full_name, graduation_year, timezone)
select
    id, email, (case when place = 3 then 'parent' else 'player' end)::public.user_role,
    'Person ' || family || '.' || place, case when place < 3 then 2027 end,
    case when family % 2 = 0 then 'America/New_York' else 'America/Denver' end
from person
on conflict (id) do nothing;

insert into public.family_units (id, family_name, created_by_user_id)
select family_id, 'Family ' || family, id from person where place = 3;

insert into public.family_members (family_unit_id, user_id, role)
select family_id, id, case when place = 3 then 'parent' else 'player' end from person;

insert into public.schools (id, user_id, name, state, status, family_unit_id)
select
    ('7a000000-0000-4000-8000-5' || lpad(to_hex(family * 16 + school), 11, '0'))::uuid, id,
    'College ' || family || '.' || school, 'OR', 'researching', family_id
from person
cross join generate_series(1, 3) as school
where place = 1;

insert into public.coaches (id, school_id, role, first_name, last_name, user_id, family_unit_id)
select
    ('7a000000-0000-4000-8000-c' || right(school.id::text, 11))::uuid, school.id, 'head', 'Coach', 'Of ' || school.name,
    school.user_id, school.family_unit_id
from public.schools as school
where school.id::text like '7a000000-%';

insert into public.interactions (id, school_id, coach_id, type, direction, occurred_at, logged_by, family_unit_id)
select
    ('7a000000-0000-4000-8000-a' || right(coach.id::text, 11))::uuid, coach.school_id, coach.id, 'email',
    (case when right(coach.id::text, 1) = '1' then 'inbound' else 'outbound' end)::public.interaction_direction,
    '2026-03-01 17:00:00+00', coach.user_id, coach.family_unit_id
from public.coaches as coach
where coach.id::text like '7a000000-%';

insert into public.events (id, type, name, start_date, user_id, family_unit_id)
select ('7a000000-0000-4000-8000-e' || right(id::text, 11))::uuid, 'showcase', 'Showcase', '2026-03-14', id, family_id
from person
where place < 3;

insert into public.performance_metrics (id, user_id, recorded_date, metric_type, value, unit, family_unit_id)
select
    ('7a000000-0000-4000-8000-d' || lpad(to_hex((family * 16 + place) * 256 + number), 11, '0'))::uuid, id,
    date '2026-01-01' + number * 7, case when number % 2 = 0 then 'velocity' else 'sixty_time' end,
    case when number % 2 = 0 then 70 + number else 7.5 - number / 20.0 end, case when number % 2 = 0 then 'mph' else 'sec' end,
    family_id
from person
cross join generate_series(1, 20) as number
where place < 3;

insert into public.offers (id, user_id, school_id, offer_type, status, offer_date, family_unit_id)
select
    ('7a000000-0000-4000-8000-b' || right(school.id::text, 11))::uuid, school.user_id, school.id, 'partial', 'pending',
    '2026-03-20', school.family_unit_id
from public.schools as school
where school.id::text like '7a000000-%' and right(school.id::text, 1) = '1';

commit;
