"""Answers of vendors' APIs and what their webhooks push: records below a name, or the list alone."""
from __future__ import annotations

import datetime
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOCALORIES, Skipped, Wrong
from figures import Content
from readings import Readings, Settings, amount
from sets import records
from sleepers import offset_of
from sports import Sports, scaled
from watches import counted

Object = dict[str, Any]
MILLI = Decimal("0.001")


def at(text: str) -> datetime.datetime:
    """An instant of ISO 8601 with its offset."""
    try:
        found = datetime.datetime.fromisoformat(text)
    except ValueError as error:
        raise Wrong("no time") from error
    if found.tzinfo is None:
        raise Wrong("a time without an offset")
    return found.astimezone(cells.UTC)


def epoch(value: Any) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(int(amount(value) or 0), cells.UTC)


def strava(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Object) -> None:
        counted(log, at(row["start_date"]), title=row["name"], activity=row.get("sport_type") or row.get("type"),
                duration_s=amount(row["elapsed_time"]), moving_s=amount(row["moving_time"]),
                distance_m=amount(row.get("distance")) or None, ascent_m=amount(row.get("total_elevation_gain")),
                energy_kcal=amount(row.get("calories")), average_heart_rate=amount(row.get("average_heartrate")),
                maximum_heart_rate=amount(row.get("max_heartrate")), notes=row.get("description"))

    return records(log, cells.listed(path), read)


def whoop_workouts(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Object) -> None:
        score = row.get("score", {})
        counted(log, at(row["start"]), ended=at(row["end"]), activity=row.get("sport_name"),
                distance_m=amount(score.get("distance_meter")), ascent_m=amount(score.get("altitude_gain_meter")),
                energy_kcal=scaled(amount(score.get("kilojoule")), KILOCALORIES["kJ"]),
                average_heart_rate=amount(score.get("average_heart_rate")),
                maximum_heart_rate=amount(score.get("max_heart_rate")))

    return records(log, cells.listed(path, "records"), read)


def oura_workouts(path: Path, settings: Settings) -> Content:
    """The same names in the export of an account and in an answer; 0 and nothing are no distance."""
    log = Sports(settings)

    def read(row: Object) -> None:
        counted(log, at(row["start_datetime"]), ended=at(row["end_datetime"]), title=row["label"] or None, activity=row["activity"],
                distance_m=amount(row["distance"]) or None, energy_kcal=amount(row["calories"]))

    rows = cells.listed(path, "data") if path.suffix == ".json" else cells.table(path, ";")
    return records(log, rows, read)


def whoop_sleeps(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        if row["score_state"] != "SCORED":
            raise Skipped
        started, ended = at(row["start"]), at(row["end"])
        if ended < started:
            raise Wrong("it ends before it starts")
        stages = row["score"]["stage_summary"]
        day = (ended + offset_of(row["timezone_offset"])).date().isoformat()
        readings.night(started, ended, day, "Whoop API", {
            stage: scaled(amount(stages[f"total_{name}_time_milli"]), MILLI) for stage, name in (
                ("core", "light_sleep"), ("deep", "slow_wave_sleep"), ("rem", "rem_sleep"), ("awake", "awake"),
                ("in_bed", "in_bed"))})

    return readings.gather(cells.listed(path, "records"), read)


def whoop_recoveries(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        if row["score_state"] != "SCORED":
            raise Skipped
        score, started = row["score"], at(row["created_at"])
        for type, name in (("resting_heart_rate", "resting_heart_rate"), ("heart_rate_variability_rmssd", "hrv_rmssd_milli"),
                           ("oxygen_saturation", "spo2_percentage"), ("skin_temperature", "skin_temp_celsius")):
            readings.add(type, amount(score.get(name)), started, "Whoop API")

    return readings.gather(cells.listed(path, "records"), read)


def named(path: Path, name: str) -> list[Object]:
    """The list below the name, or alone."""
    document = json.loads(cells.text_of(path), parse_float=Decimal)
    return document if isinstance(document, list) else document[name]


def garmin_activities(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Object) -> None:
        length = amount(row["durationInSeconds"]) or Decimal(0)
        if length < 0:
            raise Wrong("no duration")
        counted(log, epoch(row["startTimeInSeconds"]), title=row.get("activityName"), activity=row["activityType"],
                duration_s=length, distance_m=amount(row.get("distanceInMeters")) or None,
                ascent_m=amount(row.get("totalElevationGainInMeters")), energy_kcal=amount(row.get("activeKilocalories")),
                average_heart_rate=amount(row.get("averageHeartRateInBeatsPerMinute")),
                maximum_heart_rate=amount(row.get("maxHeartRateInBeatsPerMinute")))

    return records(log, named(path, "activities"), read)


def garmin_days(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        day, zone = row["calendarDate"], settings["zone"]
        started, ended = cells.instant(day, zone, "%Y-%m-%d"), cells.midnight_after(day, zone, "%Y-%m-%d")
        readings.add("step_count", amount(row.get("steps")), started, "Garmin", ended=ended)
        readings.add("active_energy", amount(row.get("activeKilocalories")), started, "Garmin", ended=ended)
        readings.add("resting_heart_rate", amount(row.get("restingHeartRateInBeatsPerMinute")) or None, started, "Garmin")

    return readings.gather(named(path, "dailies"), read)


def garmin_body(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        started = epoch(row["measurementTimeInSeconds"])
        readings.add("body_mass", scaled(amount(row["weightInGrams"]), MILLI), started, "Garmin")
        readings.add("body_mass_index", amount(row.get("bodyMassIndex")), started, "Garmin")
        readings.add("body_fat_percentage", amount(row.get("bodyFatInPercent")) or None, started, "Garmin")

    return readings.gather(named(path, "bodyComps"), read)


def garmin_sleeps(path: Path, settings: Settings) -> Content:
    """When a night ended does not stand there."""
    readings = Readings(settings)

    def read(row: Object) -> None:
        readings.night(epoch(row["startTimeInSeconds"]), None, row["calendarDate"], "Garmin", {
            stage: amount(row.get(name)) for stage, name in (
                ("core", "lightSleepDurationInSeconds"), ("deep", "deepSleepDurationInSeconds"), ("rem", "remSleepInSeconds"),
                ("awake", "awakeDurationInSeconds"), ("in_bed", "durationInSeconds"))})

    return readings.gather(named(path, "sleeps"), read)


def oura_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        if row["type"] in ("deleted", "rest"):
            raise Skipped
        readings.night(at(row["bedtime_start"]), at(row["bedtime_end"]), row["day"], "Oura", {
            stage: amount(row[name]) for stage, name in (
                ("asleep", "total_sleep_duration"), ("core", "light_sleep_duration"), ("deep", "deep_sleep_duration"),
                ("rem", "rem_sleep_duration"), ("awake", "awake_time"), ("in_bed", "time_in_bed"))})

    return readings.gather(cells.listed(path, "data"), read)


def oura_activity(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        day, zone = row["day"], settings["zone"]
        started, ended = cells.instant(day, zone, "%Y-%m-%d"), cells.midnight_after(day, zone, "%Y-%m-%d")
        if row["steps"] < 0:
            raise Wrong("no number of steps")
        readings.add("step_count", amount(row["steps"]), started, "Oura", ended=ended)
        readings.add("active_energy", amount(row["active_calories"]), started, "Oura", ended=ended)

    return readings.gather(cells.listed(path, "data"), read)


def fitbit_steps(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        day, zone = row["dateTime"], settings["zone"]
        if row["value"] == "0":
            raise Skipped
        readings.add("step_count", amount(row["value"]), cells.instant(day, zone, "%Y-%m-%d"), "Fitbit",
                     ended=cells.midnight_after(day, zone, "%Y-%m-%d"))

    return readings.gather(cells.listed(path, "activities-steps"), read)


def fitbit_heart(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Object) -> None:
        if "restingHeartRate" not in row["value"]:
            raise Skipped
        readings.add("resting_heart_rate", amount(row["value"]["restingHeartRate"]),
                     cells.instant(row["dateTime"], settings["zone"], "%Y-%m-%d"), "Fitbit")

    return readings.gather(cells.listed(path, "activities-heart"), read)
