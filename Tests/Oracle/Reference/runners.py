"""Workouts without sets of other times and ways: lists of old pages, answers saved by programs, logbooks, exports of accounts."""
from __future__ import annotations

import datetime
import re
import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from activities import amount as figure
from activities import garmin_rows
from answers import MILLI, at
from cells import METRES, Skipped, Wrong, in_unit, number, seconds
from figures import Content, Row
from readings import Settings, amount
from sets import records
from sports import CLOCK, Sports, scaled
from watches import counted

Object = dict[str, Any]
WEEKDAY = ("%a, %b %d, %Y %H:%M", "%a, %d %b %Y %H:%M")


def garmin_pages(path: Path, settings: Settings) -> Content:
    """The list until 2017: a pool's distance has its unit in the cell, all others have the account's."""
    log = Sports(settings)
    unit = settings["workout_distance_unit"]

    def read(row: Row) -> None:
        cell, own = (row["Distance"].split() + [unit])[:2]
        far = figure(cell)
        counted(log, cells.instant(row["Start"], settings["zone"], *WEEKDAY), title=" ".join(row["Activity Name"].split()),
                activity=row["Activity Type"], duration_s=seconds(row["Time"]),
                distance_m=in_unit(far, own, METRES) if far else None,
                ascent_m=in_unit(figure(row["Elevation Gain"]), {"km": "m", "mi": "ft"}[unit], METRES),
                energy_kcal=number(re.sub("[.,]", "", row["Calories"])), average_heart_rate=number(row["Avg HR"]),
                maximum_heart_rate=number(row["Max HR"]))

    return records(log, garmin_rows(path), read)


def moment(value: Any) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(int(value) / 1000, cells.UTC)


def garmin_fetched(path: Path, settings: Settings) -> Content:
    """Raw numbers beside those that are shown; the lengths are in the account's units."""
    log = Sports(settings)
    unit = settings["workout_distance_unit"]

    def read(row: Row) -> None:
        began = row["Begin Timestamp (Raw Milliseconds)"]
        if not began.isdigit():
            raise Wrong("no time")
        name = row["Activity Name"]
        counted(log, moment(began), title=None if name == "Untitled" else name, activity=row["Activity Type"],
                duration_s=number(row["Duration (Raw Seconds)"]), moving_s=number(row["Moving Duration (Raw Seconds)"]),
                distance_m=in_unit(number(row["Distance (Raw)"], zero=False), unit, METRES),
                ascent_m=in_unit(number(row["Elevation Gain (Raw)"]), {"km": "m", "mi": "ft"}[unit], METRES),
                energy_kcal=number(row["Calories (Raw)"]), average_heart_rate=number(row["Average Heart Rate (bpm)"]),
                maximum_heart_rate=number(row["Max. Heart Rate (bpm)"]), notes=row["Description"])

    return records(log, cells.table(path), read)


def garmin_listed(path: Path, settings: Settings) -> Content:
    """The clock counts, in the zone that stands beside it; the offset behind it does not."""
    log = Sports(settings)

    def read(row: Row) -> None:
        counted(log, cells.instant(row["Start Time"][:19], row["Time Zone"], "%Y-%m-%dT%H:%M:%S"), title=row["Activity Name"],
                activity=row["Activity Type"], duration_s=seconds(row["Duration (h:m:s)"]),
                moving_s=seconds(row["Moving Duration (h:m:s)"]), ascent_m=number(row["Elevation Gain (m)"]),
                distance_m=scaled(number(row["Distance (km)"], zero=False), 1000), energy_kcal=number(row["Calories"]),
                average_heart_rate=number(row["Average Heart Rate (bpm)"]),
                maximum_heart_rate=number(row["Max. Heart Rate (bpm)"]), notes=row["Description"])

    return records(log, cells.table(path), read)


RUNTASTIC = {"1": "running", "3": "cycling", "7": "hiking"}


def runtastic(path: Path, settings: Settings) -> Content:
    """Milliseconds; the pause stands beside the duration."""
    log = Sports(settings)

    def read(row: Object) -> None:
        kind = row["sport_type_id"]
        counted(log, moment(row["start_time"]), ended=moment(row["end_time"]), activity=RUNTASTIC.get(kind, kind),
                duration_s=scaled(amount(row["duration"]), MILLI), distance_m=amount(row["distance"]) or None,
                ascent_m=amount(row["elevation_gain"]), energy_kcal=amount(row["calories"]), notes=row["notes"],
                average_heart_rate=amount(row["pulse_avg"]) or None, maximum_heart_rate=amount(row["pulse_max"]) or None)

    return records(log, cells.listed(path), read)


def adidas(path: Path, settings: Settings) -> Content:
    """The distance is in the feature of its type."""
    log = Sports(settings)

    def read(row: Object) -> None:
        kind = row["sport_type_id"]
        far = next(part["attributes"]["distance"] for part in row["features"] if part["type"] == "track_metrics")
        counted(log, moment(row["start_time"]), ended=moment(row["end_time"]), activity=RUNTASTIC.get(kind, kind),
                duration_s=scaled(amount(row["duration"]), MILLI), distance_m=amount(far) or None,
                energy_kcal=amount(row["calories"]), notes=row["notes"])

    return records(log, cells.listed(path), read)


def nike(path: Path, settings: Settings) -> Content:
    """Kilometres; what was measured is found by its name."""
    log = Sports(settings)

    def read(row: Object) -> None:
        measured = {part["metric"]: amount(part["value"]) for part in row["summaries"]}
        counted(log, moment(row["start_epoch_ms"]), ended=moment(row["end_epoch_ms"]), title=row["tags"]["com.nike.name"],
                activity=row["type"], moving_s=scaled(amount(row["active_duration_ms"]), MILLI),
                distance_m=scaled(measured.get("distance"), 1000), energy_kcal=measured.get("calories"),
                average_heart_rate=measured.get("heart_rate"))

    return records(log, cells.listed(path), read)


def nike_xml(path: Path, settings: Settings) -> Content:
    """A run of the iPod, or the list of runs: milliseconds and kilometres."""
    log = Sports(settings)

    def read(run: ElementTree.Element) -> None:
        counted(log, at(run.findtext("time") or run.findtext("startTime") or ""), title=run.findtext("name") or None, activity="Run",
                duration_s=scaled(number(run.findtext("duration")), MILLI), notes=run.findtext("description") or None,
                distance_m=scaled(number(run.findtext("distance"), zero=False), 1000),
                energy_kcal=number(run.findtext("calories")))

    root = ElementTree.parse(path).getroot()
    return records(log, [*root.iter("runSummary"), *root.iter("run")], read)


def endomondo(path: Path, settings: Settings) -> Content:
    """A list of objects of one key, together one workout; UTC, kilometres."""
    log = Sports(settings)

    def read(row: Object) -> None:
        counted(log, cells.instant(row["start_time"], "UTC", "%Y-%m-%d %H:%M:%S.%f"), title=row.get("name"),
                activity=row["sport"], duration_s=amount(row["duration_s"]),
                distance_m=scaled(amount(row.get("distance_km")) or None, 1000),
                ascent_m=amount(row.get("ascend_m")), energy_kcal=amount(row.get("calories_kcal")),
                average_heart_rate=amount(row.get("heart_rate_avg_bpm")), maximum_heart_rate=amount(row.get("heart_rate_max_bpm")))

    return records(log, [{name: value for part in cells.listed(path) for name, value in part.items()}], read)


def strava_saved(path: Path, settings: Settings) -> Content:
    """The keys of Strava's answer as columns. A program may have made kilometres of the metres: then runs and rides crawl."""
    log = Sports(settings)

    def read(row: Row) -> None:
        def value(name: str, **how: bool) -> Decimal | None:
            return number(row.get(name, "").replace("NA", ""), **how)

        moving, far, kind = value("moving_time"), value("distance", zero=False), row.get("sport_type") or row["type"]
        if moving and far and moving / far > 50 and kind in ("Run", "Ride"):
            raise Wrong("slower than anyone moves")
        counted(log, at(row["start_date"]), title=row["name"], activity=kind, duration_s=value("elapsed_time"), moving_s=moving,
                distance_m=far, ascent_m=value("total_elevation_gain"), average_heart_rate=value("average_heartrate"),
                maximum_heart_rate=value("max_heartrate"), energy_kcal=value("calories", zero=False), notes=row.get("description"))

    return records(log, cells.table(path), read)


def strava_athletes(path: Path, settings: Settings) -> Content:
    """The same, of several athletes: numbers, or objects in a cell."""
    log = Sports(settings)

    def read(row: Row) -> None:
        if row.get("athlete.id", row.get("athlete")) not in settings["strava_names"].split("; "):
            raise Skipped
        row = {name: cell for name, cell in row.items() if cell != "NA"}
        counted(log, at(row["start_date"]), title=row["name"], activity=row.get("sport_type") or row["type"],
                duration_s=number(row["elapsed_time"]), moving_s=number(row["moving_time"]),
                distance_m=number(row["distance"], zero=False), ascent_m=number(row.get("total_elevation_gain")),
                average_heart_rate=number(row.get("average_heartrate")), maximum_heart_rate=number(row.get("max_heartrate")),
                energy_kcal=number(row.get("calories"), zero=False), notes=row.get("description"))

    return records(log, cells.table(path), read)


def strava_r(path: Path, settings: Settings) -> Content:
    """rStrava has made kilometres of the metres; NA is nothing."""
    log = Sports(settings)

    def read(row: Row) -> None:
        def value(name: str, **how: bool) -> Decimal | None:
            return number(row[name].replace("NA", ""), **how)

        counted(log, at(row["start_date"]), title=row["name"], activity=row["sport_type"], duration_s=value("elapsed_time"),
                moving_s=value("moving_time"), ascent_m=value("total_elevation_gain"), average_heart_rate=value("average_heartrate"),
                maximum_heart_rate=value("max_heartrate"), distance_m=scaled(value("distance", zero=False), 1000))

    return records(log, cells.table(path), read)


def strava_of_2019(path: Path, settings: Settings) -> Content:
    """The distance is there once, in the account's unit. R writes points for blanks; in German thousands have a point."""
    log = Sports(settings)
    german = {"Aktivitätsdatum": "Activity Date", "Name der Aktivität": "Activity Name", "Aktivitätsart": "Activity Type",
              "Aktivitätsbeschreibung": "Activity Description", "Verstrichene Zeit": "Elapsed Time", "Distanz": "Distance"}

    def read(row: Row) -> None:
        row = {german.get(name, name.replace(".", " ")): cell for name, cell in row.items()}
        far = row["Distance"]
        if "," in far:
            far = far.replace(".", "")
        counted(log, cells.instant(row["Activity Date"], "UTC", "%b %d, %Y, %I:%M:%S %p", "%d.%m.%Y, %H:%M:%S", "%d. %b %Y, %H:%M:%S", CLOCK),
                title=row["Activity Name"], activity=row["Activity Type"], duration_s=number(row["Elapsed Time"]),
                notes=row.get("Activity Description"), moving_s=number(row.get("Moving Time")),
                ascent_m=number(row.get("Elevation Gain")), energy_kcal=number(row.get("Calories")),
                average_heart_rate=number(row.get("Average Heart Rate")), maximum_heart_rate=number(row.get("Max Heart Rate")),
                distance_m=in_unit(number(far, zero=False, comma=True), settings["workout_distance_unit"], METRES))

    return records(log, cells.table(path), read)


def garmin_web(path: Path, settings: Settings) -> Content:
    """UTC without a sign of it; with pauses where the list says so."""
    log = Sports(settings)

    def read(row: Object) -> None:
        counted(log, cells.instant(row["startTimeGMT"], "UTC", CLOCK), title=row["activityName"],
                activity=row["activityType"]["typeKey"], duration_s=amount(row.get("elapsedDuration", row["duration"])),
                moving_s=amount(row.get("movingDuration")), distance_m=amount(row["distance"]) or None,
                ascent_m=amount(row.get("elevationGain")), energy_kcal=amount(row.get("calories")),
                average_heart_rate=amount(row.get("averageHR")), maximum_heart_rate=amount(row.get("maxHR")),
                notes=row.get("description"))

    document = cells.listed(path)
    return records(log, document[0]["activities"] if "activities" in document[0] else document, read)


def intervals(path: Path, settings: Settings) -> Content:
    """Of JSON the instant counts, of CSV the wall time, which alone is there."""
    log = Sports(settings)
    kept = path.read_bytes().lstrip()[:1] in (b"[", b"{")

    def read(row: Object) -> None:
        started = at(row["start_date"]) if kept else cells.instant(row["start_date_local"], settings["zone"], "%Y-%m-%dT%H:%M:%S")
        value = amount if kept else number
        counted(log, started, title=row["name"], activity=row["type"], duration_s=value(row["elapsed_time"]),
                moving_s=value(row["moving_time"]), distance_m=value(row.get("distance")) or None,
                ascent_m=value(row.get("total_elevation_gain")), energy_kcal=value(row.get("calories")),
                average_heart_rate=value(row.get("average_heartrate")), maximum_heart_rate=value(row.get("max_heartrate")),
                notes=row.get("description"))

    return records(log, cells.listed(path) if kept else cells.table(path), read)


def fitlog(path: Path, settings: Settings) -> Content:
    """Attributes of the elements below an activity."""
    log = Sports(settings)
    space = "{http://www.zonefivesoftware.com/xmlschemas/FitnessLogbook/v3}"

    def read(activity: ElementTree.Element) -> None:
        def said(element: str, attribute: str) -> Decimal | None:
            found = activity.find(space + element)
            return None if found is None else number(found.get(attribute), zero=False)

        def words(element: str) -> str | None:
            return activity.findtext(space + element)

        kind = activity.find(space + "Category")
        counted(log, at(activity.get("StartTime", "")), title=words("Name"), notes=words("Notes"),
                activity=None if kind is None else kind.get("Name"), duration_s=said("Duration", "TotalSeconds"),
                distance_m=said("Distance", "TotalMeters"), ascent_m=said("Elevation", "AscendMeters"),
                energy_kcal=said("Calories", "TotalCal"), average_heart_rate=said("HeartRate", "AverageBPM"),
                maximum_heart_rate=said("HeartRate", "MaximumBPM"))

    return records(log, ElementTree.parse(path).getroot().iter(space + "Activity"), read)
