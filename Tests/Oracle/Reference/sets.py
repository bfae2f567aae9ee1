"""Workouts made of sets: Strong, Hevy, FitNotes, Fitbod, StrongLifts, RepCount, JEFIT and the product's own log."""
from __future__ import annotations

import datetime
import re
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOGRAMS, METRES, Skipped, Wrong, count, first, in_unit, number, seconds
from figures import Content, Row

Settings = dict[str, str]
ISO = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d")


class Log(Content):
    """Sets in the order of the file, and what follows from them: workouts, exercises, days."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.zone = settings["zone"]
        self.workouts: dict[tuple[Any, ...], Row] = {}
        self.exercises: dict[tuple[Any, ...], Row] = {}
        self.sets: dict[tuple[Any, ...], list[Row]] = defaultdict(list)

    def workout(self, started: Any, title: str | None, **row: Any) -> None:
        """Some apps write a workout's note in one of its lines only: what is empty is filled by the next line that has it."""
        known = self.workouts.setdefault((started, title), {"started": started, "title": title})
        for name, value in row.items():
            known[name] = known.get(name) if known.get(name) not in (None, "") else value

    def set(
        self, started: Any, title: str | None, exercise: str, *, about: Row | None = None, round: int = 1, **row: Any
    ) -> None:
        key = (started, title, exercise, round)
        self.exercises.setdefault(key, {"started": started, "title": title, "exercise": exercise, **(about or {})})
        self.sets[key].append({"started": started, "title": title, "exercise": exercise, "kind": "working", **row})

    def finish(self) -> Content:
        ranks: dict[tuple[Any, ...], int] = defaultdict(int)
        for key, sets in self.sets.items():
            ranks[key[:2]] += 1
            for place, row in enumerate(sets, start=1):
                self.put("sets", exercise_rank=ranks[key[:2]], set_rank=place, **row)
        for row in self.workouts.values():
            self.put("workouts", **row)
        for row in self.exercises.values():
            self.put("exercises", **row)
        self.keep()
        self.days()
        return self

    def days(self) -> None:
        days: dict[str, Row] = {}
        surplus = twins(list(self.workouts.values()))
        for key, workout in self.workouts.items():
            name = cells.day_in(workout["started"], workout.get("zone") or self.zone)
            day = days.setdefault(name, {"day": name, "workouts": 0, "reps": 0, "sets": 0, "volume_kg": 0})
            if id(workout) not in surplus:
                day["workouts"] += 1
                lasted = workout.get("duration_s")
                if lasted is None and workout.get("ended"):
                    lasted = Decimal(str((workout["ended"] - workout["started"]).total_seconds()))
                for column, value in (("duration_s", lasted), ("distance_m", workout.get("distance_m"))):
                    if value is not None:
                        day[column] = day.get(column, 0) + value
            for row in (row for where, rows in self.sets.items() if where[:2] == key for row in rows):
                if row["kind"] == "warmup" or not row.get("reps") or row.get("completed") is False:
                    continue
                times = Decimal(1) if row.get("multiplier") is None else row["multiplier"]
                day["sets"] += 1
                day["reps"] += row["reps"]
                day["volume_kg"] += max(row.get("weight_kg") or Decimal(0), Decimal(0)) * times * row["reps"]
        self.rows["days"] = list(days.values())


RICHNESS = ("distance_m", "ascent_m", "energy_kcal", "average_heart_rate", "maximum_heart_rate", "moving_s")


def twins(workouts: list[Row]) -> set[int]:
    """Workouts of which another source tells more: half of the shorter one's time is common to both, and the sport is the same."""
    def span(workout: Row) -> tuple[datetime.datetime, datetime.datetime]:
        lasts = datetime.timedelta(seconds=float(workout.get("duration_s") or 0))
        return workout["started"], workout.get("ended") or workout["started"] + lasts

    def worth(workout: Row) -> tuple[int, Decimal]:
        start, end = span(workout)
        lasts = workout.get("duration_s")
        figures = sum(workout.get(name) is not None for name in RICHNESS)
        return figures, Decimal(str((end - start).total_seconds())) if lasts is None else lasts

    def is_one(first: Row, second: Row) -> bool:
        if first.get("source") == second.get("source") or first.get("activity") != second.get("activity"):
            return False
        (start, end), (begin, stop) = span(first), span(second)
        shorter = min(end - start, stop - begin)
        return shorter > datetime.timedelta() and (min(end, stop) - max(start, begin)) * 2 >= shorter

    surplus: set[int] = set()
    for workout in sorted(workouts, key=worth, reverse=True):
        if any(is_one(workout, other) and worth(other) > worth(workout) and id(other) not in surplus for other in workouts):
            surplus.add(id(workout))
    return surplus


def records(log: Log, rows: list[Row], read: Any) -> Content:
    log.gather(rows, read, rowless=True)
    return log.finish()


def helped(exercise: str, weight: Decimal | None) -> Decimal | None:
    """What a machine takes off is written as a positive number under a name with (Assisted)."""
    return -weight if weight is not None and exercise.endswith("(Assisted)") else weight


# Strong: names of its columns in the languages that were seen.
STRONG = {
    "date": ["Date", "Datum", "Data", "Fecha", "日期"],
    "title": ["Workout Name", "Nom de l'entraînement", "Workout-Name", "Nome do treino", "锻炼名称"],
    "length": ["Duration", "Duration (sec)", "Workout Duration", "Durée", "Workout-Dauer", "时长"],
    "exercise": ["Exercise Name", "Nom de l'exercice", "Name der Übung", "Nome do exercício", "运动名称"],
    "order": ["Set Order", "Ordre de la série", "Reihenfolge festlegen", "设置顺序"],
    "weight": ["Weight", "Weight (kg)", "Weight (lbs)", "kg", "lb", "Poids", "Gewicht", "重量"],
    "reps": ["Reps", "Réps", "Wiederh.", "次"],
    "distance": ["Distance", "Distance (meters)", "km", "mi", "Entfernung", "距离"],
    "seconds": ["Seconds", "Secondes", "Sekunden", "秒"],
    "notes": ["Notes", "Notizen", "备注"],
    "workout notes": ["Workout Notes", "Notes d'entraînement", "Workout-Notizen", "锻炼备注"],
}
KINDS = {"W": "warmup", "WARM_UP": "warmup", "D": "drop", "F": "failure", "FAILURE": "failure"}


def unit_in(row: Row, names: list[str], column: str, setting: str | None) -> str | None:
    """A unit in a column of its own, in the name of the number's column, or in a setting."""
    name = next((name for name in names if name in row), "")
    named = re.search(r"\((\w+)\)$", name)
    return (row.get(column) or "").strip() or (named.group(1) if named else name if name in METRES | KILOGRAMS else setting)


def strong(path: Path, settings: Settings) -> Content:
    head = cells.text_of(path).splitlines()[0]
    log = Log(settings)

    def read(row: Row) -> None:
        def cell(what: str) -> str:
            return first(row, *STRONG[what])

        order = cell("order")
        if order in ("Rest Timer", "Ruhezeit", "Note"):
            raise Skipped
        if order not in KINDS and not re.fullmatch(r"\d*", order):
            raise Wrong("an unknown kind of set")
        started = cells.instant(cell("date"), settings["zone"], *ISO)
        weight = number(cell("weight"), comma=True, zero=False)
        if weight is not None:
            unit = unit_in(row, STRONG["weight"], "Weight Unit", settings.get("weight_unit"))
            weight = helped(cell("exercise"), in_unit(weight, unit, KILOGRAMS))
        distance = number(cell("distance"), comma=True, zero=False)
        if distance is not None:
            unit = unit_in(row, STRONG["distance"], "Distance Unit", settings.get("workout_distance_unit"))
            distance = in_unit(distance, unit, METRES)
        lasted = seconds(cell("seconds"))
        made: Row = dict(
            kind=KINDS.get(order, "working"), reps=count(cell("reps")), weight_kg=weight, distance_m=distance,
            duration_s=lasted or None, rpe=number(row.get("RPE"), zero=False), notes=said(cell("notes")))
        length = seconds(cell("length"))
        log.workout(started, cell("title"), duration_s=length or None, notes=said(cell("workout notes")))
        log.set(started, cell("title"), cell("exercise"), **made)

    return records(log, cells.table(path, ";" if ";" in head else ","), read)


def said(note: str) -> str:
    """Strong writes a line break of a note as backslash and n in some files."""
    return note.replace("\\n", "\n")


def hevy(path: Path, settings: Settings) -> Content:
    log = Log(settings)
    patterns = (
        "%d %b %Y, %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S%z", "%Y-%m-%dT%H:%M:%S",
        "%Y-%m-%dT%H:%M:%S%z", "%d %b %Y, %I:%M %p")
    kinds = {"normal": "working", "warmup": "warmup", "dropset": "drop", "failure": "failure"}
    # How often each set of an exercise came, and how often the exercise was done: its sets are counted from 0 each time.
    came: dict[tuple[Any, ...], int] = defaultdict(int)
    rounds: dict[tuple[Any, ...], int] = defaultdict(lambda: 1)

    def read(row: Row) -> None:
        exercise = (row["start_time"], row["title"].strip(), row["exercise_title"].strip())
        came[(*exercise, row["set_index"])] += 1
        rounds[exercise] = max(rounds[exercise], came[(*exercise, row["set_index"])])
        started = cells.instant(row["start_time"], settings["zone"], *patterns)
        ended = cells.instant(row["end_time"], settings["zone"], *patterns)
        if ended < started or row["set_type"] not in kinds:
            raise Wrong("it ends before it starts, or its kind is unknown")
        weight = in_unit(number(first(row, "weight_kg", "weight_lbs")), "kg" if "weight_kg" in row else "lb", KILOGRAMS)
        far = in_unit(number(first(row, "distance_km", "distance_miles")), "km" if "distance_km" in row else "mi", METRES)
        log.workout(started, row["title"].strip(), ended=ended, notes=row["description"].strip())
        log.set(
            started, row["title"].strip(), row["exercise_title"].strip(), round=rounds[exercise],
            about={"superset": row["superset_id"], "notes": row["exercise_notes"].strip()},
            kind=kinds[row["set_type"]], reps=count(row["reps"]), weight_kg=helped(row["exercise_title"].strip(), weight),
            distance_m=far, duration_s=seconds(row["duration_seconds"]), rpe=number(row["rpe"]))

    return records(log, cells.table(path), read)


def fitnotes(path: Path, settings: Settings) -> Content:
    """Days without times; a comma in an exercise's name stands without quotes."""
    log = Log(settings)
    rows = cells.table(path)
    columns = [name for name in rows[0] if name != "#"]

    def read(row: Row) -> None:
        surplus = len(row["#"]) - len(columns)
        if surplus > 0:
            cut = row["#"]
            row = dict(zip(columns, [cut[0], ",".join(cut[1:2 + surplus]), *cut[2 + surplus:]]))
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        name = next(name for name in ("Weight", "Weight (kg)", "Weight (lbs)") if row.get(name) or name == "Weight (lbs)")
        weight = number(row.get(name), zero=False)
        if "Weight (kg)" in row and row["Weight (kg)"]:
            weight, name = number(row["Weight (kg)"], zero=False), "Weight (kg)"
        unit = unit_in(row, [name], "Weight Unit", settings.get("weight_unit"))
        distance = number(row.get("Distance"), zero=False)
        log.workout(started, None)
        log.set(
            started, None, row["Exercise"].strip(), about={"category": row["Category"].strip()}, reps=count(row["Reps"]),
            weight_kg=in_unit(weight, unit, KILOGRAMS), distance_m=in_unit(distance, row.get("Distance Unit"), METRES),
            duration_s=seconds(row.get("Time")) or None, notes=first(row, "Comment", "Notes"))

    return records(log, rows, read)


def fitbod(path: Path, settings: Settings) -> Content:
    """UTC with its offset, or days alone in 2019; 0 says that a set has no weight, distance or time."""
    log = Log(settings)
    rows = cells.table(path)
    weights = cells.unit_of(list(rows[0]), "Weight")

    def read(row: Row) -> None:
        row = {name: cell.strip() for name, cell in row.items() if name != "#"}
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d %H:%M:%S %z", "%Y-%m-%d %I:%M:%S %p %z", "%Y-%m-%d",
                                "%Y-%m-%dT%H:%M:%S%z")
        if row["isWarmup"].lower() not in ("true", "false", ""):
            raise Wrong("neither true nor false")
        column, unit = weights or ("Weight", settings.get("weight_unit"))
        log.workout(started, None)
        log.set(
            started, None, row["Exercise"], kind="warmup" if row["isWarmup"].lower() == "true" else "working",
            reps=count(row["Reps"]), weight_kg=in_unit(number(row[column], zero=False), unit, KILOGRAMS),
            multiplier=number(row.get("multiplier")), distance_m=number(row.get("Distance(m)"), zero=False),
            duration_s=number(row.get("Duration(s)"), zero=False), notes=row["Note"])

    return records(log, rows, read)
