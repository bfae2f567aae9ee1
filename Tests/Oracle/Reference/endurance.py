"""What endurance apps give besides their lists: days of wellness, answers that programs saved as CSV, moves, variability of the heart."""
from __future__ import annotations

import datetime
import json
import re
import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from answers import at
from cells import Skipped, Wrong, in_unit, number
from figures import Content, Row
from handhelds import documents, epoch
from readings import MASS, Readings, Settings, amount
from sets import records
from sports import CLOCK, Sports, scaled
from watches import counted

DAY = "%Y-%m-%d"
Object = dict[str, Any]


def intervals_wellness(path: Path, settings: Settings) -> Content:
    """A day each; what is carried over from an earlier day is marked."""
    readings = Readings(settings)
    kept = path.suffix == ".json"
    value = amount if kept else number

    def read(row: Object) -> None:
        started = cells.instant(row["id"], settings["zone"], DAY)
        for type, name, mark in (
                ("body_mass", "weight", "tempWeight"), ("resting_heart_rate", "restingHR", "tempRestingHR"),
                ("heart_rate_variability_rmssd", "hrv", ""), ("oxygen_saturation", "spO2", ""), ("respiratory_rate", "respiration", ""),
                ("blood_pressure_systolic", "systolic", ""), ("blood_pressure_diastolic", "diastolic", ""),
                ("body_fat_percentage", "bodyFat", "")):
            if str(row.get(mark)).lower() != "true":
                readings.add(type, value(row.get(name)), started, "Intervals.icu")
        readings.add("step_count", value(row.get("steps")), started, "Intervals.icu",
                     ended=cells.midnight_after(row["id"], settings["zone"], DAY))
        slept = value(row.get("sleepSecs"))
        if slept:
            readings.stage("asleep", None, None, "Intervals.icu", slept, row["id"])

    return readings.gather(cells.listed(path) if kept else cells.table(path), read)


def garmin_activities(path: Path, settings: Settings) -> Content:
    """UTC where there is such a column; the type in a column of its own or in a cell with others."""
    log = Sports(settings)

    def read(row: Row) -> None:
        kind = cells.first(row, "activityType_typeKey", "activityType.typeKey", "activityType")
        found = re.search(r"'typeKey': '(\w+)'", kind)
        began = row.get("startTimeGMT")
        clock = (CLOCK, "%Y-%m-%dT%H:%M:%S.%f")
        started = cells.instant(row["startTimeLocal"], settings["zone"], *clock) if began is None else cells.instant(began, "UTC", *clock)
        counted(log, started, title=row.get("activityName"), activity=found[1] if found else kind,
                duration_s=number(row.get("elapsedDuration", row["duration"])), moving_s=number(row.get("movingDuration")),
                distance_m=number(row["distance"], zero=False), ascent_m=number(row.get("elevationGain")),
                energy_kcal=number(row["calories"], zero=False), average_heart_rate=number(row.get("averageHR"), zero=False),
                maximum_heart_rate=number(row.get("maxHR"), zero=False), notes=row.get("description"))

    return records(log, cells.table(path), read)


def garmin_days(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        day = cells.first(row, "calendarDate", "date")
        started, ended = cells.instant(day, settings["zone"], DAY), cells.midnight_after(day, settings["zone"], DAY)
        readings.add("step_count", number(row["totalSteps"]), started, "Garmin", ended=ended)
        readings.add("active_energy", number(row["activeKilocalories"]), started, "Garmin", ended=ended)
        readings.add("resting_heart_rate", number(row["restingHeartRate"], zero=False), started, "Garmin")

    return readings.gather(cells.table(path), read)


def garmin_weight(path: Path, settings: Settings) -> Content:
    """Grams."""
    readings = Readings(settings)
    kept = path.suffix == ".json"
    value = amount if kept else number

    def read(row: Object) -> None:
        started = epoch(row["timestampGMT"])
        readings.add("body_mass", in_unit(value(row["weight"]), "g", MASS), started, "Garmin")
        readings.add("body_mass_index", value(row["bmi"]) or None, started, "Garmin")
        readings.add("body_fat_percentage", value(row["bodyFat"]) or None, started, "Garmin")

    return readings.gather(documents(path)["dateWeightList"] if kept else cells.table(path), read)


def garmin_weight_2019(path: Path, settings: Settings) -> Content:
    """Grams; milliseconds of the wall clock."""
    readings = Readings(settings)

    def read(row: Object) -> None:
        weight = amount(row["weight"])
        wall = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=int(row["date"]))
        started = cells.placed(wall, settings["zone"])
        readings.add("body_mass", in_unit(weight, "g", MASS), started, "Garmin")
        readings.add("body_mass_index", amount(row["bmi"]), started, "Garmin")
        readings.add("body_fat_percentage", amount(row["bodyFat"]), started, "Garmin")

    return readings.gather(documents(path), read)


def garmin_hrv(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        day, mean = (row.get(name, row.get("hrvSummary_" + name)) for name in ("calendarDate", "lastNightAvg"))
        readings.add("heart_rate_variability_rmssd", amount(mean), cells.instant(day, settings["zone"], DAY), "Garmin")

    if path.suffix != ".json":
        return readings.gather(cells.table(path), read)
    document = documents(path)
    if isinstance(document, list):
        return readings.gather([answer["hrvSummary"] for answer in document], read)
    return readings.gather(document.get("hrvSummaries") or [document["hrvSummary"]], read)


def garmin_resting(path: Path, settings: Settings) -> Content:
    """The value of a day in a list of JSON within a cell."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        value = json.loads(row["allMetrics_metricsMap_WELLNESS_RESTING_HEART_RATE"], parse_float=Decimal)[0]["value"]
        if value is None:
            raise Skipped
        started = cells.instant(row["statisticsStartDate"], settings["zone"], DAY)
        readings.add("resting_heart_rate", amount(value), started, "Garmin")

    return readings.gather(cells.table(path), read)


def lasted(cell: str) -> Decimal:
    """`PT1H2M11.5S`"""
    found = re.fullmatch(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?", cell)
    if not found:
        raise Wrong("no length of time")
    hours, minutes, rest = (Decimal(part or 0) for part in found.groups())
    return hours * 3600 + minutes * 60 + rest


def polar_exercises(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Object) -> None:
        beats = row.get("heart_rate", {})
        counted(log, cells.instant(row["start_time"], settings["zone"], "%Y-%m-%dT%H:%M:%S"), activity=row["detailed_sport_info"],
                duration_s=lasted(row["duration"]), distance_m=amount(row.get("distance")), energy_kcal=amount(row["calories"]) or None,
                average_heart_rate=amount(beats.get("average")), maximum_heart_rate=amount(beats.get("maximum")))

    return records(log, cells.listed(path, "exercises"), read)


def joules(value: Decimal | None) -> Decimal | None:
    return None if value is None else value / 4184


def suunto_move(path: Path, settings: Settings) -> Content:
    """Heart beats a second."""
    log = Sports(settings)
    space = "{http://www.suunto.com/schemas/sml}"

    def read(header: ElementTree.Element) -> None:
        def said(*names: str) -> str | None:
            return header.findtext("/".join(space + name for name in names))

        counted(log, cells.instant(said("DateTime") or "", settings["zone"], "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f"), activity=said("Activity"),
                duration_s=number(said("Duration")), distance_m=number(said("Distance"), zero=False), ascent_m=number(said("Ascent")),
                energy_kcal=joules(number(said("Energy"), zero=False)),
                average_heart_rate=scaled(number(said("HR", "Avg"), zero=False), 60),
                maximum_heart_rate=scaled(number(said("HR", "Max"), zero=False), 60))

    return records(log, ElementTree.parse(path).getroot().iter(space + "Header"), read)


def suunto_json(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Object) -> None:
        counted(log, at(row["DateTime"]), activity=row["Activity"], duration_s=amount(row["Duration"]),
                distance_m=amount(row["Distance"]) or None, ascent_m=amount(row["Ascent"]), notes=row["Notes"],
                energy_kcal=joules(amount(row["Energy"])))

    return records(log, [documents(path)["DeviceLog"]["Header"]], read)


def runkeeper_body(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["Type"] not in ("weight", "nutrition_calories"):
            raise Skipped
        started = cells.instant(row["Date"], settings["zone"], CLOCK)
        if row["Type"] == "weight":
            readings.add("body_mass", in_unit(number(row["Value"]), settings["weight_unit"], MASS), started, "Runkeeper")
        else:
            readings.add("dietary_energy", number(row["Value"]), started, "Runkeeper")

    return readings.gather(cells.table(path), read)


def trainingpeaks_metrics(path: Path, settings: Settings) -> Content:
    """The name of a mass has its unit."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Timestamp"], settings["zone"], CLOCK)
        name, *unit = row["Type"].rsplit(" ", 1)
        if name == "Weight":
            mass = in_unit(number(row["Value"]), {"Kilograms": "kg", "Pounds": "lb"}[unit[0]], MASS)
            readings.add("body_mass", mass, started, "TrainingPeaks")
        elif row["Type"] == "Percent Fat":
            readings.add("body_fat_percentage", number(row["Value"]), started, "TrainingPeaks")
        elif row["Type"] == "BMI":
            readings.add("body_mass_index", number(row["Value"]), started, "TrainingPeaks")
        elif row["Type"] == "Pulse":
            readings.series("heart_rate", number(row["Value"]), "count/min", started, "TrainingPeaks")

    return readings.gather(cells.table(path), read)


def garmin_nights(path: Path, settings: Settings) -> Content:
    """Days alone, or times in milliseconds; names with the object's before them."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        def said(*names: str) -> str:
            return cells.first(row, *(before + name for name in names for before in ("dailySleepDTO_", "")))

        day = said("calendarDate", "date")
        started, ended = (epoch(said(name)) if said(name) else None for name in ("sleepStartTimestampGMT", "sleepEndTimestampGMT"))
        readings.night(started, ended, day, "Garmin", {
            stage: number(said(name)) for stage, name in (
                ("core", "lightSleepSeconds"), ("deep", "deepSleepSeconds"), ("rem", "remSleepSeconds"), ("awake", "awakeSleepSeconds"))})

    return readings.gather(cells.table(path), read)


def concept2_results(path: Path, settings: Settings) -> Content:
    """Tenths of a second; the name of the zone beside the time."""
    log = Sports(settings)

    def read(row: Object) -> None:
        beats = row.get("heart_rate", {})
        counted(log, cells.instant(row["date"], row["timezone"] or settings["zone"], CLOCK), zone=row["timezone"], activity=row["type"],
                duration_s=scaled(amount(row["time"]), Decimal("0.1")), distance_m=amount(row["distance"]),
                energy_kcal=amount(row.get("calories_total")), average_heart_rate=amount(beats.get("average")),
                maximum_heart_rate=amount(beats.get("max")), notes=row["comments"])

    found = documents(path)
    return records(log, found if isinstance(found, list) else found["data"], read)


def strava_local(path: Path, settings: Settings) -> Content:
    """The Z or offset behind the wall clock is none; or days alone."""
    log = Sports(settings)

    def read(row: Row) -> None:
        row = {name: cell for name, cell in row.items() if cell != "NA"}
        wall = row["start_date_local"].removesuffix("Z").removesuffix("+00:00").replace("T", " ")
        started = cells.instant(wall, settings["zone"], "%Y-%m-%d %H:%M:%S", DAY)
        counted(log, started, title=row["name"], activity=row.get("sport_type") or row["type"], duration_s=number(row["elapsed_time"]),
                moving_s=number(row["moving_time"]), distance_m=number(row["distance"], zero=False),
                ascent_m=number(row.get("total_elevation_gain")), average_heart_rate=number(row.get("average_heartrate")),
                maximum_heart_rate=number(row.get("max_heartrate")), energy_kcal=number(row.get("calories"), zero=False),
                notes=row.get("description"))

    return records(log, cells.table(path), read)


def polar_nights(path: Path, settings: Settings) -> Content:
    """Offsets; interruptions are awake."""
    readings = Readings(settings)

    def read(row: Object) -> None:
        readings.night(at(row["sleep_start_time"]), at(row["sleep_end_time"]), row["date"], "Polar", {
            "core": amount(row["light_sleep"]), "deep": amount(row["deep_sleep"]), "rem": amount(row["rem_sleep"]),
            "awake": amount(row["total_interruption_duration"])})

    return readings.gather(cells.listed(path, "nights"), read)


def polar_recharges(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        started = cells.instant(row["date"], settings["zone"], DAY)
        readings.add("heart_rate_variability_rmssd", amount(row["heart_rate_variability_avg"]), started, "Polar")
        readings.add("respiratory_rate", amount(row["breathing_rate_avg"]), started, "Polar")

    return readings.gather(cells.listed(path, "recharges"), read)


def garmin_activity(path: Path, settings: Settings) -> Content:
    """One activity, its figures in an object below it."""
    log = Sports(settings)

    def read(row: Object) -> None:
        sums = row["summaryDTO"]
        counted(log, cells.instant(sums["startTimeGMT"], "UTC", "%Y-%m-%dT%H:%M:%S.%f"), title=row["activityName"],
                activity=row["activityTypeDTO"]["typeKey"], duration_s=amount(sums["elapsedDuration"]),
                moving_s=amount(sums["movingDuration"]), distance_m=amount(sums["distance"]), ascent_m=amount(sums["elevationGain"]),
                energy_kcal=amount(sums["calories"]), average_heart_rate=amount(sums["averageHR"]),
                maximum_heart_rate=amount(sums["maxHR"]), notes=row.get("description"))

    document = documents(path)
    return records(log, document if isinstance(document, list) else [document], read)


def polar_sleep(path: Path, settings: Settings) -> Content:
    """The export of an account: durations of ISO 8601."""
    readings = Readings(settings)

    def read(row: Object) -> None:
        bed, phases = row["sleepResult"]["hypnogram"], row["evaluation"]["phaseDurations"]
        lengths = {"asleep": row["evaluation"]["asleepDuration"], "core": phases["light"], "deep": phases["deep"], "rem": phases["rem"],
                   "awake": phases["wake"]}
        readings.night(at(bed["sleepStart"]), at(bed["sleepEnd"]), row["night"], "Polar",
                       {stage: lasted(length) for stage, length in lengths.items()})

    return readings.gather(documents(path), read)
