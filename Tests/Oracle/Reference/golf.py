"""Shots of golf: how far each club carries, and how fast the driver and its ball are."""
from __future__ import annotations

import csv
import datetime
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
KINDS = {"wood": "wood", "w": "wood", "holz": "wood", "iron": "iron", "i": "iron", "eisen": "iron", "hybrid": "hybrid", "h": "hybrid",
         "hierro": "iron", "ijzer": "iron", "เหล็ก": "iron"}


def carry_of(club: str) -> str:
    """`7 Iron`, `7i` and `Eisen 7` are one club; one without a name of its own gives a carry of no club."""
    club = club.strip().lower()
    if club in ("driver", "d", "dr", "1w", "ไดรเวอร์"):
        return "driver_carry"
    if club in WEDGES:
        return f"{WEDGES[club]}_wedge_carry"
    number, kind = re.search(r"\d", club), re.search(r"เหล็ก|[^\W\d]+", club)
    if number and kind and kind[0] in KINDS:
        return f"{KINDS[kind[0]]}_{number[0]}_carry"
    return "carry_distance"


def yards(value: Decimal | None, unit: str) -> Decimal | None:
    return None if value is None else value * METRES[unit] / METRES["yd"]


def miles(value: Decimal | None, unit: str) -> Decimal | None:
    return None if value is None else value * PER_SECOND[unit] / PER_SECOND["mph"]


def shot_day(cell: str, settings: Settings) -> str:
    """The day of a shot; a time of UTC is of the day that it was where the athlete is."""
    if cell.endswith("Z"):
        return cells.day_in(cells.parsed(cell, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=cells.UTC), settings["zone"])
    return day_of(cell, "%Y-%m-%d %H:%M:%S", "%Y-%m-%d", "%m/%d/%Y %I:%M:%S %p")


def lines(path: Path, header: str) -> list[list[str]]:
    """From the line that has this name; whatever stands before it is none of the table."""
    text = cells.text_of(path)
    start = next(line for line in text.splitlines() if header in line)
    delimiter = max(",;\t", key=start.count)
    return [row for row in csv.reader(io.StringIO(text[text.index(start):]), delimiter=delimiter) if any(row)]


def garmin(path: Path, settings: Settings) -> Content:
    """By place, so that the language is of no matter; a column for the brand moves all that follow by one."""
    metrics = Metrics()
    header, *rows = lines(path, "")
    first = 1 if header[0] == "Index Number" else 0
    later = 1 if len(header) - first > 31 else 0
    speed, length = settings["speed_unit"], settings["distance_unit"]

    def read(line: list[str]) -> None:
        nonlocal speed, length
        row = line[first:]
        if row[0] == "":
            speed, length = row[4 + later].strip("[]"), row[19 + later].strip("[]").replace("yds", "yd")
            raise Skipped
        if row[1] != settings["golf_names"]:
            raise Skipped
        if row[0].replace(".", "").isdigit():
            day = (datetime.date(1899, 12, 30) + datetime.timedelta(int(row[0].split(".")[0]))).isoformat()
        else:
            day = day_of(row[0].replace("T", " "), "%Y-%m-%d %H:%M:%S")
        club = row[3 + later]
        numbers = [figure(row[place + later].replace(",", ".")) for place in (4, 9, 19)]
        metrics.add(carry_of(club), yards(numbers[2], length), "yds", day)
        if carry_of(club) == "driver_carry":
            metrics.add("driver_club_speed", miles(numbers[0], speed), "mph", day)
            metrics.add("driver_ball_speed", miles(numbers[1], speed), "mph", day)

    return metrics.gather(rows, read)


def rapsodo(path: Path, settings: Settings) -> Content:
    """A session has a line with its day; means follow each club, and its header or a target may stand before it."""
    metrics = Metrics()
    header, *rows = lines(path, "Descent Angle")
    names = [name.partition(" (")[0] for name in header]
    units = {name: text.partition("(")[2].strip(")") for name, text in zip(names, header)}
    session = re.search(r"^\"Rapsodo .* - (\S+) ", cells.text_of(path), re.M)
    of_session = day_of(session[1], "%m/%d/%Y") if session else settings["date"]

    def read(line: list[str]) -> None:
        row = dict(zip(names, line))
        day = day_of(row["Date"], "%Y-%m-%d %H:%M:%S", "%Y-%m-%d") if "Date" in row else of_session
        club = row["Club Type"]
        if club in ("Average", "Std. Dev.", "Club Type") or club.endswith("Yds"):
            raise Skipped
        carry = figure(row["Carry Distance"])
        metrics.add(carry_of(club), yards(carry, units["Carry Distance"] or settings["distance_unit"]), "yds", day)
        if club in ("d", "Driver"):
            for name, column in (("driver_club_speed", "Club Speed"), ("driver_ball_speed", "Ball Speed")):
                metrics.add(name, miles(figure(row[column]), units[column] or settings["speed_unit"]), "mph", day)

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
        day = shot_day(row["Date"], settings) if "Date" in row else settings["date"]
        cell = {name: figure(line[place]) for name, (place, _) in places.items()}
        unit = units["Carry"].replace("yds", "yd").replace("yards", "yd")
        metrics.add(carry_of(row["Club"]), yards(cell["Carry"], unit), "yds", day)
        if row["Club"] in ("Driver", "DR"):
            metrics.add("driver_club_speed", miles(cell["Club Speed"], units["Club Speed"]), "mph", day)
            metrics.add("driver_ball_speed", miles(cell["Ball Speed"], units["Ball Speed"] or settings["speed_unit"]), "mph", day)

    return metrics.gather(rows, read)


def foresight(path: Path, settings: Settings) -> Content:
    """Metres and metres a second; a disabled shot does not count."""
    metrics = Metrics()
    session = json.loads(cells.text_of(path), parse_float=Decimal)
    day = day_of(session["SessionStartDate"], "%Y.%m.%d", "%Y-%m-%d")

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
    day = settings["date"]
    if cells.text_of(path).startswith("Dates,"):
        day = day_of(cells.text_of(path).split(",", 2)[1], "%m-%d-%Y")
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
        carry = measured("carry")
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
    text = cells.text_of(path)
    day = day_of(re.search(r"PRACTICE.*?: (\d+/\d+/\d+)", text)[1], "%m/%d/%Y")  # type: ignore[index]
    delimiter = ";" if text.count(";") > text.count(",") else ","
    table = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(cell.strip() for cell in row)]
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
        metrics.add(carry_of(club), yards(figure(row["CARRY"]), units["CARRY"].lower()), "yds", day)
        if carry_of(club) == "driver_carry":
            for name, column in (("driver_club_speed", "CLUB SPEED"), ("driver_ball_speed", "BALL SPEED")):
                # No radar sees a club that stands still.
                metrics.add(name, miles(figure(row[column]) or None, units[column].lower()), "mph", day)

    return metrics.gather(shots, read)


def flightscope(path: Path, settings: Settings) -> Content:
    metrics = Metrics()
    header, *rows = lines(path, "Launch V")
    units = {name.split(" [")[0]: name.partition("[")[2].strip("]") for name in header}

    def read(line: list[str]) -> None:
        row = dict(zip(units, line))
        if row["Player"] != settings["golf_names"]:
            raise Skipped
        day = day_of(row["Time"], "%Y-%m-%d; %H-%M-%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S")
        metrics.add(carry_of(row["Club"]), yards(figure(row["Carry"]), units["Carry"]), "yds", day)
        if row["Club"] == "Driver":
            for name, column in (("driver_club_speed", "Club Speed"), ("driver_ball_speed", "Ball Speed")):
                metrics.add(name, miles(figure(row[column]), units[column]), "mph", day)

    return metrics.gather(rows, read)


def awesome(path: Path, settings: Settings) -> Content:
    metrics = Metrics()
    header, *rows = lines(path, "Club Description")
    units = {"Carry Distance": settings["distance_unit"], "Club Speed": settings["speed_unit"], "Ball Speed": settings["speed_unit"]}
    if not rows[0][0]:
        units = dict(zip(header, (unit.strip("[]").replace("kph", "km/h") for unit in rows[0])))

    def read(line: list[str]) -> None:
        row = dict(zip(header, line))
        if not row["Date"]:
            raise Skipped
        if row["Date"].endswith("Z"):
            time = cells.instant(row["Date"].replace("Z", "+0000"), "UTC", "%Y-%m-%dT%H:%M:%S.%f%z")
            day = cells.day_in(time, settings["zone"])
        else:
            day = day_of(row["Date"], "%Y-%m-%d %H:%M:%S", "%Y-%m-%d")
        metrics.add(carry_of(row["Club Type"]), yards(figure(row["Carry Distance"]), units["Carry Distance"]), "yds", day)
        if carry_of(row["Club Type"]) == "driver_carry":
            for name, column in (("driver_club_speed", "Club Speed"), ("driver_ball_speed", "Ball Speed")):
                metrics.add(name, miles(figure(row[column]) or None, units[column]), "mph", day)

    return metrics.gather(rows, read)


def foresight_sessions(path: Path, settings: Settings) -> Content:
    metrics = Metrics()

    def read(row: dict[str, str]) -> None:
        day = shot_day(row["Shot Created Date"], settings)
        metrics.add(carry_of(row["Club Name"]), figure(row["Carry (yds)"]), "yds", day)
        if row["Club Name"] == "Dr":
            metrics.add("driver_club_speed", figure(row["Club Speed (mph)"]), "mph", day)
            metrics.add("driver_ball_speed", figure(row["Ball Speed (mph)"]), "mph", day)

    return metrics.gather(cells.table(path), read)
