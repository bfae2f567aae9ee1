"""Cells of a file as numbers, times and words; a cell that cannot be read makes its record wrong."""
from __future__ import annotations

import csv
import datetime
import io
import json
import re
import zoneinfo
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

UTC = datetime.timezone.utc
POUND = Decimal("0.45359237")
KILOGRAMS = {"kg": Decimal(1), "kgs": Decimal(1), "lb": POUND, "lbs": POUND}
METRES = {
    "m": Decimal(1), "meters": Decimal(1), "km": Decimal(1000), "mi": Decimal("1609.344"),
    "miles": Decimal("1609.344"), "yd": Decimal("0.9144"), "ft": Decimal("0.3048"), "in": Decimal("0.0254"),
    "cm": Decimal("0.01"),
}
KILOCALORIES = {"kcal": Decimal(1), "Cal": Decimal(1), "kJ": 1 / Decimal("4.184")}
PER_SECOND = {"mph": Decimal("0.44704"), "km/h": 1 / Decimal("3.6"), "m/s": Decimal(1)}
MONTHS = {name: number for number, names in enumerate([
    "jan janv ene gennaio january januar janvier", "feb fev févr feb february februar février", "mar mär mars mrt march märz",
    "apr abr avr april", "may mai mag mei maj", "jun juin giu june juni", "jul juil lug july juli",
    "aug ago août august", "sep set sept september", "oct out okt ott october oktober", "nov november",
    "dec dez déc dic december dezember"], start=1) for name in names.split()}


class Wrong(Exception):
    """A record that no one can read: the program must reject it."""


class Skipped(Exception):
    """A record that holds nothing of interest: the program must pass over it."""


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig")


def listed(path: Path, name: str = "") -> list[dict[str, Any]]:
    """The objects of a JSON document: those below the name, a list alone, or one."""
    document = json.loads(text_of(path), parse_float=Decimal)
    if isinstance(document, list):
        return document
    return document[name] if name else [document]


def table(path: Path, delimiter: str = ",", before: int = 0, blank: bool = False) -> list[dict[str, str]]:
    """Rows of a CSV file by the names in its header; equal names are numbered (`Distance`, `Distance#2`)."""
    lines = list(csv.reader(io.StringIO("".join(text_of(path).splitlines(keepends=True)[before:])), delimiter=delimiter))
    header: list[str] = []
    for name in lines[0]:
        name = name.strip()
        seen = sum(known.split("#")[0] == name for known in header)
        header.append(f"{name}#{seen + 1}" if seen else name)
    return [dict(zip(header, row)) | {"#": row} for row in lines[1:] if row and (blank or any(cell.strip() for cell in row))]


def first(row: dict[str, str], *names: str) -> str:
    """The cell of the first of these columns that the file has."""
    return next((row[name].strip() for name in names if name in row), "")


def verbatim(row: dict[str, str], *names: str) -> str:
    """The same as it is written, blanks included."""
    return next((row[name] for name in names if name in row), "")


def number(cell: str | None, *, comma: bool = False, thousands: bool = False, zero: bool = True) -> Decimal | None:
    """A number; none where the cell is empty, or zero where zero means that nothing was measured."""
    cell = (cell or "").strip()
    if thousands and re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", cell):
        cell = cell.replace(",", "")
    # One comma in a number that has no point parts decimals, unless three digits behind it may be thousands.
    if comma or re.fullmatch(r"-?\d+,(\d{1,2}|\d{4,})", cell):
        cell = cell.replace(",", ".")
    if cell in ("", "--", "-"):
        return None
    if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?", cell):
        raise Wrong(f"no number of {len(cell)} characters")
    try:
        value = Decimal(cell)
    except InvalidOperation as error:
        raise Wrong("no number") from error
    return value if zero or value else None


def count(cell: str | None, **options: bool) -> Decimal | None:
    """A whole number, however it is written: `10`, `10.0`."""
    value = number(cell, **options)
    if value is not None and value != value.to_integral_value():
        raise Wrong("no whole number")
    return value


def in_unit(value: Decimal | None, unit: str | None, units: dict[str, Decimal]) -> Decimal | None:
    if value is None:
        return None
    if unit not in units:
        raise Wrong("a unit that no one knows")
    return value * units[unit]


def unit_of(names: list[str], prefix: str) -> tuple[str, str] | None:
    """The column whose name is the prefix and a unit in brackets or behind an underscore, and that unit."""
    for name in names:
        found = re.fullmatch(re.escape(prefix) + r"\s*[(_]([A-Za-z%/]+)\)?", name)
        if found:
            return name, found.group(1)
    return None


def placed(wall: datetime.datetime, zone: str) -> datetime.datetime:
    """The instant of a wall time; a time that the clocks skip is wrong."""
    instant = wall.replace(tzinfo=zoneinfo.ZoneInfo(zone)).astimezone(UTC)
    if instant.astimezone(zoneinfo.ZoneInfo(zone)).replace(tzinfo=None) != wall:
        raise Wrong("a time that the clocks skip")
    return instant


def parsed(cell: str, *patterns: str) -> datetime.datetime:
    """A time by strptime's patterns, month names in any of the languages that apps write."""
    cell = re.sub(r"\s+", " ", cell.strip())
    plain = re.sub(r"(\d+)月", lambda month: list(MONTHS)[[*MONTHS.values()].index(int(month.group(1)))], cell)
    plain = re.sub(
        r"[^\W\d_]{3,}\.?", lambda word: f"{MONTHS[word.group().lower().rstrip('.')]:02}"
        if word.group().lower().rstrip(".") in MONTHS else word.group(), plain)
    for pattern in patterns:
        for candidate in (cell, plain):
            try:
                return datetime.datetime.strptime(candidate, pattern.replace("%b", "%m") if candidate is plain else pattern)
            except ValueError:
                continue
    raise Wrong(f"no time of {len(cell)} characters")


def instant(cell: str, zone: str, *patterns: str) -> datetime.datetime:
    """The instant of a cell: by its own offset where the pattern has one, else in the zone."""
    time = parsed(cell, *patterns)
    return time.astimezone(UTC) if time.tzinfo else placed(time, zone)


def midnight_after(cell: str, zone: str, *patterns: str) -> datetime.datetime:
    """When the day of a cell ends."""
    return placed(parsed(cell, *patterns).replace(hour=0, minute=0, second=0) + datetime.timedelta(days=1), zone)


def day_in(time: datetime.datetime, zone: str) -> str:
    """By the zone's name or offset."""
    offset = re.fullmatch(r"[+-]\d\d:\d\d", zone)
    return time.astimezone(parsed(zone, "%z").tzinfo if offset else zoneinfo.ZoneInfo(zone)).date().isoformat()


def seconds(cell: str | None, *, unit: int = 1) -> Decimal | None:
    """How long: `90`, `0:08:32`, `00:02:59.3`, `1h 2m`, `1h 2min`, `1小时13分钟`."""
    cell = (cell or "").strip()
    if cell in ("", "--"):
        return None
    clock = re.fullmatch(r"(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)", cell)
    if clock:
        hours, minutes, rest = clock.groups()
        return Decimal(hours or 0) * 3600 + Decimal(minutes) * 60 + Decimal(rest.replace(",", "."))
    words = re.fullmatch(r"(?:(\d+)\s*(?:h|小时))?\s*(?:(\d+)\s*(?:min|m|分钟))?\s*(?:(\d+)\s*(?:s|秒))?", cell)
    if words:
        hours, minutes, rest = (Decimal(part or 0) for part in words.groups())
        return hours * 3600 + minutes * 60 + rest
    value = number(cell)
    return None if value is None else value * unit
