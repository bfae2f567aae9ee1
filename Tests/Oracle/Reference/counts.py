"""Sums of a day, and scales: Fitbit, Garmin, Pedometer++, Polar, QS Access, Zepp."""
from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOGRAMS, in_unit, number
from figures import Content, Row
from readings import Readings, Settings, amount

ISO = ("%Y-%m-%d",)


def of_days(source: str, date: str, figures: dict[str, str]) -> Callable[[Path, Settings], Content]:
    """A reader of files with a row a day; thousands may have a comma."""
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            started = cells.instant(row[date], settings["zone"], *ISO)
            ended = cells.midnight_after(row[date], settings["zone"], *ISO)
            for type, name in figures.items():
                readings.add(type, number(row[name], thousands=True), started, source, ended=ended)

        return readings.gather(cells.table(path), read)

    return read_file


fitbit = of_days("Fitbit", "Date", {"step_count": "Steps"})
garmin_steps = of_days("Garmin", "Date", {"step_count": "Actual"})
# Its calories are those of walking and running alone, so they are active ones.
zepp = of_days("Zepp", "date", {"step_count": "steps", "active_energy": "calories"})


def garmin_days(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: dict[str, Any]) -> None:
        day = row["calendarDate"]
        started, ended = cells.instant(day, settings["zone"], *ISO), cells.midnight_after(day, settings["zone"], *ISO)
        readings.add("step_count", amount(row.get("totalSteps")), started, "Garmin", ended=ended)
        readings.add("active_energy", amount(row.get("activeKilocalories")), started, "Garmin", ended=ended)
        readings.add("resting_heart_rate", amount(row.get("restingHeartRate")), started, "Garmin")

    return readings.gather(cells.listed(path), read)


def polar(path: Path, settings: Settings) -> Content:
    """A file a day. Its calories are those of the whole day, rest and all, and no active energy."""
    readings = Readings(settings)

    def read(day: dict[str, Any]) -> None:
        started = cells.instant(day["date"], settings["zone"], *ISO)
        ended = cells.midnight_after(day["date"], settings["zone"], *ISO)
        readings.add("step_count", amount(day["summary"]["stepCount"]), started, "Polar", ended=ended)

    return readings.gather([json.loads(cells.text_of(path), parse_float=Decimal)], read)


def qs_access(path: Path, settings: Settings) -> Content:
    """0 where nothing was measured; the unit is in the column's name."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], settings["zone"], "%d-%b-%Y %H:%M") for name in ("Start", "Finish"))
        weight = in_unit(number(row.get("Weight (lb)"), zero=False), "lb", KILOGRAMS)
        readings.add("body_mass", weight, started, "QS Access")
        readings.add("step_count", number(row.get("Steps (count)"), zero=False), started, "QS Access", ended=ended)

    return readings.gather(cells.table(path), read)


def zepp_body(path: Path, settings: Settings) -> Content:
    """Kilograms always; `null` or 0 for what the scale did not measure."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if "timestamp" in row:
            started = datetime.datetime.fromtimestamp(int(row["timestamp"]), datetime.timezone.utc)
        else:
            started = cells.instant(row["time"], "UTC", "%Y-%m-%d %H:%M:%S%z")
        for type, name in (("body_mass", "weight"), ("body_mass_index", "bmi"), ("body_fat_percentage", "fatRate")):
            value = None if row[name] == "null" else number(row[name], zero=False)
            readings.add(type, value, started, "Zepp")

    return readings.gather(cells.table(path), read)


def pedometer(path: Path, settings: Settings) -> Content:
    """A row a day with US days; zero where the telephone counted nothing. What the third cell counts is not known."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        day, steps = row["#"][:2]
        started, ended = (place(day, settings["zone"], "%m/%d/%y", *ISO) for place in (cells.instant, cells.midnight_after))
        readings.add("step_count", number(steps, zero=False), started, "Pedometer++", ended=ended)

    return readings.gather(cells.table(path), read)
