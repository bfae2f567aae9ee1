"""Health exports of telephones: Apple Health, Health Auto Export."""
from __future__ import annotations

import datetime
import json
import re
import xml.etree.ElementTree
import zipfile
import zoneinfo
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOCALORIES, KILOGRAMS, METRES, Skipped, Wrong, first, in_unit, number
from figures import Content, Row
from readings import Readings, Settings, amount, measured
from sets import Log


APPLE = {
    "BodyMass": "body_mass", "LeanBodyMass": "lean_body_mass", "BodyMassIndex": "body_mass_index",
    "RestingHeartRate": "resting_heart_rate", "StepCount": "step_count", "ActiveEnergyBurned": "active_energy",
    "BodyFatPercentage": "body_fat_percentage", "Height": "height", "OxygenSaturation": "oxygen_saturation",
    "RespiratoryRate": "respiratory_rate", "BloodPressureSystolic": "blood_pressure_systolic",
    "BloodPressureDiastolic": "blood_pressure_diastolic", "DietaryEnergyConsumed": "dietary_energy",
    "DietaryProtein": "dietary_protein", "DietaryCarbohydrates": "dietary_carbohydrates", "DietaryFatTotal": "dietary_fat"}
STAGES = {"InBed": "in_bed", "Asleep": "asleep", "AsleepUnspecified": "asleep", "AsleepCore": "core", "AsleepDeep": "deep",
          "AsleepREM": "rem", "Awake": "awake"}


def apple(path: Path, settings: Settings) -> Content:
    """export.xml without its DOCTYPE, which is malformed in many exports; a fragment without its root is wrapped."""

    if zipfile.is_zipfile(path):
        archive = zipfile.ZipFile(path)
        name = next(name for name in archive.namelist() if name.endswith("export.xml") and not name.startswith("__MACOSX"))
        text = archive.read(name).decode("utf-8")
    else:
        text = cells.text_of(path)
    # A vertical tab within an attribute is no XML; phones write it all the same.
    text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", re.sub(r"<!DOCTYPE.*?\]>", "", text, flags=re.S))
    text = re.sub(r"<\?xml.*?\?>", "", text)
    root = xml.etree.ElementTree.fromstring(text if "<HealthData" in text else f"<HealthData>{text}</HealthData>")
    readings = Readings(settings)
    log = Log(settings)

    def read(record: xml.etree.ElementTree.Element) -> None:
        started, ended = (cells.instant(record.get(name, ""), "UTC", "%Y-%m-%d %H:%M:%S %z") for name in ("startDate", "endDate"))
        source = record.get("sourceName", "")
        if ended < started:
            raise Wrong("it ends before it starts")
        if record.tag == "Workout":
            readings.put("workouts", source=source, **exercised(record, started, ended))
            return
        name = record.get("type", "")
        if name == "HKCategoryTypeIdentifierSleepAnalysis":
            stage = STAGES.get(record.get("value", "").removeprefix("HKCategoryValueSleepAnalysis"))
            if stage is None:
                raise Wrong("an unknown stage")
            readings.stage(stage, started, ended, source)
            return
        type = APPLE.get(name.removeprefix("HKQuantityTypeIdentifier"))
        if type is None:
            raise Skipped
        readings.add(type, measured(type, record.get("value"), record.get("unit")), started, source, ended=ended,
                     kind="height" if type == "height" else None)

    readings.gather([child for child in root if child.tag in ("Record", "Workout")], read)
    for row in readings.rows.get("workouts", []):
        log.workouts[(len(log.workouts), None)] = row
    log.days()
    readings.rows["days"] = log.rows["days"]
    readings.rows["climbs"] = [row for row in log.workouts.values() if row.get("ascent_m") is not None]
    return readings


def exercised(record: xml.etree.ElementTree.Element, started: Any, ended: Any) -> Row:
    """A workout of Apple Health: sums are attributes until iOS 15, elements from iOS 16."""
    def sum_of(*types: str) -> tuple[str, str] | None:
        return next((
            (one.get("sum", ""), one.get("unit", "")) for one in record.findall("WorkoutStatistics")
            if one.get("type", "").startswith(tuple(f"HKQuantityTypeIdentifier{type}" for type in types)) and one.get("sum")),
            None)

    far = (record.get("totalDistance", ""), record.get("totalDistanceUnit", ""))
    far = far if far[0] else sum_of("Distance") or ("", "")
    burned = (record.get("totalEnergyBurned", ""), record.get("totalEnergyBurnedUnit", ""))
    burned = burned if burned[0] else sum_of("ActiveEnergyBurned") or ("", "")
    beats = next((one for one in record.findall("WorkoutStatistics") if one.get("type", "").endswith("HeartRate")), None)
    facts = {one.get("key"): one.get("value", "") for one in record.findall("MetadataEntry")}
    climbed = facts.get("HKElevationAscended", "").split()
    lasted = number(record.get("duration"))
    return dict(
        started=started, ended=ended, zone=facts.get("HKTimeZone"), activity=record.get("workoutActivityType"),
        duration_s=None if lasted is None else lasted * {"min": 60, "s": 1, "h": 3600, "hr": 3600}[record.get("durationUnit", "min")],
        distance_m=in_unit(number(far[0], zero=False), far[1], METRES),
        energy_kcal=in_unit(number(burned[0]), burned[1], KILOCALORIES),
        ascent_m=in_unit(number(climbed[0]), climbed[1], METRES) if climbed else None,
        average_heart_rate=number(beats.get("average")) if beats is not None else None,
        maximum_heart_rate=number(beats.get("maximum")) if beats is not None else None)


# Health Auto Export: its keys; names as the app shows them are the same in words.
EXPORTED = {
    "weight_body_mass": "body_mass", "weight_&_body_mass": "body_mass", "lean_body_mass": "lean_body_mass",
    "body_mass_index": "body_mass_index", "body_fat_percentage": "body_fat_percentage", "step_count": "step_count",
    "resting_heart_rate": "resting_heart_rate", "active_energy": "active_energy", "height": "height",
    "blood_oxygen_saturation": "oxygen_saturation", "respiratory_rate": "respiratory_rate"}


def exported(metric: dict[str, Any]) -> str | None:
    return EXPORTED.get(metric["name"].lower().replace(" ", "_"))


SUMS = ("step_count", "active_energy")
SHARES = ("body_fat_percentage", "oxygen_saturation")


def spans(walls: list[datetime.datetime]) -> datetime.timedelta | None:
    """How long a file's sums are: days at midnights, hours at full hours, else no one knows."""
    if any(wall.minute or wall.second for wall in walls):
        return None
    return datetime.timedelta(hours=1 if any(wall.hour for wall in walls) else 24)


def wall_of(cell: str, *patterns: str) -> datetime.datetime | None:
    try:
        return cells.parsed(cell, *patterns)
    except Wrong:
        return None


def auto_export_csv(path: Path, settings: Settings) -> Content:
    """One row per day or hour; sleep in hours."""
    readings = Readings(settings)
    rows = cells.table(path)
    date = next(name for name in rows[0] if name in ("Date/Time", "Fecha/Hora", "Data/Hora", "Date"))
    patterns = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M")
    length = spans(list(filter(None, (wall_of(row[date], *patterns) for row in rows))))
    figures = {
        "body_mass": ("Weight (kg)", "Weight/Body Mass (lb)"), "lean_body_mass": ("Lean Body Mass (lb)",),
        "step_count": ("Step Count (count)", "Step Count (steps)"), "heart_rate_variability_sdnn": ("Heart Rate Variability (ms)",),
        "active_energy": ("Active Energy (kJ)", "Energía Activa (kJ)"), "body_fat_percentage": ("Body Fat Percentage (%)", "Porcentaje de grasa corporal (%)"),
        "oxygen_saturation": ("Saturación de Oxígeno en Sangre (%)",),
        "resting_heart_rate": ("Resting Heart Rate (count/min)", "Resting Heart Rate (bpm)", "Frecuencia Cardiaca en Reposo (bpm)"),
        "respiratory_rate": ("Respiratory Rate (count/min)", "Frecuencia Respiratoria (count/min)")}
    nights = {"asleep": ("Total", "Asleep"), "core": ("Core",), "deep": ("Deep",), "rem": ("REM",), "awake": ("Awake",),
              "in_bed": ("In Bed",)}

    def read(row: Row) -> None:
        started = cells.instant(row[date], settings["zone"], *patterns)
        for type, names in figures.items():
            value = number(first(row, *names))
            if value is None:
                continue
            if "(lb)" in " ".join(name for name in names if name in row):
                value = in_unit(value, "lb", KILOGRAMS)
            if type == "active_energy":
                value = (value * KILOCALORIES["kJ"]).normalize()
            if type == "body_fat_percentage" and value < 1:
                value *= 100
            ended = None
            if length:
                ended = cells.placed(cells.parsed(row[date], *patterns) + length, settings["zone"])
            readings.add(type, value, started, "Health Auto Export", ended=ended)
        if length and length.days:
            lengths = {
                stage: next(filter(None, (number(row.get(f"Sleep Analysis [{name}] (hr)")) for name in names)), None)
                for stage, names in nights.items()}
            readings.night(None, None, row[date][:10], "Health Auto Export", {
                stage: value * 3600 if value else None for stage, value in lengths.items()})

    return readings.gather(rows, read)


def auto_export(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)
    data = json.loads(cells.text_of(path), parse_float=Decimal)["data"]
    records = [(metric, row) for metric in data.get("metrics", []) for row in metric["data"]]
    stamp = "%Y-%m-%d %H:%M:%S %z"
    span = spans([cells.parsed(row["date"], stamp) for metric, row in records if exported(metric) in SUMS])

    def time(row: dict[str, Any], *names: str) -> Any:
        cell = next((row[name] for name in names if row.get(name)), None)
        return None if cell is None else cells.instant(cell, "UTC", "%Y-%m-%d %H:%M:%S %z")

    def read(record: tuple[dict[str, Any], dict[str, Any]]) -> None:
        metric, row = record
        source = row.get("source") or "Health Auto Export"
        if metric["name"] == "sleep_analysis":
            length = {"hr": 3600, "min": 60}[metric["units"]]
            if row.get("value"):
                started, ended = time(row, "startDate"), time(row, "endDate")
                if ended < started:
                    raise Wrong("it ends before it starts")
                readings.stage({"Core": "core", "Deep": "deep", "REM": "rem", "Awake": "awake", "Asleep": "asleep",
                           "Unspecified": "asleep", "In Bed": "in_bed", "InBed": "in_bed"}[row["value"]], started, ended, source)
                return
            started, ended = time(row, "sleepStart", "inBedStart"), time(row, "sleepEnd", "inBedEnd")
            lengths = {"asleep": row.get("totalSleep") or row.get("asleep"), "in_bed": row.get("inBed"),
                       **{stage: row.get(stage) for stage in ("core", "deep", "rem", "awake")}}
            day = cells.day_in(ended, settings["zone"]) if ended else row["date"][:10]
            readings.night(started, ended, day, source, {
                stage: amount(value) * length if value else None for stage, value in lengths.items()})  # type: ignore[operator]
            return
        started = cells.instant(row["date"], "UTC", "%Y-%m-%d %H:%M:%S %z")
        if metric["name"] == "blood_pressure":
            for name in ("systolic", "diastolic"):
                readings.add(f"blood_pressure_{name}", amount(row.get(name)), started, source)
            return
        type = exported(metric)
        if type is None or not amount(row.get("qty")):
            raise Skipped
        value = amount(row["qty"])
        if type in SHARES and value is not None and value < 1:
            value *= 100
        elif type not in SHARES:
            value = measured(type, format(value or Decimal(0), "f"), metric["units"])
        ended = started + span if span and type in SUMS else None
        wall = started.astimezone(zoneinfo.ZoneInfo(settings["zone"])).replace(tzinfo=None)
        # A day of the athlete's own zone lasts until the next midnight.
        if ended and span and span.days and not wall.hour:
            ended = cells.placed(wall + span, settings["zone"])
        readings.add(type, value, started, source, ended=ended, kind="height" if type == "height" else None)

    readings.gather(records, read)
    log = Log(settings)
    for workout in data.get("workouts", []):
        readings.gather([workout], lambda one: readings.put("workouts", **moved(one)))
    for row in readings.rows.get("workouts", []):
        log.workouts[(len(log.workouts), None)] = row
    log.days()
    readings.rows["days"] = log.rows["days"]
    return readings


def moved(workout: dict[str, Any]) -> Row:
    """A workout: newer exports give quantities where older ones gave samples."""
    def quantity(units: dict[str, Decimal], *names: str) -> Decimal | None:
        found = next((workout[name] for name in names if isinstance(workout.get(name), dict)), None)
        value = amount(found["qty"]) if found else None
        return in_unit(value, found["units"], units) if found and value else None

    started, ended = (cells.instant(workout[name], "UTC", "%Y-%m-%d %H:%M:%S %z") for name in ("start", "end"))
    if ended < started:
        raise Wrong("it ends before it starts")
    beats = {"bpm": Decimal(1), "count/min": Decimal(1)}
    heart = workout.get("heartRate", {})
    return dict(
        started=started, ended=ended, activity=workout["name"], duration_s=amount(workout.get("duration")),
        distance_m=quantity(METRES, "distance"), energy_kcal=quantity(KILOCALORIES, "activeEnergyBurned", "activeEnergy"),
        average_heart_rate=quantity(beats, "avgHeartRate") or amount(heart.get("avg", {}).get("qty")),
        maximum_heart_rate=quantity(beats, "maxHeartRate") or amount(heart.get("max", {}).get("qty")))
