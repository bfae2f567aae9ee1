"""The nightly file: 500 records into tables that hold many users' histories, and what the screens then cost to read."""
import json
import os
import re
import time
from datetime import datetime, timedelta

import families
import place
from report import Measure

ATHLETE = "athlete0@example.org"
RECORDS = 500
# Of each user what families.played has.
HISTORY = """
begin;
{off}
{played}
{on}
analyze;
{rebuild}
commit;
"""
TABLES = [
    "pickleball_players", "pickleball_games", "pickleball_game_players", "pickleball_rallies", "workouts",
    "workout_exercises", "workout_sets", "body_measurements"]
SCREENS = [
    "pickleball_daily where user_id = auth.uid()",
    "pickleball_periods where user_id = auth.uid()", "pickleball_results where user_id = auth.uid()",
    "pickleball_trends where user_id = auth.uid()", "pickleball_streaks where user_id = auth.uid()",
    "game_stats(auth.uid())", "game_stats(auth.uid(), '{\"range_start\": \"2026-02-01\", \"range_end\": \"2026-03-01\"}')", "game_card_order(auth.uid())",
    "game_trend(auth.uid(), '2026-03-01', 30)", "game_rolling_diff(auth.uid())",
    "exercise_daily where user_id = auth.uid()", "exercise_list where user_id = auth.uid()",
    "workout_daily where user_id = auth.uid()", "progress_chart(auth.uid(), '{volume,reps}', 'Squat')",
    "progress_chart(auth.uid(), '{workouts}')", "body_comparison(auth.uid(), '2026-02-01', '2026-03-01')",
]


def history(cluster, database, users):
    """The first `users` of the thousand, with all that they did so far."""
    def each(word):
        return "\n".join(f"alter table public.{table} {word} trigger user;" for table in TABLES)
    stored = cluster.value(
        database, "select string_agg(proname, ',' order by oid) from pg_proc where proname like 'rebuild\\_%'")
    rebuild = "\n".join(f"select summary.{name}();" for name in stored.split(","))
    cut = f"delete from auth.users where email not in (select 'athlete' || n || '@example.org' from generate_series(0, {users - 1}) as n);"
    cluster.psql(database, script=cut)
    played = families.played("public.users", "2026-04-01", games=200, every=2, players=6)
    cluster.psql(database, script=HISTORY.format(off=each("disable"), played=played, on=each("enable"), rebuild=rebuild))


def files():
    """Two files of 500 records each: sets of one training camp, and games."""
    os.makedirs(place.DATA, exist_ok=True)
    sets, games = (os.path.join(place.DATA, name) for name in ("nightly-sets.csv", "nightly-games.csv"))
    start = datetime(2026, 5, 1, 6)
    with open(sets, "w") as out:
        out.write("Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n")
        for number in range(RECORDS):
            day = start + timedelta(days=number // 20)
            exercise = ["Squat (Barbell)", "Pull Up", "Plank", "Row (Cable)"][number // 5 % 4]
            out.write(f'{day:%Y-%m-%d %H:%M:%S},"Camp",1h 5m,"{exercise}",{number % 5 + 1},{40 + number % 9}.0,{3 + number % 8}.0,0,0.0,,,\n')
    with open(games, "w") as out:
        out.write("id,completed_at,game_type,my_score,opponent_score,partner,opponent,duration_s\n")
        for number in range(RECORDS):
            end = start + timedelta(hours=number)
            out.write(f"n-{number},{end.isoformat()}Z,social,11,{number % 10},P1,P{2 + number % 4},900\n")
    return sets, games


def run(cluster, database, path):
    outcome = cluster.run(
        [place.SCOREBOOK, "run", "--input", path, "--owner", ATHLETE, "--database",
         cluster.url(database, "scorebook_loader"), "--pipelines", place.PIPELINES, "--set", "zone=America/New_York",
         "--set", "weight_unit=kg", "--set", "workout_distance_unit=km", "-o", "json", "-q"])
    report = json.loads(outcome.text.strip().split("\n")[-1])
    if report["ledger"]["inserted"] != RECORDS:
        raise place.Failure(f"{os.path.basename(path)}: {report['ledger']}, expected {RECORDS} inserted")
    return outcome


def scans(cluster, database):
    """How often each table was read through, by sessions that have ended."""
    time.sleep(1)
    names = ",".join(TABLES)
    rows = cluster.value(
        database, "select string_agg(relname || ' ' || seq_scan, ',' order by relname) from pg_stat_user_tables "
        f"where relname = any ('{{{names}}}')")
    return dict(row.split(" ") for row in rows.split(","))


def screens(cluster, database):
    """The slowest of the screens' selects: its 95th hundredth of 40 athletes' first looks, in milliseconds.

    None of them may read a table through.
    """
    before = scans(cluster, database)
    athletes = cluster.value(
        database, "select string_agg(id::text, ',') from (select id from public.users order by id limit 40) as u").split(",")
    script = "set search_path = public, auth;\nset role authenticated;\n\\timing on\n"
    for select in SCREENS:
        for athlete in athletes:
            script += f"set request.jwt.claims = '{{\"sub\": \"{athlete}\"}}';\n\\o /dev/null\nselect * from {select};\n\\o\n"
            script += "\\echo looked\n"
    text = cluster.psql(database, script=script).text
    after = scans(cluster, database)
    if len(before) != len(TABLES) or before != after:
        raise place.Failure(f"screens: a table was read through: {before} before, {after} afterwards")
    times = [float(found) for found in re.findall(r"Time: ([0-9.]+) ms[^\n]*\nlooked", text)]
    if len(times) != len(SCREENS) * len(athletes):
        raise place.Failure(f"screens: {len(times)} times of {len(SCREENS) * len(athletes)} selects\n{text[-500:]}")
    of_each = {}
    for number, select in enumerate(SCREENS):
        of_one = sorted(times[number * len(athletes):(number + 1) * len(athletes)])
        of_each[select] = of_one[int(len(of_one) * 0.95)]
    slowest = max(of_each, key=of_each.get)
    place.say(f"  slowest select: {slowest}, {of_each[slowest]:.1f} ms")
    return of_each[slowest]


def measure(cluster, rounds, many):
    sets, games = files()
    found = {}
    for users in (many // 10, many):
        template = cluster.template(
            f"bench_nightly_{users}", cluster.athletes(), lambda name: history(cluster, name, users))
        for path in (sets, games):
            outcomes = []
            for _ in range(rounds):
                outcomes.append(run(cluster, cluster.clone(template), path).seconds)
            found[users, path] = outcomes
        slowest = screens(cluster, template)
    measures = []
    for path, word in ((sets, "sets"), (games, "games")):
        few, all_users = found[many // 10, path], found[many, path]
        measures.append(Measure.bound(
            f"nightly file of {RECORDS} {word}, {many:,} users ({many * 2000:,} sets, {many * 200:,} games)", all_users, 0.5, 0.25))
        measures.append(Measure(
            f"the same against a tenth of the users", all_users, f"{many // 10:,} users", few, 1.3, 1.1))
    measures.append(Measure.bound(f"slowest select of the screens, p95, {many:,} users", [slowest / 1000], 0.05, 0.02))
    return measures
