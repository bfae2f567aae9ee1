"""Nights, as sums of their stages or as stretches of one."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import cells
from cells import Skipped, Wrong, first, number
from figures import Content, Row
from readings import Readings, Settings, at_offset, minutes


def withings_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started, ended = (
            cells.instant(first(row, *names), "UTC", "%Y-%m-%dT%H:%M:%S%z") for names in (("from", "von", "de"), ("to", "bis", "a")))
        readings.night(started, ended, cells.day_in(ended, settings["zone"]), "Withings", {
            "core": number(first(row, "light (s)", "leicht (s)", "ligero (s)")), "deep": number(first(row, "deep (s)", "tief (s)", "profundo (s)")),
            "rem": number(first(row, "rem (s)")), "awake": number(first(row, "awake (s)", "wach (s)", "despierto (s)"))})

    return readings.gather(cells.table(path), read)


def oura_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row.get("type") in ("deleted", "rest"):
            raise Skipped
        started, ended = (
            cells.instant(row[name], "UTC", "%Y-%m-%dT%H:%M:%S.%f%z") for name in ("bedtime_start", "bedtime_end"))
        if ended < started:
            raise Wrong("it ends before it starts")
        readings.night(started, ended, row["day"], "Oura", {
            "asleep": number(row["total_sleep_duration"]), "core": number(row["light_sleep_duration"]),
            "deep": number(row["deep_sleep_duration"]), "rem": number(row["rem_sleep_duration"]),
            "awake": number(row["awake_time"]), "in_bed": number(row["time_in_bed"])})

    return readings.gather(cells.table(path, ";"), read)


def fitbit_sleep(path: Path, settings: Settings) -> Content:
    """The end stands on the clock of the start, in a night over a change of clock, too."""
    readings = Readings(settings)
    form = "%Y-%m-%dT%H:%M:%S.%f"

    def read(row: dict[str, Any]) -> None:
        started = cells.instant(row["startTime"], settings["zone"], form)
        ended = started + (cells.parsed(row["endTime"], form) - cells.parsed(row["startTime"], form))
        summary = row.get("levels", {}).get("summary", {})
        readings.night(started, ended, row["dateOfSleep"], "Fitbit", {
            "asleep": minutes(row["minutesAsleep"]), "awake": minutes(row["minutesAwake"]), "in_bed": minutes(row["timeInBed"]),
            **{stage: minutes(summary.get(name, {}).get("minutes")) for stage, name in
               (("core", "light"), ("deep", "deep"), ("rem", "rem"))}})

    return readings.gather(cells.listed(path, "sleep"), read)


def samsung_sleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)
    names = {"40001": "awake", "40002": "core", "40003": "deep", "40004": "rem"}

    def read(row: Row) -> None:
        row = {name.removeprefix("com.samsung.health.sleep."): cell for name, cell in row.items()}
        started, ended = (cells.instant(row[name], "UTC", "%Y-%m-%d %H:%M:%S.%f") for name in ("start_time", "end_time"))
        stage = names.get(row["stage"]) if "stage" in row else "asleep"
        if stage is None:
            raise Wrong("an unknown stage")
        readings.stage(stage, started, ended, "Samsung Health")
        at_offset(readings, ended, row["time_offset"])

    return readings.gather(cells.table(path, before=1), read)
