"""An Apple Health export: validated and loaded against bare expat with empty handlers, and the archive's memory."""
import json
import os
import shutil
import subprocess
import sys

import loading
import place
import rows
from report import Measure

PEER = os.path.join(os.path.dirname(place.SUITE), "XML", "expat.c")
ATHLETE = "athlete0@example.org"


def export(megabytes, ending):
    """An invented export, made once."""
    os.makedirs(place.DATA, exist_ok=True)
    path = os.path.join(place.DATA, f"apple-{megabytes}.{ending}")
    if not os.path.exists(path):
        place.say(f"making {os.path.basename(path)}")
        making = os.path.join(place.DATA, f"making-{megabytes}.{ending}")
        place.run([sys.executable, os.path.join(place.SUITE, "apple.py"), str(megabytes), making])
        os.rename(making, path)
    return path


def expat():
    """The small program over expat; None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("clang")
    program = os.path.join(place.SCRATCH, "expat-bare")
    os.makedirs(place.SCRATCH, exist_ok=True)
    if compiler and subprocess.run([compiler, "-O2", PEER, "-lexpat", "-o", program], capture_output=True).returncode == 0:
        return program
    return None


def bare(program, path):
    outcome = place.run([program, path])
    return place.Outcome(float(outcome.text), outcome.peak, "", outcome.processor)


def ledger(outcome):
    return json.loads(outcome.text.strip().split("\n")[-1])["ledger"]


def validate(path):
    outcome = place.run(
        [place.SCOREBOOK, "validate", "--input", path, "--owner", ATHLETE, "--pipelines", place.PIPELINES,
         "--set", "zone=Europe/Berlin", "-o", "json", "-q"])
    counts = ledger(outcome)
    if not counts["valid"] or counts["valid"] + counts["skipped"] != counts["read"]:
        raise place.Failure(f"{os.path.basename(path)}: {counts}")
    return outcome


def load(cluster, database, path):
    """One run; every record must be inserted, or be of a type that nobody asked for."""
    outcome = cluster.run(
        [place.SCOREBOOK, "run", "--input", path, "--owner", ATHLETE, "--database",
         cluster.url(database, "scorebook_loader"), "--pipelines", place.PIPELINES, "--set", "zone=Europe/Berlin",
         "-o", "json", "-q"])
    counts = ledger(outcome)
    if not counts["inserted"] or counts["inserted"] + counts["skipped"] + counts["duplicate"] != counts["read"]:
        raise place.Failure(f"{os.path.basename(path)}: {counts}")
    return outcome


def reading(megabytes, rounds):
    """What needs no database."""
    path = export(megabytes, "xml")
    place.run(["wc", "-c", path])
    program = expat()
    place.say("Apple Health" if program else "Apple Health; there is no C compiler for bare expat: SKIPPED")
    ways = {"validate": lambda _: {"validate": validate(path)}}
    if program:
        ways["expat"] = lambda _: {"expat": bare(program, path)}
    times, cpu, peaks = loading.in_turns(ways, rounds)
    size = os.path.getsize(path) / 1e6
    archive = validate(export(megabytes, "zip"))
    return [
        Measure.pace(
            f"validate {size:.0f} MB of Apple Health", size, "MB/s", times["validate"],
            "bare expat" if program else "bare expat: SKIPPED", times.get("expat"), 0.95, 1.0,
            (cpu["validate"], cpu["expat"]) if program else None),
        Measure.memory("memory of it", peaks["validate"]),
        archived(archive, megabytes)]


def archived(outcome, megabytes):
    return Measure.value(
        f"memory of validate, an export.zip of {megabytes:,} MB ({outcome.seconds:.0f} s)", outcome.peak / (1 << 20), "MB",
        96, 64)


def large(megabytes):
    """An entry that only Zip64 can hold."""
    return [archived(validate(export(megabytes, "zip")), megabytes)]


def loaded(cluster, megabytes, rounds, phase=False):
    path = export(megabytes, "xml")
    parents = os.path.join(place.DATA, "parents.sql")
    rows.parents(parents)
    template = cluster.template("bench_health", None, open(parents).read())
    program = expat()
    def once(number):
        database = cluster.clone(template)
        start = loading.phases.begin(cluster, database) if phase and number == 0 else None
        outcome = load(cluster, database, path)
        if start is not None:
            loading.phases.end(cluster, start, "Apple Health", outcome.seconds)
        if number == 0:
            cluster.psql(database, *[f"\\copy {table} to '{out}' (format binary)" for table, out in written.items()])
        return {"run": outcome}
    # What the run wrote, as \copy would write it: one round's rows serve all.
    written = {
        table: os.path.join(place.DATA, f"apple-{megabytes}-{table}.copy")
        for table in ("health_samples", "body_measurements")}
    def copied(_):
        return {"\\copy": cluster.psql(
            cluster.clone(template), *[f"\\copy {table} from '{out}' (format binary)" for table, out in written.items()])}
    ways = {"run": once, "\\copy": copied}
    if program:
        ways["expat"] = lambda _: {"expat": bare(program, path)}
    times, cpu, peaks = loading.in_turns(ways, rounds)
    size = os.path.getsize(path) / 1e6
    return [
        Measure.pace(
            f"load {size:.0f} MB of Apple Health, every row another", size, "MB/s", times["run"],
            "bare expat" if program else "bare expat: SKIPPED", times.get("expat"), 0.7, 0.9,
            (cpu["run"], cpu["expat"]) if program else None),
        Measure(
            "the same", times["run"], "psql \\copy of the rows alone", times["\\copy"],
            processor=(cpu["run"], cpu["\\copy"])),
        Measure.memory("memory of it", peaks["run"])]
