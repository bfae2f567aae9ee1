"""Workouts that a watch counted, one a row: Health Auto Export, Health Export, Simple Health Export, Samsung Health."""
from __future__ import annotations

import datetime
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOCALORIES, METRES, Skipped, Wrong, first, in_unit, number, seconds
from figures import Content, Row
from readings import Settings
from sets import Log, records


def with_unit(row: Row, *prefixes: str) -> tuple[Decimal | None, str]:
    """The number of a column and the unit in its name: `Distance (mi)`."""
    for prefix in prefixes:
        found = cells.unit_of([name for name in row if name != "#"], prefix)
        if found:
            return number(row[found[0]], zero=False), found[1]
    return None, ""


def counted(log: Log, started: Any, **row: Any) -> None:
    """One that begins in the same minute as another is one more."""
    if row.get("ended") and row["ended"] < started:
        raise Wrong("it ends before it starts")
    log.workouts[(len(log.workouts), None)] = {"started": started, **row}


def auto_export(path: Path, settings: Settings) -> Content:
    """Times to the minute, 0 for what was not measured; a swim is in yards under miles, in metres under kilometres."""
    log = Log(settings)

    def read(row: Row) -> None:
        activity = first(row, "Workout Type", "Type")
        if not activity:
            raise Skipped
        started, ended = (cells.instant(row[name], settings["zone"], "%Y-%m-%d %H:%M") for name in ("Start", "End"))
        far, unit = with_unit(row, "Distance")
        if "Swim" in activity and far is not None and far > 100:
            unit = {"mi": "yd", "km": "m"}[unit]
        burned, energy = with_unit(row, "Active Energy")
        counted(
            log, started, ended=ended, activity=activity, duration_s=seconds(row["Duration"]),
            distance_m=in_unit(far, unit, METRES), energy_kcal=in_unit(burned, energy, KILOCALORIES),
            average_heart_rate=number(first(row, "Avg. Heart Rate (count/min)", "Avg Heart Rate (bpm)"), zero=False),
            maximum_heart_rate=number(first(row, "Max. Heart Rate (count/min)", "Max Heart Rate (bpm)"), zero=False))

    return records(log, cells.table(path, blank=True), read)


def auto_export_bare(path: Path, settings: Settings) -> Content:
    """No column says a unit; the setting says that of the distance."""
    log = Log(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], settings["zone"], "%Y-%m-%d %H:%M") for name in ("Start", "End"))
        counted(log, started, ended=ended, activity=row["Type"], duration_s=seconds(row["Duration"]),
                distance_m=in_unit(number(row["Distance"]), settings["workout_distance_unit"], METRES),
                average_heart_rate=number(row["Average Heart Rate"]), maximum_heart_rate=number(row["Max Heart Rate"]))

    return records(log, cells.table(path), read)


def auto_export_german(path: Path, settings: Settings) -> Content:
    log = Log(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], settings["zone"], "%Y-%m-%d %H:%M") for name in ("Start", "End"))
        counted(log, started, ended=ended, activity=row["Workout Type"], duration_s=seconds(row["Duration"]),
                distance_m=in_unit(number(row["Distanz (km)"], zero=False), "km", METRES),
                energy_kcal=in_unit(number(row["Aktive Energie (kJ)"]), "kJ", KILOCALORIES),
                average_heart_rate=number(row["Durchschn. Herzfrequenz (bpm)"]),
                maximum_heart_rate=number(row["Max. Herzfrequenz (bpm)"]))

    return records(log, cells.table(path, ";"), read)


def health_export(path: Path, settings: Settings) -> Content:
    """Start and end in one cell."""
    log = Log(settings)

    def read(row: Row) -> None:
        started, *ended = (
            cells.instant(wall, settings["zone"], "%Y-%m-%d %H:%M:%S") for wall in row["Date"].split(" - "))
        far, unit = with_unit(row, "Distance")
        burned, energy = with_unit(row, "Active energy burned")
        counted(
            log, started, ended=ended[0] if ended else None, activity=row["Activity"], duration_s=seconds(row["Duration(Seconds)"]),
            distance_m=in_unit(far, unit, METRES), energy_kcal=in_unit(burned, energy, KILOCALORIES),
            average_heart_rate=number(row["Heart rate: Average(count/min)"]),
            maximum_heart_rate=number(row["Heart rate: Maximum(count/min)"]))

    return records(log, cells.table(path), read)


def in_cell(cell: str, units: dict[str, Decimal]) -> Decimal | None:
    """`5688.1 m`: a number and its unit."""
    value, _, unit = cell.partition(" ")
    return in_unit(number(value, zero=False), unit, units)


def simple_export(path: Path, settings: Settings) -> Content:
    log = Log(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%d %H:%M:%S %z") for name in ("startDate", "endDate"))
        counted(
            log, started, ended=ended, zone=row["HKTimeZone"] or None, activity=row["activityType"],
            duration_s=number(row["duration"]), distance_m=in_cell(row["totalDistance"], METRES),
            energy_kcal=in_cell(row["totalEnergyBurned"], KILOCALORIES))

    return records(log, cells.table(path, before=1), read)


# The kinds whose number every importer reads alike.
SAMSUNG = {"1001": "walking", "1002": "running", "15003": "exercise bike"}


def samsung(path: Path, settings: Settings) -> Content:
    """UTC as text or in milliseconds, the day by the offset beside it."""
    log = Log(settings)

    def read(row: Row) -> None:
        row = {name.removeprefix("com.samsung.health.exercise."): cell for name, cell in row.items()}
        if row["start_time"].startswith("1970-01-01"):
            raise Skipped
        started, ended = (
            datetime.datetime.fromtimestamp(int(row[name]) / 1000, cells.UTC) if re.fullmatch(r"\d{13}", row[name])
            else cells.instant(row[name], "UTC", "%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%d %H:%M:%S") for name in ("start_time", "end_time"))
        lasted = number(row["duration"])
        counted(
            log, started, ended=ended, activity=SAMSUNG.get(row["exercise_type"], row["exercise_type"]), notes=row["comment"],
            duration_s=None if lasted is None else lasted / 1000, distance_m=number(row["distance"], zero=False),
            energy_kcal=number(row["calorie"], zero=False), average_heart_rate=number(row["mean_heart_rate"]),
            maximum_heart_rate=number(row["max_heart_rate"]))

    return records(log, cells.table(path, before=1), read)
