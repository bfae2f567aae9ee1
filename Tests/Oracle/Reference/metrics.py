"""Pitches and swings: what devices measured of them."""
from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import cells
from cells import PER_SECOND, Skipped, Wrong, first, number
from figures import Content, Row

Settings = dict[str, str]
MISSING = ("", "-", "--", "NA", "null", "Undefined", "None")
# A fastball's speed is the app's velocity; any other pitch has a metric of its own.
FAST = {"fastball", "four-seam", "fourseam", "fourseamfastball", "4 seam fastball", "twoseamfastball", "two-seam", "sinker",
        "oneseamfastball", "ff", "ft", "si"}
PITCHES = {
    "changeup": "changeup", "ch": "changeup", "slider": "slider", "sl": "slider", "curveball": "curveball", "cu": "curveball",
    "cutter": "cutter", "fc": "cutter", "splitter": "splitter", "fs": "splitter", "sweeper": "sweeper", "st": "sweeper",
    "knuckleball": "knuckleball", "kc": "knuckle_curve"}


def speed_of(pitch: str) -> str:
    pitch = pitch.strip().lower()
    return "velocity" if pitch in FAST else f"{PITCHES[pitch]}_velocity" if pitch in PITCHES else "pitch_velocity"


def spin_of(pitch: str) -> str:
    pitch = pitch.strip().lower()
    return "fastball_spin" if pitch in FAST else f"{PITCHES[pitch]}_spin" if pitch in PITCHES else "total_spin"


def figure(cell: str | None) -> Decimal | None:
    cell = (cell or "").strip()
    return None if cell in MISSING else number(cell)


class Metrics(Content):
    """Measurements, record by record."""

    def add(self, type: str, value: Decimal | None, unit: str | None, day: str, text: str | None = None) -> None:
        if value is not None or text:
            self.put("metrics", metric_type=type, value=value, unit=unit, day=day, display_value=text)


def day_of(cell: str, *patterns: str) -> str:
    return cells.parsed(cell, *(patterns or ("%Y-%m-%d",))).date().isoformat()


def trackman(path: Path, settings: Settings) -> Content:
    """One row is a pitch of three people: who pitched, who hit, who caught. `y0` of 15.24 says metres and km/h."""
    metrics, rows = Metrics(), cells.table(path)
    metric = any(figure(row.get("y0")) == Decimal("15.24") for row in rows)

    def speed(cell: str | None) -> Decimal | None:
        value = figure(cell)
        return value * PER_SECOND["km/h"] / PER_SECOND["mph"] if value is not None and metric else value

    def read(row: Row) -> None:
        name = settings["trackman_names"]
        if name not in (row["Pitcher"], row["Batter"], row.get("Catcher")):
            raise Skipped
        # A pitch that was not tracked is passed over, whatever else its row has.
        if not any(row.get(column, "").strip() not in MISSING for column in ("RelSpeed", "ExitSpeed", "PopTime")):
            raise Skipped
        day = day_of(row["Date"], "%Y-%m-%d", "%m/%d/%Y", "%m/%d/%y", "%Y/%m/%d")
        if row["Pitcher"] == name:
            kind = "warmup_velocity" if row.get("PitchSession") == "Warmup" else speed_of(row["TaggedPitchType"])
            metrics.add(kind, speed(row["RelSpeed"]), "mph", day)
        if row["Batter"] == name:
            bunt = first(row, "TaggedHitType", "HitType") == "Bunt"
            metrics.add("bunt_exit_velo" if bunt else "exit_velo", speed(row["ExitSpeed"]), "mph", day)
        if row.get("Catcher") == name:
            metrics.add("pop_time", figure(row.get("PopTime")), "sec", day)

    return metrics.gather(rows, read)


def statcast(path: Path, settings: Settings) -> Content:
    metrics = Metrics()

    def read(row: Row) -> None:
        id = settings["statcast_ids"]
        if id not in (row["pitcher"], row["batter"]):
            raise Skipped
        day = day_of(row["game_date"])
        if row["pitcher"] == id:
            metrics.add(speed_of(row["pitch_type"]), figure(row["release_speed"]), "mph", day)
        if row["batter"] == id:
            bunt = "bunt" in row.get("events", "") or "bunt" in row.get("description", "")
            metrics.add("bunt_exit_velo" if bunt else "exit_velo", figure(row.get("launch_speed")), "mph", day)

    return metrics.gather(cells.table(path), read)


def rapsodo(path: Path, settings: Settings) -> Content:
    """Who threw is said before the header, or in each row; days of files with a clock are those of the cloud (UTC)."""
    metrics = Metrics()
    lines = cells.text_of(path).splitlines(keepends=True)
    before = next(place for place, line in enumerate(lines) if "Date" in line)

    def read(row: Row) -> None:
        person = first(row, "Player Name", "player_name", "Athlete_Name")
        if person and person != settings["rapsodo_names"]:
            raise Skipped
        wall = row["Date"].strip()
        if row.get("Unique ID", "").count("@") == 1:
            stamp = re.fullmatch(r"\d+@(\d{10})", row["Unique ID"])
            day = cells.day_in(cells.datetime.datetime.fromtimestamp(int(stamp.group(1)), cells.UTC), settings["zone"]) \
                if stamp else ""
        elif re.fullmatch(r"u\d", row.get("Unique ID", "")) and "ExitVelocity" not in row:
            raise Wrong("no instant")
        elif "ExitVelocity" in row:
            time = cells.parsed(wall.split(" ", 1)[1] if wall[:3].isalpha() else wall,
                                "%b %d %Y %I:%M:%S %p", "%Y-%m-%d %H:%M:%S", "%m/%d/%Y %I:%M:%S %p")
            day = cells.day_in(time.replace(tzinfo=cells.UTC), settings["zone"])
        else:
            day = day_of(wall, "%m/%d/%Y", "%Y-%m-%d", "%m-%d-%Y", "%Y-%m-%d %H:%M:%S")
        pitch = first(row, "Pitch Type", "Pitch_Type")
        metrics.add(speed_of(pitch), figure(first(row, "Velocity", "MPH")), "mph", day)
        metrics.add(spin_of(pitch), figure(first(row, "Total Spin", "Total_Spin")), "rpm", day)
        metrics.add("exit_velo", figure(row.get("ExitVelocity")), "mph", day)

    return metrics.gather(cells.table(path, before=before), read)


def pitchlogic(path: Path, settings: Settings) -> Content:
    metrics = Metrics()

    def read(row: Row) -> None:
        if f"{row['First Name']} {row['Last Name']}" != settings["pitchlogic_names"]:
            raise Skipped
        metrics.add(speed_of(row["Type"]), figure(row["Speed (mph)"]), "mph", day_of(row["Date"]))
        metrics.add(spin_of(row["Type"]), figure(row["Total Spin (rpm)"]), "rpm", day_of(row["Date"]))

    return metrics.gather(cells.table(path), read)


def hittrax(path: Path, settings: Settings) -> Content:
    """A ball that was not tracked has a speed of 0, and so has the bat without a sensor."""
    metrics = Metrics()
    before = next(place for place, line in enumerate(cells.text_of(path).splitlines()) if line.startswith("#"))

    def read(row: Row) -> None:
        if row["User"] != settings["hittrax_names"] or not (figure(row["Velo"]) or figure(row.get("BV"))):
            raise Skipped
        day = day_of(row["Date"], "%m/%d/%Y")
        if figure(row["Velo"]):
            metrics.add("exit_velo", figure(row["Velo"]), "mph", day)
        if figure(row.get("BV")):
            metrics.add("bat_speed", figure(row["BV"]), "mph", day)
            metrics.add("attack_angle", figure(row["AA"]), "deg", day)

    return metrics.gather(cells.table(path, before=before), read)


def hittrax_swings(path: Path, settings: Settings) -> Content:
    metrics = Metrics()
    mine = [name.strip() for name in settings["hittrax_swings"].split(";")]

    def read(row: Row) -> None:
        if row["session_swing"] not in mine:
            raise Skipped
        metrics.add("hit_distance", figure(row["dist"]), settings["distance_unit"], settings["date"])
        metrics.add("launch_angle", figure(row["la"]), "deg", settings["date"])

    return metrics.gather(cells.table(path), read)


def blast(path: Path, settings: Settings) -> Content:
    """The unit of a speed stands in the name of its column, in Japanese files, too."""
    metrics = Metrics()
    lines = cells.text_of(path).splitlines()
    before = next(place for place, line in enumerate(lines) if "Bat Speed (" in line or "バットスピード (" in line)
    figures = {
        "bat_speed": ("Bat Speed", "バットスピード"), "attack_angle": ("Attack Angle", "アッパースイング度"),
        "peak_hand_speed": ("Peak Hand Speed", "手の最大スピード"), "swing_power": ("Power", "パワー"),
        "time_to_contact": ("Time to Contact", "スイング時間"), "exit_velo": ("Exit Velocity",)}

    def read(row: Row) -> None:
        if "Player" in row and row["Player"] != settings["blast_names"]:
            raise Skipped
        date = row.get("Date") or row.get("日付")
        patterns = ("%Y-%m-%d", "%b %d, %Y", "%m/%d/%Y", "%B %d, %Y / %I:%M:%S %p", "%Y年%m月%d日")
        day = day_of(date, *patterns) if date is not None else settings["date"]
        for type, names in figures.items():
            for column in row:
                name, _, unit = column.partition(" (")
                if name in names:
                    value, unit = figure(row[column]), unit.strip(")")
                    if unit == "km/h" and value is not None:
                        value, unit = value * PER_SECOND["km/h"] / PER_SECOND["mph"], "mph"
                    metrics.add(type, value, unit, day)

    return metrics.gather(cells.table(path, before=before), read)


def yakkertech(path: Path, settings: Settings) -> Content:
    """TrackMan's columns, names with the first name first, days as the United States write them."""
    metrics = Metrics()

    def read(row: Row) -> None:
        name = settings["yakkertech_names"]
        if name not in (row["Pitcher"], row["Batter"]) or (row["RelSpeed"] in MISSING and row["ExitSpeed"] in MISSING):
            raise Skipped
        day = day_of(row["Date"], "%m/%d/%Y", "%m/%d/%y")
        if row["Pitcher"] == name:
            metrics.add(speed_of(row["TaggedPitchType"]), figure(row["RelSpeed"]), "mph", day)
        if row["Batter"] == name:
            metrics.add("bunt_exit_velo" if row["HitType"] == "Bunt" else "exit_velo", figure(row["ExitSpeed"]), "mph", day)

    return metrics.gather(cells.table(path), read)


def flightscope(path: Path, settings: Settings) -> Content:
    """Pitches of FlightScope, units in the names of the columns; whatever was not tracked has no speed."""
    metrics = Metrics()

    def read(row: Row) -> None:
        name = settings["flightscope_names"]
        unit = "km/h" if "Pitch Speed [km/h]" in row else "mph"
        pitch, hit = row[f"Pitch Speed [{unit}]"], row[f"Hit Ball Speed [{unit}]"]
        if name not in (row["Pitcher"], row["Batter"]) or not (pitch or hit):
            raise Skipped
        day = day_of(row["Date"])
        is_pitcher = row["Pitcher"] == name
        if not (pitch if is_pitcher else hit):
            raise Skipped
        speed = (figure(pitch if is_pitcher else hit) or Decimal(0)) * PER_SECOND[unit] / PER_SECOND["mph"]
        metrics.add(speed_of(row["Pitch Type"]) if is_pitcher else "exit_velo", speed, "mph", day)

    return metrics.gather(cells.table(path), read)


def trumedia(path: Path, settings: Settings) -> Content:
    metrics = Metrics()

    def read(row: Row) -> None:
        name = settings["trumedia_names"]
        if name not in (row["pitcherAbbrevName"], row["batterAbbrevName"]):
            raise Skipped
        day = day_of(row["gameDate"], "%Y-%m-%d %H:%M:%S")
        if row["pitcherAbbrevName"] == name:
            metrics.add(speed_of(row["pitchTypeFull"]), figure(row["releaseVelocity"]), "mph", day)
        else:
            kind = "bunt_exit_velo" if row["pitchResult"] == "Sac Bunt" else "exit_velo"
            metrics.add(kind, figure(row["exitVelocity"]), "mph", day)

    return metrics.gather(cells.table(path), read)


def trumedia_log(path: Path, settings: Settings) -> Content:
    """The log of a game as the web page shows it: no ids, no units; what ends with Bunt was bunted."""
    metrics = Metrics()

    def speed(cell: str) -> Decimal | None:
        value = figure(cell)
        return value if value is None else value * PER_SECOND[settings["speed_unit"]] / PER_SECOND["mph"]

    def read(row: Row) -> None:
        name = settings["trumedia_names"]
        if name not in (row["Pitcher"], row["Batter"]) or {row["Vel"], row["ExitVel"]} <= set(MISSING):
            raise Skipped
        day = day_of(row["date"], "%Y-%m-%d %H:%M:%S")
        if row["Pitcher"] == name:
            metrics.add(speed_of(row["type"]), speed(row["Vel"]), "mph", day)
        else:
            metrics.add("bunt_exit_velo" if row["pitchResult"].endswith("Bunt") else "exit_velo", speed(row["ExitVel"]), "mph", day)

    return metrics.gather(cells.table(path), read)
