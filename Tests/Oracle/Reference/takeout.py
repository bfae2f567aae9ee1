"""What Fitbit, Google, Oura, Withings and MyFitnessPal give of days and weights."""
from __future__ import annotations

import csv
import datetime
import json
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOGRAMS, Skipped, Wrong, first, in_unit, number
from figures import Content, Row
from readings import SUMS, Readings, Settings, amount, minutes


def daily(
    source: str, column: tuple[str, ...], patterns: tuple[str, ...], figures: dict[str, tuple[str, ...]],
    nights: dict[str, tuple[str, ...]] | None = None
) -> Callable[[Path, Settings], Content]:
    """A reader of files with one row per day (or moment) and plain figures in the units that are kept; nights in seconds."""

    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            wall = first(row, *column)
            started = cells.instant(wall, settings["zone"], *patterns)
            for type, names in figures.items():
                cell = first(row, *names)
                ended = cells.midnight_after(wall, settings["zone"], *patterns) if type in SUMS else None
                readings.add(type, known(cell), started, source, ended=ended)
            bed, up = (cells.instant(row[name], "UTC", "%Y-%m-%dT%H:%M:%S%z") if row.get(name, "None") not in ("None", "") else None
                       for name in ("Bedtime Start", "Bedtime End"))
            readings.night(bed, up, wall, source, {stage: known(first(row, *names)) for stage, names in (nights or {}).items()})

        return readings.gather(cells.table(path, ";" if ";" in cells.text_of(path).splitlines()[0] else ","), read)

    return read_file


def known(cell: str) -> Decimal | None:
    return None if cell == "None" else number(cell)


LASTED = ("Time", "Duration", "Dur")
oura_trends = daily("Oura", ("date",), ("%Y-%m-%d",), {
    "resting_heart_rate": ("Average Resting Heart Rate", "Avg RHR"), "step_count": ("Steps",),
    "active_energy": ("Activity Burn",)}, {
    stage: tuple(f"{name} {word}" for word in LASTED) for stage, name in (
        ("asleep", "Total Sleep"), ("core", "Light Sleep"), ("deep", "Deep Sleep"), ("rem", "REM Sleep"), ("awake", "Awake"))
} | {"in_bed": ("Total Bedtime", "Time in Bed")})
oura_activity = daily("Oura", ("day",), ("%Y-%m-%d",), {"step_count": ("steps",), "active_energy": ("active_calories",)})
withings_steps = daily("Withings", ("date",), ("%Y-%m-%d",), {"step_count": ("value",)})
withings_earned = daily("Withings", ("date",), ("%Y-%m-%d",), {"active_energy": ("value",)})
withings_passive = daily("Withings", ("date",), ("%Y-%m-%d",), {"basal_energy": ("value",)})


def withings_distance(path: Path, settings: Settings) -> Content:
    """Metres of a day."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["date"], settings["zone"], "%Y-%m-%d")
        metres = number(row["value"])
        readings.add("distance_walking_running", None if metres is None else metres / 1000, started, "Withings",
                     ended=cells.midnight_after(row["date"], settings["zone"], "%Y-%m-%d"))

    return readings.gather(cells.table(path), read)


def myfitnesspal(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        weight = in_unit(number(row.get("Weight"), zero=False), settings["weight_unit"], KILOGRAMS)
        readings.add("body_mass", weight, started, "MyFitnessPal")
        readings.add("body_fat_percentage", number(row.get("Fitbit body fat %")), started, "MyFitnessPal")
        ended = cells.midnight_after(row["Date"], settings["zone"], "%Y-%m-%d")
        readings.add("step_count", number(row.get("Fitbit steps")), started, "MyFitnessPal", ended=ended)
        for girth in ("Neck", "Waist", "Hips"):
            size = in_unit(number(row.get(girth), zero=False), settings["girth_unit"], {"cm": Decimal(1), "in": Decimal("2.54")})
            readings.add(None, size, started, "MyFitnessPal", kind=girth.lower())

    return readings.gather(cells.table(path), read)


def fitbit_weight(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(f"{row['date']} {row['time']}", settings["zone"], "%m/%d/%y %H:%M:%S", "%Y-%m-%d %H:%M:%S")
        weight = in_unit(Decimal(str(row["weight"])), settings["weight_unit"], KILOGRAMS)
        readings.add("body_mass", weight, started, "Fitbit")
        readings.add("body_mass_index", amount(row.get("bmi")), started, "Fitbit")
        readings.add("body_fat_percentage", amount(row.get("fat")) or None, started, "Fitbit")

    return readings.gather(cells.listed(path, "weight"), read)


def google_fit(path: Path, settings: Settings) -> Content:
    """Nanoseconds since 1970, as numbers or as texts."""

    readings = Readings(settings)
    types = {"com.google.weight": "body_mass", "com.google.step_count.delta": "step_count", "com.google.height": "height",
             "com.google.body.fat.percentage": "body_fat_percentage"}

    def read(point: dict[str, Any]) -> None:
        type = types.get(point["dataTypeName"])
        if type is None:
            raise Skipped
        started = moment(point["startTimeNanos"])
        value = point["fitValue"][0].get("value", point["fitValue"][0])
        figure = amount(value.get("fpVal", value.get("intVal")))
        if type == "height" and figure is not None:
            figure *= 100
        ended = moment(point["endTimeNanos"])
        readings.add(type, figure, started, point.get("originDataSourceId") or "Google Fit", ended=ended,
                     kind="height" if type == "height" else None)

    return readings.gather(json.loads(cells.text_of(path), parse_float=Decimal)["Data Points"], read)


def moment(nanoseconds: Any) -> datetime.datetime:
    if not re.fullmatch(r"\d{1,19}", str(nanoseconds)):
        raise Wrong("no time")
    return datetime.datetime(1970, 1, 1, tzinfo=cells.UTC) + datetime.timedelta(microseconds=int(nanoseconds) // 1000)


def fitbit_export(path: Path, settings: Settings) -> Content:
    """Several tables in one file, each under its title."""

    readings, rows, title, header = Readings(settings), [], "", []
    text = cells.text_of(path)
    # Saved again by a spreadsheet the file has semicolons.
    sign = ";" if text.split("\n", 1)[0].strip().endswith(";") else ","
    for line in text.splitlines():
        row = next(csv.reader([line], delimiter=sign), [])
        if not any(row):
            title, header = "", []
        elif not title:
            title = row[0]
        elif not header:
            header = row
        else:
            rows.append(dict(zip(header, row)) | {"title": title})

    def read(row: Row) -> None:
        if row["title"] == "Sleep":
            started, ended = (
                cells.instant(row[name], settings["zone"], "%Y-%m-%d %I:%M%p", "%Y-%m-%d %H:%M", "%m-%d-%Y %I:%M%p")
                for name in ("Start Time", "End Time"))
            readings.night(started, ended, cells.day_in(ended, settings["zone"]), "Fitbit", {
                "asleep": minutes(row.get("Minutes Asleep")), "core": minutes(row.get("Minutes Light Sleep")),
                "deep": minutes(row.get("Minutes Deep Sleep")), "rem": minutes(row.get("Minutes REM Sleep")),
                "awake": minutes(row.get("Minutes Awake")), "in_bed": minutes(row.get("Time in Bed"))})
            return
        if row["title"] == "Aktivitäten":
            day = row["Datum"]
            started, ended = (place(day, settings["zone"], "%d-%m-%Y", "%Y-%m-%d") for place in (cells.instant, cells.midnight_after))
            readings.add("step_count", number(row["Schritte"].replace(".", "")), started, "Fitbit", ended=ended)
            return
        if row["title"] not in ("Body", "Activities"):
            raise Skipped
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        if row["title"] == "Activities":
            ended = cells.midnight_after(row["Date"], settings["zone"], "%Y-%m-%d")
            readings.add("step_count", number(row["Steps"], thousands=True), started, "Fitbit", ended=ended)
            return
        weight = number(row["Weight"], zero=False, thousands=True)
        readings.add("body_mass", in_unit(weight, settings["weight_unit"], KILOGRAMS), started, "Fitbit")
        readings.add("body_mass_index", number(row["BMI"], zero=False), started, "Fitbit")
        readings.add("body_fat_percentage", number(row["Fat"], zero=False), started, "Fitbit")

    return readings.gather(rows, read)
