"""Shots of golf: how far each club carries, and how fast the driver and its ball are."""
from __future__ import annotations

import csv
import io
import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import METRES, PER_SECOND, Skipped, Wrong
from figures import Content
from metrics import Metrics, Settings, day_of, figure

WEDGES = {"pw": "pitching", "pitching wedge": "pitching", "gw": "gap", "gap wedge": "gap", "sw": "sand", "sand wedge": "sand",
          "lw": "lob", "lob wedge": "lob"}
KINDS = {"wood": "wood", "w": "wood", "holz": "wood", "iron": "iron", "i": "iron", "eisen": "iron", "hybrid": "hybrid", "h": "hybrid"}


def carry_of(club: str) -> str:
    """`7 Iron`, `7i` and `Eisen 7` are one club; one without a name of its own gives a carry of no club."""
    club = club.strip().lower()
    if club in ("driver", "d", "dr", "1w"):
        return "driver_carry"
    if club in WEDGES:
        return f"{WEDGES[club]}_wedge_carry"
    number, kind = re.search(r"\d", club), re.search(r"[a-z]+", club)
    if number and kind and kind[0] in KINDS:
        return f"{KINDS[kind[0]]}_{number[0]}_carry"
    return "carry_distance"


def yards(value: Decimal | None, unit: str) -> Decimal | None:
    return None if value is None else value * METRES[unit] / METRES["yd"]


def miles(value: Decimal | None, unit: str) -> Decimal | None:
    return None if value is None else value * PER_SECOND[unit] / PER_SECOND["mph"]


def lines(path: Path, header: str) -> list[list[str]]:
    """From the line that has this name; whatever stands before it is none of the table."""
    text = cells.text_of(path)
    start = next(line for line in text.splitlines() if header in line)
    delimiter = ";" if start.count(";") > start.count(",") else ","
    return [row for row in csv.reader(io.StringIO(text[text.index(start):]), delimiter=delimiter) if any(row)]


def garmin(path: Path, settings: Settings) -> Content:
    """By place, so that the language is of no matter; a column for the brand moves all that follow by one."""
    metrics = Metrics()
    header, *rows = lines(path, "Smash Factor")
    later = 1 if "Brand/Model" in header else 0
    speed, length = ("", "")

    def read(row: list[str]) -> None:
        nonlocal speed, length
        if row[0] == "":
            speed, length = row[4 + later].strip("[]"), row[19 + later].strip("[]").replace("yds", "yd")
            raise Skipped
        if row[1] != settings["golf_names"]:
            raise Skipped
        day = day_of(row[0], "%Y-%m-%d %H:%M:%S")
        club = row[3 + later]
        numbers = [figure(row[place + later].replace(",", ".")) for place in (4, 9, 19)]
        metrics.add(carry_of(club), yards(numbers[2], length), "yds", day)
        if club == "Driver":
            metrics.add("driver_club_speed", miles(numbers[0], speed), "mph", day)
            metrics.add("driver_ball_speed", miles(numbers[1], speed), "mph", day)

    return metrics.gather(rows, read)


def rapsodo(path: Path, settings: Settings) -> Content:
    """A file is a session; means follow each club, and its header or a target may stand before it."""
    metrics = Metrics()
    header, *rows = lines(path, "Descent Angle")
    metric = "Carry Distance (m)" in header

    def read(line: list[str]) -> None:
        row = dict(zip(header, line))
        club = row["Club Type"]
        if club in ("Average", "Std. Dev.", "Club Type") or club.endswith("Yds"):
            raise Skipped
        carry = figure(row["Carry Distance (m)" if metric else "Carry Distance"])
        metrics.add(carry_of(club), yards(carry, "m" if metric else settings["distance_unit"]), "yds", settings["date"])
        if club in ("d", "Driver"):
            for name, column in (("driver_club_speed", "Club Speed"), ("driver_ball_speed", "Ball Speed")):
                metrics.add(name, miles(figure(row[column]), settings["speed_unit"]), "mph", settings["date"])

    return metrics.gather(rows, read)


def trackman(path: Path, settings: Settings) -> Content:
    """Units stand in the names, in a row below them, or nowhere; lists without players are one person's, of the day that is set."""
    metrics = Metrics()
    header, *rows = lines(path, "Ball Speed")
    places = {}
    for name, aliases in (("Club Speed", ()), ("Ball Speed", ()), ("Carry", ("Carry Flat - Length",))):
        place = next(place for place, text in enumerate(header) if re.split(r" [\[(]", text)[0] in (name, *aliases))
        places[name] = place, header[place].partition(" [")[2].strip("]") or header[place].partition(" (")[2].strip(")")
    units = {name: unit for name, (_, unit) in places.items()}

    def read(line: list[str]) -> None:
        row = dict(zip(header, line))
        if not row.get("Player", row["Club"]):
            units.update({name: line[place].strip("[]") for name, (place, _) in places.items()})
            raise Skipped
        if row.get("Player", settings["golf_names"]) != settings["golf_names"]:
            raise Skipped
        day = day_of(row["Date"], "%Y-%m-%d %H:%M:%S", "%Y-%m-%d") if "Date" in row else settings["date"]
        cell = {name: figure(line[place]) for name, (place, _) in places.items()}
        unit = units["Carry"].replace("yds", "yd").replace("yards", "yd")
        metrics.add(carry_of(row["Club"]), yards(cell["Carry"], unit), "yds", day)
        if row["Club"] == "Driver":
            metrics.add("driver_club_speed", miles(cell["Club Speed"], units["Club Speed"]), "mph", day)
            metrics.add("driver_ball_speed", miles(cell["Ball Speed"], units["Ball Speed"] or settings["speed_unit"]), "mph", day)

    return metrics.gather(rows, read)


def foresight(path: Path, settings: Settings) -> Content:
    """Metres and metres a second; a disabled shot does not count."""
    metrics = Metrics()
    session = json.loads(cells.text_of(path), parse_float=Decimal)
    day = day_of(session["SessionStartDate"], "%Y.%m.%d")

    def read(shot: dict[str, Any]) -> None:
        if not shot["Enabled"]:
            raise Skipped
        carry = shot["FlightData"]["CarryDistance_M"]
        if isinstance(carry, str):
            raise Wrong("a carry in words")
        metrics.add(carry_of(shot["ClubName"]), yards(carry, "m"), "yds", day)
        if shot["ClubName"] == "Driver":
            metrics.add("driver_ball_speed", miles(shot["BallData"]["BallSpeed_MS"], "m/s"), "mph", day)
            metrics.add("driver_club_speed", miles(shot.get("ClubData", {}).get("ClubSpeed_MS"), "m/s"), "mph", day)

    return metrics.gather(session["Shots"], read)


def shots(path: Path, settings: Settings) -> Content:
    """Lists without a day: GSPro, Foresight and Square Golf. Units stand in brackets behind the names, or nowhere."""
    metrics = Metrics()
    header, *rows = lines(path, "Club")
    if header[0] == "Dates":
        header, *rows = rows
    names = [re.sub(r"\W", "", name.split("(")[0]).lower() for name in header]
    units = {name: text.partition("(")[2].strip(") ") for name, text in zip(names, header)}

    def read(line: list[str]) -> None:
        row = {name: cell.strip() for name, cell in zip(names, line)}
        if not row["club"]:
            raise Skipped

        def measured(name: str) -> Decimal | None:
            cell = row.get(name, "")
            return None if cell.startswith("16777215") else figure(cell)

        club, clubs = row["club"], "clubspeed" if "clubspeed" in row else "clubheadspeed"
        day, carry = settings["date"], measured("carry")
        if carry is None and measured("ballspeed") is None:
            raise Skipped
        metrics.add(carry_of(club), yards(carry, units["carry"] or settings["distance_unit"]), "yds", day)
        if carry_of(club) == "driver_carry":
            for name, column in (("driver_club_speed", clubs), ("driver_ball_speed", "ballspeed")):
                unit = units.get(column) or settings["speed_unit"]
                metrics.add(name, miles(measured(column) or None, unit), "mph", day)

    return metrics.gather(rows, read)


def skytrak(path: Path, settings: Settings) -> Content:
    """A line with the club alone opens its shots; the second row of names has the units."""
    metrics = Metrics()
    table = [row for row in csv.reader(io.StringIO(cells.text_of(path))) if any(cell.strip() for cell in row)]
    start = next(place for place, row in enumerate(table) if row[0] == "SHOT")
    names, units = table[start], dict(zip(table[start], table[start + 1]))
    clubs, shots = "", []
    for line in table[start + 1:]:
        if any(line[1:]):
            shots.append((clubs, line))
        else:
            clubs = line[0].strip()

    def read(shot: tuple[str, list[str]]) -> None:
        club, line = shot
        row = dict(zip(names, line))
        if line[0] in ("AVG", "#"):
            raise Skipped
        metrics.add(carry_of(club), yards(figure(row["CARRY"]), units["CARRY"].lower()), "yds", settings["date"])
        if carry_of(club) == "driver_carry":
            for name, column in (("driver_club_speed", "CLUB SPEED"), ("driver_ball_speed", "BALL SPEED")):
                metrics.add(name, miles(figure(row[column]), units[column].lower()), "mph", settings["date"])

    return metrics.gather(shots, read)


def flightscope(path: Path, settings: Settings) -> Content:
    metrics = Metrics()
    header, *rows = lines(path, "Launch V")
    units = {name.split(" [")[0]: name.partition("[")[2].strip("]") for name in header}

    def read(line: list[str]) -> None:
        row = dict(zip(units, line))
        if row["Player"] != settings["golf_names"]:
            raise Skipped
        day = day_of(row["Time"], "%Y-%m-%d; %H-%M-%S")
        metrics.add(carry_of(row["Club"]), yards(figure(row["Carry"]), units["Carry"]), "yds", day)
        if row["Club"] == "Driver":
            for name, column in (("driver_club_speed", "Club Speed"), ("driver_ball_speed", "Ball Speed")):
                metrics.add(name, miles(figure(row[column]), units[column]), "mph", day)

    return metrics.gather(rows, read)


def awesome(path: Path, settings: Settings) -> Content:
    metrics = Metrics()
    header, *rows = lines(path, "Club Description")
    units = dict(zip(header, (unit.strip("[]") for unit in rows[0])))

    def read(line: list[str]) -> None:
        row = dict(zip(header, line))
        if not row["Date"]:
            raise Skipped
        day = day_of(row["Date"], "%Y-%m-%d %H:%M:%S")
        metrics.add(carry_of(row["Club Type"]), yards(figure(row["Carry Distance"]), units["Carry Distance"]), "yds", day)
        if row["Club Type"] == "Driver":
            for name, column in (("driver_club_speed", "Club Speed"), ("driver_ball_speed", "Ball Speed")):
                metrics.add(name, miles(figure(row[column]), units[column]), "mph", day)

    return metrics.gather(rows, read)


def foresight_sessions(path: Path, settings: Settings) -> Content:
    metrics = Metrics()

    def read(row: dict[str, str]) -> None:
        day = day_of(row["Shot Created Date"], "%Y-%m-%d %H:%M:%S")
        metrics.add(carry_of(row["Club Name"]), figure(row["Carry (yds)"]), "yds", day)
        if row["Club Name"] == "Dr":
            metrics.add("driver_club_speed", figure(row["Club Speed (mph)"]), "mph", day)
            metrics.add("driver_ball_speed", figure(row["Ball Speed (mph)"]), "mph", day)

    return metrics.gather(cells.table(path), read)
