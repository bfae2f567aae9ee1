"""Ten thousand families of three, with a little of everything that the screens show."""
import dashboard
import families

# Families of two athletes and a parent; of the first one, the history that the dashboard's benchmark has.
MEMBERS = """
insert into public.users (id, email, role, full_name, graduation_year, timezone)
select pg_temp.id(k.kind, n, 0), k.kind || n || '@example.org', k.role::public.user_role, initcap(k.kind) || ' ' || n, 2028,
    (array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'])[1 + n % 4]
from generate_series(1, {families}) as n
cross join (values ('athlete', 'player'), ('sibling', 'player'), ('parent', 'parent')) as k (kind, role)
on conflict do nothing;
insert into auth.users (id, email) select u.id, u.email from public.users as u on conflict do nothing;
insert into public.family_units (id, family_name, created_by_user_id)
select pg_temp.id('family', n, 0), 'Family ' || n, pg_temp.id('athlete', n, 0)
from generate_series(1, {families}) as n on conflict do nothing;
insert into public.family_members (family_unit_id, user_id, role)
select pg_temp.id('family', n, 0), pg_temp.id(k.kind, n, 0), k.role
from generate_series(1, {families}) as n
cross join (values ('athlete', 'player'), ('sibling', 'player'), ('parent', 'parent')) as k (kind, role)
on conflict do nothing;
"""
# Of each other family: 4 schools, 6 coaches, 12 interactions, and 30 metrics of each athlete.
FAMILIES = """
insert into public.schools (id, user_id, family_unit_id, name, status, twitter_handle)
select pg_temp.id('school', n, s), pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0), 'School ' || s, 'contacted',
    '@school' || s
from generate_series(2, {families}) as n cross join generate_series(1, 4) as s;
insert into public.coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name, email)
select pg_temp.id('coach', n, c), pg_temp.id('school', n, 1 + c % 4), pg_temp.id('athlete', n, 0),
    pg_temp.id('family', n, 0), 'head', 'Coach', c::text, 'coach' || c || '@example.org'
from generate_series(2, {families}) as n cross join generate_series(1, 6) as c;
insert into public.interactions (school_id, coach_id, logged_by, family_unit_id, type, direction, occurred_at, content)
select c.school_id, c.id, c.user_id, c.family_unit_id, 'email', (array['inbound', 'outbound'])[1 + i]::public.interaction_direction,
    timestamptz '2026-06-01 12:00Z' - (i * 40 + c.last_name::integer * 7) * interval '1 day', 'Note ' || i
from public.coaches as c cross join generate_series(0, 1) as i
where c.family_unit_id <> pg_temp.id('family', 1, 0);
insert into public.school_status_history (school_id, new_status, changed_by, changed_at)
select s.id, (array['researching', 'contacted'])[h], s.user_id, timestamptz '2026-06-01 12:00Z' - h * interval '9 days'
from public.schools as s cross join generate_series(1, 2) as h;
insert into public.offers (user_id, family_unit_id, school_id, offer_type, status)
select pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0), pg_temp.id('school', n, 1), 'partial', 'pending'
from generate_series(2, {families}) as n;
insert into public.events (id, type, name, start_date, user_id, family_unit_id)
select pg_temp.id('event', n, e), 'showcase', 'Event ' || e, date '2026-05-01' + e * 9, pg_temp.id('athlete', n, 0),
    pg_temp.id('family', n, 0)
from generate_series(1, {families}) as n cross join generate_series(1, 4) as e;
insert into public.documents (user_id, type, title, file_url, uploaded_by, family_unit_id)
select pg_temp.id('athlete', n, 0), 'transcript', 'Document', 'x', pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0)
from generate_series(2, {families}) as n;
insert into public.suggestion (athlete_id, rule_type, urgency, message, pending_surface, surfaced_at)
select pg_temp.id('athlete', n, 0), 'interaction-gap', 'high', 'Write', s = 1, timestamptz '2026-05-30 12:00Z'
from generate_series(2, {families}) as n cross join generate_series(1, 2) as s;
insert into public.parent_view_log (parent_user_id, athlete_id, viewed_item_type, viewed_at)
select pg_temp.id('parent', n, 0), pg_temp.id('athlete', n, 0), 'dashboard', timestamptz '2026-06-01 12:00Z'
from generate_series(2, {families}) as n;
insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date, event_id)
select pg_temp.id(k.kind, n, 0), pg_temp.id('family', n, 0), (array['velocity', 'era', 'whip'])[1 + m % 3], m % 50,
    date '2026-06-01' - m, case when m % 10 = 0 then pg_temp.id('event', n, 1 + m % 4) end
from generate_series(1, {families}) as n cross join generate_series(1, 30) as m
cross join (values ('athlete'), ('sibling')) as k (kind);
insert into public.user_preferences (user_id, category, data)
select u.id, 'player', '{{"twitter_handle": "@athlete"}}' from public.users as u where u.role = 'player';
insert into public.player_profiles (id, user_id, family_unit_id, hash_slug, is_published)
select pg_temp.id('profile', n, 0), pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0), lpad(to_hex(n), 6, '0'), true
from generate_series(1, {families}) as n;
insert into public.profile_tracking_links (id, profile_id, coach_id, ref_token)
select pg_temp.id('link', n, 0), pg_temp.id('profile', n, 0), pg_temp.id('coach', n, 1), n::text
from generate_series(1, {families}) as n;
insert into public.profile_views (profile_id, tracking_link_id, viewed_at)
select pg_temp.id('profile', n, 0), pg_temp.id('link', n, 0), timestamptz '2026-06-01 12:00Z' - v * interval '1 day'
from generate_series(1, {families}) as n cross join generate_series(1, 5) as v;
insert into public.video_links (user_id, family_unit_id, platform, url)
select pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0), 'hudl', 'x' from generate_series(1, {families}) as n;
"""
# Of the athletes of the first hundred families: games, workouts, weight, health, sleep and photos.
PRIVATE = """
create temporary table trained as
select pg_temp.id('athlete', n, 0) as id from generate_series(1, least(100, {families})) as n;
{played}
insert into public.health_samples (user_id, type, value, unit, start_at, end_at, local_day, source, origin)
select s.id, 'steps', n, 'count', t.at, t.at + interval '1 hour', (t.at)::date, 'Watch', 'bench'
from trained as s cross join generate_series(1, 300) as n
cross join lateral (select timestamptz '2026-06-01 09:00Z' - n * interval '3 hours' as at) as t;
insert into public.sleep_stages (user_id, stage, start_at, end_at, local_day, source, origin)
select s.id, 'core', t.at, t.at + interval '7 hours', (t.at + interval '7 hours')::date, 'Watch', 'bench'
from trained as s cross join generate_series(1, 60) as n
cross join lateral (select timestamptz '2026-06-01 22:00Z' - n * interval '1 day' as at) as t;
insert into public.progress_photos (user_id, angle, taken_on, date_source, width, height, has_position, sha256, thumbnails)
select s.id, a.angle, date '2026-06-01' - n * 7, 'exif', 3000, 4000, false,
    encode(sha256((s.id || a.angle || n)::bytea), 'hex'), '{{"320": {{"path": "x"}}}}'
from trained as s cross join generate_series(1, 20) as n cross join (values ('front'), ('side')) as a (angle);
"""


def fill(cluster, database, count):
    """All rows of so many families without triggers, then the summaries from them."""
    played = families.played("trained", "2026-06-01", games=100, every=1, players=4)
    cluster.psql(database, script=dashboard.NAMES + dashboard.FAMILY + "\n".join([
        "begin;", "set local session_replication_role = replica;", "select pg_temp.family(1) \\g /dev/null",
        *(part.format(families=count, played=played) for part in (MEMBERS, FAMILIES, PRIVATE)), "commit;", "analyze;"]))
    stored = cluster.value(
        database, "select string_agg(proname, ',' order by oid) from pg_proc where proname like 'rebuild\\_%'")
    cluster.psql(database, script="\n".join(f"select summary.{name}() \\g /dev/null" for name in stored.split(",")))
