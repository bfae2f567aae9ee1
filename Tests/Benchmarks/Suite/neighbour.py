"""How long the app's own writes wait beside a load, and which of them fail."""
import concurrent.futures
import itertools
import os
import random
import threading
import time

import loading
import metrics
import place
import rows
from cluster import SUMMARY_TRIGGERS
from report import Measure
from sessions import Writer, app, beside, metric

SCHOOLS = 600
# Of rows that are there before: changed by the load, in its file unchanged, not in its file.
HELD = 1000


def load(cluster, database, path, owner, **expected):
    return loading.scorebook(cluster, database, path, place.PIPELINES, expected, owner=owner)


def schools(cluster, template, athletes):
    """Five files of one athlete's schools, one after another, beside two sessions that write the athlete's metrics."""
    source = random.Random("schools")
    athlete, family = athletes[0]
    paths = []
    for number in range(5):
        path = os.path.join(place.DATA, f"schools-{number}.csv")
        with open(path, "w") as out:
            out.write("id,user_id,name,division,conference,status,family_unit_id\n")
            for school in range(SCHOOLS):
                out.write(f"{rows.identifier(source)},{athlete},School {number}-{school},D1,,researching,{family}\n")
        paths.append(path)
    database = cluster.clone(template)
    writers = [Writer(app(cluster, database, athletes[0]), metric(athletes[0])) for _ in range(2)]
    with beside(first_writer=writers[0], second_writer=writers[1]):
        for path in paths:
            load(cluster, database, path, metrics.email(0), inserted=SCHOOLS)
    failed = [state for writer in writers for state in writer.failed]
    work = f"5 loads of {SCHOOLS} schools beside two app writers of the athlete"
    return [
        Measure.value(f"{work}: failed writes", len(failed), "writes", 0, 0),
        Measure.value("  of these, deadlocks", failed.count("40P01"), "writes", 0, 0),
        Measure.value("  longest wait of all writes", max(writer.longest for writer in writers), "ms"),
    ]


def crossing(cluster, template, athletes, pairs):
    """Pairs of transactions of the app that touch two owners, each in the other's opposite order."""
    database = cluster.clone(template)
    failed = []

    def transaction(order):
        session = app(cluster, database)
        session.run("begin")
        for athlete in order:
            _, state = session.attempt(metric(athlete))
            if state:
                failed.append(state)
                break
            time.sleep(0.2)
        session.run("rollback" if state else "commit")
        session.close()

    for _ in range(pairs):
        both = [threading.Thread(target=transaction, args=[order]) for order in (athletes[:2], athletes[1::-1])]
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
    return [Measure.value(f"{2 * pairs} app transactions that touch two owners in opposite order: failed", len(failed), "", 0, 0)]


def strangers(cluster, template, athletes, count, rounds):
    """Rows of 600 owners, and the writes of one who is not in the file; beside psql without our triggers."""
    path = metrics.write("neighbour-owners.csv", metrics.some(athletes[:600], count, "owners"))

    def beside_work(work):
        def way(_):
            database = cluster.clone(template)
            if work is copy:
                cluster.psql(database, script=SUMMARY_TRIGGERS)
            writer = Writer(app(cluster, database, athletes[-1]), metric(athletes[-1]))
            with beside(app=writer):
                outcome = work(database)
            longest[work].append(writer.longest)
            return {work.__name__: outcome}
        return way

    def copy(database):
        return cluster.copy(database, "public.performance_metrics", path, "family_unit_id")

    def ours(database):
        return load(cluster, database, path, "payload", inserted=count)

    longest = {copy: [], ours: []}
    loading.in_turns({work.__name__: beside_work(work) for work in longest}, rounds)
    return [Measure.above(
        f"{count:,} rows of 600 owners: longest wait of a write of another owner", longest[ours], "\\copy, no summaries",
        longest[copy], 100)]


def held(athletes):
    return list(metrics.some(athletes[:1], 3 * HELD, "held"))


def owners_file(athletes, count):
    """Of the rows that are there, some with another value and some unchanged; then many new ones."""
    before = held(athletes)
    return metrics.write("neighbour-owner.csv", itertools.chain(
        map(metrics.changed, before[:HELD]), before[HELD:2 * HELD], metrics.some(athletes[:1], count, f"owner {count}")))


def update(line):
    return f"update public.performance_metrics set notes = 'seen' where id = '{line[0]}'"


def one_owner(cluster, template, athletes, count, rounds):
    """Many rows of one owner, who goes on writing: new rows, and rows that the load leaves alone."""
    path = owners_file(athletes, count)
    statements = {"insert": [metric(athletes[0])], "update": list(map(update, held(athletes)[HELD:]))}
    longest = {name: [] for name in statements}
    failed = 0
    for number in range(rounds):
        database = cluster.clone(template)
        writers = {name: Writer(app(cluster, database, athletes[0]), *several) for name, several in statements.items()}
        with beside(**writers):
            seconds = load(cluster, database, path, metrics.email(0), inserted=count).seconds
        place.say(f"  round {number + 1}: {count:,} rows of one owner: {seconds:.2f} s")
        for name, writer in writers.items():
            longest[name].append(writer.longest)
            failed += len(writer.failed)
    work = f"{count:,} rows of one owner"
    return [
        Measure.wait(f"{work}: longest wait of the owner's inserts", longest["insert"], 500, 250),
        Measure.wait("  of updates of rows that the load leaves alone", longest["update"], 500, 250),
        Measure.value("  failed writes of both", failed, "writes", 0, 0),
    ]


def changed_rows(cluster, template, athletes, count):
    """The same beside updates of the rows that the load changes: they wait for its COMMIT, and it may have to start over."""
    path = owners_file(athletes, count)
    database = cluster.clone(template)
    writer = Writer(app(cluster, database, athletes[0]), *map(update, held(athletes)[:HELD]), pause=0.5)
    gave_up = 0
    with beside(app=writer):
        try:
            load(cluster, database, path, metrics.email(0), inserted=count)
        except place.Failure as failure:
            if failure.code != 75:
                raise
            gave_up = 1
    work = f"{count:,} rows of one owner, who updates two rows a second that the load changes"
    return [
        Measure.value(f"{work}: loads that give up", gave_up, ""),
        Measure.value("  waits over 100 ms", writer.late(), "writes"),
        Measure.wait("  longest of them", [writer.longest]),
    ]


def waiting(cluster, template, athletes, seconds):
    """A load of 600 owners that waits for an open transaction of one of them, and everyone else's writes meanwhile."""
    count = 6000
    path = metrics.write("neighbour-waiting.csv", metrics.some(athletes[:600], count, "waiting"))
    database = cluster.clone(template)
    holder = app(cluster, database, athletes[0])
    holder.run("begin")
    holder.run(metric(athletes[0]))
    writer = Writer(app(cluster, database, athletes[-1]), metric(athletes[-1]))
    with concurrent.futures.ThreadPoolExecutor(1) as pool, beside(app=writer):
        loaded = pool.submit(load, cluster, database, path, "payload", inserted=count)
        time.sleep(seconds)
        waited = not loaded.done()
        holder.run("commit")
        loaded.result()
    holder.close()
    if not waited:
        place.say("    the load did not wait")
    return [Measure.wait(
        f"a load of 600 owners waits {seconds} s for one of them: longest wait of others' writes", [writer.longest], 100),
        Measure.value("  of these, failed", len(writer.failed), "writes", 0, 0)]


def measure(cluster, rounds, quick):
    share = 10 if quick else 1
    athletes = metrics.athletes()
    people = cluster.athletes()
    template = cluster.template(
        "bench_neighbour", people,
        lambda name: load(
            cluster, name, metrics.write("neighbour-held.csv", held(athletes)), metrics.email(0), inserted=3 * HELD))
    place.say("neighbour: the app's writes beside loads")
    return [
        *schools(cluster, people, athletes),
        *crossing(cluster, people, athletes, 1 if quick else 3),
        *strangers(cluster, people, athletes, 90_000 // share, min(rounds, 3)),
        *one_owner(cluster, template, athletes, 100_000 // share, min(rounds, 3)),
        *one_owner(cluster, template, athletes, 25_000 if quick else 1_000_000, 1),
        *changed_rows(cluster, template, athletes, 100_000 // share),
        *waiting(cluster, people, athletes, 2 if quick else 10),
    ]
