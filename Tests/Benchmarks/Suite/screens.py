"""The selects of all screens among 30,000 users, beside what the app's own selects of the same tables cost under its policies."""
import os
import re
import statistics

import crowd
import dashboard
import place
from report import Measure

WRAPPED = os.path.join(place.ROOT, "contrib", "supabase", "wrapped-policies.sql")
BY_USER = ["performance_metrics", "events", "offers", "video_links", "user_preferences", "player_profiles"]
OWN = {
    **{table: f"{table} where user_id = '{{athlete}}'" for table in BY_USER},
    **{table: f"{table} where family_unit_id = '{{family}}'"
       for table in ["schools", "coaches", "interactions", "documents", "family_members"]},
    "users": "users where id = '{athlete}'",
    "parent": "users where id = '{parent}'",
    "me": "users where id = '{reader}'",
    "families": "family_units where id = '{family}'",
    "suggestion": "suggestion where athlete_id = '{athlete}'",
    "parent_view_log": "parent_view_log where athlete_id = '{athlete}'",
    "profile_views": "profile_views where profile_id = '{profile}'",
    "profile_tracking_links": "profile_tracking_links where profile_id = '{profile}'",
    "school_status_history": "school_status_history where changed_by = '{athlete}' order by changed_at desc",
    **{table: f"{table} where user_id = '{{athlete}}'" for table in [
        "pickleball_games", "pickleball_game_players", "pickleball_rallies", "workouts", "workout_exercises", "workout_sets",
        "body_measurements", "health_samples", "sleep_stages", "progress_photos"]},
}
GAMES, SETS = ["pickleball_games", "pickleball_game_players", "pickleball_rallies"], ["workouts", "workout_exercises", "workout_sets"]
# Each select of a screen, and the tables of the app's that its figures come from.
SELECTS = {
    "athletes": ("athlete_id = '{athlete}'", ["users", "family_members"]),
    "local_days": ("user_id = '{athlete}'", ["users"]),
    "members": ("user_id = '{athlete}'", ["users", "family_members"]),
    "metric_history": ("user_id = '{athlete}' order by history_rank", ["performance_metrics", "events"]),
    "metric_events": ("user_id = '{athlete}'", ["performance_metrics", "events"]),
    "metric_trends": ("user_id = '{athlete}'", ["performance_metrics"]),
    "top_metrics": ("athlete_id = '{athlete}' order by rank", ["performance_metrics"]),
    "period_comparison": ("user_id = '{athlete}'", ["performance_metrics", "users"]),
    "timeline_stats": ("user_id = '{athlete}'", ["performance_metrics", "users"]),
    "upcoming_events": ("athlete_id = '{athlete}' order by rank", ["events", "users"]),
    "dashboard_summary": ("athlete_id = '{athlete}'", [
        "users", "family_members", "schools", "coaches", "interactions", "offers", "events", "performance_metrics", "suggestion"]),
    "active_suggestions": ("athlete_id = '{athlete}' and rank <= 3", ["suggestion"]),
    "interaction_daily": ("athlete_id = '{athlete}'", ["interactions"]),
    "interaction_trend_30d": ("athlete_id = '{athlete}' order by day", ["interactions", "users", "family_members"]),
    "school_pipeline": ("family_unit_id = '{family}' order by sort_order", ["schools"]),
    "school_size": ("family_unit_id = '{family}' order by sort_order", ["schools"]),
    "school_map": ("family_unit_id = '{family}'", ["schools"]),
    "school_contact": ("family_unit_id = '{family}'", ["schools", "interactions"]),
    "recent_activity": ("family_unit_id = '{family}' and rank <= 5 order by rank", [
        "interactions", "school_status_history", "documents", "schools", "me"]),
    "athlete_activity": ("athlete_id = '{athlete}' and rank <= 5 order by rank", [
        "interactions", "school_status_history", "documents", "schools", "users", "family_members"]),
    "contact_frequency": (
        "family_unit_id = '{family}' and contacts_7d > 0 order by last_contact_at desc limit 5", ["schools", "interactions"]),
    "coach_stats": ("family_unit_id = '{family}'", ["coaches", "schools", "interactions"]),
    "coach_followup": ("family_unit_id = '{family}' order by rank limit 5", ["coaches", "schools", "interactions"]),
    "parent_athletes": ("parent_id = '{parent}' order by default_rank", ["family_members", "families", "users", "parent_view_log"]),
    "parent_views": ("athlete_id = '{athlete}' and rank <= 10 order by rank", ["parent_view_log", "parent", "family_members"]),
    "profile_visits": ("athlete_id = '{athlete}' and rank <= 10 order by rank", [
        "player_profiles", "profile_views", "profile_tracking_links", "coaches", "schools"]),
    "social_handles": ("family_unit_id = '{family}'", ["schools", "coaches", "family_members", "users", "user_preferences"]),
    "packet_athlete": ("athlete_id = '{athlete}'", ["users", "family_members", "user_preferences", "video_links"]),
    "packet_schools": ("family_unit_id = '{family}' order by tier, name", ["schools", "coaches", "interactions"]),
    "packet_activity": ("family_unit_id = '{family}'", ["schools", "interactions"]),
    "packet_recipients": ("family_unit_id = '{family}' order by rank", ["coaches", "schools", "interactions"]),
    **{name: ("user_id = '{athlete}'", GAMES) for name in [
        "pickleball_daily", "pickleball_periods", "pickleball_results", "pickleball_trends", "pickleball_streaks",
        "pickleball_relations", "pickleball_rolling_diff", "pickleball_service_turns", "pickleball_rally_endings"]},
    **{name: ("user_id = '{athlete}'", SETS) for name in ["exercise_daily", "exercise_list", "workout_daily"]},
    "metric_stats('{athlete}', '2026-01-01', '2026-06-01')": (None, ["performance_metrics"]),
    "progress_chart('{athlete}', '{{volume,workouts}}', 'Squat')": (None, SETS + ["users"]),
    "game_stats('{athlete}')": (None, GAMES),
    "game_card_order('{athlete}')": (None, GAMES + ["users"]),
    "body_comparison('{athlete}', '2026-04-01', '2026-05-01')": (None, ["progress_photos", "body_measurements"]),
    "health_daily_totals('steps', '2026-05-01', '2026-06-01')": (None, ["health_samples"]),
    "photo_days": ("user_id = '{athlete}'", ["progress_photos", "body_measurements"]),
    "sleep_nights": ("user_id = '{athlete}'", ["sleep_stages"]),
}
# What the family does not see of an athlete, and what is a parent's own.
ATHLETES_OWN = {"profile_visits", "photo_days", "sleep_nights", *(
    name for name, (_, tables) in SELECTS.items()
    if {"pickleball_games", "workouts", "body_measurements", "health_samples"} & set(tables))}
# What the server says of the statements of a session that asks for it; `set role` is the first of them.
USAGE = re.compile(r"^!\t([\d.]+) s user, ([\d.]+) s system, [\d.]+ s elapsed", re.MULTILINE)
READER = """
begin;
set local scorebook.as_of = '2026-06-01T12:00:00Z';
select set_config('request.jwt.claim.sub', '{reader}', true) \\g /dev/null
set local client_min_messages = log;
set local log_statement_stats = on;
set local role authenticated;
\\timing on
{selects}
\\timing off
commit;
"""


def measure(cluster, users, rounds):
    families = users // 3
    made = cluster.template(f"bench_screens_{users}", None, lambda name: crowd.fill(cluster, name, families))
    wrapped = cluster.template(f"bench_screens_{users}_wrapped", made, open(WRAPPED).read())
    place.say(f"screens, {users} users")
    ids = dict(zip(("family", "athlete", "parent", "profile"), cluster.psql(made, script=dashboard.NAMES + "".join(
        f"select pg_temp.id('{kind}', 1, 0);\n" for kind in ("family", "athlete", "parent", "profile"))).text.split()))
    return [
        measure
        for who in ("athlete", "parent")
        for measure in selects(cluster, made, wrapped, {**ids, "reader": ids[who]}, who, rounds)]


def selects(cluster, made, wrapped, ids, who, rounds):
    """Each select beside those of the tables beneath it, with the app's policies as they are and wrapped."""
    names = [name for name in SELECTS if who == "athlete" or name not in ATHLETES_OWN]
    tables = sorted({table for name in names for table in SELECTS[name][1]})
    queries = [name if SELECTS[name][0] is None else f"{name} where {SELECTS[name][0]}" for name in names]
    queries += [OWN[table] for table in tables]
    labels = names + ["the app's " + table for table in tables]
    bare, quick = (timed(cluster, database, dict(zip(labels, queries)), ids, rounds) for database in (made, wrapped))
    for name in names:
        title, total = name.partition("(")[0], statistics.median(quick[name].clock)
        own = [bare["the app's " + table] for table in SELECTS[name][1]]
        yield Measure.above(
            f"{title}, {who}; policies wrapped: {total:.1f} ms", bare[name].clock, "its tables",
            added(times.clock for times in own), 50, 10, (bare[name].processor, added(times.processor for times in own)))


def added(several):
    """Round by round."""
    return [sum(times) for times in zip(*several)]


class Times:
    """Milliseconds of a select, by the clock and of the processor, round by round."""

    def __init__(self, clock, processor):
        self.clock, self.processor = clock, processor


def timed(cluster, database, queries, ids, rounds):
    """Each query in each round of one session; the round before fills the caches."""
    script = "\n".join(f"select * from public.{query} \\g /dev/null" for query in queries.values()).format(**ids)
    text = cluster.psql(
        database, script=READER.format(reader=ids["reader"], selects="\n".join([script] * (rounds + 1)))).text
    clock = [float(line.split()[1]) for line in text.split("\n") if line.startswith("Time:")]
    processor = [(float(user) + float(system)) * 1000 for user, system in USAGE.findall(text)][1:]
    if not len(clock) == len(processor) == len(queries) * (rounds + 1):
        raise place.Failure(f"{len(clock)} times of {len(queries)} selects: {text[-500:]}")
    return {
        label: Times(*(times[number + len(queries)::len(queries)] for times in (clock, processor)))
        for number, label in enumerate(queries)}
