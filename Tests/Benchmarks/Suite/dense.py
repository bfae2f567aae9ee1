"""A dense series, a value every five seconds: heart rate, a row per day with lists, against steps, a row per sample.

Both come from the same format, Simple Health Export, with the same times and numbers.
"""
import datetime
import json
import os

import place
from loading import in_turns
from report import Measure

ATHLETE = "athlete0@example.org"
EACH_DAY = 17_280
# Of each type its name in the file, its unit and the table that it goes to.
TYPES = {
    "series": ("HKQuantityTypeIdentifierHeartRate", "count/min", "public.health_series"),
    "rows": ("HKQuantityTypeIdentifierStepCount", "count", "public.health_samples"),
}


def export(kind, days):
    """A value of each five seconds."""
    path = os.path.join(place.DATA, f"dense-{kind}-{days}.csv")
    os.makedirs(place.DATA, exist_ok=True)
    start = datetime.datetime(2026, 3, 20, 4)
    name, unit, _ = TYPES[kind]
    with open(path, "w", buffering=1 << 20) as out:
        out.write("sep=,\ntype,sourceName,sourceVersion,productType,device,startDate,endDate,unit,value\n")
        for number in range(days * EACH_DAY):
            at = start + datetime.timedelta(seconds=5 * number)
            out.write(f"{name},Watch,11,Watch7,,{at:%Y-%m-%d %H:%M:%S} +0000,{at:%Y-%m-%d %H:%M:%S} +0000,{unit},{60 + number * 7 % 13}\n")
    return path


def scorebook(cluster, word, path, database, what):
    arguments = [
        place.SCOREBOOK, word, "--input", path, "--owner", ATHLETE, "--pipelines", place.PIPELINES, "--set",
        "zone=America/New_York", "--set", "health_types=heart_rate;step_count", "--database", database, "-o", "json", "-q"]
    outcome = cluster.run(arguments)
    ledger = json.loads(outcome.text.strip().split("\n")[-1])["ledger"]
    if ledger["read"] != ledger[what]:
        raise place.Failure(f"{os.path.basename(path)}: {ledger}")
    return outcome


def size(cluster, database, table):
    return int(cluster.value(database, f"select pg_total_relation_size('{table}')"))


def measure(cluster, rounds, quick):
    days = 3 if quick else 30
    count = days * EACH_DAY
    place.say(f"dense: {count:,} samples of {days} days")
    template = cluster.template("bench_dense", cluster.athletes(), "")
    facts = {}

    def load(kind):
        path = export(kind, days)
        # The same records in another file: all of them are there already.
        again = path.replace(".csv", "-again.csv")
        with open(path) as file, open(again, "w") as out:
            out.write(file.read().replace("sep=,", "sep=, "))

        def run(_):
            database = cluster.clone(template)
            loader = cluster.url(database, "scorebook_loader")
            loaded = scorebook(cluster, "run", path, loader, "inserted")
            facts[kind] = size(cluster, database, TYPES[kind][2])
            facts["lineage of " + kind] = size(cluster, database, "scorebook.lineage_blocks")
            unchanged = scorebook(cluster, "plan", again, loader, "unchanged")
            undone = cluster.run(
                [place.SCOREBOOK, "rollback", "latest", "--database", loader, "--pipelines", place.PIPELINES, "-q"])
            if cluster.value(database, f"select count(*) from {TYPES[kind][2]}") != "0":
                raise place.Failure(f"dense: rows of {TYPES[kind][2]} are left")
            return {kind: loaded, "plan of " + kind: unchanged, "rollback of " + kind: undone}

        return run

    times, processor, _ = in_turns({kind: load(kind) for kind in TYPES}, rounds)
    work = f"{count:,} samples of {days} days"

    def ratio(label, word, reach=None):
        return Measure(
            label, times[word + "series"], "a row per sample", times[word + "rows"], reach,
            processor=[processor[word + "series"], processor[word + "rows"]])

    return [
        ratio(f"{work}: a row per day", "", 1 / 3),
        ratio("  the plan of the same again", "plan of "),
        ratio("  its rollback", "rollback of "),
    ] + [
        Measure.value(f"  bytes of a sample, {what}: {name}", facts[key + kind] / count, "B")
        for key, what in (("", "stored"), ("lineage of ", "lineage"))
        for kind, name in (("series", "a row per day"), ("rows", "a row per sample"))
    ]
