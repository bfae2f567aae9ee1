"""Scales, watches and health exports: samples and body measurements."""
from __future__ import annotations

import datetime
import json
import re
import xml.etree.ElementTree
import zoneinfo
from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOCALORIES, KILOGRAMS, METRES, Skipped, Wrong, first, in_unit, number
from figures import Content, Row
from sets import Log

Settings = dict[str, str]
MASS = KILOGRAMS | {"g": Decimal("0.001"), "st": Decimal("6.35029318")}
# What a figure is as a body measurement, and the unit in which both are kept.
KINDS = {"body_mass": "weight", "body_fat_percentage": "body_fat", "lean_body_mass": "lean_mass", "waist_circumference": "waist"}
UNITS = {
    "body_mass": "kg", "lean_body_mass": "kg", "body_fat_mass": "kg", "muscle_mass": "kg", "bone_mass": "kg",
    "body_fat_percentage": "%", "body_water_percentage": "%", "height": "cm", "waist_circumference": "cm",
    "body_mass_index": "count", "step_count": "count", "resting_heart_rate": "count/min", "active_energy": "kcal"}
# Types that are taken unless other ones are asked for.
WANTED = ("body_mass", "body_fat_percentage", "lean_body_mass", "height", "body_mass_index", "resting_heart_rate",
          "step_count", "active_energy")
MOST = {"body_fat_percentage": 90, "body_mass": 700, "resting_heart_rate": 300, "body_mass_index": 250}


class Readings:
    """What was measured, record by record."""

    def __init__(self, zone: str) -> None:
        self.zone, self.content, self.made = zone, Content(), 0

    def add(
        self, type: str | None, value: Decimal | None, started: Any, source: str, *, unit: str | None = None,
        kind: str | None = None, name: str | None = None
    ) -> None:
        if value is None:
            return
        if type in MOST and not 0 < value <= MOST[type]:
            raise Wrong("more than a body can have")
        day = cells.day_in(started, self.zone)
        unit = unit or UNITS.get(type or "", "cm")
        kind = kind or KINDS.get(type or "")
        if type in WANTED:
            self.pending.append(
                ("samples", dict(type=type, value=value, unit=unit, started=started, day=day, source=source)))
        if kind and (type in WANTED or type is None):
            self.pending.append(
                ("measurements", dict(kind=kind, value=value, unit=unit, started=started, day=day, source=name or source)))

    def read(self, records: Iterable[Any], read: Callable[[Any], None]) -> Content:
        """A record that is wrong in one figure gives none."""
        for record in records:
            self.content.read += 1
            self.pending: list[tuple[str, Row]] = []
            try:
                read(record)
                if not self.pending:
                    raise Skipped
            except Wrong:
                self.content.rejected += 1
            except Skipped:
                self.content.skipped += 1
            else:
                for table, row in self.pending:
                    self.content.add(table, **row)
        return self.content


def share(part: Decimal, whole: Decimal) -> Decimal:
    """A quotient is kept with four decimals."""
    return (100 * part / whole).quantize(Decimal("0.0001"), ROUND_HALF_UP)


def in_cell(cell: str | None) -> Decimal | None:
    """`60.0 kg`, `22.0 %`: the number and its unit in one cell."""
    cell = (cell or "").strip()
    if cell in ("", "--"):
        return None
    found = re.fullmatch(r"([\d.]+) (kg|lbs|lb|%)", cell)
    if not found:
        raise Wrong("no number with a unit")
    value = Decimal(found.group(1))
    return value if found.group(2) == "%" else in_unit(value, found.group(2), KILOGRAMS)


def withings(path: Path, settings: Settings) -> Content:
    """Fat is a mass; its share is that of the weight beside it."""
    rows, readings = cells.table(path), Readings(settings["zone"])
    names = list(rows[0])

    def mass(row: Row, *prefixes: str) -> Decimal | None:
        found = next((column for prefix in prefixes if (column := cells.unit_of(names, prefix))), None)
        return in_unit(number(row.get(found[0])), found[1], KILOGRAMS) if found else None

    def read(row: Row) -> None:
        started = cells.instant(
            row["Date"], settings["zone"], "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M Uhr", "%Y-%m-%d %H:%M", "%Y-%m-%d %I:%M %p")
        weight, fat = mass(row, "Weight", "Gewicht"), mass(row, "Fat mass", "Fettmasse")
        readings.add("body_mass", weight, started, "Withings")
        if fat is not None and weight:
            readings.add("body_fat_percentage", share(fat, weight), started, "Withings")

    return readings.read(rows, read)


def withings_bare(path: Path, settings: Settings) -> Content:
    readings, unit = Readings(settings["zone"]), settings["weight_unit"]

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d %H:%M:%S")
        weight = in_unit(number(row["Weight"]), unit, KILOGRAMS)
        readings.add("body_mass", weight, started, "Withings")
        readings.add("body_mass_index", number(row.get("BMI")), started, "Withings")
        if "Fat" in row:
            readings.add("body_fat_percentage", number(row["Fat"]), started, "Withings")
        elif number(row.get("Fat mass")) is not None and weight:
            fat = in_unit(number(row["Fat mass"]), unit, KILOGRAMS)
            readings.add("body_fat_percentage", share(fat or Decimal(0), weight), started, "Withings")

    return readings.read(cells.table(path), read)


def garmin_weight(path: Path, settings: Settings) -> Content:
    """A row with a date alone is the day of the rows below it."""
    import csv
    import io

    readings = Readings(settings["zone"])
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

    return readings.read(rows, read)


def renpho(path: Path, settings: Settings) -> Content:
    tabs = "\t" in cells.text_of(path).splitlines()[0]
    rows, readings = cells.table(path, "\t" if tabs else ","), Readings(settings["zone"])
    names = [name.strip() for name in rows[0]]

    def mass(row: Row, *prefixes: str) -> Decimal | None:
        found = next((column for prefix in prefixes if (column := cells.unit_of(names, prefix))), None)
        return in_unit(number(row.get(found[0])), found[1], KILOGRAMS) if found else None

    def read(row: Row) -> None:
        wall = " ".join(filter(None, (first(row, "Date", "Time of Measurement"), first(row, "Time"))))
        dates = ["%d/%m/%Y %H:%M:%S"] if settings.get("date_order") == "dmy" else []
        started = cells.instant(
            wall, settings["zone"], "%Y-%m-%d %H:%M:%S", "%Y.%m.%d %H:%M:%S", "%b %d, %Y %I:%M:%S %p", *dates)
        readings.add("body_mass", mass(row, "Weight"), started, "Renpho")
        readings.add("body_mass_index", number(row.get("BMI")), started, "Renpho")
        fat = first(row, "Body Fat(%)", "Body Fat Percentage(%)")
        readings.add("body_fat_percentage", number(fat), started, "Renpho")
        lean = mass(row, "Fat-Free Mass", "Fat-free Body Weight", "Fat-Free Body Weight")
        readings.add("lean_body_mass", lean, started, "Renpho")

    return readings.read(rows, read)


def eufy(path: Path, settings: Settings) -> Content:
    rows, readings = cells.table(path), Readings(settings["zone"])
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

    return readings.read(rows, read)


def samsung_weight(path: Path, settings: Settings) -> Content:
    """UTC, or milliseconds since 1970; the day is that of the offset beside it."""
    readings = Readings(settings["zone"])

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

    return readings.read(cells.table(path, before=1), read)


def daily(
    source: str, column: tuple[str, ...], patterns: tuple[str, ...], figures: dict[str, tuple[str, ...]]
) -> Callable[[Path, Settings], Content]:
    """A reader of files with one row per day (or moment) and plain figures in the units that are kept."""

    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings["zone"])

        def read(row: Row) -> None:
            started = cells.instant(first(row, *column), settings["zone"], *patterns)
            for type, names in figures.items():
                cell = first(row, *names)
                readings.add(type, None if cell == "None" else number(cell), started, source)

        return readings.read(cells.table(path, ";" if ";" in cells.text_of(path).splitlines()[0] else ","), read)

    return read_file


oura_trends = daily("Oura", ("date",), ("%Y-%m-%d",), {
    "resting_heart_rate": ("Average Resting Heart Rate", "Avg RHR"), "step_count": ("Steps",),
    "active_energy": ("Activity Burn",)})
oura_activity = daily("Oura", ("day",), ("%Y-%m-%d",), {"step_count": ("steps",), "active_energy": ("active_calories",)})
withings_steps = daily("Withings", ("date",), ("%Y-%m-%d",), {"step_count": ("value",)})


def myfitnesspal(path: Path, settings: Settings) -> Content:
    readings = Readings(settings["zone"])

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        weight = in_unit(number(row.get("Weight"), zero=False), settings["weight_unit"], KILOGRAMS)
        readings.add("body_mass", weight, started, "MyFitnessPal")

    return readings.read(cells.table(path), read)


def fitbit_weight(path: Path, settings: Settings) -> Content:
    readings = Readings(settings["zone"])

    def read(row: Row) -> None:
        started = cells.instant(f"{row['date']} {row['time']}", settings["zone"], "%m/%d/%y %H:%M:%S", "%Y-%m-%d %H:%M:%S")
        weight = in_unit(Decimal(str(row["weight"])), settings["weight_unit"], KILOGRAMS)
        readings.add("body_mass", weight, started, "Fitbit")
        readings.add("body_mass_index", amount(row.get("bmi")), started, "Fitbit")
        readings.add("body_fat_percentage", amount(row.get("fat")) or None, started, "Fitbit")

    return readings.read(json.loads(cells.text_of(path), parse_float=Decimal), read)


def amount(value: Any) -> Decimal | None:
    """A number of a JSON document, whole or not."""
    if value is None or value == "":
        return None
    if isinstance(value, (int, Decimal)):
        return Decimal(value)
    return number(str(value))


def google_fit(path: Path, settings: Settings) -> Content:
    """Nanoseconds since 1970, as numbers or as texts."""
    import datetime

    readings = Readings(settings["zone"])
    types = {"com.google.weight": "body_mass", "com.google.step_count.delta": "step_count", "com.google.height": "height",
             "com.google.body.fat.percentage": "body_fat_percentage"}

    def read(point: dict[str, Any]) -> None:
        type = types.get(point["dataTypeName"])
        if type is None:
            raise Skipped
        if not re.fullmatch(r"\d{1,19}", str(point["startTimeNanos"])):
            raise Wrong("no time")
        started = datetime.datetime(1970, 1, 1, tzinfo=cells.UTC) + datetime.timedelta(
            microseconds=int(point["startTimeNanos"]) // 1000)
        value = point["fitValue"][0].get("value", point["fitValue"][0])
        figure = amount(value.get("fpVal", value.get("intVal")))
        if type == "height" and figure is not None:
            figure *= 100
        readings.add(type, figure, started, point.get("originDataSourceId") or "Google Fit",
                     kind="height" if type == "height" else None)

    return readings.read(json.loads(cells.text_of(path), parse_float=Decimal)["Data Points"], read)


APPLE = {
    "BodyMass": "body_mass", "LeanBodyMass": "lean_body_mass", "BodyMassIndex": "body_mass_index",
    "RestingHeartRate": "resting_heart_rate", "StepCount": "step_count", "ActiveEnergyBurned": "active_energy",
    "BodyFatPercentage": "body_fat_percentage", "Height": "height"}
STAGES = {"InBed": "in_bed", "Asleep": "asleep", "AsleepUnspecified": "asleep", "AsleepCore": "core", "AsleepDeep": "deep",
          "AsleepREM": "rem", "Awake": "awake"}


def measured(type: str, value: str | None, unit: str | None) -> Decimal | None:
    """A figure of Apple's in the unit that is kept; body fat is a fraction under a percent sign."""
    figure = number(value)
    if figure is None:
        return None
    if type in ("body_mass", "lean_body_mass"):
        return in_unit(figure, unit, MASS)
    if type == "height":
        return (in_unit(figure, unit, METRES) or Decimal(0)) * 100
    if type == "active_energy":
        return in_unit(figure, unit, KILOCALORIES)
    return figure * 100 if type == "body_fat_percentage" else figure


def apple(path: Path, settings: Settings) -> Content:
    """export.xml without its DOCTYPE, which is malformed in many exports; a fragment without its root is wrapped."""
    import zipfile

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
    readings = Readings(settings["zone"])
    log = Log(settings["zone"])

    def read(record: xml.etree.ElementTree.Element) -> None:
        started, ended = (cells.instant(record.get(name, ""), "UTC", "%Y-%m-%d %H:%M:%S %z") for name in ("startDate", "endDate"))
        source = record.get("sourceName", "")
        if ended < started:
            raise Wrong("it ends before it starts")
        if record.tag == "Workout":
            readings.pending.append(("workouts", exercised(record, started, ended)))
            return
        name = record.get("type", "")
        if name == "HKCategoryTypeIdentifierSleepAnalysis":
            stage = STAGES.get(record.get("value", "").removeprefix("HKCategoryValueSleepAnalysis"))
            if stage is None:
                raise Wrong("an unknown stage")
            readings.pending.append(("stages", dict(
                stage=stage, duration_s=None, started=started, ended=ended, day=cells.day_in(ended, settings["zone"]),
                source=source)))
            return
        type = APPLE.get(name.removeprefix("HKQuantityTypeIdentifier"))
        if type is None:
            raise Skipped
        readings.add(type, measured(type, record.get("value"), record.get("unit")), started, source,
                     kind="height" if type == "height" else None)

    readings.read([child for child in root if child.tag in ("Record", "Workout")], read)
    for row in readings.content.rows.get("workouts", []):
        log.workouts[(len(log.workouts), None)] = row
    log.days()
    readings.content.rows["days"] = log.content.rows["days"]
    return readings.content


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
    zone = next((one.get("value") for one in record.findall("MetadataEntry") if one.get("key") == "HKTimeZone"), None)
    lasted = number(record.get("duration"))
    return dict(
        started=started, ended=ended, zone=zone, activity=record.get("workoutActivityType"),
        duration_s=None if lasted is None else lasted * {"min": 60, "s": 1, "h": 3600, "hr": 3600}[record.get("durationUnit", "min")],
        distance_m=in_unit(number(far[0], zero=False), far[1], METRES),
        energy_kcal=in_unit(number(burned[0]), burned[1], KILOCALORIES),
        average_heart_rate=number(beats.get("average")) if beats is not None else None,
        maximum_heart_rate=number(beats.get("maximum")) if beats is not None else None)


def fitbit_export(path: Path, settings: Settings) -> Content:
    """Several tables in one file, each under its title."""
    import csv

    readings, rows, title, header = Readings(settings["zone"]), [], "", []
    for line in cells.text_of(path).splitlines():
        row = next(csv.reader([line]), [])
        if not any(row):
            title, header = "", []
        elif not title:
            title = row[0]
        elif not header:
            header = row
        else:
            rows.append(dict(zip(header, row)) | {"title": title})

    def read(row: Row) -> None:
        if row["title"] == "Sleep":
            started, ended = (
                cells.instant(row[name], settings["zone"], "%Y-%m-%d %I:%M%p") for name in ("Start Time", "End Time"))
            stages(readings, started, ended, cells.day_in(ended, settings["zone"]), "Fitbit", {
                "asleep": minutes(row.get("Minutes Asleep")), "core": minutes(row.get("Minutes Light Sleep")),
                "deep": minutes(row.get("Minutes Deep Sleep")), "rem": minutes(row.get("Minutes REM Sleep")),
                "awake": minutes(row.get("Minutes Awake")), "in_bed": minutes(row.get("Time in Bed"))})
            return
        if row["title"] not in ("Body", "Activities"):
            raise Skipped
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        if row["title"] == "Activities":
            readings.add("step_count", number(row["Steps"], thousands=True), started, "Fitbit")
            return
        weight = number(row["Weight"], zero=False, thousands=True)
        readings.add("body_mass", in_unit(weight, settings["weight_unit"], KILOGRAMS), started, "Fitbit")
        readings.add("body_mass_index", number(row["BMI"], zero=False), started, "Fitbit")
        readings.add("body_fat_percentage", number(row["Fat"], zero=False), started, "Fitbit")

    return readings.read(rows, read)


def minutes(cell: Any) -> Decimal | None:
    value = None if cell in (None, "N/A") else amount(cell)
    return None if value is None else value * 60


def stages(readings: Readings, started: Any, ended: Any, day: str, source: str, lengths: dict[str, Decimal | None]) -> None:
    """How long each stage of one night took."""
    for stage, length in lengths.items():
        if length is not None:
            readings.pending.append(("stages", dict(
                stage=stage, duration_s=length, started=started, ended=ended, day=day, source=source)))


def withings_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings["zone"])

    def read(row: Row) -> None:
        started, ended = (
            cells.instant(first(row, *names), "UTC", "%Y-%m-%dT%H:%M:%S%z") for names in (("from", "von"), ("to", "bis")))
        stages(readings, started, ended, cells.day_in(ended, settings["zone"]), "Withings", {
            "core": number(first(row, "light (s)", "leicht (s)")), "deep": number(first(row, "deep (s)", "tief (s)")),
            "rem": number(first(row, "rem (s)")), "awake": number(first(row, "awake (s)", "wach (s)"))})

    return readings.read(cells.table(path), read)


def oura_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings["zone"])

    def read(row: Row) -> None:
        if row.get("type") in ("deleted", "rest"):
            raise Skipped
        started, ended = (
            cells.instant(row[name], "UTC", "%Y-%m-%dT%H:%M:%S.%f%z") for name in ("bedtime_start", "bedtime_end"))
        if ended < started:
            raise Wrong("it ends before it starts")
        stages(readings, started, ended, row["day"], "Oura", {
            "asleep": number(row["total_sleep_duration"]), "core": number(row["light_sleep_duration"]),
            "deep": number(row["deep_sleep_duration"]), "rem": number(row["rem_sleep_duration"]),
            "awake": number(row["awake_time"]), "in_bed": number(row["time_in_bed"])})

    return readings.read(cells.table(path, ";"), read)


def fitbit_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings["zone"])

    def read(row: dict[str, Any]) -> None:
        started, ended = (cells.instant(row[name], settings["zone"], "%Y-%m-%dT%H:%M:%S.%f") for name in ("startTime", "endTime"))
        summary = row.get("levels", {}).get("summary", {})
        stages(readings, started, ended, row["dateOfSleep"], "Fitbit", {
            "asleep": minutes(row["minutesAsleep"]), "awake": minutes(row["minutesAwake"]), "in_bed": minutes(row["timeInBed"]),
            **{stage: minutes(summary.get(name, {}).get("minutes")) for stage, name in
               (("core", "light"), ("deep", "deep"), ("rem", "rem"))}})

    return readings.read(json.loads(cells.text_of(path), parse_float=Decimal), read)


def samsung_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings["zone"])
    names = {"40001": "awake", "40002": "core", "40003": "deep", "40004": "rem"}

    def read(row: Row) -> None:
        row = {name.removeprefix("com.samsung.health.sleep."): cell for name, cell in row.items()}
        started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%d %H:%M:%S.%f") for name in ("start_time", "end_time"))
        stage = names.get(row["stage"]) if "stage" in row else "asleep"
        if stage is None:
            raise Wrong("an unknown stage")
        readings.pending.append(("stages", dict(
            stage=stage, duration_s=None, started=started, ended=ended, day=cells.day_in(ended, settings["zone"]),
            source="Samsung Health")))

    return readings.read(cells.table(path, before=1), read)


# Health Auto Export: its names, as keys and as the app shows them.
EXPORTED = {
    "weight_body_mass": "body_mass", "Weight & Body Mass": "body_mass", "lean_body_mass": "lean_body_mass",
    "body_mass_index": "body_mass_index", "body_fat_percentage": "body_fat_percentage", "step_count": "step_count",
    "resting_heart_rate": "resting_heart_rate", "active_energy": "active_energy", "height": "height"}


SUMS = ("step_count", "active_energy")


def spans(walls: list[datetime.datetime]) -> datetime.timedelta | None:
    """How long a file's sums are: days at midnights, hours at full hours, else no one knows."""
    if any(wall.minute or wall.second for wall in walls):
        return None
    return datetime.timedelta(hours=1 if any(wall.hour for wall in walls) else 24)


def auto_export_csv(path: Path, settings: Settings) -> Content:
    """One row per day or hour; sleep in hours."""
    readings = Readings(settings["zone"])
    rows = cells.table(path)
    date = next(name for name in rows[0] if name in ("Date/Time", "Fecha/Hora", "Data/Hora"))
    patterns = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M")
    length = spans([cells.parsed(row[date], *patterns) for row in rows])
    figures = {
        "body_mass": ("Weight (kg)",), "step_count": ("Step Count (count)",),
        "active_energy": ("Active Energy (kJ)", "Energía Activa (kJ)"), "body_fat_percentage": ("Body Fat Percentage (%)",),
        "resting_heart_rate": ("Resting Heart Rate (count/min)", "Frecuencia Cardiaca en Reposo (bpm)")}
    nights = {"asleep": ("Total", "Asleep"), "core": ("Core",), "deep": ("Deep",), "rem": ("REM",), "awake": ("Awake",),
              "in_bed": ("In Bed",)}

    def read(row: Row) -> None:
        started = cells.instant(row[date], settings["zone"], *patterns)
        for type, names in figures.items():
            value = number(first(row, *names))
            if value is None:
                continue
            if type == "active_energy":
                value = (value * KILOCALORIES["kJ"]).normalize()
            if type == "body_fat_percentage" and value < 1:
                value *= 100
            readings.add(type, value, started, "Health Auto Export")
            if type in SUMS:
                ended = None
                if length:
                    later = cells.parsed(row[date], *patterns) + length
                    ended = cells.placed(later, settings["zone"])
                readings.pending.append(("sums", dict(type=type, value=value, started=started, ended=ended)))
        if length and length.days:
            lengths = {
                stage: next(filter(None, (number(row.get(f"Sleep Analysis [{name}] (hr)")) for name in names)), None)
                for stage, names in nights.items()}
            stages(readings, None, None, row[date][:10], "Health Auto Export", {
                stage: value * 3600 if value else None for stage, value in lengths.items()})

    return readings.read(rows, read)


def auto_export(path: Path, settings: Settings) -> Content:
    readings = Readings(settings["zone"])
    data = json.loads(cells.text_of(path), parse_float=Decimal)["data"]
    records = [(metric, row) for metric in data.get("metrics", []) for row in metric["data"]]
    stamp = "%Y-%m-%d %H:%M:%S %z"
    sums = [row for metric, row in records if EXPORTED.get(metric["name"]) in SUMS]
    span = spans([cells.parsed(row["date"], stamp) for row in sums])

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
                readings.pending.append(("stages", dict(
                    stage={"Core": "core", "Deep": "deep", "REM": "rem", "Awake": "awake", "Asleep": "asleep",
                           "In Bed": "in_bed"}[row["value"]],
                    duration_s=None, started=started, ended=ended, day=cells.day_in(ended, settings["zone"]), source=source)))
                return
            started, ended = time(row, "sleepStart", "inBedStart"), time(row, "sleepEnd", "inBedEnd")
            lengths = {"asleep": row.get("totalSleep") or row.get("asleep"), "in_bed": row.get("inBed"),
                       **{stage: row.get(stage) for stage in ("core", "deep", "rem", "awake")}}
            day = cells.day_in(ended, settings["zone"]) if ended else row["date"][:10]
            stages(readings, started, ended, day, source, {
                stage: amount(value) * length if value else None for stage, value in lengths.items()})  # type: ignore[operator]
            return
        type = EXPORTED.get(metric["name"])
        if type is None or not amount(row.get("qty")):
            raise Skipped
        started = cells.instant(row["date"], "UTC", "%Y-%m-%d %H:%M:%S %z")
        value = amount(row["qty"])
        if type == "body_fat_percentage" and value is not None and value < 1:
            value *= 100
        elif type != "body_fat_percentage":
            value = measured(type, format(value or Decimal(0), "f"), metric["units"])
        readings.add(type, value, started, source, kind="height" if type == "height" else None)
        if type in SUMS:
            ended = started + span if span else None
            zone = zoneinfo.ZoneInfo(settings["zone"])
            wall = started.astimezone(zone).replace(tzinfo=None)
            # A day of the athlete's own zone lasts until the next midnight.
            if ended and span and span.days and not wall.hour:
                ended = cells.placed(wall + span, settings["zone"])
            readings.pending.append(("sums", dict(type=type, value=value, started=started, ended=ended)))

    return readings.read(records, read)
