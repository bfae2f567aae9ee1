"""The product's own logs of workouts: CSV and JSON."""
from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOGRAMS, Wrong, in_unit
from figures import Content, Row
from readings import Settings, amount
from sets import Log, records

KINDS = ("warmup", "working", "drop", "failure", "other")
PATTERNS = ("%Y-%m-%dT%H:%M:%S%z",)


def workout_log(path: Path, settings: Settings) -> Content:
    """A workout is known by its id; what it says of itself is in each of its rows."""
    log = Log(settings)

    def read(row: Row) -> None:
        if row.get("said"):
            raise Wrong("a workout that its sets have said already")
        kind = row.get("kind") or "working"
        if kind not in KINDS:
            raise Wrong("an unknown kind of set")
        started, ended = (
            cells.instant(row[name], settings["zone"], *PATTERNS) if row.get(name) else None for name in ("started_at", "ended_at"))
        title = row.get("title")
        whole = {name: amount(row.get(name)) for name in ("energy_kcal", "average_heart_rate", "maximum_heart_rate", "body_weight_kg")}
        alone = not row.get("exercise")
        length = row.get("workout_duration_s") or (row.get("duration_s") if alone else None)
        far = row.get("workout_distance_m") or (row.get("distance_m") if alone else None)
        made = dict(
            kind=kind, reps=amount(row.get("reps")), weight_kg=in_unit(amount(row.get("weight")), row.get("weight_unit"), KILOGRAMS),
            multiplier=amount(row.get("multiplier")), distance_m=amount(row.get("distance_m")),
            duration_s=amount(row.get("duration_s")), rpe=amount(row.get("rpe")), notes=row.get("notes"),
            completed=str(row.get("completed")).lower() != "false")
        # UTC says nothing of where the athlete was.
        offset = re.search(r"[+-]\d\d:\d\d$", row["started_at"])
        zone = row.get("zone") or (offset[0] if offset else None)
        log.workout(started, title, ended=ended, zone=zone, activity=row.get("activity"),
                    notes=row.get("workout_notes"), duration_s=amount(length), distance_m=amount(far), **whole)
        if not alone:
            about = {"superset": row.get("superset"), "notes": row.get("exercise_notes")}
            log.set(started, title, row["exercise"], about=about, **made)

    return records(log, list(nested(path)) if path.suffix == ".json" else cells.table(path), read)


def nested(path: Path) -> Any:
    """Sets within exercises within workouts, as rows like those of the CSV."""
    for workout in json.loads(cells.text_of(path), parse_float=Decimal)["workouts"]:
        whole = {name: workout.get(name) for name in (
            "started_at", "ended_at", "zone", "title", "activity", "body_weight_kg", "energy_kcal", "average_heart_rate",
            "maximum_heart_rate")}
        whole |= {"workout_notes": workout.get("notes"), "workout_duration_s": workout.get("duration_s"),
                  "workout_distance_m": workout.get("distance_m")}
        for exercise in workout.get("exercises", []):
            about = {"exercise": exercise["name"], "superset": exercise.get("superset"), "exercise_notes": exercise.get("notes")}
            for one in exercise["sets"]:
                yield whole | about | one
        yield whole if not workout.get("exercises") else {"said": True}
