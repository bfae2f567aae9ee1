"""Tests of performance: jumps on force plates, top speeds of a session."""
from __future__ import annotations

import json
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import cells
from cells import METRES, PER_SECOND, Skipped, first
from figures import Content, Row
from metrics import Metrics, Settings, day_of, figure

FORCEDECKS = {"CMJ": "cmj_height", "ABCMJ": "abalakov_jump_height", "SJ": "squat_jump_height", "DJ": "drop_jump_height"}
HAWKIN = {
    "Countermovement Jump": "cmj_height", "CMJ": "cmj_height", "Squat Jump": "squat_jump_height", "Drop Jump": "drop_jump_height"}


def forcedecks(path: Path, settings: Settings) -> Content:
    """Jumps with a load are no heights to compare, hops, pulls and what has a height of 0 no jumps."""
    metrics = Metrics()

    def read(row: Row) -> None:
        inches = "Jump Height (Imp-Mom) [cm]" not in row
        height = first(row, "Jump Height (Imp-Mom) [cm]", "Jump Height (Imp-Mom) in Inches [in]", "Jump Height (Imp-Mom) [in]")
        if first(row, "Name", "Athlete", "Athlete Name") not in settings["forcedecks_names"].split("; ") or height in ("", "0"):
            raise Skipped
        if row["Test Type"] not in FORCEDECKS or first(row, "Additional Load [lb]", "Additional Load [kg]") not in ("", "0"):
            raise Skipped
        day = day_of(row["Date"], "%Y/%m/%d", "%Y-%m-%d")
        value = figure(height)
        assert value is not None
        metrics.add(FORCEDECKS[row["Test Type"]], value if inches else value * METRES["cm"] / METRES["in"], "in", day)

    return metrics.gather(cells.table(path), read)


def forcedecks_r(path: Path, settings: Settings) -> Content:
    """R writes points for brackets and blanks; players have ids."""
    metrics = Metrics()

    def read(row: Row) -> None:
        if row["PlayerId"] not in settings["forcedecks_names"].split("; "):
            raise Skipped
        if row["Test.Type"] not in FORCEDECKS or row["Jump.Height..Imp.Mom..in.Inches"] == "NA":
            raise Skipped
        day = day_of(row["Date"], "%Y-%m-%d")
        metrics.add(FORCEDECKS[row["Test.Type"]], figure(row["Jump.Height..Imp.Mom..in.Inches"]), "in", day)

    return metrics.gather(cells.table(path), read)


def hawkin(path: Path, settings: Settings) -> Content:
    metrics = Metrics()

    def read(row: Row) -> None:
        name, kind = first(row, "Athlete", "Name"), first(row, "Test Type", "Type")
        unit = "m" if "Jump Height(m)" in row else "in"
        height = row[f"Jump Height({unit})"]
        if name != settings["hawkin_names"] or height == "N/A" or kind not in HAWKIN:
            raise Skipped
        value = figure(height)
        assert value is not None
        metrics.add(HAWKIN[kind], value * METRES[unit] / METRES["in"], "in", day_of(row["Date"].partition("T")[0]))

    return metrics.gather(cells.table(path), read)


def hawkin_tests(path: Path, settings: Settings) -> Content:
    """Tables of the vendor's packages, or its answers: seconds of UTC, metres; a tag makes it another jump."""
    metrics = Metrics()

    def read(row: Row) -> None:
        tags = (row.get("tag_names") or row.get("testType_tags_name") or "").strip("[]'")
        height = row.get("Jump Height(m)", row.get("jump_height_m"))
        if row["athlete_name"] != settings["hawkin_names"] or row.get("active", "True").lower() == "false":
            raise Skipped
        if height in (None, "", "NA"):
            raise Skipped
        if tags not in ("", "NA", "Arm Swing") or row["testType_name"] not in HAWKIN:
            raise Skipped
        seconds = datetime.fromtimestamp(int(row["timestamp"]), timezone.utc)
        value = figure(str(height))
        assert value is not None
        name = "abalakov_jump_height" if tags == "Arm Swing" else HAWKIN[row["testType_name"]]
        metrics.add(name, value / METRES["in"], "in", seconds.astimezone(ZoneInfo(settings["zone"])).date().isoformat())

    if path.suffix != ".json":
        return metrics.gather(cells.table(path), read)
    trials = json.loads(cells.text_of(path), parse_float=Decimal)["data"]
    return metrics.gather([{
        "athlete_name": trial["athlete"]["name"], "testType_name": trial["testType"]["name"], "timestamp": trial["timestamp"],
        "tag_names": ", ".join(tag["name"] for tag in trial["testType"]["tags"]), "active": str(trial.get("active", True)),
        "Jump Height(m)": trial.get("Jump Height(m)")} for trial in trials], read)


def statsports(path: Path, settings: Settings) -> Content:
    metrics = Metrics()

    def read(row: Row) -> None:
        speed = figure(row["Max Speed"])
        if row["Player Name"] != settings["statsports_names"] or not speed:
            raise Skipped
        unit = settings["speed_unit"]
        metrics.add("max_speed", speed * PER_SECOND[unit] / PER_SECOND["mph"], "mph", day_of(row["Session Date"]))

    return metrics.gather(cells.table(path), read)


def top_speeds(path: Path, settings: Settings) -> Content:
    """Catapult and Polar: the unit stands in the name of the column or is a setting; whoever has no signal has 0 or NA."""
    metrics = Metrics()
    delimiter = ";" if ";" in cells.text_of(path).splitlines()[0] else ","

    def read(row: Row) -> None:
        column = next(name for name in row if name.lower().startswith(("maximum", "max vel", "max_vel")))
        bracketed = column.replace("[", "(").partition("(")[2].strip(")]")
        if next(row[name] for name in ("Name", "Player name", "athlete_name", "user_uid") if name in row) != settings["catapult_names"]:
            raise Skipped
        speed = None if row[column] == "NA" else figure(row[column].replace(",", "."))
        if not speed:
            raise Skipped
        value = speed * PER_SECOND[bracketed or settings["speed_unit"]] / PER_SECOND["mph"]
        metrics.add("max_speed", value, "mph", day_of(row.get("Date") or row.get("date") or settings["date"]))

    return metrics.gather(cells.table(path, delimiter), read)


def nordbord(path: Path, settings: Settings) -> Content:
    """Time is UTC, the day is where the athlete was; a leg with 0 was not tested."""
    metrics = Metrics()

    def read(row: Row) -> None:
        if row["Name"] != settings["nordbord_names"]:
            raise Skipped
        clock = cells.parsed(f"{row['Date UTC']} {row['Time UTC']}", "%Y/%m/%d %I:%M %p").replace(tzinfo=timezone.utc)
        day = clock.astimezone(ZoneInfo(settings["zone"])).date().isoformat()
        test = "nordic_force" if row["Test"] == "Nordic" else "hamstring_iso_force"
        for side, column in (("left", "L Max Force (N)"), ("right", "R Max Force (N)")):
            metrics.add(f"{test}_{side}", figure(row[column]) or None, "N", day)

    return metrics.gather(cells.table(path), read)
