"""Files in further languages and of further apps: OMRON in Asia and Spain, Pillow, Health Data Export, Tandem, LibreView in Chinese."""
from __future__ import annotations

import csv
import datetime
import io
import re
from decimal import Decimal
from pathlib import Path

import cells
from cells import Skipped, Wrong, number
from figures import Content, Row
from phones import STAGES
from readings import Readings, Settings, minutes
from sensors import MG, MMOL
from sports import Sports, scaled
from sets import records
from vitals import PER_MINUTE, pressure
from watches import counted

WALL = "%Y-%m-%d %H:%M:%S"


def omron(path: Path, settings: Settings) -> Content:
    """By place: day and time, their zone, the two pressures, the pulse. The day is the one that is written."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        time, zone, upper, lower, pulse = row["#"][:5]
        started = cells.instant(time, zone, "%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S")
        pressure(readings, started, "OMRON", number(upper), number(lower))
        readings.series("heart_rate", number(pulse), PER_MINUTE, started, "OMRON")
        for _, made in readings.pending:
            made["day"] = time[:10].replace("/", "-")

    return readings.gather(cells.table(path), read)


def pressure_log(path: Path, settings: Settings) -> Content:
    """Times with their offset, semicolons."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], "UTC", "%Y-%m-%dT%H:%M:%S.%f%z")
        pressure(readings, started, "Blood pressure log", number(row["SYS"]), number(row["DIA"]))
        readings.series("heart_rate", number(row["BPM"]), PER_MINUTE, started, "Blood pressure log")

    return readings.gather(cells.table(path, ";"), read)


def omron_spanish(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        day, time, upper, lower, pulse = row["#"][:5]
        started = cells.instant(f"{day} {time}", settings["zone"], "%d %b %Y %H:%M")
        pressure(readings, started, "OMRON", number(upper), number(lower))
        readings.series("heart_rate", number(pulse), PER_MINUTE, started, "OMRON")

    return readings.gather(cells.table(path), read)


def pillow(path: Path, settings: Settings) -> Content:
    """Start and end, minutes in bed, whether it was a nap, quality, then minutes awake, of REM, light and deep sleep."""
    readings = Readings(settings)

    def time(cell: str) -> str:
        found = re.fullmatch(r"(?:Optional\()?(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) \+0000\)?", cell.strip())
        if not found:
            raise Wrong("no time")
        return found.group(1)

    def read(row: Row) -> None:
        started, ended = (cells.instant(time(cell), "UTC", WALL) for cell in row["#"][:2])
        lengths = {stage: minutes(row["#"][place].strip()) for stage, place in (
            ("in_bed", 2), ("awake", 5), ("rem", 6), ("core", 7), ("deep", 8))}
        readings.night(started, ended, cells.day_in(ended, settings["zone"]), "Pillow", lengths)

    return readings.gather(cells.table(path), read)


def rested(readings: Readings, started: datetime.datetime, source: str, beats: str, varied: str) -> None:
    """A measurement at rest in the morning; no variability is no measurement."""
    if varied.strip() in ("-", "0.0"):
        raise Skipped
    readings.add("resting_heart_rate", number(beats), started, source)
    readings.add("heart_rate_variability_rmssd", number(varied), started, source)


def hrv4training(path: Path, settings: Settings) -> Content:
    """A clock of 24 or of twelve hours, the latter with the words of Spanish."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["rMSSD"] == "-":
            raise Skipped
        time = row["timestamp_measurement"].replace("a. m.", "AM").replace("p. m.", "PM")
        started = cells.instant(time, "UTC", f"{WALL} %z", "%Y-%m-%d %I:%M:%S %p %z")
        rested(readings, started, "HRV4Training", row["HR"], row["rMSSD"])

    # Lines may end as those of a Mac.
    return readings.gather(list(csv.DictReader(cells.text_of(path).splitlines())), read)


def hrv4training_android(path: Path, settings: Settings) -> Content:
    """The day stands before the month."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["rMSSD"] == "0.0":
            raise Skipped
        started = cells.instant(f"{row['date']} {row['time']}", settings["zone"], "%Y-%d-%m %H:%M")
        rested(readings, started, "HRV4Training", row["HR"], row["rMSSD"])

    return readings.gather(cells.table(path), read)


def elite_hrv(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["Member"] != settings["elite_hrv_names"] or row["Type"] != "readiness":
            raise Skipped
        rested(readings, cells.instant(row["Datetime"], settings["zone"], WALL), "Elite HRV", row["HR"], row["Rmssd"])

    return readings.gather(cells.table(path), read)


def apple_sleep(path: Path, settings: Settings) -> Content:
    """The category's name has the stage at its end."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        stage = STAGES.get(row["value"].removeprefix("HKCategoryValueSleepAnalysis"))
        if stage is None:
            raise Wrong("an unknown stage")
        started, ended = (cells.instant(row[name], "UTC", f"{WALL} %z") for name in ("startDate", "endDate"))
        readings.stage(stage, started, ended, row["sourceName"])

    return readings.gather(cells.table(path, ";"), read)


def ringconn(path: Path, settings: Settings) -> Content:
    """Steps of a day, or its mean oxygen with the sign behind it."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (make(row["Date"], settings["zone"], "%Y-%m-%d") for make in (cells.instant, cells.midnight_after))
        readings.add("step_count", number(row.get("Steps")), started, "RingConn", ended=ended)
        readings.add("oxygen_saturation", number(row.get("Avg. Spo2(%)", "").removesuffix("%")), started, "RingConn", ended=ended)

    return readings.gather(cells.table(path), read)


def ringconn_nights(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], settings["zone"], WALL) for name in ("Start Time", "End Time"))
        readings.night(started, ended, row["End Time"][:10], "RingConn", {
            stage: minutes(row["#"][place]) for stage, place in (("asleep", 5), ("awake", 6), ("rem", 7), ("core", 8), ("deep", 9))})

    return readings.gather(cells.table(path), read)


GERMAN_DAYS = (
    ("body_mass", "Gewicht (kg)"), ("resting_heart_rate", "Ruhepuls (bpm)"), ("step_count", "Schrittzählung (Schritte)"),
    ("active_energy", "Aktive Energie (kJ)"), ("blood_pressure_systolic", "Blutdruck [Systolisch] (mmHg)"),
    ("blood_pressure_diastolic", "Blutdruck [Diastolisch] (mmHg)"))
GERMAN_STAGES = (("core", "Kern"), ("deep", "Tief"), ("rem", "REM"), ("awake", "Wach"), ("in_bed", "Im Bett"))


def hours(cell: str) -> Decimal | None:
    value = number(cell, zero=False)
    return None if value is None else value * 3600


def auto_export_german(path: Path, settings: Settings) -> Content:
    """Days from midnight to midnight, kilojoules; the time without a stage is no night's sum."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        day = row["Datum/Uhrzeit"]
        started, ended = cells.instant(day, settings["zone"], WALL), cells.midnight_after(day, settings["zone"], WALL)
        for type, name in GERMAN_DAYS:
            value = number(row[name])
            if value is not None:
                readings.add(type, (value / Decimal("4.184")).normalize() if type == "active_energy" else value, started,
                             "Health Auto Export", ended=ended)
        readings.night(None, None, day[:10], "Health Auto Export",
                       {stage: hours(row[f"Schlafanalyse [{name}] (Std.)"]) for stage, name in GERMAN_STAGES})

    return readings.gather(cells.table(path, ";"), read)


def auto_export_nights(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        day = cells.parsed(row["Datum/Uhrzeit"], WALL).date().isoformat()
        readings.night(None, None, day, row["Quellen"], {
            stage: hours(row[f"{name} (Std.)"]) for stage, name in (("asleep", "Gesamtschlaf"), *GERMAN_STAGES)})

    return readings.gather(cells.table(path, ";"), read)


DAILY = (
    ("resting_heart_rate", "Resting heart rate avg (bpm)"), ("heart_rate_variability_rmssd", "Heart rate variability avg (ms)"),
    ("respiratory_rate", "Respiratory rate avg (breaths/min)"), ("oxygen_saturation", "Oxygen saturation avg (%)"),
    ("dietary_energy", "Nutrition calories (kcal)"), ("dietary_protein", "Protein (g)"), ("dietary_carbohydrates", "Carbs (g)"),
    ("dietary_fat", "Fat (g)"), ("step_count", "Steps"), ("active_energy", "Active Calories (kcal)"))


def daily(readings: Readings, row: Row) -> None:
    """A day's figures, from midnight to midnight where the person was."""
    zone = row["Timezone"]
    started, ended = cells.instant(row["Date"], zone, "%Y-%m-%d"), cells.midnight_after(row["Date"], zone, "%Y-%m-%d")
    for type, name in DAILY:
        readings.add(type, number(row.get(name)), started, row["Source(s)"], ended=ended)
    for _, made in readings.pending:
        made["day"] = row["Date"]


def connect_days(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)
    return readings.gather(cells.table(path), lambda row: daily(readings, row))


def connect_body(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, source = cells.instant(row["Date/Time"], row["Timezone"], WALL), row["Source(s)"]
        readings.add("body_mass", number(row["Weight (kg)"]), started, source)
        readings.add("body_fat_percentage", number(row["Body Fat (%)"]), started, source)
        readings.add("lean_body_mass", number(row["Lean body mass (kg)"]), started, source)
        if row["Height (m)"]:
            tall = number(row["Height (m)"].split("=")[1])
            readings.add("height", scaled(tall, 100), started, source, kind="height")
        for _, made in readings.pending:
            made["day"] = row["Date/Time"][:10]

    return readings.gather(cells.table(path), read)


def connect_activity(path: Path, settings: Settings) -> Content:
    """The day's sums are the same in each row of its exercises."""
    log, readings = Sports(settings), Readings(settings)
    known: set[tuple[str, ...]] = set()

    def read(row: Row) -> None:
        readings.pending = []
        daily(readings, row)
        if row["Start Date/Time"]:
            started = cells.instant(row["Start Date/Time"], row["Timezone"], WALL)
            lasted = minutes(row["Duration (min)"])
            counted(log, started, zone=row["Timezone"], activity=row["Exercise Name"], duration_s=lasted)
        for table, made in readings.pending:
            key = (row["Date"], row["Source(s)"], made["type"])
            if key not in known:
                known.add(key)
                log.put(table, **made)

    return records(log, cells.table(path), read)


def connect_nights(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], row["Timezone"], WALL) for name in ("Start Time", "End Time"))
        lengths: dict[str, Decimal | None] = {stage: minutes(row[name]) for stage, name in (
            ("core", "Light Sleep (min)"), ("deep", "Deep Sleep (min)"), ("rem", "REM Sleep (min)"), ("awake", "Awake (min)"))}
        readings.night(started, ended, row["End Time"][:10], row["Source(s)"], lengths)

    return readings.gather(cells.table(path), read)


def tandem(path: Path, settings: Settings) -> Content:
    """Every line with cells below the first header is a record; only the sensor's and the meter's have a glucose."""
    readings = Readings(settings)
    lines = cells.text_of(path).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("DeviceType"))
    unit = next((unit for unit in (MG, MMOL) if f"({unit})" in lines[start]), settings["glucose_unit"])

    def read(row: list[str]) -> None:
        if row[2] not in ("EGV", "BG"):
            raise Skipped
        time = cells.instant(row[3], settings["zone"], "%Y-%m-%dT%H:%M:%S")
        readings.series("blood_glucose", number(row[4]), unit, time, "Tandem")

    return readings.gather([row for row in csv.reader(io.StringIO("\n".join(lines[start + 1:]))) if any(row)], read)


def nightscout_lines(path: Path, settings: Settings) -> Content:
    """No names of columns: the time twice, the glucose, an arrow, the device. Numbers below 13 are faults."""
    readings = Readings(settings)

    def read(row: list[str]) -> None:
        value = number(row[2])
        if value is not None and value < 13:
            raise Skipped
        readings.series("blood_glucose", value, MG, datetime.datetime.fromtimestamp(int(row[1]) / 1000, cells.UTC), "Nightscout")

    return readings.gather(list(csv.reader(io.StringIO(cells.text_of(path)))), read)


def nightscout_report(path: Path, settings: Settings) -> Content:
    """Readings, and treatments below them, whose fourth cell is insulin or empty."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        day, time, glucose, type, *_ = [*row["#"], "", "", ""]
        if type != "sgv":
            raise Skipped
        started = cells.instant(f"{day} {time}", settings["zone"], "%m/%d/%Y %I:%M:%S %p", "%Y-%m-%d %I:%M:%S %p")
        readings.series("blood_glucose", number(glucose), MG, started, "Nightscout")

    return readings.gather(cells.table(path, before=1), read)


def libreview(path: Path, settings: Settings) -> Content:
    """By place: who measured, when, what kind of record, then what was measured by itself, looked at, or on a strip. The header is
    the line over the first record, whose kind is a number."""
    readings = Readings(settings)
    lines = list(csv.reader(io.StringIO(cells.text_of(path))))
    above = next(place for place, line in enumerate(lines) if len(line) > 3 and line[3].isdigit()) - 1
    unit = MMOL if "mmol" in lines[above][4].lower() else MG

    def read(row: Row) -> None:
        device, _, time, kind, *rest = row["#"]
        if kind not in ("0", "1", "2"):
            raise Skipped
        value = number(rest[{"0": 0, "1": 1, "2": 10}[kind]], comma=unit == MMOL)
        readings.series("blood_glucose", value, unit, cells.instant(time, settings["zone"], "%Y-%m-%d %H:%M"), device)

    return readings.gather(cells.table(path, before=above), read)


def clarity(path: Path, settings: Settings) -> Content:
    """German: semicolons, a decimal comma, words beyond the sensor's range."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        _, time, event, *_ = row["#"]
        if event not in ("EGV", "EGW") or row["#"][7] in ("Niedrig", "Hoch"):
            raise Skipped
        started = cells.instant(time, settings["zone"], "%Y-%m-%dT%H:%M:%S")
        readings.series("blood_glucose", number(row["#"][7], comma=True), MMOL, started, "Dexcom")

    return readings.gather(cells.table(path, ";"), read)
