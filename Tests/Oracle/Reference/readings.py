"""Readings of scales, watches and health exports, and the cells in which they are written."""
from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import cells
from cells import KILOCALORIES, KILOGRAMS, METRES, Wrong, in_unit, number
from figures import Content


Settings = dict[str, str]
MASS = KILOGRAMS | {"g": Decimal("0.001"), "oz": Decimal("0.028349523125"), "st": Decimal("6.35029318")}
# What a figure is as a body measurement, and the unit in which both are kept.
KINDS = {"body_mass": "weight", "body_fat_percentage": "body_fat", "lean_body_mass": "lean_mass", "waist_circumference": "waist"}
UNITS = {
    "body_mass": "kg", "lean_body_mass": "kg", "body_fat_mass": "kg", "muscle_mass": "kg", "bone_mass": "kg",
    "body_fat_percentage": "%", "body_water_percentage": "%", "height": "cm", "waist_circumference": "cm",
    "body_mass_index": "count", "step_count": "count", "resting_heart_rate": "count/min", "active_energy": "kcal", "basal_energy": "kcal",
    "distance_walking_running": "km",
    "blood_pressure_systolic": "mmHg", "blood_pressure_diastolic": "mmHg", "heart_rate_variability_rmssd": "ms",
    "respiratory_rate": "count/min", "oxygen_saturation": "%", "body_temperature": "degC", "skin_temperature": "degC",
    "dietary_energy": "kcal", "dietary_protein": "g", "dietary_carbohydrates": "g", "dietary_fat": "g", "dietary_water": "mL"}
# Types that are taken unless other ones are asked for.
WANTED = (
    "body_mass", "body_fat_percentage", "lean_body_mass", "height", "body_mass_index", "resting_heart_rate", "step_count",
    "active_energy", "blood_pressure_systolic", "blood_pressure_diastolic", "heart_rate_variability_rmssd",
    "respiratory_rate", "oxygen_saturation", "body_temperature", "skin_temperature", "dietary_energy", "dietary_protein",
    "dietary_carbohydrates", "dietary_fat", "dietary_water", "blood_glucose")
# What adds up in a day.
SUMS = ("step_count", "active_energy", "basal_energy", "distance_walking_running")
MOST = {"body_fat_percentage": 90, "body_mass": 700, "resting_heart_rate": 300, "body_mass_index": 250}


class Readings(Content):
    """What was measured, record by record."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.zone = settings["zone"]
        self.wanted = settings["health_types"].split("; ") if "health_types" in settings else WANTED

    def add(
        self, type: str | None, value: Decimal | None, started: Any, source: str, *, ended: Any = None, unit: str | None = None,
        kind: str | None = None, name: str | None = None
    ) -> None:
        if value is None:
            return
        if type in MOST and not 0 < value <= MOST[type]:
            raise Wrong("more than a body can have")
        day = cells.day_in(started, self.zone)
        unit = unit or UNITS.get(type or "", "cm")
        kind = kind or KINDS.get(type or "")
        if type in self.wanted:
            self.put("samples", type=type, value=value, unit=unit, started=started, ended=ended, day=day, source=source)
        if kind and (type in self.wanted or type is None):
            self.put("measurements", kind=kind, value=value, unit=unit, started=started, day=day, source=name or source)

    def series(self, type: str, value: Decimal | None, unit: str, started: Any, source: str) -> None:
        """One value of what is measured every few minutes or seconds."""
        if value is not None and type in self.wanted:
            self.put("series", type=type, value=value, unit=unit, started=started, day=cells.day_in(started, self.zone),
                     source=source)

    def stage(self, stage: str, started: Any, ended: Any, source: str, length: Decimal | None = None, day: str = "") -> None:
        self.put("stages", stage=stage, duration_s=length, started=started, ended=ended,
                 day=day or cells.day_in(ended, self.zone), source=source)

    def night(self, started: Any, ended: Any, day: str, source: str, lengths: dict[str, Decimal | None]) -> None:
        """How long each stage of one night took."""
        for stage, length in lengths.items():
            if length is not None:
                self.stage(stage, started, ended, source, length, day)


def at_offset(readings: Readings, started: datetime.datetime, offset: str) -> None:
    """The day of what was just read, by the offset that the row says."""
    found = re.fullmatch(r"UTC([+-])(\d\d)(\d\d)", offset)
    if not found:
        raise Wrong("no offset")
    away = datetime.timedelta(hours=int(found[2]), minutes=int(found[3]))
    for _, made in readings.pending:
        made["day"] = (started + away if found[1] == "+" else started - away).date().isoformat()


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


def amount(value: Any) -> Decimal | None:
    """A number of a JSON document, whole or not."""
    if value is None or value == "":
        return None
    if isinstance(value, (int, Decimal)):
        return Decimal(value)
    return number(str(value))


def measured(type: str, value: str | None, unit: str | None) -> Decimal | None:
    """A figure of Apple's in the unit that is kept; body fat is a fraction under a percent sign."""
    figure = number(value)
    if figure is None:
        return None
    if type in ("body_mass", "lean_body_mass"):
        return in_unit(figure, unit, MASS)
    if type == "height":
        return (in_unit(figure, unit, METRES) or Decimal(0)) * 100
    if type in ("active_energy", "dietary_energy"):
        return in_unit(figure, unit, KILOCALORIES)
    if type in ("dietary_protein", "dietary_carbohydrates", "dietary_fat"):
        return in_unit(figure, unit, {name: 1000 * mass for name, mass in MASS.items()})
    return figure * 100 if type in ("body_fat_percentage", "oxygen_saturation") else figure


def minutes(cell: Any) -> Decimal | None:
    value = None if cell in (None, "N/A") else amount(cell)
    return None if value is None else value * 60
