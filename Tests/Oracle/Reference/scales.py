"""Scales: weight, body fat, lean mass."""
from __future__ import annotations

import csv
import datetime
import io
import re
from decimal import Decimal
from pathlib import Path

import cells
from cells import KILOGRAMS, Skipped, Wrong, first, in_unit, number
from figures import Content, Row
from readings import Readings, Settings, in_cell, share


def withings(path: Path, settings: Settings) -> Content:
    """Fat is a mass; its share is that of the weight beside it."""
    rows, readings = cells.table(path), Readings(settings)
    names = list(rows[0])

    def mass(row: Row, *prefixes: str) -> Decimal | None:
        found = next((column for prefix in prefixes if (column := cells.unit_of(names, prefix))), None)
        return in_unit(number(row.get(found[0])), found[1], KILOGRAMS) if found else None

    def read(row: Row) -> None:
        started = cells.instant(
            first(row, "Date", "Datum"), settings["zone"], "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M Uhr", "%Y-%m-%d %H:%M",
            "%Y-%m-%d %I:%M %p")
        weight, fat = mass(row, "Weight", "Gewicht"), mass(row, "Fat mass", "Fettmasse", "Vetcellen")
        readings.add("body_mass", weight, started, "Withings")
        if fat is not None and weight:
            readings.add("body_fat_percentage", share(fat, weight), started, "Withings")

    return readings.gather(rows, read)


def withings_bare(path: Path, settings: Settings) -> Content:
    readings, unit = Readings(settings), settings["weight_unit"]

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M")
        weight = in_unit(number(row["Weight"]), unit, KILOGRAMS)
        readings.add("body_mass", weight, started, "Withings")
        readings.add("body_mass_index", number(row.get("BMI")), started, "Withings")
        if "Fat" in row:
            readings.add("body_fat_percentage", number(row["Fat"]), started, "Withings")
        elif number(row.get("Fat mass")) is not None and weight:
            fat = in_unit(number(row["Fat mass"]), unit, KILOGRAMS)
            readings.add("body_fat_percentage", share(fat or Decimal(0), weight), started, "Withings")

    return readings.gather(cells.table(path), read)


def garmin_weight(path: Path, settings: Settings) -> Content:
    """A row with a date alone is the day of the rows below it."""

    readings = Readings(settings)
    lines = list(csv.reader(io.StringIO(cells.text_of(path))))
    header = [name.strip() for name in lines[0]]
    rows, day = [], ""
    for line in filter(None, lines[1:]):
        if not any(cell.strip() for cell in line[1:]):
            day = line[0].strip()
        else:
            rows.append(dict(zip(header, line)) | {"day": day})

    def read(row: Row) -> None:
        wall = f"{row['day']} {first(row, 'Time', 'Tempo')}"
        started = cells.instant(
            wall, settings["zone"], "%b %d, %Y %I:%M %p", "%d %b %Y %H:%M", "%b %d, %Y %H:%M", "%d %b %Y %I:%M %p")
        readings.add("body_mass", in_cell(first(row, "Weight", "Peso")), started, "Garmin")
        readings.add("body_mass_index", number(first(row, "BMI", "IMC")), started, "Garmin")
        readings.add("body_fat_percentage", in_cell(first(row, "Body Fat", "Gordura corporal")), started, "Garmin")

    return readings.gather(rows, read)


def renpho(path: Path, settings: Settings) -> Content:
    tabs = "\t" in cells.text_of(path).splitlines()[0]
    rows, readings = cells.table(path, "\t" if tabs else ","), Readings(settings)
    names = [name.strip() for name in rows[0]]

    def mass(row: Row, *prefixes: str) -> Decimal | None:
        found = next((column for prefix in prefixes if (column := cells.unit_of(names, prefix))), None)
        return in_unit(number(row.get(found[0])), found[1], KILOGRAMS) if found else None

    def read(row: Row) -> None:
        wall = " ".join(filter(None, (first(row, "Date", "Time of Measurement"), first(row, "Time"))))
        dates = ["%d/%m/%Y %H:%M:%S"] if settings.get("date_order") == "dmy" else []
        started = cells.instant(
            wall, settings["zone"], "%Y-%m-%d %H:%M:%S", "%Y.%m.%d %H:%M:%S", "%Y/%m/%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y.%m.%d %H:%M",
            "%Y-%m-%dT%H:%M:%S", "%b %d, %Y %I:%M:%S %p", "%b %d, %Y %H:%M:%S", *dates)
        readings.add("body_mass", mass(row, "Weight"), started, "Renpho")
        readings.add("body_mass_index", number(row.get("BMI")), started, "Renpho")
        fat = first(row, "Body Fat(%)", "Body Fat Percentage(%)")
        readings.add("body_fat_percentage", number(fat), started, "Renpho")
        lean = mass(row, "Fat-Free Mass", "Fat-free Body Weight", "Fat-Free Body Weight")
        readings.add("lean_body_mass", lean, started, "Renpho")

    return readings.gather(rows, read)


def eufy(path: Path, settings: Settings) -> Content:
    rows, readings = cells.table(path), Readings(settings)
    names = list(rows[0])

    def mass(row: Row, prefix: str) -> Decimal | None:
        found = cells.unit_of(names, prefix)
        return in_unit(number(row.get(found[0]), zero=False), found[1], KILOGRAMS) if found else None

    def read(row: Row) -> None:
        if row["Family Members"] != settings["eufy_names"]:
            raise Skipped
        started = cells.instant(row["Time"], settings["zone"], "%Y-%m-%d %H:%M:%S")
        readings.add("body_mass", mass(row, "WEIGHT"), started, "eufy")
        readings.add("body_mass_index", number(row["BMI"], zero=False), started, "eufy")
        readings.add("body_fat_percentage", number(row["BODY FAT %"], zero=False), started, "eufy")
        readings.add("lean_body_mass", mass(row, "LEAN BODY MASS"), started, "eufy")
        readings.add("body_water_percentage", number(row.get("WATER %"), zero=False), started, "eufy")

    return readings.gather(rows, read)


def fitabase(path: Path, settings: Settings) -> Content:
    """Files of a study: of several people, a day or a weighing a row."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["Id"] != settings["fitabase_ids"]:
            raise Skipped
        if "TotalSteps" in row:
            started = cells.instant(row["ActivityDate"], settings["zone"], "%Y-%m-%d")
            ended = cells.midnight_after(row["ActivityDate"], settings["zone"], "%Y-%m-%d")
            return readings.add("step_count", number(row["TotalSteps"]), started, "Fitbit", ended=ended)
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d %H:%M:%S")
        readings.add("body_mass", number(row["WeightKg"]), started, "Fitbit")
        readings.add("body_fat_percentage", number(row["Fat"], zero=False), started, "Fitbit")
        readings.add("body_mass_index", number(row["BMI"]), started, "Fitbit")

    return readings.gather(cells.table(path), read)


def samsung_weight(path: Path, settings: Settings) -> Content:
    """UTC, or milliseconds since 1970; the day is that of the offset beside it."""

    readings = Readings(settings)

    def read(row: Row) -> None:
        row = {name.removeprefix("com.samsung.health.weight."): cell for name, cell in row.items()}
        wall = row["start_time"].strip()
        if wall.startswith("1970-01-01"):
            raise Skipped
        if re.fullmatch(r"\d{13}", wall):
            started = datetime.datetime.fromtimestamp(int(wall) / 1000, cells.UTC)
        else:
            started = cells.instant(wall, "UTC", "%Y-%m-%d %H:%M:%S.%f")
        offset = row.get("time_offset", "").strip()
        if offset and not re.fullmatch(r"UTC[+-]\d{4}", offset):
            raise Wrong("no offset")
        readings.add("body_mass", number(row["weight"], zero=False), started, "Samsung Health")
        readings.add("body_fat_percentage", number(row.get("body_fat"), zero=False), started, "Samsung Health")
        readings.add("height", number(row.get("height"), zero=False), started, "Samsung Health")
        if offset:
            hours = datetime.timedelta(hours=int(offset[3:6]), minutes=int(offset[3] + offset[6:]))
            for _, made in readings.pending:
                made["day"] = (started + hours).date().isoformat()

    return readings.gather(cells.table(path, before=1), read)
