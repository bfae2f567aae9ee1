"""Sets of further strength apps: StrongLifts of 2018, FitNotes with times, LiftLog, Lyfta, training logs, a log with cardio."""
from __future__ import annotations

import csv
import re
from pathlib import Path

import cells
from cells import KILOGRAMS, METRES, Skipped, Wrong, count, in_unit, number, seconds
from figures import Content, Row
from sets import ISO, Log, Settings, records


def stronglifts_2018(path: Path, settings: Settings) -> Content:
    """A row is a workout; whichever unit's column is filled says what was lifted."""
    log = Log(settings)

    def weighed(row: Row, name: str, place: str = "") -> object:
        unit = "kg" if row[f"{name} (KG){place}"] else "lb"
        return in_unit(number(row[f"{name} ({unit.upper()}){place}"], zero=False), unit, KILOGRAMS)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        found = []
        for name in (name for name in row if re.fullmatch(r"Exercise \d", name)):
            place = "" if name == "Exercise 1" else "#" + name[-1]
            for reps in (count(row.get(f"Set {set}{place}")) for set in range(1, 6)):
                if reps is not None:
                    found.append((row[name], reps, weighed(row, "Weight", place)))
        log.workout(started, None, notes=row["Note"], body_weight_kg=weighed(row, "Body Weight"))
        for exercise, reps, weight in found:
            log.set(started, None, exercise, reps=reps, weight_kg=weight)

    return records(log, cells.table(path), read)


def fitnotes_times(path: Path, settings: Settings) -> Content:
    """The workout's start and end in UTC, decimal commas, units that the settings say."""
    log = Log(settings)

    def read(row: Row) -> None:
        if row["Status"] == "NotStarted":
            raise Skipped
        started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%dT%H:%M:%S%z") for name in ("StartTime", "EndTime"))
        weight = in_unit(number(row["Weight"], comma=True, zero=False), settings["weight_unit"], KILOGRAMS)
        body = in_unit(number(row["BodyWeight"], comma=True, zero=False), settings["weight_unit"], KILOGRAMS)
        log.workout(started, row["Name"], ended=ended, body_weight_kg=body)
        log.set(
            started, row["Name"], row["Exercise"], about={
                "category": row["Categories"], "notes": "" if row["Equipment"] == "None" else row["Equipment"]},
            kind="warmup" if row["IsWarmup"] == "true" else "working", completed=row["Status"] == "Done", reps=count(row["Reps"]),
            weight_kg=weight, duration_s=seconds(row["Time"]), rpe=number(row["RPE"]), notes=row["Note"],
            distance_m=in_unit(number(row["Distance"], comma=True), settings["workout_distance_unit"], METRES))

    return records(log, cells.table(path), read)


def liftlog(path: Path, settings: Settings) -> Content:
    """Each set has a time of its own; of a session its day is known."""
    log = Log(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Timestamp"][:10], settings["zone"], "%Y-%m-%d")
        reps = count(row["Reps"])
        log.workout(started, None)
        log.set(
            started, None, row["Exercise"], about={"notes": row["Notes"]}, reps=reps,
            weight_kg=in_unit(number(row["Weight"], zero=False), row["WeightUnit"], KILOGRAMS))

    return records(log, cells.table(path), read)


def lyfta(path: Path, settings: Settings) -> Content:
    """`null` is no value; the sets of one side are sets."""
    log = Log(settings)
    kinds = {"WARMUP_SET": "warmup", "DROP_SET": "drop", "FAILURE_SET": "failure", "MYO_REP_SET": "other"}

    def read(row: Row) -> None:
        row = {name: "" if cell == "null" else cell for name, cell in row.items() if name != "#"}
        started = cells.instant(row["Date"], settings["zone"], *ISO)
        weight = in_unit(number(row["Weight"], zero=False), settings["weight_unit"], KILOGRAMS)
        far = in_unit(number(row["Distance"], zero=False), settings["workout_distance_unit"], METRES)
        log.workout(started, row["Title"], duration_s=seconds(row["Duration"]))
        log.set(
            started, row["Title"], row["Exercise"], about={"superset": row["Superset id"]},
            kind=kinds.get(row["Set Type"], "working"), reps=count(row["Reps"]), weight_kg=weight, distance_m=far,
            duration_s=seconds(row["Time"]), rpe=number(row["RPE"]))

    return records(log, cells.table(path), read)


NAMES = {
    "Datum": "Date", "Übung": "Exercise", "Satz": "Set", "Wiederholungen": "Reps", "Notizen": "Notes", "Дата": "Date",
    "Тренировка": "Workout", "Упражнение": "Exercise", "Подход": "Set", "Повторения": "Reps", "Вес": "Weight",
    "日付": "Date", "種目": "Exercise", "セット": "Set", "重量(kg)": "Weight (kg)", "回数": "Reps", "メモ": "Notes", "date": "Date",
    "workout": "Workout", "exercise": "Exercise", "set": "Set", "weight": "Weight", "weight_unit": "Unit", "reps": "Reps", "rpe": "RPE",
    "notes": "Notes", "muscle_group": "Muscle Group", "equipment": "Equipment", "duration_s": "Duration (sec)",
    "distance_km": "Distance (km)", "is_warmup": "Warmup", "is_complete": "Completed",
    "weight_kg": "Weight (kg)", "failed": "Failed"}
LETTERS = {"W": "warmup", "Warm-up": "warmup", "D": "drop", "F": "failure"}


def training_log(path: Path, settings: Settings) -> Content:
    """The unit is beside the weight, in its name or a setting; a letter for a number, or a column, says which sets warm up."""
    log = Log(settings)

    def read(row: Row) -> None:
        row = {NAMES.get(name, name): cell for name, cell in row.items()}
        started = cells.instant(row["Date"], settings["zone"], *ISO)
        column = next(name for name in row if name.split(" (")[0] in ("Weight", "Gewicht"))
        named = re.search(r"\((\w+)\)", column)
        weight = None if row[column] == "BW" else number(row[column], comma=True, zero=False)
        unit = row.get("Unit") or (named.group(1) if named else settings["weight_unit"])
        if row.get("Completed", "true") not in ("true", "false"):
            raise Wrong("neither true nor false")
        figures = {
            "reps": count(row["Reps"]), "weight_kg": in_unit(weight, unit, KILOGRAMS), "rpe": number(row.get("RPE")),
            "distance_m": in_unit(number(row.get("Distance (km)"), zero=False), "km", METRES),
            "duration_s": number(row.get("Duration (sec)"), zero=False), "completed": row.get("Completed", "true") == "true"}
        log.workout(started, row.get("Workout"))
        log.set(
            started, row.get("Workout"), row["Exercise"], about={
                "category": row.get("Muscle Group"), "notes": row.get("Equipment")},
            kind="warmup" if row.get("Warmup") in ("true", "yes") else "failure" if row.get("Failed") == "True" else LETTERS.get(
                row["Set"], "working"), notes=row.get("Notes"), **figures)

    return records(log, cells.table(path, ";" if "german" in path.name else ","), read)


def strength_cardio(path: Path, settings: Settings) -> Content:
    """Two tables under their titles; a time in place of repetitions is how long a set was held."""
    log = Log(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], *ISO)
        if "# of Reps" in row:
            held = ":" in row["# of Reps"]
            figures = {
                "reps": None if held else count(row["# of Reps"]), "duration_s": seconds(row["# of Reps"]) if held else None,
                "weight_kg": in_unit(number(row["Weight"], zero=False), settings["weight_unit"], KILOGRAMS)}
        else:
            figures = {
                "duration_s": seconds(row["Duration"]), "energy_kcal": number(row["Calories"], zero=False),
                "distance_m": in_unit(number(row["Distance"], zero=False), settings["workout_distance_unit"], METRES)}
        log.workout(started, None)
        log.set(started, None, row["Exercise"], notes=row["Notes"], **figures)

    tables: dict[str, list[list[str]]] = {}
    for line in filter(None, csv.reader(cells.text_of(path).splitlines())):
        if len(line) == 1:
            title = line[0]
        else:
            tables.setdefault(title, []).append(line)
    return records(log, [dict(zip(lines[0], line)) for lines in tables.values() for line in lines[1:]], read)
