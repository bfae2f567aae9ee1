"""Scales, meals and steps of further apps: InBody, Tanita, OMRON's scales, Strong on Android, Lose It!, MacroFactor, Lifesum, Yazio."""
from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import cells
from cells import KILOGRAMS, Skipped, Wrong, in_unit, number
from figures import Content, Row
from meals import FOOD
from readings import Readings, Settings

KOREAN = {"날짜": "Date", "체중": "Weight", "체지방률(%)": "Percent Body Fat(%)"}


def inbody(path: Path, settings: Settings) -> Content:
    """Fourteen digits are the time; the names are in two languages, the unit is in that of the weight."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        row = {KOREAN.get(name, name): cell for name, cell in row.items()} | {"#": ""}
        unit = "lb" if "Weight(lb)" in row else "kg"
        weight = row.get(f"Weight({unit})", row.get("체중(kg)"))
        started = cells.instant(row.get("Date", row.get("date", "")), settings["zone"], "%Y%m%d%H%M%S")
        readings.add("body_mass", in_unit(number(weight), unit, KILOGRAMS), started, "InBody")
        readings.add("body_mass_index", number(row["BMI(kg/m²)"]), started, "InBody")
        readings.add("body_fat_percentage", number(row["Percent Body Fat(%)"]), started, "InBody")

    return readings.gather(cells.table(path), read)


def tanita(path: Path, settings: Settings) -> Content:
    """A weighing may stand there twice: it is one."""
    readings = Readings(settings)
    rows = cells.table(path)
    last = {row["Date"]: row for row in rows}

    def read(row: Row) -> None:
        if row is not last[row["Date"]]:
            raise Wrong("given once more")
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d %H:%M:%S")
        column, unit = cells.unit_of(list(row), "Weight") or ("", "")
        readings.add("body_mass", cells.in_unit(number(row[column]), unit, cells.KILOGRAMS), started, "Tanita")
        readings.add("body_mass_index", number(row["BMI"]), started, "Tanita")
        readings.add("body_fat_percentage", number(row["Body Fat (%)"]), started, "Tanita")

    return readings.gather(rows, read)


def omron_body(path: Path, settings: Settings) -> Content:
    """The zone has a column of its own: the day is that of its clock."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        readings.zone = row["Timezone"]
        started = cells.instant(row["Measurement Date"], row["Timezone"], "%Y/%m/%d %H:%M")
        readings.add("body_mass", number(row["Weight(kg)"]), started, "OMRON")
        readings.add("body_mass_index", number(row["BMI"]), started, "OMRON")
        readings.add("body_fat_percentage", number(row["Body Fat(%)"]), started, "OMRON")

    return readings.gather(cells.table(path), read)


def strong_body(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d %H:%M:%S")
        readings.add("body_mass", number(row.get("Weight (kg)")), started, "Strong")
        readings.add("body_fat_percentage", number(row.get("Body fat percentage")), started, "Strong")

    return readings.gather(cells.table(path, ";"), read)


def loseit(path: Path, settings: Settings) -> Content:
    """What was eaten, of the archive and of the mails; what was done stands between it in the latter."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row.get("Deleted") in ("true", "1") or row.get("Type") == "Exercise":
            raise Skipped
        started = cells.instant(row["Date"], settings["zone"], "%m/%d/%Y")
        for type, (name,) in FOOD.items():
            readings.add(type, None if row[name] == "n/a" else number(row[name], thousands=True), started, "Lose It!")

    return readings.gather(cells.table(path), read)


def loseit_weights(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        if row["Deleted"] == "true":
            raise Skipped
        started = cells.instant(row["Date"], settings["zone"], "%m/%d/%Y")
        readings.add("body_mass", in_unit(number(row["Weight"]), settings["weight_unit"], KILOGRAMS), started, "Lose It!")

    return readings.gather(cells.table(path), read)


def loseit_steps(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%m/%d/%Y")
        ended = cells.midnight_after(row["Date"], settings["zone"], "%m/%d/%Y")
        readings.add("step_count", number(row["Value"], zero=False), started, "Lose It!", ended=ended)

    return readings.gather(cells.table(path), read)


def macrofactor_days(path: Path, settings: Settings) -> Content:
    """Sums last a day, a weight does not; the app's own estimates are passed over."""
    readings = Readings(settings)
    sums = {"dietary_energy": "Calories (kcal)", "dietary_protein": "Protein (g)", "dietary_fat": "Fat (g)",
            "dietary_carbohydrates": "Carbs (g)"}

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        ended = cells.midnight_after(row["Date"], settings["zone"], "%Y-%m-%d")
        for type, name in sums.items():
            readings.add(type, number(row[name]), started, "MacroFactor", ended=ended)
        readings.add("step_count", number(row["Steps"], zero=False), started, "MacroFactor", ended=ended)
        readings.add("body_mass", in_unit(number(row["Weight (lbs)"]), "lbs", KILOGRAMS), started, "MacroFactor")

    return readings.gather(cells.table(path), read)


def lifesum(path: Path, settings: Settings) -> Content:
    """What was eaten: the amount is in the figures already."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["date"], settings["zone"], "%Y-%m-%d")
        for type, name in zip(FOOD, ("calories", "fat", "protein", "carbs")):
            readings.add(type, number(row[name]), started, "Lifesum")

    return readings.gather(cells.table(path), read)


def lifesum_body(path: Path, settings: Settings) -> Content:
    """A weight, a share of fat or a girth with its unit beside it."""
    readings = Readings(settings)
    girths = {"waist": "waist", "hip": "hips"}

    def read(row: Row) -> None:
        started = cells.instant(row["date"], settings["zone"], "%Y-%m-%d")
        readings.add("body_mass", number(row.get("weight_kg")), started, "Lifesum")
        readings.add("body_fat_percentage", number(row.get("bodyfat_pct")), started, "Lifesum")
        if "measure" in row:
            if row["measure"] not in girths:
                raise Wrong("no such girth")
            girth = in_unit(number(row["value"]), row["unit"], {"cm": Decimal(1), "in": Decimal("2.54")})
            readings.add(None, girth, started, "Lifesum", kind=girths[row["measure"]], unit="cm")

    return readings.gather(cells.table(path), read)


def yazio(path: Path, settings: Settings) -> Content:
    """What was eaten; a row may have no time."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        if not row["Product"]:
            raise Skipped
        started = cells.instant(f"{row['Date']} {row['Time'] or '00:00'}", settings["zone"], "%Y-%m-%d %H:%M")
        for type, name in zip(FOOD, ("Calories", "Fat", "Protein", "Carbs")):
            readings.add(type, number(row[f"{name} total"]), started, "Yazio")

    return readings.gather(cells.table(path), read)
