"""The dashboard's selects as the app sends them, and what its summaries add to a load of whole families."""
import statistics

import place
from report import Measure

FAMILY = """
create function pg_temp.family(n integer) returns void language sql as $$
    insert into auth.users (id, email) values
        (pg_temp.id('athlete', n, 0), 'athlete' || n || '@example.org'),
        (pg_temp.id('parent', n, 0), 'parent' || n || '@example.org');
    insert into public.users (id, email, role, full_name, graduation_year, timezone) values
        (pg_temp.id('athlete', n, 0), 'athlete' || n || '@example.org', 'player', 'Athlete ' || n, 2028,
            (array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'])[1 + n % 4]),
        (pg_temp.id('parent', n, 0), 'parent' || n || '@example.org', 'parent', 'Parent ' || n, null, 'America/New_York')
    on conflict do nothing;
    insert into public.family_units (id, family_name, created_by_user_id)
    values (pg_temp.id('family', n, 0), 'Family ' || n, pg_temp.id('athlete', n, 0));
    insert into public.family_members (family_unit_id, user_id, role) values
        (pg_temp.id('family', n, 0), pg_temp.id('athlete', n, 0), 'player'),
        (pg_temp.id('family', n, 0), pg_temp.id('parent', n, 0), 'parent');
    insert into public.schools (id, user_id, family_unit_id, name, status, academic_info, twitter_handle)
    select pg_temp.id('school', n, s), pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0), 'School ' || s,
        (array['researching', 'contacted', 'visiting', 'offer_received', 'committed'])[1 + s % 5]::public.school_status,
        jsonb_build_object('student_size', s * 700, 'latitude', 30 + s * 0.1, 'longitude', -80 - s), '@school' || s
    from generate_series(1, 40) as s;
    insert into public.coaches (id, school_id, user_id, family_unit_id, role, first_name, last_name, email)
    select pg_temp.id('coach', n, c), pg_temp.id('school', n, 1 + c % 40), pg_temp.id('athlete', n, 0),
        pg_temp.id('family', n, 0), 'head', 'Coach', c::text, 'coach' || c || '@example.org'
    from generate_series(1, 120) as c;
    insert into public.interactions
        (school_id, coach_id, logged_by, family_unit_id, type, direction, occurred_at, content)
    select pg_temp.id('school', n, 1 + (1 + i % 120) % 40), pg_temp.id('coach', n, 1 + i % 120),
        pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0),
        (array['email', 'text', 'phone_call', 'camp', 'official_visit'])[1 + i % 5]::public.interaction_type,
        (array['inbound', 'outbound', 'outbound'])[1 + i % 3]::public.interaction_direction,
        timestamptz '2026-06-01 12:00Z' - i * interval '5 hours', 'Note ' || i
    from generate_series(1, 5000) as i;
    insert into public.offers (user_id, family_unit_id, school_id, offer_type, status)
    select pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0), pg_temp.id('school', n, s), 'partial',
        (array['pending', 'accepted', 'declined'])[1 + s % 3]
    from generate_series(1, 6) as s;
    insert into public.events (type, name, start_date, user_id, family_unit_id)
    select 'showcase', 'Event ' || e, date '2026-05-01' + e * 5, pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0)
    from generate_series(1, 30) as e;
    insert into public.documents (user_id, type, title, file_url, uploaded_by, family_unit_id)
    select pg_temp.id('athlete', n, 0), 'transcript', 'Document ' || d, 'x', pg_temp.id('athlete', n, 0),
        pg_temp.id('family', n, 0)
    from generate_series(1, 20) as d;
    insert into public.suggestion (athlete_id, rule_type, urgency, message, pending_surface, surfaced_at)
    select pg_temp.id('athlete', n, 0), 'interaction-gap', 'high', 'Write', s % 2 = 0, timestamptz '2026-05-30 12:00Z'
    from generate_series(1, 20) as s;
    insert into public.parent_view_log (parent_user_id, athlete_id, viewed_item_type, viewed_at)
    select pg_temp.id('parent', n, 0), pg_temp.id('athlete', n, 0), 'dashboard',
        timestamptz '2026-06-01 12:00Z' - v * interval '1 day'
    from generate_series(1, 200) as v;
    insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, recorded_date)
    select pg_temp.id('athlete', n, 0), pg_temp.id('family', n, 0), (array['velocity', 'era', 'whip'])[1 + m % 3], m % 50,
        date '2026-06-01' - m
    from generate_series(1, 500) as m;
$$;
"""
NAMES = """
create function pg_temp.id(kind text, family integer, number integer) returns uuid language sql immutable as $$
    select md5(kind || ' ' || family || ' ' || number)::uuid
$$;
"""
READER = """
begin;
set local scorebook.as_of = '2026-06-01T12:00:00Z';
select set_config('request.jwt.claim.sub', '{reader}', true) \\g /dev/null
set local role authenticated;
\\timing on
{select} \\g /dev/null
\\timing off
commit;
"""
SELECTS = {
    "dashboard_summary": "athlete_id = '{athlete}'",
    "active_suggestions": "athlete_id = '{athlete}' and rank <= 3",
    "interaction_trend_30d": "athlete_id = '{athlete}' order by day",
    "school_pipeline": "family_unit_id = '{family}' order by sort_order",
    "school_size": "family_unit_id = '{family}' order by sort_order",
    "top_metrics": "athlete_id = '{athlete}' order by rank",
    "upcoming_events": "athlete_id = '{athlete}' order by rank",
    "recent_activity": "family_unit_id = '{family}' and rank <= 5 order by rank",
    "athlete_activity": "athlete_id = '{athlete}' and rank <= 5 order by rank",
    "contact_frequency": "family_unit_id = '{family}' and contacts_7d > 0 order by last_contact_at desc limit 5",
    "coach_followup": "family_unit_id = '{family}' order by rank limit 5",
    "parent_athletes": "parent_id = '{parent}' order by default_rank",
    "parent_views": "athlete_id = '{athlete}' and rank <= 10 order by rank",
    "profile_visits": "athlete_id = '{athlete}' and rank <= 10 order by rank",
    "school_map": "family_unit_id = '{family}'",
    "social_handles": "family_unit_id = '{family}'",
    "packet_athlete": "athlete_id = '{athlete}'",
    "packet_schools": "family_unit_id = '{family}' order by tier, name",
    "packet_activity": "family_unit_id = '{family}'",
    "packet_recipients": "family_unit_id = '{family}' order by rank",
}


def load(cluster, database, families):
    """All families, a transaction each, as a load of theirs would be."""
    script = NAMES + FAMILY
    for number in range(1, families + 1):
        script += (
            "begin; set local scorebook.quiet = on; "
            f"select pg_temp.family({number}) \\g /dev/null\ncommit;\n")
    return cluster.psql(database, script=script)


def measure(cluster, families, rounds):
    kept = cluster.template("bench_dashboard", None)
    bare = cluster.template("bench_dashboard_bare", None, lambda name: cluster.scorebook(
        "schema", "up", "--without-app-triggers", "--database", cluster.url(name), "--pipelines", place.PIPELINES, "-q"))
    place.say(f"dashboard, {families} families")
    times, processor = {"kept": [], "bare": []}, {"kept": [], "bare": []}
    for number in range(rounds):
        for name, template in [("bare", bare), ("kept", kept)]:
            outcome = load(cluster, cluster.clone(template), families)
            times[name].append(outcome.seconds)
            processor[name].append(outcome.processor)
            place.say(f"  round {number + 1}: {name}: {outcome.seconds:.1f} s, processor {outcome.processor:.1f} s")
    cluster.overnight("bench_run")
    # 40 % of the whole are two thirds of the rest.
    return [
        Measure(
            f"{families} families with summaries", times["kept"], "without", times["bare"], 1.67, 1.33,
            (processor["kept"], processor["bare"]))
    ] + [latency(cluster, name, families) for name in SELECTS]


def latency(cluster, name, families):
    """The 95th percentile over all families, athletes and parents by turns."""
    ids = cluster.psql("bench_run", script=NAMES + "".join(
        f"select pg_temp.id('family', {n}, 0), pg_temp.id('athlete', {n}, 0), pg_temp.id('parent', {n}, 0);\n"
        for n in range(1, families + 1))).text.strip().split("\n")
    script = ""
    for number, line in enumerate(ids):
        family, athlete, parent = line.split("|")
        reader = parent if number % 2 or name == "parent_athletes" else athlete
        condition = SELECTS[name].format(family=family, athlete=athlete, parent=parent)
        if not script:
            # The app's connections are pooled: no session is new to the catalogue.
            script = READER.format(reader=reader, select=f"select * from public.{name} where {condition}").replace(
                "\\timing on", "")
        script += READER.format(reader=reader, select=f"select * from public.{name} where {condition}")
    text = cluster.psql("bench_run", script=script).text
    times = [float(line.split()[1]) for line in text.split("\n") if line.startswith("Time:")]
    if len(times) != len(ids):
        raise place.Failure(f"{name}: {len(times)} times of {len(ids)} selects")
    return Measure.latency(f"{name}, 95th percentile", statistics.quantiles(times, n=20)[-1])
