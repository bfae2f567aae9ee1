"""Blood pressure, glucose, oxygen, temperature, and what bands measure at night."""
from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import Skipped, Wrong, first, number
from figures import Content, Row
from readings import Readings, Settings, amount, at_offset

CLOCK = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M")
PER_MINUTE = "count/min"


def pressure(readings: Readings, started: datetime.datetime, source: str, upper: Decimal | None, lower: Decimal | None) -> None:
    readings.add("blood_pressure_systolic", upper, started, source)
    readings.add("blood_pressure_diastolic", lower, started, source)


def omron(path: Path, settings: Settings) -> Content:
    """A dash stands for what was not measured."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        wall = row["Date/Time"] if "Date/Time" in row else f"{row['Date']} {row['Time']}"
        days = ("%b %d %Y", "%b %d, %Y", "%d %b %Y", "%Y-%m-%d")
        started = cells.instant(wall, settings["zone"], *(f"{day} {clock}" for day in days for clock in ("%H:%M", "%H:%M:%S", "%I:%M %p")))
        pressure(readings, started, "OMRON", number(row["Systolic (mmHg)"]), number(row["Diastolic (mmHg)"]))
        readings.series("heart_rate", number(row.get("Pulse (bpm)")), PER_MINUTE, started, "OMRON")

    return readings.gather(cells.table(path), read)


def withings_pressure(path: Path, settings: Settings) -> Content:
    """A scale gives a heart rate without a pressure."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], *CLOCK)
        pressure(readings, started, "Withings", number(first(row, "Systolic", "Systole")),
                 number(first(row, "Diastolic", "Diastole")))
        readings.series("heart_rate", number(first(row, "Heart rate", "Herzfrequenz")), PER_MINUTE, started, "Withings")

    return readings.gather(cells.table(path), read)


def one_a_row(type: str, dates: str, *names: str) -> Callable[[Path, Settings], Content]:
    """A reader of Withings' files with a time and one figure a row; a time may have its offset."""
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            started = cells.instant(first(row, *dates.split()), settings["zone"], *CLOCK, "%Y-%m-%dT%H:%M:%S%z")
            readings.add(type, number(first(row, *names)), started, "Withings")

        return readings.gather(cells.table(path), read)

    return read_file


withings_oxygen = one_a_row("oxygen_saturation", "Date", "Sauerstoffsättigung (%)")
withings_asked = one_a_row("oxygen_saturation", "date", "value")
withings_temperature = one_a_row("body_temperature", "date Date", "value (°C)", "Body temperature (°C)")


def samsung(package: str, figures: dict[str, str], lasts: bool = False) -> Callable[[Path, Settings], Content]:
    """A reader of Samsung's files: UTC, the offset beside it, 0 where nothing was measured."""
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            row = {name.removeprefix(f"com.samsung.health.{package}."): cell for name, cell in row.items()}
            started = cells.instant(row["start_time"], "UTC", "%Y-%m-%d %H:%M:%S.%f")
            ended = cells.instant(row["end_time"], "UTC", "%Y-%m-%d %H:%M:%S.%f") if lasts else None
            for type, name in figures.items():
                readings.add(type, number(row[name], zero=False), started, "Samsung Health", ended=ended)
            at_offset(readings, started, row["time_offset"])

        return readings.gather(cells.table(path, before=1), read)

    return read_file


samsung_pressure = samsung(
    "blood_pressure", {"blood_pressure_systolic": "systolic", "blood_pressure_diastolic": "diastolic"})
samsung_oxygen = samsung("oxygen_saturation", {"oxygen_saturation": "spo2"}, lasts=True)
samsung_water = samsung("water_intake", {"dietary_water": "amount"})
samsung_meals = samsung("nutrition", {
    "dietary_energy": "calorie", "dietary_protein": "protein", "dietary_carbohydrates": "carbohydrate", "dietary_fat": "total_fat"})


def dexcom(path: Path, settings: Settings) -> Content:
    """A reading of the sensor is an EGV; Low and High are beyond what it measures."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["Event Type"] != "EGV":
            raise Skipped
        name = next(name for name in row if name.startswith("Glucose Value"))
        if row[name] in ("Low", "High"):
            raise Skipped
        started = cells.instant(row["Timestamp (YYYY-MM-DDThh:mm:ss)"], settings["zone"], "%Y-%m-%dT%H:%M:%S", *CLOCK)
        unit = re.sub(r".*\((.*)\)", r"\1", name)
        readings.series("blood_glucose", number(row[name]), unit, started, "Dexcom")

    return readings.gather(cells.table(path), read)


def libreview(path: Path, settings: Settings) -> Content:
    """Kind 0 is a reading of the sensor's own, 1 one that someone looked at; the others are food, insulin and notes."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        figure = {"0": "Historic Glucose mg/dL", "1": "Scan Glucose mg/dL"}.get(row["Record Type"])
        if figure is None:
            raise Skipped
        started = cells.instant(row["Device Timestamp"], settings["zone"], *CLOCK)
        readings.series("blood_glucose", number(row[figure]), "mg/dL", started, row["Device"])

    return readings.gather(cells.table(path, before=1), read)


def fitbit_nightly(path: Path, settings: Settings) -> Content:
    """The midnight stands for the day, with Z or without."""
    readings = Readings(settings)
    types = {"rmssd": "heart_rate_variability_rmssd", "daily_respiratory_rate": "respiratory_rate",
             "average_value": "oxygen_saturation"}

    def read(row: Row) -> None:
        started = cells.instant(row["timestamp"].removesuffix("Z"), settings["zone"], "%Y-%m-%dT%H:%M:%S")
        for name, type in types.items():
            readings.add(type, number(row.get(name)), started, "Fitbit")

    return readings.gather(cells.table(path), read)


def fitbit_score(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["timestamp"], "UTC", "%Y-%m-%dT%H:%M:%S%z")
        readings.add("resting_heart_rate", number(row["resting_heart_rate"]), started, "Fitbit")

    return readings.gather(cells.table(path), read)


def google_resting(path: Path, settings: Settings) -> Content:
    """Of daily files the midnight stands for the day in any zone, others have instants; 0 is no heart rate."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if "daily" in path.name:
            started = cells.instant(row["timestamp"][:10], settings["zone"], "%Y-%m-%d")
        else:
            started = cells.instant(row["timestamp"], "UTC", "%Y-%m-%dT%H:%M:%S%z")
        value = number(row["beats per minute"], zero=False)
        readings.add("resting_heart_rate", value, started, row["data source"])

    return readings.gather(cells.table(path), read)


def heart_rate(settings: Settings, rows: Any, source: str, read: Callable[[Any], tuple[str, Any]]) -> Content:
    """A reading every few seconds or minutes: the text of its value, and when it was."""
    readings = Readings(settings)

    def one(row: Any) -> None:
        text, time = read(row)
        value = amount(text)
        if not value:
            raise Skipped
        if not 15 <= value <= 300:
            raise Wrong("no heart rate")
        readings.series("heart_rate", value, "count/min", time, source)

    return readings.gather(rows, one)


def samsung_heart(path: Path, settings: Settings) -> Content:
    """UTC, and the offset beside it."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        row = {name.removeprefix("com.samsung.health.heart_rate."): cell for name, cell in row.items()}
        started = cells.instant(row["start_time"], "UTC", "%Y-%m-%d %H:%M:%S.%f")
        readings.series("heart_rate", number(row["heart_rate"]), "count/min", started, "Samsung Health")
        at_offset(readings, started, row["time_offset"])

    return readings.gather(cells.table(path, before=1), read)


def zepp_heart(path: Path, settings: Settings) -> Content:
    return heart_rate(settings, cells.table(path), "Zepp", lambda row: (
        "" if row["heartRate"] == "255" else row["heartRate"],
        cells.instant(f"{row['date']} {row['time']}", settings["zone"], "%Y-%m-%d %H:%M")))


def fitbit_heart(path: Path, settings: Settings) -> Content:
    return heart_rate(settings, cells.listed(path), "Fitbit", lambda row: (
        row["value"]["bpm"], cells.instant(row["dateTime"], settings["fitbit_zone"], "%m/%d/%y %H:%M:%S", "%Y-%m-%d %H:%M:%S")))


def oura_heart(path: Path, settings: Settings) -> Content:
    rows = cells.listed(path, "data") if path.suffix == ".json" else cells.table(path, ";")
    return heart_rate(settings, rows, "Oura", lambda row: (
        row["bpm"], cells.instant(row["timestamp"].replace("Z", "+0000"), "UTC", "%Y-%m-%dT%H:%M:%S.%f%z", "%Y-%m-%dT%H:%M:%S%z")))


def google_heart(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        value = number(row["beats per minute"].replace("NaN", ""), zero=False)
        readings.series(
            "heart_rate", value, "count/min", cells.instant(row["timestamp"], "UTC", "%Y-%m-%dT%H:%M:%S%z"), row["data source"])

    return readings.gather(cells.table(path), read)


def runtastic_heart(path: Path, settings: Settings) -> Content:
    return heart_rate(settings, cells.listed(path), "Runtastic", lambda row: (
        row["heart_rate"], cells.instant(row["timestamp"], "UTC", "%Y-%m-%d %H:%M:%S %z")
        if row["timestamp"].count(" ") == 2 else no_time()))


def no_time() -> datetime.datetime:
    raise Wrong("a time without an offset")


def series_values(path: Path, settings: Settings) -> Content:
    """The product's own export: the day and the unit stand beside each value."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["start_at"], "UTC", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S.%f%z")
        readings.series(row["series_type"], number(row["value"]), row["unit"], started, row["source"])
        for _, made in readings.pending:
            made["day"] = row["local_day"]

    return readings.gather(cells.table(path), read)
