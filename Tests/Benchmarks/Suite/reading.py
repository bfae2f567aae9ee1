"""Reading without a database: validate against DuckDB (CSV and JSON Lines), tokenising against `wc -l`."""
import json
import os
import re
import shutil
import sys

import loading
import place
from report import Measure

TYPES = {
    "id": "UUID", "user_id": "UUID", "metric_type": "VARCHAR", "value": "DECIMAL(18,4)", "unit": "VARCHAR",
    "recorded_date": "DATE", "event_id": "UUID", "verified": "BOOLEAN", "notes": "VARCHAR",
    "created_at": "TIMESTAMPTZ", "updated_at": "TIMESTAMPTZ",
}
# The program reads CSV in one thread and maps and validates in another; of JSON Lines a third one reads the file and
# fingerprints it. More threads than cores gain DuckDB nothing.
THREADS = {"csv": 2, "jsonl": 2}
DUCKDB = """
import sys, time, duckdb
path, threads, sql = sys.argv[1], int(sys.argv[2]), sys.argv[3]
connection = duckdb.connect()
connection.execute(f"set threads to {threads}")
connection.execute("set enable_progress_bar = false")
connection.execute("set timezone to 'UTC'")
started = time.monotonic()
row = connection.execute(sql, [path]).fetchone()
print(time.monotonic() - started, row[0])
"""


def duckdb_python():
    """A Python that has duckdb: this one, or one of the benchmark's own; None where neither can be had."""
    own = os.path.join(place.SCRATCH, "venv", "bin", "python3")
    for python in (sys.executable, own):
        if shutil.which(python):
            try:
                place.run([python, "-c", "import duckdb"])
                return python
            except place.Failure:
                pass
    try:
        place.run([sys.executable, "-m", "venv", os.path.join(place.SCRATCH, "venv")])
        place.run([own, "-m", "pip", "install", "-q", "duckdb"])
        return own
    except place.Failure:
        return None


def typed_read(form="csv"):
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in TYPES.items())
    every = ", ".join(
        f"sum({name})" if kind.startswith("DECIMAL") else f"count_if({name})" if kind == "BOOLEAN" else f"max({name})::text"
        for name, kind in TYPES.items())
    if form == "jsonl":
        return (
            f"select count(*), {every} from read_json(?, format = 'newline_delimited', auto_detect = false, "
            f"columns = {{{columns}}})")
    return (
        f"select count(*), {every} from read_csv(?, header = true, auto_detect = false, delim = ',', quote = '\"', "
        f"escape = '\"', new_line = '\\n', columns = {{{columns}}})")


def validate(path, count):
    outcome = place.run(
        [place.SCOREBOOK, "validate", "--input", path, "--owner", "payload", "--pipelines", place.PLAIN_PIPELINES,
         "-o", "json", "-q"])
    ledger = json.loads(outcome.text.strip().split("\n")[-1])["ledger"]
    if ledger["valid"] != count:
        raise place.Failure(f"validate: {ledger['valid']} of {count} records valid")
    return outcome


def duckdb(python, path, threads, count):
    form = path.rsplit(".", 1)[1]
    outcome = place.run([python, "-c", DUCKDB, path, str(threads), typed_read(form)])
    seconds, rows = outcome.text.split()[-2:]
    if int(rows) != count:
        raise place.Failure(f"duckdb read {rows} of {count} rows")
    return place.Outcome(float(seconds), outcome.peak, "", outcome.processor)


def measure(count, rounds):
    path = place.rows("plain", count)
    place.run(["wc", "-l", path])
    python = duckdb_python()
    place.say("reading" if python else "reading; DuckDB is neither installed nor to be had: SKIPPED")
    ways = {"validate": lambda _: {"validate": validate(path, count)}}
    if python:
        ways["duckdb"] = lambda _: {"duckdb": duckdb(python, path, THREADS["csv"], count)}
        ways["duckdb 1"] = lambda _: {"duckdb 1": duckdb(python, path, 1, count)}
    times, cpu, peaks = loading.in_turns(ways, rounds)
    size = os.path.getsize(path) / 1e6
    work = f"validate {size:.0f} MB, reader and mapper threads"
    measures = []
    if python:
        measures.append(Measure(
            work, times["validate"], f"DuckDB, {THREADS['csv']} threads", times["duckdb"], 0.8, 0.5,
            processor=(cpu["validate"], cpu["duckdb"])))
        measures.append(Measure(
            work, times["validate"], "DuckDB, 1 thread", times["duckdb 1"], processor=(cpu["validate"], cpu["duckdb 1"])))
    else:
        measures.append(Measure(work, times["validate"], "DuckDB: SKIPPED", None, 0.8, 0.5))
    measures += lines(python, count, rounds)
    measures.append(tokenising(path, rounds))
    measures.append(Measure.memory(f"memory of validate, {size:.0f} MB", peaks["validate"]))
    return measures


def on_one_core(work):
    """Does the work with one core for all of its threads: what they do, without what they wait for one another."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        return work()
    finally:
        os.sched_setaffinity(0, cores)


def lines(python, count, rounds):
    """The same measurements as JSON Lines."""
    path = place.rows("lines", count)
    place.run(["wc", "-l", path])
    ways = {"validate lines": lambda _: {"validate lines": validate(path, count)}}
    if python:
        ways["duckdb lines"] = lambda _: {"duckdb lines": duckdb(python, path, THREADS["jsonl"], count)}
        ways["lines, one core"] = lambda _: {"lines, one core": on_one_core(lambda: validate(path, count))}
        ways["duckdb lines 1"] = lambda _: {"duckdb lines 1": on_one_core(lambda: duckdb(python, path, 1, count))}
    times, cpu, peaks = loading.in_turns(ways, rounds)
    size = os.path.getsize(path) / 1e6
    work = f"validate {size:.0f} MB of JSON Lines"
    against = f"DuckDB, {THREADS['jsonl']} threads" if python else "DuckDB: SKIPPED"
    processor = (cpu["validate lines"], cpu["duckdb lines"]) if python else None
    alone = [Measure(
        work + ", one core", times["lines, one core"], "DuckDB, 1 thread, one core", times["duckdb lines 1"], 0.7, 0.5)]
    return (alone if python else []) + [
        Measure(work, times["validate lines"], against, times.get("duckdb lines"), 0.7, 0.5, processor=processor),
        Measure.memory(f"memory of validate, {size:.0f} MB of JSON Lines", peaks["validate lines"])]


def tokenising(path, rounds):
    text = place.run([place.CSV_BENCH, path, str(rounds)]).text
    speeds = {
        name: float(found.group(1)) for name in ("wc -l", "tokeniser, every cell")
        if (found := re.search(rf"^{re.escape(name)}: (\d+) MB/s", text, re.M))}
    if len(speeds) != 2:
        raise place.Failure(f"scorebook-bench-csv: {text}")
    return Measure.throughput("tokenise CSV, 1 thread", speeds["tokeniser, every cell"], "wc -l", speeds["wc -l"], 0.35, 0.6)


def large(count):
    path = place.rows("plain", count)
    outcome = validate(path, count)
    return [Measure.memory(f"memory of validate, {os.path.getsize(path) / 1e6:,.0f} MB ({outcome.seconds:.0f} s)", outcome.peak)]
