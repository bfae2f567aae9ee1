"""Many small files: a folder of files of one workout each, into the app's schema with fsync on."""
import json
import os
import random
from datetime import datetime, timedelta

import place
from report import Measure

HEADER = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n"
EXERCISES = ["Squat (Barbell)", "Bench Press (Barbell)", "Deadlift (Barbell)", "Pull Up", "Lunge (Dumbbell)", "Plank"]
ATHLETE = "athlete0@example.org"


def folder(count):
    """A folder of `count` files in the shape of a workout app's export, made once."""
    path = os.path.join(place.DATA, f"small-{count}")
    if os.path.exists(path):
        return path
    place.say(f"making {count} small files")
    os.makedirs(path + ".making", exist_ok=True)
    source = random.Random("small")
    start = datetime(2015, 1, 1, 6)
    for number in range(count):
        day = start + timedelta(hours=number * 9, minutes=source.randrange(60))
        lines = [HEADER]
        for exercise in source.sample(EXERCISES, 4):
            for order in range(1, 5):
                lines.append(
                    f'{day:%Y-%m-%d %H:%M:%S},"Session",1h 5m,"{exercise}",{order},{source.randrange(20, 120)}.0,'
                    f"{source.randrange(3, 13)}.0,0,0.0,,,\n")
        with open(os.path.join(path + ".making", f"{number:06}.csv"), "w") as out:
            out.writelines(lines)
    os.rename(path + ".making", path)
    return path


def load(cluster, database, path, count, url=None):
    """One run over the folder; every file must be loaded."""
    outcome = cluster.run(
        [place.SCOREBOOK, "run", "--input", path, "--owner", ATHLETE, "--database",
         url or cluster.url(database, "scorebook_loader"), "--pipelines", place.PIPELINES, "--set", "zone=America/New_York",
         "--set", "weight_unit=kg", "--set", "workout_distance_unit=km", "-o", "json", "-q"])
    report = json.loads(outcome.text.strip().split("\n")[-1])
    if report["ledger"]["inserted"] != 16 * count:
        raise place.Failure(f"small files: {report['ledger']}, expected {16 * count} inserted")
    return outcome


def measure(cluster, count, rounds):
    path = folder(count)
    template = cluster.athletes()
    outcomes = [load(cluster, cluster.clone(template), path, count) for _ in range(rounds)]
    rates = [count / outcome.seconds for outcome in outcomes]
    peak = max(outcome.peak for outcome in outcomes)
    return [
        Measure.rate(f"{count:,} files of one workout each", rates, 400, 800),
        Measure.memory("memory of it", peak),
    ]
