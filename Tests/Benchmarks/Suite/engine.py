"""Several processes beside one: `run --jobs`, and an engine's way by plan-units, exec and finish."""
import json
import os
import shutil
import subprocess
import time

import health
import place
import small
from report import Measure

OWNERS = 200
SETTINGS = "zone: America/New_York\nweight_unit: kg\nworkout_distance_unit: km\n"


class Inbox:
    """Folders of owners with their files, and a job's folders for each use of them."""

    def __init__(self, cluster, name, fill):
        """`fill(folder)` makes what lies in the inbox, once."""
        self.cluster, self.template = cluster, cluster.athletes()
        self.master = os.path.join(place.DATA, name)
        self.work = os.path.join(place.SCRATCH, "engine")
        if not os.path.exists(self.master):
            place.say(f"making {name}")
            shutil.rmtree(self.master + ".making", ignore_errors=True)
            os.makedirs(self.master + ".making")
            fill(self.master + ".making")
            past = time.time() - 7200
            for folder, _, names in os.walk(self.master + ".making"):
                for one in names:
                    os.utime(os.path.join(folder, one), (past, past))
            os.rename(self.master + ".making", self.master)
        self.files = sum(
            len([one for one in names if one != "settings.yaml"]) for _, _, names in os.walk(self.master))

    def use(self, way):
        """Seconds of `way(inbox)` from an inbox and a database that are as new."""
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(self.work)
        shutil.copytree(self.master, os.path.join(self.work, "inbox"), copy_function=shutil.copy2)
        database = self.cluster.clone(self.template)
        self.environment = {
            **os.environ, "DATABASE_URL": self.cluster.url(database, "scorebook_loader"), "SCOREBOOK_PIPELINES": place.PIPELINES,
            **{f"SCOREBOOK_{one.upper()}": os.path.join(self.work, one) for one in ("inbox", "archive", "quarantine", "photos")}}
        count = "select count(*) from scorebook.units where status = 'loaded'"
        before = int(self.cluster.value(database, count))
        started = time.monotonic()
        way(self)
        seconds = time.monotonic() - started
        loaded = int(self.cluster.value(database, count)) - before
        if loaded != self.files:
            raise place.Failure(f"{loaded} of {self.files} files are loaded")
        return seconds

    def scorebook(self, *words, given=None, codes=(0,)):
        done = subprocess.run(
            [place.SCOREBOOK, *words], cwd=self.work, env=self.environment, input=given, capture_output=True, text=True)
        if done.returncode not in codes:
            raise place.Failure(f"scorebook {words[0]}: exit {done.returncode}\n{done.stderr[-2000:]}")
        return done.stdout

    def plan(self, *words):
        """The lines of a run that begins, in a file, and the run's id."""
        path = os.path.join(self.work, "units.jsonl")
        with open(path, "w") as out:
            out.write(self.scorebook("plan-units", "nightly", *words))
        with open(path) as lines:
            return path, json.loads(lines.readline())["run"]


def jobs(number):
    return lambda inbox: inbox.scorebook("run", "nightly", "--jobs", str(number), "-q")


def one_group(inbox):
    """The engine's way with one process: what it costs more than a run is the contract's."""
    path, run = inbox.plan()
    inbox.scorebook("exec", "--units", path)
    inbox.scorebook("finish", run, "--units", path, "-q")


def shell(inbox):
    """The shell's way with two processes."""
    groups = os.path.join(inbox.work, "groups")
    os.makedirs(groups)
    path, run = inbox.plan("--groups-dir", groups)
    names = "\0".join(os.path.join(groups, name) for name in sorted(os.listdir(groups)))
    done = subprocess.run(
        ["xargs", "-0", "-P", "2", "-I", "FILE", place.SCOREBOOK, "exec", "--units", "FILE"], input=names,
        cwd=inbox.work, env=inbox.environment, capture_output=True, text=True)
    if done.returncode:
        raise place.Failure(f"exec: {done.stderr[-2000:]}")
    inbox.scorebook("finish", run, "--units", path, "-q")


def in_turns(inbox, ways, rounds):
    """The times of each way, all taken in turns."""
    times = [[] for _ in ways]
    for _ in range(rounds):
        for place_, way in enumerate(ways):
            times[place_].append(inbox.use(way))
    return times


def workouts(count):
    """Small files of one workout each, dealt to the owners."""
    def fill(folder):
        source = small.folder(count)
        for number, name in enumerate(sorted(os.listdir(source))):
            home = os.path.join(folder, f"athlete{number % OWNERS}@example.org")
            if not os.path.exists(home):
                os.makedirs(home)
                with open(os.path.join(home, "settings.yaml"), "w") as out:
                    out.write(SETTINGS)
            shutil.copy(os.path.join(source, name), home)
    return fill


def exports(megabytes, owners):
    """An Apple Health export for each owner."""
    def fill(folder):
        for number in range(owners):
            home = os.path.join(folder, f"athlete{number}@example.org")
            os.makedirs(home)
            with open(os.path.join(home, "settings.yaml"), "w") as out:
                out.write(SETTINGS)
            shutil.copy(health.export(megabytes, "xml"), os.path.join(home, "export.xml"))
    return fill


def validated(inbox, processes):
    """Seconds to validate the inbox by so many processes that share its folders."""
    homes = sorted(os.listdir(inbox.master))
    started = time.monotonic()
    children = [
        subprocess.Popen(
            [place.SCOREBOOK, "validate", "-q", "--pipelines", place.PIPELINES, *(f"--set={pair}" for pair in (
                "zone=America/New_York", "weight_unit=kg", "workout_distance_unit=km")),
             *(os.path.join(inbox.master, home, name) for home in homes[number::processes]
               for name in sorted(os.listdir(os.path.join(inbox.master, home))) if name != "settings.yaml")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for number in range(processes)]
    codes = [child.wait() for child in children]
    if any(codes):
        raise place.Failure(f"validate ended with {codes}")
    return time.monotonic() - started


def measure(cluster, count, megabytes, rounds):
    inbox = Inbox(cluster, f"engine-small-{count}", workouts(count))
    one, two, engine, split = in_turns(inbox, [jobs(1), jobs(2), one_group, shell], rounds)
    what = f"{count:,} small files of {OWNERS} owners"
    measures = [
        Measure.pace(f"{what}, --jobs 2", count, "files/s", two, "--jobs 1", one, 1.4, 1.5),
        Measure.pace(f"{what}, xargs -P 2 exec", count, "files/s", split, "--jobs 1", one, 1.3, 1.4),
        Measure("the same by plan-units, exec, finish", engine, "--jobs 1", one, 1.05, 1.02)]
    times = [[validated(inbox, processes) for _ in range(rounds)] for processes in (1, 2)]
    measures.append(Measure.pace(
        f"validate of {what}, 2 processes", count, "files/s", times[1], "1 process", times[0], 1.6, 1.9))
    large = Inbox(cluster, f"engine-apple-{megabytes}", exports(megabytes, 2))
    one, two = in_turns(large, [jobs(1), jobs(2)], rounds)
    measures.append(Measure(f"2 Apple Health exports of {megabytes} MB, --jobs 2", two, "--jobs 1", one, 1.0, 0.8))
    return measures
