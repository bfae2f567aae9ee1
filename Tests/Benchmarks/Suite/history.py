"""What a small change costs beside a long history, and how many bytes of bookkeeping it leaves."""
import os

import loading
import metrics
import place
from report import Measure
from sessions import app, metric

RARE, COMMON = metrics.RARE[0], "velocity"
FILES, ROWS = 1000, 10
SIZES = """
select t.relname || ' ' || pg_relation_size(t.oid) + coalesce(pg_relation_size(nullif(t.reltoastrelid, 0)), 0)
    + (select coalesce(sum(pg_relation_size(indexrelid)), 0) from pg_index where indrelid in (t.oid, t.reltoastrelid))
from pg_class as t
where t.relkind = 'r' and t.relnamespace = '{schema}'::regnamespace and t.relname ~ '{name}'
"""


def load(cluster, database, path, number, count):
    return loading.scorebook(
        cluster, database, path, place.PIPELINES, {"inserted": count}, owner=metrics.email(number)).seconds


def in_turns(lengths, rounds, work):
    """The seconds of the work for each athlete, each round beginning with another."""
    times = [[] for _ in lengths]
    for turn in range(rounds):
        for step in range(len(lengths)):
            number = (turn + step) % len(lengths)
            times[number].append(work(number, turn))
    return times


def inserts(cluster, database, athletes, lengths, rounds):
    """One metric that the app inserts, of a common type and of a rare one, which then has three rows again."""
    sessions = [app(cluster, database, athletes[number]) for number in range(len(lengths))]
    measures = []
    for kind, word in ((COMMON, ""), (RARE, " of a rare type")):
        def work(number, turn):
            seconds = sessions[number].run(metric(athletes[number], kind, "2026-06-02"))
            if kind == RARE:
                sessions[number].run(
                    f"delete from public.performance_metrics where user_id = '{athletes[number][0]}' "
                    f"and metric_type = '{RARE}' and recorded_date = '2026-06-02'")
            return seconds * 1000
        in_turns(lengths, 1, work)
        times = in_turns(lengths, rounds, work)
        measures += [
            Measure.above(
                f"one app insert{word}, athlete with {length:,} metrics", of_length, f"with {lengths[0]:,}", times[0], 5)
            for length, of_length in zip(lengths[1:], times[1:])]
    for session in sessions:
        session.close()
    return measures


def nightly(cluster, database, athletes, lengths, rounds):
    """A file of five rows: of common types, and with one of a rare type."""
    measures = []
    for rare, word in ((0, ""), (1, ", one of a rare type")):
        def work(number, turn):
            some = metrics.some([athletes[number]], 5, f"nightly {rare} {number} {turn}", rare=rare)
            return load(cluster, database, metrics.write("history-nightly.csv", some), number, 5)
        in_turns(lengths, 1, lambda number, turn: work(number, "first"))
        times = in_turns(lengths, rounds, work)
        measures += [
            Measure(
                f"nightly file of 5 rows{word}, athlete with {length:,} metrics", of_length, f"with {lengths[0]:,}",
                times[0], 1.5, 1.1)
            for length, of_length in zip(lengths[1:], times[1:])]
    return measures


def sizes(cluster, database, schema, name=""):
    """Bytes of each table with its indexes and its out-of-line values."""
    text = cluster.value(database, SIZES.format(schema=schema, name=name))
    return {line.split()[0]: int(line.split()[1]) for line in text.split("\n")}


def bookkeeping(cluster, template, athletes, files):
    """Bytes of a row in our private tables after a folder of small files, beside those of the rows themselves.

    One file is loaded before: the first pages of each table and index are not of these rows.
    """
    folder = f"history-{files}"
    for number in range(files):
        metrics.write(
            os.path.join(folder, f"{number:04}.csv"), metrics.some(athletes[:1], ROWS, f"bookkeeping {number}"))
    database = cluster.clone(template)
    first = metrics.write("history-first.csv", metrics.some(athletes[:1], ROWS, "bookkeeping first"))
    load(cluster, database, first, 0, ROWS)
    before = sizes(cluster, database, "scorebook"), sizes(cluster, database, "public", "^performance_metrics$")
    load(cluster, database, os.path.join(place.DATA, folder), 0, files * ROWS)
    after = sizes(cluster, database, "scorebook"), sizes(cluster, database, "public", "^performance_metrics$")
    private, data = [
        {name: (now[name] - then.get(name, 0)) / files / ROWS for name in now} for then, now in zip(before, after)]
    work = f"{files:,} files of {ROWS} rows: bookkeeping"
    return [
        Measure.value(f"{work} of a row", sum(private.values()), "B", 100),
        *(Measure.value(f"  {name}", size, "B")
            for name, size in sorted(private.items(), key=lambda item: -item[1]) if size >= 0.5),
        Measure.value("  the row itself", sum(data.values()), "B"),
    ]


def measure(cluster, rounds, quick):
    lengths = [1000, 10_000, 40_000] if quick else [1000, 100_000, 400_000]
    athletes = metrics.athletes()
    people = cluster.athletes()

    def histories(database):
        for number, length in enumerate(lengths):
            path = metrics.write(
                "history-long.csv", metrics.some([athletes[number]], length, f"history {number}", rare=3))
            load(cluster, database, path, number, length)

    template = cluster.template(f"bench_history_{lengths[-1]}", people, histories)
    place.say("history: small changes beside long histories")
    database = cluster.clone(template)
    return [
        *inserts(cluster, database, athletes, lengths, 3 if quick else 9),
        *nightly(cluster, database, athletes, lengths, rounds),
        *bookkeeping(cluster, people, athletes, FILES // 10 if quick else FILES),
    ]
