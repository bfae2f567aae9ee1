"""What telephones and watches give besides their own exports: converted files, apps that pass on, answers of Garmin Connect."""
from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOCALORIES, METRES, Skipped, Wrong, in_unit, number
from figures import Content, Row
from phones import APPLE, STAGES
from readings import Readings, Settings, amount, at_offset, measured, minutes
from sets import records
from sports import Sports, scaled
from watches import counted

STAMP = "%Y-%m-%d %H:%M:%S %z"
DOTTED = "%Y.%m.%d %H:%M:%S"
QS = ("%d-%b-%Y %H:%M", "%d %b %Y %H:%M", "%d/%b/%Y %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S")
Object = dict[str, Any]


def documents(path: Path) -> Any:
    return json.loads(cells.text_of(path), parse_float=Decimal)


def epoch(value: Any) -> datetime.datetime:
    """Milliseconds since 1970."""
    if not re.fullmatch(r"\d{12,13}", str(value)):
        raise Wrong("no time")
    return datetime.datetime.fromtimestamp(int(value) / 1000, cells.UTC)


def apple_records(path: Path, settings: Settings) -> Content:
    """The attributes of export.xml's records, a row each; names of types have lost their beginning."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], "UTC", STAMP) for name in ("startDate", "endDate"))
        if row["type"] == "SleepAnalysis":
            stage = STAGES.get(row["value"].removeprefix("HKCategoryValueSleepAnalysis"))
            if stage is None:
                raise Wrong("an unknown stage")
            readings.stage(stage, started, ended, row["sourceName"])
            return
        type = APPLE.get(row["type"])
        if type is None:
            raise Skipped
        readings.add(type, measured(type, row["value"], row["unit"]), started, row["sourceName"], ended=ended,
                     kind="height" if type == "height" else None)

    return readings.gather(cells.table(path), read)


def apple_workouts(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], "UTC", STAMP) for name in ("startDate", "endDate"))
        counted(log, started, ended=ended, activity=row["workoutActivityType"], duration_s=scaled(number(row["duration"]), 60),
                distance_m=in_unit(number(row["totalDistance"]), row["totalDistanceUnit"], METRES),
                energy_kcal=in_unit(number(row["totalEnergyBurned"]), row["totalEnergyBurnedUnit"], KILOCALORIES))

    return records(log, cells.table(path), read)


def qs_days(path: Path, settings: Settings) -> Content:
    """0 where nothing was measured; sums last until Finish."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], settings["zone"], *QS) for name in ("Start", "Finish"))
        for type, name, lasts in (
                ("body_mass", "Weight (lb)", False), ("body_fat_percentage", "Body Fat Percentage (%)", False),
                ("body_mass_index", "Body Mass Index (count)", False), ("step_count", "Steps (count)", True),
                ("active_energy", "Active Calories (kcal)", True), ("active_energy", "Active Energy Burned (kcal)", True)):
            value = number(row.get(name), zero=False)
            if type == "body_mass":
                value = in_unit(value, "lb", cells.KILOGRAMS)
            readings.add(type, value, started, "QS Access", ended=ended if lasts else None)

    return readings.gather(cells.table(path), read)


def qs_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (
            cells.instant(row[name], settings["zone"], "%d-%b-%Y %H:%M") for name in ("In bed start", "In bed Finish"))
        readings.night(started, ended, cells.day_in(ended, settings["zone"]), "QS Access", {
            "in_bed": minutes(row["Minutes in bed"]) or None, "asleep": minutes(row["Minutes asleep"]) or None})

    return readings.gather(cells.table(path), read)


def health_sync(path: Path, settings: Settings) -> Content:
    """One kind a file: steps, weights, heart rates, energies."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], DOTTED, "%Y.%m.%d %H:%M", "%Y.%m.%d %H.%M")
        source = row.get("Source") or "Health Sync"
        readings.add("step_count", number(row.get("Steps"), zero=False), started, source)
        readings.series("heart_rate", number(row.get("Heart rate"), zero=False), "count/min", started, source)
        weight = in_unit(number(row.get("Weight"), zero=False), settings["weight_unit"], cells.KILOGRAMS)
        readings.add("body_mass", weight, started, source)
        readings.add("body_fat_percentage", number(row.get("Body fat percentage"), zero=False), started, source)
        readings.add("active_energy", number(row.get("Active calories"), zero=False), started, source)
        readings.add("resting_heart_rate", number(row.get("Resting heart rate"), zero=False), started, source)
        readings.add("oxygen_saturation", number(row.get("Oxygen saturation"), zero=False), started, source)

    return readings.gather(cells.table(path), read)


def health_sync_activity(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], DOTTED, "%Y.%m.%d %H:%M")
        counted(log, started, activity=row["Activity type"],
                duration_s=number(row["Elapsed time"]), moving_s=number(row["Active time"]),
                distance_m=in_unit(number(row["Distance (miles)"], zero=False), "miles", METRES),
                energy_kcal=number(row["Calories (kcal)"]), average_heart_rate=number(row["Average heart rate"]),
                maximum_heart_rate=number(row["Max heart rate"]))

    return records(log, cells.table(path), read)


def samsung(type: str, column: str, unit: str) -> Callable[[Path, Settings], Content]:
    """A reader of one of Samsung's files: the day by the offset beside the time in UTC."""
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%d %H:%M:%S.%f") for name in ("start_time", "end_time"))
            readings.add(type, number(row[column]), started, "Samsung Health", ended=ended, unit=unit)
            at_offset(readings, started, row["time_offset"])

        return readings.gather(cells.table(path, before=1), read)

    return read_file


samsung_floors = samsung("flights_climbed", "floor", "count")
samsung_breaths = samsung("respiratory_rate", "average", "count/min")
samsung_skin = samsung("skin_temperature", "temperature", "degC")

HUAWEI = {"SHALLOW": "core", "LIGHT": "core", "DEEP": "deep", "DREAM": "rem", "WAKE": "awake", "AWAKE": "awake", "NOON": "asleep"}


def huawei(path: Path, settings: Settings) -> Content:
    """Points of records, of the day where the athlete was; another person's are passed over. A weighing is JSON within a text."""
    readings = Readings(settings)

    def read(point: Object) -> None:
        started, ended, key = epoch(point["startTime"]), epoch(point["endTime"]), point["key"]
        if point["other"]:
            raise Skipped
        # Etc/GMT-9 is nine hours ahead of Greenwich.
        readings.zone = f"Etc/GMT{-int(point['offset'][:3]):+d}"
        if key.removeprefix("PROFESSIONAL_").startswith("SLEEP_"):
            readings.stage(HUAWEI[key.rsplit("_", 1)[1]], started, ended, "Huawei Health")
        elif key == "DATA_POINT_DYNAMIC_HEARTRATE":
            readings.series("heart_rate", number(point["value"]), "count/min", started, "Huawei Health")
        elif key in ("DATA_POINT_REST_HEARTRATE", "DATA_POINT_NEW_REST_HEARTRATE"):
            readings.add("resting_heart_rate", number(point["value"]), started, "Huawei Health")
        elif key == "WEIGHT_BODYFAT_BROAD":
            weighed = json.loads(point["value"], parse_float=Decimal)
            for type, name in (("body_mass", "bodyWeight"), ("body_fat_percentage", "bodyFatRate"), ("body_mass_index", "bmi")):
                readings.add(type, amount(weighed.get(name)) or None, started, "Huawei Health")

    return readings.gather(
        [point | {"other": "subUser" in record, "offset": record["timeZone"]} for record in documents(path) for point in record["samplePoints"]], read)


def garmin_biometrics(path: Path, settings: Settings) -> Content:
    """Grams, UTC without an offset."""
    readings = Readings(settings)

    def read(row: Object) -> None:
        weighed = row.get("weight")
        if weighed is None:
            raise Skipped
        started = cells.instant(weighed["timestampGMT"], "UTC", "%Y-%m-%dT%H:%M:%S.%f")
        readings.add("body_mass", scaled(amount(weighed["weight"]), Decimal("0.001")), started, "Garmin")
        readings.add("body_mass_index", amount(weighed.get("bmi")) or None, started, "Garmin")
        readings.add("body_fat_percentage", amount(weighed.get("bodyFat")) or None, started, "Garmin")

    return readings.gather(documents(path), read)


def garmin_nights(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        night = row["dailySleepDTO"]
        if night["sleepStartTimestampGMT"] is None:
            raise Skipped
        readings.night(epoch(night["sleepStartTimestampGMT"]), epoch(night["sleepEndTimestampGMT"]), night["calendarDate"], "Garmin", {
            stage: amount(night[f"{name}SleepSeconds"]) for stage, name in (
                ("core", "light"), ("deep", "deep"), ("rem", "rem"), ("awake", "awake"))})

    document = documents(path)
    return readings.gather(document if isinstance(document, list) else [document], read)


GOOGLE = {1: "awake", 2: "asleep", 4: "core", 5: "deep", 6: "rem"}


def google_sleep(path: Path, settings: Settings) -> Content:
    """Nanoseconds; a number for each stage, 3 for out of bed."""
    readings = Readings(settings)

    def read(point: Object) -> None:
        stage = point["fitValue"][0]["value"]["intVal"]
        if stage == 3:
            raise Skipped
        if stage not in GOOGLE:
            raise Wrong("an unknown stage")
        started, ended = (epoch(int(point[name]) // 1_000_000) for name in ("startTimeNanos", "endTimeNanos"))
        readings.stage(GOOGLE[stage], started, ended, point["originDataSourceId"])

    return readings.gather(documents(path)["Data Points"], read)


def zepp_older(path: Path, settings: Settings) -> Content:
    """Seconds since 1970; no REM sleep."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["start"] == row["stop"]:
            raise Skipped
        started, ended = (epoch(f"{row[name]}000") for name in ("start", "stop"))
        readings.night(started, ended, row["date"], "Zepp", {
            stage: minutes(row[name]) for stage, name in (
                ("deep", "deepSleepTime"), ("core", "shallowSleepTime"), ("awake", "wakeTime"))})

    return readings.gather(cells.table(path), read)


def fitbit_foods(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        started = cells.instant(row["logDate"], settings["zone"], "%Y-%m-%d")
        readings.add("dietary_energy", amount(row["loggedFood"]["calories"]), started, "Fitbit")
        for type, name in (("dietary_protein", "protein"), ("dietary_carbohydrates", "carbs"), ("dietary_fat", "fat")):
            readings.add(type, amount(row.get("nutritionalValues", {}).get(name)), started, "Fitbit")

    return readings.gather(documents(path), read)


def auto_export_vitals(path: Path, settings: Settings) -> Content:
    """A day each; what is not asked for by default is not compared."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        clock = "%Y-%m-%d %H:%M:%S"
        started, ended = (
            placed(row["Date/Time"], settings["zone"], clock) for placed in (cells.instant, cells.midnight_after))
        for type, name in (
                ("oxygen_saturation", "Blood Oxygen Saturation (%)"), ("respiratory_rate", "Respiratory Rate (count/min)"),
                ("blood_pressure_systolic", "Blood Pressure [Systolic] (mmHg)"),
                ("blood_pressure_diastolic", "Blood Pressure [Diastolic] (mmHg)"), ("body_mass_index", "Body Mass Index (count)"),
                ("height", "Height (ft)")):
            value = number(row.get(name), zero=False)
            if value is not None and type == "height":
                value *= Decimal("30.48")
            readings.add(type, value, started, row.get("Source") or "Health Auto Export", ended=ended)

    return readings.gather(cells.table(path), read)


def polar_recharge(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        started = cells.instant(row["night"], settings["zone"], "%Y-%m-%d")
        readings.add("heart_rate_variability_rmssd", amount(row.get("meanNightlyRecoveryRmssd")), started, "Polar")

    return readings.gather(documents(path), read)


def polar_session(path: Path, settings: Settings) -> Content:
    """A file a session; its length leaves pauses out."""
    log = Sports(settings)

    def read(row: Object) -> None:
        started, ended = (cells.instant(row[name], settings["zone"], "%Y-%m-%dT%H:%M:%S") for name in ("startTime", "stopTime"))
        counted(log, started, ended=ended, activity=row["name"], duration_s=scaled(amount(row["durationMillis"]), Decimal("0.001")),
                distance_m=amount(row["distanceMeters"]), energy_kcal=amount(row["calories"]), notes=row.get("note"),
                average_heart_rate=amount(row["hrAvg"]), maximum_heart_rate=amount(row["hrMax"]))

    return records(log, [documents(path)], read)


def fitbit_nights(path: Path, settings: Settings) -> Content:
    """A night a row under its day, or under the end of the sleep."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if "sleep_end" in row:
            readings.add("skin_temperature", number(row["nightly_temperature"]),
                         cells.instant(row["sleep_end"], settings["zone"], "%Y-%m-%dT%H:%M"), "Fitbit")
            return
        started = cells.instant(row["timestamp"], settings["zone"], "%Y-%m-%dT%H:%M:%SZ")
        for type, name in (("heart_rate_variability_rmssd", "average heart rate variability milliseconds"),
                           ("respiratory_rate", "breaths per minute"), ("oxygen_saturation", "average percentage"),
                           ("skin_temperature", "nightly temperature celsius")):
            readings.add(type, number(row.get(name)), started, row["data source"])

    return readings.gather(cells.table(path), read)


def health_sync_sleep(path: Path, settings: Settings) -> Content:
    """A stage a row, its start and its seconds."""
    readings = Readings(settings)
    stages = {"light": "core", "sleeping": "asleep", "awake_in_bed": "awake"} | {name: name for name in ("deep", "rem", "awake", "asleep")}

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], DOTTED, "%Y.%m.%d %H:%M")
        ended = started + datetime.timedelta(seconds=int(row["Duration in seconds"]))
        if row["Sleep stage"] not in stages:
            raise Wrong("an unknown stage")
        readings.stage(stages[row["Sleep stage"]], started, ended, "Health Sync")

    return readings.gather(cells.table(path), read)


def garmin_reports(path: Path, settings: Settings) -> Content:
    """A day a row, under a column without a name."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (
            placed(row[""], settings["zone"], "%Y-%m-%d") for placed in (cells.instant, cells.midnight_after))
        readings.add("active_energy", number(row.get("Active Calories"), thousands=True), started, "Garmin", ended=ended)
        readings.add("flights_climbed", number(row.get("Climbed Floors"), thousands=True), started, "Garmin", ended=ended)
        readings.add("resting_heart_rate", number(row.get("Resting Heart Rate")), started, "Garmin")
        readings.add("oxygen_saturation", number(row.get("SpO₂")), started, "Garmin")

    return readings.gather(cells.table(path), read)


def mi_fitness(path: Path, settings: Settings) -> Content:
    """JSON within a cell, seconds since 1970; steps are not read."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        key, value = row["Key"], json.loads(row["Value"], parse_float=Decimal)
        if key not in ("heart_rate", "resting_heart_rate", "single_spo2", "weight", "sleep"):
            raise Skipped
        started = epoch(row["Time"] + "000")
        if key == "heart_rate":
            readings.series("heart_rate", amount(value["bpm"]), "count/min", started, "Mi Fitness")
        elif key == "resting_heart_rate":
            readings.add("resting_heart_rate", amount(value["bpm"]), started, "Mi Fitness")
        elif key == "single_spo2":
            readings.add("oxygen_saturation", amount(value["spo2"]), started, "Mi Fitness")
        elif key == "weight":
            for type, name in (("body_mass", "weight"), ("body_mass_index", "bmi"), ("body_fat_percentage", "body_fat_rate")):
                readings.add(type, amount(value[name]) or None, started, "Mi Fitness")
        elif key == "sleep":
            bed, up = (epoch(f"{value[name]}000") for name in ("bedtime", "wake_up_time"))
            readings.night(bed, up, cells.day_in(up, settings["zone"]), "Mi Fitness", {
                stage: minutes(value[name]) for stage, name in (
                    ("asleep", "duration"), ("core", "sleep_light_duration"), ("deep", "sleep_deep_duration"),
                    ("rem", "sleep_rem_duration"), ("awake", "sleep_awake_duration"))})

    return readings.gather(cells.table(path), read)


def mi_workouts(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Row) -> None:
        value = json.loads(row["Value"], parse_float=Decimal)
        started, ended = (epoch(f"{value[name]}000") for name in ("start_time", "end_time"))
        counted(log, started, ended=ended, activity=row["Key"], moving_s=amount(value["duration"]),
                distance_m=amount(value["distance"]) or None, energy_kcal=amount(value["calories"]),
                average_heart_rate=amount(value.get("avg_hrm")), maximum_heart_rate=amount(value.get("max_hrm")))

    return records(log, cells.table(path), read)


WITHINGS = {
    1: ("body_mass", 1), 4: ("height", 100), 6: ("body_fat_percentage", 1), 8: ("body_fat_mass", 1),
    9: ("blood_pressure_diastolic", 1), 10: ("blood_pressure_systolic", 1), 76: ("muscle_mass", 1), 88: ("bone_mass", 1)}


def withings_measures(path: Path, settings: Settings) -> Content:
    """Numbers and powers of ten; what is a goal or of another type is passed over."""
    readings = Readings(settings)

    def read(measure: Object) -> None:
        started = epoch(f"{measure['date']}000")
        if measure["category"] != 1 or measure["type"] not in (*WITHINGS, 11):
            raise Skipped
        value = amount(measure["value"]).scaleb(measure["unit"])
        if measure["type"] == 11:
            readings.series("heart_rate", value, "count/min", started, "Withings")
            return
        type, factor = WITHINGS[measure["type"]]
        readings.add(type, factor * value, started, "Withings")

    document = documents(path)
    groups = document.get("body", document)["measuregrps"]
    return readings.gather(
        [measure | {"date": group["date"], "category": group["category"]} for group in groups for measure in group["measures"]], read)


def google_session(path: Path, settings: Settings) -> Content:
    """One activity a file, its sums in a list by name; its stretches are no activities."""
    log = Sports(settings)

    def read(row: Object) -> None:
        if "aggregate" not in row:
            raise Skipped
        started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%dT%H:%M:%S.%fZ") for name in ("startTime", "endTime"))
        sums = {entry["metricName"]: amount(entry.get("floatValue")) for entry in row["aggregate"]}
        counted(log, started, ended=ended, activity=row["fitnessActivity"], distance_m=sums.get("com.google.distance.delta"),
                energy_kcal=sums.get("com.google.calories.expended"))

    document = documents(path)
    return records(log, [document, *document.get("segment", [])], read)


def google_night(path: Path, settings: Settings) -> Content:
    """A night that has stretches is those; they are sleep, a stage of it, or awake."""
    readings = Readings(settings)
    stages = {"sleep": "asleep", "sleep.light": "core", "sleep.deep": "deep", "sleep.rem": "rem", "sleep.awake": "awake"}

    def read(row: Object) -> None:
        if row.get("segment"):
            raise Skipped
        started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%dT%H:%M:%SZ") for name in ("startTime", "endTime"))
        readings.stage(stages[row["fitnessActivity"]], started, ended, "Google Fit")

    document = documents(path)
    return readings.gather([document, *document.get("segment", [])], read)


def garmin_status(path: Path, settings: Settings) -> Content:
    """What was measured in a night, by type."""
    readings = Readings(settings)
    types = {"SPO2": "oxygen_saturation", "RESPIRATION": "respiratory_rate"}

    def read(metric: Object) -> None:
        if metric["type"] not in types:
            raise Skipped
        started = cells.instant(metric["day"], settings["zone"], "%Y-%m-%d")
        readings.add(types[metric["type"]], amount(metric["value"]) or None, started, "Garmin")

    return readings.gather([metric | {"day": day["calendarDate"]} for day in documents(path) for metric in day["metrics"]], read)


def garmin_pressure(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        started = cells.instant(row["measurementTimestampGMT"], "UTC", "%Y-%m-%dT%H:%M:%S.%f")
        readings.add("blood_pressure_systolic", amount(row["systolic"]), started, "Garmin")
        readings.add("blood_pressure_diastolic", amount(row["diastolic"]), started, "Garmin")
        readings.series("heart_rate", amount(row["pulse"]), "count/min", started, "Garmin")

    return readings.gather([row for day in documents(path)["measurementSummaries"] for row in day["measurements"]], read)
