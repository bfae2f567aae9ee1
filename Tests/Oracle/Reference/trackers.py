"""Weights, girths and counts, one a row: what a row measures, in which unit and when its columns say."""
from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import METRES, Skipped, Wrong, first, in_unit, number, verbatim
from figures import Content, Row
from phones import APPLE
from readings import MASS, SUMS, Readings, Settings, amount, measured

LENGTHS = {name: 100 * metres for name, metres in METRES.items()} | {"mm": Decimal("0.1")}
SHARES = {"%": Decimal(1), "fraction": Decimal(100)}
GIRTHS = ("neck", "shoulders", "chest", "left_bicep", "right_bicep", "left_forearm", "right_forearm", "abdomen", "waist", "hips",
          "left_thigh", "right_thigh", "left_calf", "right_calf")
TYPES = {"weight": "body_mass", "body_fat": "body_fat_percentage", "lean_mass": "lean_body_mass", "height": "height"}


def body(readings: Readings, kind: str, value: Decimal | None, unit: str | None, started: Any, source: str | None) -> None:
    """A measurement of the body; what scales measure is a sample as well. What no device measured was typed in."""
    units = SHARES if kind == "body_fat" else MASS if kind in ("weight", "lean_mass") else LENGTHS
    value = in_unit(value, unit, units)
    if value is not None and value <= 0:
        raise Wrong("more or less than a body can have")
    readings.add(TYPES.get(kind), value, started, source or "Manual", kind=kind,
                 unit="%" if units is SHARES else "kg" if units is MASS else "cm")


def hevy_measurements(path: Path, settings: Settings) -> Content:
    """The unit is in the column's name."""
    readings = Readings(settings)
    patterns = ("%d %b %Y, %H:%M", "%b %d, %Y, %I:%M %p", "%Y-%m-%d %H:%M:%S")

    def read(row: Row) -> None:
        started = cells.instant(row["date"], settings["zone"], *patterns)
        for column, cell in row.items():
            found = re.fullmatch(r"(\w+)_(kg|lbs|cm|in|percent)", column)
            if found:
                kind, unit = {"fat": "body_fat", "shoulder": "shoulders"}.get(found[1], found[1]), found[2]
                body(readings, kind, number(cell), "%" if unit == "percent" else unit, started, "Hevy")

    return readings.gather(cells.table(path), read)


STRONG = {"Weight": "weight", "Gewicht": "weight", "Body Fat Percentage": "body_fat", "Waist": "waist", "Bodyweight": "weight",
          "Body Fat": "body_fat", "Body Fat %": "body_fat", "Body Weight": "weight", "Lean Mass": "lean_mass", "Height": "height",
          "Upper Abs": "abdomen", "Left Calves": "left_calf", "Right Calves": "right_calf"}
LIMBS = {"upper arm": "bicep", "bicep": "bicep", "forearm": "forearm", "thigh": "thigh", "calf": "calf"}


def girth(name: str) -> str | None:
    """Left Upper Arm, Upper Arm (Left), Chest."""
    side = re.search("left|right", name.lower())
    limb = re.sub(r"\(?(left|right)\)?", "", name.lower()).strip()
    kind = f"{side[0]}_{LIMBS.get(limb)}" if side else limb
    return kind if kind in GIRTHS else None


def named(source: str | None, *columns: str) -> Callable[[Path, Settings], Content]:
    """A reader of rows that name what they measure: Strong, FitNotes."""
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            kind = first(row, "Measurement Type", "Measurement")
            if kind == "Caloric Intake":
                raise Skipped
            known = STRONG.get(kind) or girth(kind)
            if known is None:
                raise Wrong("an unknown kind")
            wall = " ".join(first(row, column) for column in columns if column in row)
            started = cells.instant(wall, settings["zone"], "%Y-%m-%d %H:%M:%S")
            value = number(row["Value"])
            body(readings, known, value, row["Unit"], started, source or row["Source"])

        return readings.gather(cells.table(path), read)

    return read_file


strong_measurements = named(None, "Date", "Datum")
fitnotes_body = named("Manual", "Date", "Time")


def measurement_log(path: Path, settings: Settings) -> Content:
    """An instant with its offset, wall time, or the day alone."""
    readings = Readings(settings)
    rows = json.loads(cells.text_of(path), parse_float=Decimal)["measurements"] if path.suffix == ".json" else cells.table(path)

    def read(row: dict[str, Any]) -> None:
        started = cells.instant(
            row["measured_at"], settings["zone"], "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d")
        kind = row["kind"].lower().replace(" ", "_")
        body(readings, kind, amount(row["value"]), row["unit"], started, row.get("source") or None)

    return readings.gather(rows, read)


def withings_height(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(first(row, "Datum", "Date"), settings["zone"], "%Y-%m-%d %H:%M:%S")
        if "Height (in)" in row:
            feet, mark, inches = row["Height (in)"].removesuffix("''").partition("'")
            if not mark:
                raise Wrong("feet and inches")
            return body(readings, "height", number(feet) * 12 + number(inches), "in", started, "Withings")
        body(readings, "height", number(first(row, "Grösse (m)", "Height (m)"), zero=False), "m", started, "Withings")

    return readings.gather(cells.table(path), read)


def google_health(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["timestamp"], "UTC", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S.%f%z")
        source = row["data source"]
        steps = row.get("steps")
        readings.add("step_count", None if steps == "NaN" else number(steps), started, source)
        body(readings, "weight", number(row.get("weight grams")), "g", started, source)
        body(readings, "height", number(row.get("height millimeters")), "mm", started, source)
        body(readings, "body_fat", number(row.get("body fat percentage")), "%", started, source)

    return readings.gather(cells.table(path), read)


# Columns of the daily exports: type and names.
DAYS: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "Google Fit": [("step_count", ("Step count", "Recuento de pasos")),
                   ("body_mass", ("Average weight (kg)", "Peso medio (kg)"))],
    "Health Export": [
        ("body_mass", ("Body mass(kg)", "Body mass(lb)")), ("step_count", ("Steps(count)", "Step count(count)")),
        ("active_energy", ("Active energy burned(kcal)", "Active energy burned(Cal)")),
        ("lean_body_mass", ("Lean body mass(lb)",)), ("body_fat_percentage", ("Body fat percentage(%)",)),
        ("height", ("Height(ft)",)), ("body_mass_index", ("Body mass index(count)",)),
        ("resting_heart_rate", ("Resting heart rate(count/min)",))],
}
OF_UNITS = {"(lb)": MASS["lb"], "(ft)": LENGTHS["ft"]}


def days_of(source: str) -> Callable[[Path, Settings], Content]:
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            wall = first(row, "Date", "Fecha")
            started = cells.instant(wall, settings["zone"], "%Y-%m-%d", "%Y-%m-%d %H:%M:%S")
            ended = cells.midnight_after(wall, settings["zone"], "%Y-%m-%d") if re.fullmatch(r"[\d-]+", wall) else None
            for type, names in DAYS[source]:
                name = next((name for name in names if name in row), "")
                value = number(row.get(name), zero=type in SUMS)
                if value is not None:
                    value *= next((size for unit, size in OF_UNITS.items() if name.endswith(unit)), Decimal(1))
                # The weight of Google Fit is the day's average.
                lasts = source != "Google Fit" or type in SUMS
                readings.add(type, value, started, source, ended=ended if lasts else None)

        return readings.gather(cells.table(path, ";" if ";" in cells.text_of(path).splitlines()[0] else ","), read)

    return read_file


google_fit_daily, health_export = map(days_of, DAYS)


def simple_export(path: Path, settings: Settings) -> Content:
    """One sample a row, as Apple's own export has it; the first line says what divides the cells."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        type = APPLE.get(row["type"].removeprefix("HKQuantityTypeIdentifier"))
        if type is None:
            raise Skipped
        started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%d %H:%M:%S %z") if re.search(r"[+-]\d{4}$", row[name])
                          else no_offset() for name in ("startDate", "endDate"))
        readings.add(type, measured(type, row["value"], row["unit"]), started, verbatim(row, "sourceName"), ended=ended,
                     kind="height" if type == "height" else None)

    return readings.gather(cells.table(path, before=1), read)


def no_offset() -> Any:
    raise Wrong("a time without its offset")


def fitbit_days(path: Path, settings: Settings) -> Content:
    """Steps by the minute, whose zone a setting says, and the heart rate of a day."""
    readings = Readings(settings)

    def read(row: dict[str, Any]) -> None:
        value = row["value"]
        if isinstance(value, dict):
            started = cells.instant(row["dateTime"], settings["zone"], "%m/%d/%y %H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f")
            readings.add("resting_heart_rate", amount(value["value"]) or None, started, "Fitbit")
        else:
            started = cells.instant(row["dateTime"], settings["fitbit_zone"], "%m/%d/%y %H:%M:%S", "%Y-%m-%d %H:%M:%S")
            ended = started + datetime.timedelta(minutes=1)
            readings.add(settings["fitbit_type"], amount(value), started, "Fitbit", ended=ended)

    return readings.gather(json.loads(cells.text_of(path), parse_float=Decimal), read)


def samsung_steps(path: Path, settings: Settings) -> Content:
    """A row of each device and, as -2, one of all; a number is the day's midnight as if it were UTC."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["source_type"] != "-2":
            raise Skipped
        wall = row["day_time"]
        if re.fullmatch(r"\d{13}", wall):
            wall = datetime.datetime.fromtimestamp(int(wall) / 1000, cells.UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
        started = cells.instant(wall, settings["zone"], "%Y-%m-%d %H:%M:%S.%f")
        ended = cells.midnight_after(wall, settings["zone"], "%Y-%m-%d %H:%M:%S.%f")
        readings.add("step_count", number(row["count"]), started, "Samsung Health", ended=ended)

    return readings.gather(cells.table(path, before=1), read)
