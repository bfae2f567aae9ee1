"""Workouts whose sets share a line or a cell: StrongLifts, RepCount, JEFIT."""
from __future__ import annotations

import csv
import datetime
import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOGRAMS, METRES, Skipped, Wrong, count, in_unit, number, seconds
from figures import Content, Row
from readings import Readings
from sets import ISO, Log, Settings, helped, records


def stronglifts(path: Path, settings: Settings) -> Content:
    """One line is an exercise, its sets are pairs of columns; the unit of the sets is not that of the body."""
    log = Log(settings)

    def read(row: Row) -> None:
        cut = {name: cell.strip() for name, cell in row.items() if name != "#"}
        started = cells.instant(
            f"{cut['Date (yyyy/mm/dd)']} {cut['Start Time (h:mm)']}", settings["zone"], "%Y/%m/%d %I:%M %p", "%Y/%m/%d %H:%M", "%Y/%m/%d")
        pairs = sorted((int(found.group(1)), name) for name in cut if (found := re.fullmatch(r"Set (\d+) \(Reps\)", name)))
        unit = "lb" if "Set 1 (LB)" in cut else "kg"
        sets = [
            (count(cut.get(name)), in_unit(number(cut.get(f"Set {place} ({unit.upper()})"), zero=False), unit, KILOGRAMS))
            for place, name in pairs]
        log.workout(
            started, cut["Workout Name"], duration_s=times(number(cut["Duration (hours)"]), 3600),
            body_weight_kg=in_unit(number(cut.get("Body Weight (KG)"), zero=False), "kg", KILOGRAMS), notes=cut["Notes"])
        for reps, weight in sets:
            if reps is not None:
                log.set(started, cut["Workout Name"], cut["Exercise"], reps=reps, weight_kg=weight)

    return records(log, cells.table(path), read)


def stronglifts_2017(path: Path, settings: Settings) -> Content:
    """A row is a workout of three exercises; the unit of the body weight says which of two weights was lifted."""
    log = Log(settings)

    def read(row: Row) -> None:
        body = row["Body Weight"]
        if not body:
            raise Skipped
        unit = "lb" if body.endswith("lb") else "kg"
        started, title = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d"), row["Workout"]
        log.workout(
            started, title, notes=row["Note"], body_weight_kg=in_unit(number(body.removesuffix(unit)), unit, KILOGRAMS))
        for name, place in (("Exercise 1", ""), ("Exercise 2", "#2"), ("Exercise 3", "#3")):
            weight = in_unit(number(row[f"Weight ({unit.upper()}){place}"], zero=False), unit, KILOGRAMS)
            for reps in (count(row[f"Set {set}{place}"]) for set in range(1, 6)):
                if reps is not None:
                    log.set(started, title, row[name], reps=reps, weight_kg=weight)

    return records(log, cells.table(path), read)


def times(value: Decimal | None, factor: int) -> Decimal | None:
    return None if value is None else value * factor


def repcount(path: Path, settings: Settings) -> Content:
    log = Log(settings)

    def read(row: Row) -> None:
        cut = {name: cell.strip() for name, cell in row.items() if name != "#"}
        if not cut["Exercise"] or not any(cut.get(name) for name in ("Weight", "Reps", "Distance", "Duration")):
            raise Skipped
        # Names keep their blanks: the app's own name is the key of its history.
        exercise = row["Exercise"]
        started, ended = (cells.instant(cut[name], settings["zone"], *ISO) for name in ("Workout Start", "Workout End"))
        unit = settings["weight_unit"]
        distance = in_unit(
            number(cut.get("Distance"), comma=True, zero=False), settings.get("workout_distance_unit"), METRES)
        title = cut.get("Name") or None
        log.workout(
            started, title, ended=ended,
            body_weight_kg=in_unit(number(cut.get("Bodyweight"), comma=True, zero=False), unit, KILOGRAMS))
        log.set(
            started, title, exercise, about={"category": cut["Category"]}, reps=count(cut["Reps"]),
            weight_kg=in_unit(number(cut["Weight"], comma=True, zero=False), unit, KILOGRAMS), distance_m=distance,
            duration_s=seconds(cut.get("Duration")) or None, energy_kcal=number(cut.get("Kcal"), zero=False),
            notes=cut["Notes"])

    return records(log, cells.table(path), read)


def jefit(path: Path, settings: Settings) -> Content:
    """Several tables in one file; the sets of an exercise are one cell, `40x10,42.5x8`: weight and repetitions."""
    log, body = Log(settings), Readings(settings)
    section, header, rows = "", [], []
    for line in csv.reader(cells.text_of(path).splitlines()):
        if line and line[0].startswith("#"):
            section, header = line[0].strip("# ") or section, []
        elif line and not header:
            header = line
        elif line:
            rows.append(dict(zip(header, line)) | {"section": section})

    def read(row: Row) -> None:
        if row["section"] not in ("EXERCISE LOGS", "PROFILE"):
            raise Skipped
        started = cells.instant(row["mydate"], settings["zone"], "%Y-%m-%d")
        if row["section"] == "PROFILE":
            body.pending = []
            body.add("body_mass", in_unit(number(row["weight"], zero=False), settings["weight_unit"], KILOGRAMS), started, "JEFIT")
            body.add("body_fat_percentage", number(row["fatpercent"], zero=False), started, "JEFIT")
            if not body.pending:
                raise Skipped
            log.pending += body.pending
            return
        done = []
        for packed in filter(None, row["logs"].split(",")):
            weight, reps = packed.split("x")[:2]
            # 0x0 is a set that was not done.
            if count(reps) or number(weight):
                done.append((in_unit(number(weight, zero=False), settings["weight_unit"], KILOGRAMS), count(reps)))
        if not done or all(packed.startswith("0x0") for packed in row["logs"].split(",")[:2]):
            raise Skipped
        log.workout(started, None)
        for weight, reps in done:
            log.set(started, None, row["ename"], reps=reps, weight_kg=weight)

    return records(log, rows, read)


def gymrun(path: Path, settings: Settings) -> Content:
    """A German clock and decimal commas. A workout is a day and its routine."""
    log = Log(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%d.%m.%Y")
        weight = in_unit(number(row["Weight"], comma=True), settings["weight_unit"], KILOGRAMS)
        log.workout(started, row["Routine"])
        log.set(started, row["Routine"], row["Exercise"], reps=count(row["Reps"]), weight_kg=weight)

    return records(log, cells.table(path, ";"), read)


def liftosaur(path: Path, settings: Settings) -> Content:
    """What was done stands beside what was asked for, or is empty; a note is that of the exercise, in whichever of its lines."""
    log = Log(settings)

    def read(row: Row) -> None:
        if not row["Completed Reps"]:
            raise Skipped
        started = cells.instant(row["Workout DateTime"], "UTC", "%Y-%m-%dT%H:%M:%S.%f%z")
        weight = in_unit(number(row["Completed Weight Value"]), row["Completed Weight Unit"], KILOGRAMS)
        day, exercise, reps = row["Day Name"], row["Exercise"], count(row["Completed Reps"])
        log.workout(started, day)
        log.set(started, day, exercise, kind="warmup" if row["Is Warmup Set?"] == "1" else "working", reps=reps,
                weight_kg=weight, rpe=number(row["Completed RPE"]))
        about = log.exercises[(started, day, exercise, 1)]
        about["notes"] = about.get("notes") or row["Notes"]

    return records(log, cells.table(path), read)


# Names of columns and words in German, as the Italian ones.
GERMAN = {
    "Datum": "Data", "Training": "Programma", "Übung": "Esercizio", "Bereich": "Zona", "Notizen": "Appunti", "Ausgelassen": "Saltato",
    "Satz / Aufwärmsatz / Abkühlungssatz": "Set / Set di riscaldamento / Set di defaticamento",
    "Wiederholungen / Zeit": "Ripetizioni / Tempo", "Gewicht / Strecke": "Peso / Distanza"}
GYMBOOK = {
    "": "working", "Set": "working", "Set di riscaldamento": "warmup", "Set di defaticamento": "other", "Satz": "working",
    "Aufwärmsatz": "warmup"}


def gymbook(path: Path, settings: Settings) -> Content:
    """A word behind each number says what it counts."""
    log = Log(settings)

    def read(row: Row) -> None:
        row = {GERMAN.get(name, name): cell for name, cell in row.items()}
        text, _, word = row["Ripetizioni / Tempo"].partition(" ")
        if row["Saltato"] in ("Si", "Ja"):
            raise Skipped
        load, unit = row["Peso / Distanza"].split()
        load_number = number(load, comma=True, zero=False)
        started = cells.instant(row["Data"], settings["zone"], "%d/%m/%y", "%d.%m.%Y")
        given: Row = {"notes": row["Appunti"], "kind": GYMBOOK[row["Set / Set di riscaldamento / Set di defaticamento"]]}
        if word in ("ripetizioni", "Wiederholungen"):
            given |= {"reps": count(text), "weight_kg": in_unit(load_number, unit, KILOGRAMS)}
        elif word in ("secondi", "Sekunden"):
            given |= {"duration_s": number(text), "weight_kg": in_unit(load_number, unit, KILOGRAMS)}
        else:
            given |= {"duration_s": times(number(text), 60), "distance_m": in_unit(load_number, unit, METRES)}
        log.workout(started, row["Programma"])
        log.set(started, row["Programma"], row["Esercizio"], about={"category": row["Zona"]}, **given)

    return records(log, cells.table(path, ";" if b"Datum;" in path.read_bytes() else ","), read)


def macrofactor(path: Path, settings: Settings) -> Content:
    """The unit is in the name of the weight; a kind of set that is not known is another one."""
    log = Log(settings)
    kinds = {"Standard Set": "working", "": "working", "Warm-Up Set": "warmup"}

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        weight = in_unit(number(row["Weight (lbs)"]), "lbs", KILOGRAMS)
        log.workout(started, row["Workout"])
        log.set(started, row["Workout"], row["Exercise"], kind=kinds.get(row["Set Type"], "other"), reps=count(row["Reps"]),
                weight_kg=weight)

    return records(log, cells.table(path), read)


def sugarwod(path: Path, settings: Settings) -> Content:
    """A lift lists what was on the bar in each set, or its best one is known; a result without a kind is a time."""
    log = Log(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["date"], settings["zone"], "%m/%d/%Y", "%Y%m%d")
        notes = " ".join(filter(None, (row.get(name, "").strip() for name in (
            "description", "best_result_display", "rx_or_scaled", "notes"))))
        lasted = number(row["best_result_raw"]) if row["score_type"] in ("", "Time") else None
        log.workout(started, row["title"], notes=notes, duration_s=lasted)
        if row["score_type"] == "Load":
            for given in json.loads(row.get("set_details") or "[]") or [{"load": row["best_result_raw"]}]:
                log.set(started, row["title"], row["barbell_lift"], completed=given.get("success", True),
                        weight_kg=in_unit(number(str(given["load"])), settings["weight_unit"], KILOGRAMS))

    return records(log, cells.table(path), read)


def btwb(path: Path, settings: Settings) -> Content:
    """A result in words: what was done stands in the note."""
    log = Log(settings)

    def read(row: Row) -> None:
        parts = (row.get(name, "").strip() for name in ("Formatted Result", "Performed", "Description", "Notes"))
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d", "%m/%d/%Y")
        log.workout(started, row["Workout"], notes=" ".join(filter(None, parts)))

    return records(log, cells.table(path), read)


def climbs(path: Path, settings: Settings) -> Content:
    """A day is a workout, a route an exercise: Mountain Project and theCrag, whose clock is none."""
    log = Log(settings)

    def read(row: Row) -> None:
        names = ("Route Grade", "Ascent Gear Style", "Ascent Type", "Ascent Label", "Comment") if "Ascent Date" in row else (
            "Rating", "Style", "Lead Style", "Notes")
        day = row["Ascent Date"].removesuffix("T00:00:00Z") if "Ascent Date" in row else row["Date"]
        started = cells.instant(day, settings["zone"], "%Y-%m-%d")
        log.workout(started, None, activity="Climbing")
        log.set(started, None, row["Route Name"] if "Route Name" in row else row["Route"], about={"category": row.get("Route Type")},
                notes=" ".join(filter(None, (row[name].strip() for name in names))))

    return records(log, cells.table(path), read)


def hevy_json(path: Path, settings: Settings) -> Content:
    """Of the API or of the web page: an exercise that is done again is another one."""
    log = Log(settings)
    document = json.loads(cells.text_of(path), parse_float=Decimal)
    kinds = {"normal": "working", "warmup": "warmup", "dropset": "drop", "failure": "failure"}
    rows = []
    for workout in document["workouts"] if isinstance(document, dict) else document:
        rounds: dict[str, int] = {}
        for exercise in workout["exercises"]:
            rounds[exercise["title"]] = rounds.get(exercise["title"], 0) + 1
            rows += [{"workout": workout, "exercise": exercise, "round": rounds[exercise["title"]], "set": given} for given in exercise["sets"]]

    def figure(value: Any) -> Decimal | None:
        return None if value is None else number(str(value), zero=False)

    def read(row: Row) -> None:
        workout, exercise, given = row["workout"], row["exercise"], row["set"]
        started, ended = (
            datetime.datetime.fromtimestamp(time, cells.UTC) if isinstance(time, int) else datetime.datetime.fromisoformat(time)
            for time in (workout["start_time"], workout["end_time"]))
        title = workout.get("title", workout.get("name"))
        reps = None if given["reps"] is None else count(str(given["reps"]))
        weight = helped(exercise["title"], figure(given["weight_kg"]))
        lasted, far = figure(given["duration_seconds"]), figure(given["distance_meters"])
        log.workout(started, title, ended=ended, notes=workout["description"])
        about = {"notes": exercise["notes"], "superset": exercise["superset_id"]}
        log.set(started, title, exercise["title"], about=about, round=row["round"], kind=kinds[given.get("type", given.get("indicator"))],
                reps=reps, weight_kg=weight, distance_m=far, duration_s=lasted, rpe=figure(given["rpe"]))

    return records(log, rows, read)
