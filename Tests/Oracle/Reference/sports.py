"""Workouts without sets, one a row: rowing machines, watches, and the lists that apps give."""
from __future__ import annotations

import datetime
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import METRES, Skipped, first, in_unit, number, seconds
from figures import Content, Row
from readings import Settings, amount
from sets import Log, records
from sleepers import WHOOP_ZONE, at_offset
from watches import counted, with_unit

CLOCK = "%Y-%m-%d %H:%M:%S"


class Sports(Log):
    """What was climbed is a table of its own: other readers do not give it."""

    def finish(self) -> Content:
        self.rows["climbs"] = [row for row in self.workouts.values() if row.get("ascent_m") is not None]
        return super().finish()


def scaled(value: Decimal | None, factor: Decimal | int) -> Decimal | None:
    return None if value is None else value * factor


def concept2(path: Path, settings: Settings) -> Content:
    """Time and distance of the work alone, as the logbook ranks it: rests stand beside them."""
    log = Sports(settings)

    def read(row: Row) -> None:
        counted(log, cells.instant(row["Date"], settings["zone"], CLOCK), title=row["Description"], activity=row["Type"],
                duration_s=number(row["Work Time (Seconds)"]), distance_m=number(row["Work Distance"]),
                energy_kcal=number(row["Total Cal"]), average_heart_rate=number(row["Avg Heart Rate"]), notes=row["Comments"])

    return records(log, cells.table(path), read)


def concept2_utility(path: Path, settings: Settings) -> Content:
    """A row without a time of its own is a split of the workout above it."""
    log = Sports(settings)

    def read(row: Row) -> None:
        if not row["Time"]:
            raise Skipped
        counted(log, cells.instant(f"{row['Date']} {row['Time of Day']}", settings["zone"], "%Y-%m-%d %H:%M"), title=row["Workout Name"],
                duration_s=cells.seconds(row["Time"]), distance_m=number(row["Meters"]), average_heart_rate=number(row["Avg Heart Rate"]))

    return records(log, cells.table(path, before=3), read)


FITBIT = {"Kilometer": Decimal(1000), "Mile": METRES["mi"]}


def fitbit(path: Path, settings: Settings) -> Content:
    """Milliseconds; whether the times are UTC a setting says."""
    log = Sports(settings)

    def read(row: dict[str, Any]) -> None:
        counted(log, cells.instant(row["startTime"], settings["fitbit_zone"], "%m/%d/%y %H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f%z", CLOCK),
                activity=row["activityName"], duration_s=scaled(amount(row["duration"]), Decimal("0.001")),
                moving_s=scaled(amount(row.get("activeDuration")), Decimal("0.001")),
                distance_m=in_unit(amount(row.get("distance")), row.get("distanceUnit"), FITBIT),
                ascent_m=amount(row.get("elevationGain")), energy_kcal=amount(row.get("calories")),
                average_heart_rate=amount(row.get("averageHeartRate")))

    return records(log, cells.listed(path, "activities"), read)


def garmin_account(path: Path, settings: Settings) -> Content:
    """Milliseconds and centimetres; what unit its calories have is not known."""
    log = Sports(settings)
    document = json.loads(cells.text_of(path), parse_float=Decimal)

    def read(row: dict[str, Any]) -> None:
        began = amount(row["beginTimestamp"]) or Decimal(0)
        counted(log, datetime.datetime.fromtimestamp(int(began) / 1000, cells.UTC), title=row["name"],
                activity=row["activityType"],
                duration_s=scaled(amount(row.get("elapsedDuration", row["duration"])), Decimal("0.001")),
                moving_s=scaled(amount(row.get("movingDuration")), Decimal("0.001")),
                distance_m=scaled(amount(row.get("distance")) or None, Decimal("0.01")),
                ascent_m=scaled(amount(row.get("elevationGain")), Decimal("0.01")),
                average_heart_rate=amount(row.get("avgHr")), maximum_heart_rate=amount(row.get("maxHr")))

    parts = document if isinstance(document, list) else [document]
    return records(log, [row for part in parts for row in part["summarizedActivitiesExport"]], read)


def mapmyrun(path: Path, settings: Settings) -> Content:
    """Days without times."""
    log = Sports(settings)

    def read(row: Row) -> None:
        far, unit = with_unit(row, "Distance")
        counted(log, cells.instant(row["Workout Date"], settings["zone"], "%b %d, %Y"), activity=row["Activity Type"],
                duration_s=number(row["Workout Time (seconds)"]), distance_m=in_unit(far, unit, METRES),
                energy_kcal=number(row["Calories Burned (kCal)"]), average_heart_rate=number(row["Avg Heart Rate"]),
                notes=row["Notes"])

    return records(log, cells.table(path), read)


def myfitnesspal(path: Path, settings: Settings) -> Content:
    """Strength says how many sets, and no set; an adjustment is what a tracker counted, and no exercise."""
    log = Sports(settings)

    def read(row: Row) -> None:
        if row["Type"] == "Strength" or row["Exercise"] == "Steps" or row["Exercise"].endswith("adjustment"):
            raise Skipped
        name = row["Exercise"].strip('"')
        counted(log, cells.instant(row["Date"], settings["zone"], "%Y-%m-%d"), title=name, activity=name, notes=row["Note"],
                duration_s=scaled(number(row["Exercise Minutes"]), 60), energy_kcal=number(row["Exercise Calories"]))

    return records(log, cells.table(path), read)


def loseit(path: Path, settings: Settings) -> Content:
    """What a tracker counted beyond the day's need is no exercise."""
    log = Sports(settings)

    def read(row: Row) -> None:
        if row["Deleted"] == "1" or row["Name"].endswith("Adjustment"):
            raise Skipped
        counted(log, cells.instant(row["Date"], settings["zone"], "%m/%d/%Y"), title=row["Name"], activity=row["Name"],
                duration_s=scaled(number(row["Quantity"]), {"minutes": 60, "hours": 3600}[row["Units"].lower()]),
                energy_kcal=number(row["Calories"], thousands=True))

    return records(log, cells.table(path), read)


def lifesum(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Row) -> None:
        counted(log, cells.instant(row["date"], settings["zone"], "%Y-%m-%d"), title=row["title"], activity=row["title"],
                duration_s=scaled(number(row["duration_min"]), 60), energy_kcal=number(row["calories_burned"]))

    return records(log, cells.table(path), read)


def peloton(path: Path, settings: Settings) -> Content:
    """Wall times, with letters for the zone behind them."""
    log = Sports(settings)

    def read(row: Row) -> None:
        far, unit = with_unit(row, "Distance")
        counted(log, cells.instant(row["Workout Timestamp"].split(" (")[0], settings["zone"], "%Y-%m-%d %H:%M"),
                title=row["Title"], activity=row["Fitness Discipline"], duration_s=scaled(number(row["Length (minutes)"]), 60),
                distance_m=in_unit(far, unit, METRES), energy_kcal=number(row["Calories Burned"]),
                average_heart_rate=number(row["Avg. Heartrate"]))

    return records(log, cells.table(path), read)


def polar_flow(path: Path, settings: Settings) -> Content:
    """A session a file: below its row are the header and the rows of its samples."""
    log = Sports(settings)
    rows = cells.table(path)

    def read(row: Row) -> None:
        if row is not rows[0]:
            raise Skipped
        wall = f"{row['Date']} {row['Start time']}"
        far, climbed = (in_unit(number(row[column]), unit, METRES) for name in ("Total distance", "Ascent")
                        for column, unit in [cells.unit_of(list(row), name) or ("", "")])
        counted(log, cells.instant(wall, settings["zone"], "%d-%m-%Y %H:%M:%S", "%d.%m.%Y %H:%M:%S"),
                activity=row["Sport"], duration_s=seconds(row["Duration"]), notes=row["Notes"],
                distance_m=far, ascent_m=climbed, energy_kcal=number(row["Calories"]),
                average_heart_rate=number(row["Average heart rate (bpm)"]), maximum_heart_rate=number(row.get("Max heart rate (bpm)")))

    return records(log, rows, read)


def polar_account(path: Path, settings: Settings) -> Content:
    """Wall times, whose offset stands beside them in minutes."""
    log = Sports(settings)

    def read(row: dict[str, Any]) -> None:
        away = datetime.timedelta(minutes=int(row["timezoneOffset"]))
        started, ended = ((cells.parsed(row[name], "%Y-%m-%dT%H:%M:%S.%f") - away).replace(tzinfo=cells.UTC)
                          for name in ("startTime", "stopTime"))
        counted(log, started, ended=ended, title=row["name"], activity=row["exercises"][0]["sport"],
                duration_s=amount(row["duration"].removeprefix("PT").removesuffix("S")), distance_m=amount(row["distance"]),
                energy_kcal=amount(row["kiloCalories"]), notes=row.get("note"),
                average_heart_rate=amount(row["averageHeartRate"]), maximum_heart_rate=amount(row["maximumHeartRate"]))

    return records(log, [json.loads(cells.text_of(path), parse_float=Decimal)], read)


def runkeeper(path: Path, settings: Settings) -> Content:
    log = Sports(settings)

    def read(row: Row) -> None:
        far, unit = with_unit(row, "Distance")
        climbed = scaled(number(row.get("Climb (ft)")), METRES["ft"]) if "Climb (ft)" in row else number(row["Climb (m)"])
        counted(log, cells.instant(row["Date"], settings["zone"], CLOCK), title=row["Route Name"], activity=row["Type"],
                duration_s=seconds(row["Duration"]), distance_m=in_unit(far, unit, METRES), ascent_m=climbed,
                energy_kcal=number(row["Calories Burned"]), average_heart_rate=number(row["Average Heart Rate (bpm)"]),
                notes=row["Notes"])

    return records(log, cells.table(path), read)


def strava_list(path: Path, settings: Settings) -> Content:
    """What the page shows stands beside the same in metres and seconds; start_time alone has its offset."""
    log = Sports(settings)

    def read(row: Row) -> None:
        counted(log, cells.instant(row["start_time"], "UTC", "%Y-%m-%dT%H:%M:%S%z"), title=row["name"], activity=row["type"],
                duration_s=number(row["elapsed_time_raw"]), moving_s=number(row["moving_time_raw"]),
                distance_m=number(row["distance_raw"]), ascent_m=number(row["elevation_gain_raw"]), notes=row["description"])

    return records(log, cells.table(path), read)


def trainingpeaks(path: Path, settings: Settings) -> Content:
    """Hours and metres; what was planned and not done has no time."""
    log = Sports(settings)

    def read(row: Row) -> None:
        if not row["TimeTotalInHours"]:
            raise Skipped
        counted(log, cells.instant(row["WorkoutDay"], settings["zone"], "%Y-%m-%d"), title=row["Title"],
                activity=row["WorkoutType"], duration_s=scaled(number(row["TimeTotalInHours"]), 3600),
                distance_m=number(row["DistanceInMeters"]), average_heart_rate=number(row["HeartRateAverage"]),
                maximum_heart_rate=number(row["HeartRateMax"]), notes=row["AthleteComments"])

    return records(log, cells.table(path), read)


def whoop(path: Path, settings: Settings) -> Content:
    """Wall times of the cycle's offset; kcal under the name of cal."""
    log = Sports(settings)

    def read(row: Row) -> None:
        zone = first(row, *WHOOP_ZONE)
        started, ended = (at_offset(first(row, *names), zone) for names in (
            ("Workout start time", "Hora de inicio del entrenamiento", "Hora de início do treino"),
            ("Workout end time", "Hora de finalización del entrenamiento", "Hora de fim do treino")))
        counted(log, started, ended=ended, activity=first(row, "Activity name", "Nombre de la actividad", "Nome da atividade"),
                duration_s=scaled(number(first(row, "Duration (min)", "Duración (min)", "Duração (min)")), 60),
                distance_m=number(row.get("Distance (meters)")), ascent_m=number(row.get("Altitude gain (meters)")),
                energy_kcal=number(first(row, "Energy burned (cal)", "Energía quemada (cal)", "Energia queimada (cal)")),
                average_heart_rate=number(first(row, "Average HR (bpm)", "FC promedio (lpm)", "FC média (bpm)")),
                maximum_heart_rate=number(first(row, "Max HR (bpm)", "FC máx. (lpm)", "FC máx. (bpm)")))

    return records(log, cells.table(path), read)


def withings(path: Path, settings: Settings) -> Content:
    """Times with their offset. What was measured is JSON in one cell, which the product says it does not read."""
    log = Sports(settings)

    def read(row: Row) -> None:
        started, ended = (
            cells.instant(first(row, *names), "UTC", "%Y-%m-%dT%H:%M:%S%z") for names in (("from", "von"), ("to", "bis")))
        counted(log, started, ended=ended, zone=row["Timezone"], activity=first(row, "Activity type", "Activité"))

    return records(log, cells.table(path), read)


# The kinds whose number every importer reads alike.
ZEPP = {"1": "running", "6": "walking", "8": "treadmill", "9": "cycling", "14": "swimming", "52": "strength training"}


def zepp(path: Path, settings: Settings) -> Content:
    """-1 for what was not measured."""
    log = Sports(settings)

    def read(row: Row) -> None:
        far = number(row["distance(m)"])
        counted(log, cells.instant(row["startTime"], "UTC", "%Y-%m-%d %H:%M:%S%z"), activity=ZEPP.get(row["type"], row["type"]),
                duration_s=number(row["sportTime(s)"]), distance_m=far if far and far > 0 else None,
                energy_kcal=number(row["calories(kcal)"]))

    return records(log, cells.table(path), read)
