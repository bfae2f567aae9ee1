"""A dense series, a value every five seconds: a row per sample as Scorebook keeps it, against a row per day with arrays.

The arrays are made by psql, from a file that `scorebook validate` has read: what a load of them would cost at least. It has no
lineage, no comparison with rows that are there, and no summaries.
"""
import datetime
import json
import os

import place
from loading import in_turns
from report import Measure

ATHLETE = "athlete0@example.org"
EACH_DAY = 17_280
ARRAYS = """
create table public.bench_days (
    id uuid not null default gen_random_uuid() primary key,
    user_id uuid not null references public.users (id) on delete cascade,
    type text not null, unit text not null, local_day date not null, source text not null, device text, origin text not null,
    starts timestamp with time zone[] not null, counts numeric[] not null,
    created_at timestamp with time zone not null default current_timestamp
);
create index on public.bench_days using btree (user_id, type, local_day);
"""
LOAD = """
begin;
create temporary table staged (timestamp timestamptz, steps numeric, source text) on commit drop;
\\copy staged from '{path}' (format csv, header)
insert into public.bench_days (user_id, type, unit, local_day, source, origin, starts, counts)
select (select id from public.users where email = '{athlete}'), 'step_count', 'count',
    (timestamp at time zone 'America/New_York')::date, source, 'fitbit',
    array_agg(timestamp order by timestamp), array_agg(steps order by timestamp)
from staged group by 4, 5;
commit;
"""


def series(days):
    """Steps of each five seconds, in the columns of Google Health's Takeout."""
    path = os.path.join(place.DATA, f"dense-{days}.csv")
    os.makedirs(place.DATA, exist_ok=True)
    start = datetime.datetime(2026, 3, 20, 4)
    with open(path, "w", buffering=1 << 20) as out:
        out.write("timestamp,steps,data source\n")
        for number in range(days * EACH_DAY):
            at = start + datetime.timedelta(seconds=5 * number)
            out.write(f"{at:%Y-%m-%dT%H:%M:%S}Z,{number * 7 % 13},Watch\n")
    return path


def scorebook(cluster, word, path, *options):
    arguments = [
        place.SCOREBOOK, word, "--input", path, "--owner", ATHLETE, "--pipelines", place.PIPELINES, "--set",
        "zone=America/New_York", *options, "-o", "json", "-q"]
    outcome = cluster.run(arguments)
    ledger = json.loads(outcome.text.strip().split("\n")[-1])["ledger"]
    if ledger["read"] != ledger["inserted" if word == "run" else "valid"]:
        raise place.Failure(f"{os.path.basename(path)}: {ledger}")
    return outcome


def size(cluster, database, table):
    return int(cluster.value(database, f"select pg_total_relation_size('{table}')"))


def measure(cluster, rounds, quick):
    days = 3 if quick else 30
    count = days * EACH_DAY
    path = series(days)
    place.say(f"dense: {count:,} samples of {days} days")
    template = cluster.template("bench_dense", cluster.athletes(), ARRAYS)
    facts = {}

    def rows(_):
        database = cluster.clone(template)
        loader = cluster.url(database, "scorebook_loader")
        loaded = scorebook(cluster, "run", path, "--database", loader)
        facts["rows"] = size(cluster, database, "public.health_samples")
        facts["lineage"] = size(cluster, database, "scorebook.lineage_blocks")
        undone = cluster.run(
            [place.SCOREBOOK, "rollback", "latest", "--database", loader, "--pipelines", place.PIPELINES, "-q"])
        return {"rows": loaded, "undone": undone}

    def arrays(_):
        database = cluster.clone(template)
        read = scorebook(cluster, "validate", path)
        made = cluster.psql(database, script=LOAD.format(path=path, athlete=ATHLETE))
        if cluster.value(database, "select sum(cardinality(counts)) from public.bench_days") != str(count):
            raise place.Failure("dense: the arrays do not hold all samples")
        facts["arrays"] = size(cluster, database, "public.bench_days")
        both = place.Outcome(read.seconds + made.seconds, read.peak, "", read.processor + made.processor)
        return {"arrays": both}

    times, processor, _ = in_turns({"rows": rows, "arrays": arrays}, rounds)
    work = f"{count:,} samples of {days} days"
    return [
        Measure(f"{work}: a row per day, at least", times["arrays"], "a row per sample", times["rows"], 1 / 3,
                processor=[processor["arrays"], processor["rows"]]),
        Measure.value("  bytes of a sample: a row per day", facts["arrays"] / count, "B"),
        Measure.value("  bytes of a sample: a row per sample", facts["rows"] / count, "B"),
        Measure.value("  lineage of a sample in a row of its own", facts["lineage"] / count, "B"),
        Measure("  rollback of the rows", times["undone"], "", None),
    ]
