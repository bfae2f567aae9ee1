"""Nights of Fitbit, Garmin, Google Health, Sleep as Android, Sleep Cycle, Whoop and Zepp."""
from __future__ import annotations

import csv
import datetime
import io
import json
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import Skipped, Wrong, first, number, seconds
from figures import Content, Row
from readings import Readings, Settings, amount, minutes


def fitbit_nights(path: Path, settings: Settings) -> Content:
    """N/A where a tracker knows no stages; a nap is a night of its own day."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (
            cells.instant(cells.first(row, *names), settings["zone"], "%Y-%m-%d %I:%M%p")
            for names in (("startDateTime", "Start Time"), ("endDateTime", "End Time")))
        readings.night(started, ended, cells.day_in(ended, settings["zone"]), "Fitbit", {
            stage: minutes(row[name]) for stage, name in (
                ("asleep", "Minutes Asleep"), ("core", "Minutes Light Sleep"), ("deep", "Minutes Deep Sleep"),
                ("rem", "Minutes REM Sleep"), ("awake", "Minutes Awake"), ("in_bed", "Time in Bed"))})

    return readings.gather(cells.table(path), read)


def garmin_account(path: Path, settings: Settings) -> Content:
    """UTC without an offset; the day is the one that Garmin counts the night to."""
    readings = Readings(settings)

    def read(row: dict[str, Any]) -> None:
        started, ended = (
            cells.instant(row[f"sleep{name}TimestampGMT"], "UTC", "%Y-%m-%dT%H:%M:%S.%f") for name in ("Start", "End"))
        readings.night(started, ended, row["calendarDate"], "Garmin", {
            stage: amount(row.get(f"{name}SleepSeconds")) for stage, name in (
                ("core", "light"), ("deep", "deep"), ("rem", "rem"), ("awake", "awake"))})

    return readings.gather(json.loads(cells.text_of(path), parse_float=Decimal), read)


def garmin_report(path: Path, settings: Settings) -> Content:
    """A row a night without the day of its times; two dashes where the watch was not worn."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        title = cells.first(row, "Sleep Score 4 Weeks", "Puntuación del sueño 4 semanas")
        started = cells.instant(title, settings["zone"], "%Y-%m-%d", "%b %d, %Y")
        lasted = seconds(cells.first(row, "Duration", "Duración"))
        readings.night(None, None, cells.day_in(started, settings["zone"]), "Garmin", {"asleep": lasted})
        beats = cells.first(row, "Resting Heart Rate", "Frecuencia cardiaca en reposo")
        readings.add("resting_heart_rate", number(beats), started, "Garmin")

    return readings.gather(cells.table(path), read)


ONE_NIGHT = {"Sleep Duration": "asleep", "Deep Sleep Duration": "deep", "Light Sleep Duration": "core", "REM Duration": "rem",
             "Awake Time": "awake"}
OF_ONE_NIGHT = {"Resting Heart Rate": ("resting_heart_rate", " bpm"), "Avg Respiration": ("respiratory_rate", " brpm"),
                "Avg SpO₂": ("oxygen_saturation", "%"), "Avg Overnight HRV": ("heart_rate_variability_rmssd", " ms")}


def garmin_night(path: Path, settings: Settings) -> Content:
    """A name and a value a line; the day is that of the line Date above. The length of the sleep stands there twice, the second time among its factors."""
    readings = Readings(settings)
    said: dict[str, str] = {}

    def read(line: list[str]) -> None:
        name, value = [*line, ""][:2]
        said[name] = value
        if name in ONE_NIGHT and "Sleep Score Factors" in said:
            readings.night(None, None, said["Date"], "Garmin", {ONE_NIGHT[name]: seconds(value)})
        elif name in OF_ONE_NIGHT:
            type, sign = OF_ONE_NIGHT[name]
            midnight = cells.instant(said["Date"], settings["zone"], "%Y-%m-%d")
            readings.add(type, number(value.removesuffix(sign)), midnight, "Garmin")
        else:
            raise Skipped

    return readings.gather(filter(any, csv.reader(io.StringIO(cells.text_of(path)))), read, rowless=True)


GOOGLE = {"LIGHT": "core", "DEEP": "deep", "REM": "rem", "AWAKE": "awake", "WAKE": "awake", "RESTLESS": "awake", "ASLEEP": "asleep"}


def google_health(path: Path, settings: Settings) -> Content:
    """A stretch a row, in UTC, or by the clock of the offset beside it where +0000 is written; the day is that of its end there."""
    readings = Readings(settings)

    def when(row: Row, name: str) -> datetime.datetime:
        cell = row[f"sleep_stage_{name}"].replace(" ", "T")
        time = datetime.datetime.fromisoformat(cell.replace("Z", "+00:00").replace("+0000", "+00:00"))
        return time if cell.endswith("Z") else time - offset_of(row[f"{name}_utc_offset"])

    def read(row: Row) -> None:
        if row["sleep_stage_type"] not in GOOGLE:
            raise Wrong("an unknown stage")
        started, ended = when(row, "start"), when(row, "end")
        day = (ended + offset_of(row["end_utc_offset"])).date().isoformat()
        readings.stage(GOOGLE[row["sleep_stage_type"]], started, ended, row["data_source"], day=day)

    return readings.gather(cells.table(path), read)


def sleep_as_android(path: Path, settings: Settings) -> Content:
    """Each night has a header of its own, a row, and maybe a row of noise without an id; the zone stands beside the times."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["Id"] in ("", "Id"):
            raise Skipped
        started, ended = (cells.instant(row[name], row["Tz"], "%d. %m. %Y %H:%M") for name in ("From", "To"))
        readings.stage("asleep", started, ended, "Sleep as Android", day=cells.day_in(ended, row["Tz"]))

    return readings.gather(cells.table(path), read)


def sleep_cycle(path: Path, settings: Settings) -> Content:
    """From going to bed to getting up is time in bed; newer files say how many seconds of it were sleep."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        bed, up = (cells.instant(first(row, *names), settings["zone"], "%Y-%m-%d %H:%M:%S")
                   for names in (("Start", "Went to bed"), ("End", "Woke up")))
        readings.stage("in_bed", bed, up, "Sleep Cycle")
        lasted = number(row.get("Time asleep (seconds)"), zero=False)
        readings.night(bed, up, cells.day_in(up, settings["zone"]), "Sleep Cycle", {"asleep": lasted})

    return readings.gather(cells.table(path, ";"), read)


def zepp(path: Path, settings: Settings) -> Content:
    """A night without any sleep has one time for both."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%d %H:%M:%S%z") for name in ("start", "stop"))
        if started == ended:
            raise Skipped
        readings.night(started, ended, row["date"], "Zepp", {
            stage: minutes(row[name]) for stage, name in (
                ("deep", "deepSleepTime"), ("core", "shallowSleepTime"), ("rem", "REMTime"), ("awake", "wakeTime"))})

    return readings.gather(cells.table(path), read)


def offset_of(cell: str) -> datetime.timedelta:
    """`UTC-08:00`, `UTCZ`, `-08:00`."""
    found = re.fullmatch(r"(?:UTC)?(?:Z|([+-])(\d\d):(\d\d))", cell)
    if not found:
        raise Wrong("no offset")
    sign, hours, rest = found.groups(default="0")
    away = datetime.timedelta(hours=int(hours), minutes=int(rest))
    return -away if sign == "-" else away


def at_offset(cell: str, offset: str) -> datetime.datetime:
    """A wall time of Whoop, whose offset stands beside it."""
    return (cells.parsed(cell, "%Y-%m-%d %H:%M:%S") - offset_of(offset)).replace(tzinfo=cells.UTC)


# Whoop's names in English, Spanish, German, French and Portuguese.
WHOOP_ZONE = ("Cycle timezone", "Zona horaria del ciclo", "Zeitzone des Zyklus", "Fuseau horaire du cycle", "Fuso horário do ciclo")
WHOOP_FELL = ("Sleep onset", "Inicio del sueño", "Beginn des Schlafs", "Premiers signes de sommeil")
WHOOP_WOKE = ("Wake onset", "Inicio de la vigilia", "Beginn des Aufwachens", "Premiers signes de réveil")
WHOOP_NIGHT = {
    "asleep": ("Asleep duration (min)", "Duración del sueño (min)", "Schlafdauer (Min.)", "Durée du sommeil (min)"),
    "in_bed": ("In bed duration (min)", "Tiempo en la cama (min)", "Dauer im Bett (Min.)", "Temps passé au lit (min)"),
    "core": ("Light sleep duration (min)", "Duración de sueño ligero (min)", "Dauer des Leichtschlafs (Min.)",
             "Durée du sommeil léger (min)"),
    "deep": ("Deep (SWS) duration (min)", "Duración de sueño profundo (SWS) (min)", "Dauer des Tiefschlafs (Min.)",
             "Durée du sommeil profond (min)"),
    "rem": ("REM duration (min)", "Duración de sueño REM (min)", "Dauer des REM-Schlafs (Min.)", "Durée du sommeil paradoxal (min)"),
    "awake": ("Awake duration (min)", "Tempo despierto/a (min)", "Dauer des Aufwachens (Min.)", "Temps d'éveil (min)")}
WHOOP_READINGS = {
    "resting_heart_rate": ("Resting heart rate (bpm)", "Frecuencia cardíaca en reposo (lpm)",
                           "Ruheherzfrequenz (Schläge pro Minute)", "Fréquence cardiaque au repos (bpm)"),
    "heart_rate_variability_rmssd": ("Heart rate variability (ms)", "Variabilidad de la frecuencia cardíaca (ms)",
                                    "Herzfrequenzvariabilität (ms)", "Variabilité de la fréquence cardiaque (ms)"),
    "skin_temperature": ("Skin temp (celsius)", "Temp. cutánea (grados centígrados)", "Hauttemperatur (Celsius)",
                         "Température cutanée (Celsius)"),
    "oxygen_saturation": ("Blood oxygen %", "Oxígeno en sangre %", "Blutsauerstoff %", "Niveau d'oxygène %"),
    "respiratory_rate": ("Respiratory rate (rpm)", "Frecuencia respiratoria (rpm)", "Atemfrequenz (Atemzüge/Min.)",
                         "Fréquence respiratoire (tr/min)")}


def whoop(*, cycles: bool) -> Callable[[Path, Settings], Content]:
    """A reader of nights; a cycle has the readings of its sleep as well. A sleep typed in or not scored has only its times."""
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            fell, woke = first(row, *WHOOP_FELL), first(row, *WHOOP_WOKE)
            if not woke:
                raise Skipped
            zone = first(row, *WHOOP_ZONE)
            started, ended = at_offset(fell, zone), at_offset(woke, zone)
            lengths = {stage: minutes(first(row, *names)) for stage, names in WHOOP_NIGHT.items()}
            readings.night(started, ended, woke[:10], "Whoop", lengths)
            if lengths["asleep"] is None:
                readings.stage("in_bed", started, ended, "Whoop", day=woke[:10])
            for type, names in WHOOP_READINGS.items() if cycles else ():
                readings.add(type, number(first(row, *names)), ended, "Whoop")
                readings.pending[-1][1]["day"] = woke[:10]

        return readings.gather(cells.table(path), read)

    return read_file


whoop_sleeps, whoop_cycles = whoop(cycles=False), whoop(cycles=True)
