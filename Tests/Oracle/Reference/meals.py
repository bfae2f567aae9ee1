"""What was eaten, and what Cronometer keeps of a body."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cells
from cells import Skipped, Wrong, in_unit, number
from figures import Content, Row
from readings import MASS, Readings, Settings

FOOD = {"dietary_energy": ("Calories",), "dietary_fat": ("Fat (g)",), "dietary_protein": ("Protein (g)",),
        "dietary_carbohydrates": ("Carbohydrates (g)",)}
# A gram of water is a millilitre.
CRONOMETER = {"dietary_energy": ("Energy (kcal)",), "dietary_fat": ("Fat (g)",), "dietary_protein": ("Protein (g)",),
              "dietary_carbohydrates": ("Carbs (g)",), "dietary_water": ("Water (g)",)}


def eaten(
    source: str, pattern: str, figures: dict[str, tuple[str, ...]], *, whole: bool = False
) -> Callable[[Path, Settings], Content]:
    """A reader of rows that say the day, not when of it."""
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def read(row: Row) -> None:
            if row.get("Deleted") in ("true", "1"):
                raise Skipped
            started = cells.instant(row["Date"], settings["zone"], pattern)
            # The sum of a day lasts a day; what was eaten at a meal does not.
            ended = cells.midnight_after(row["Date"], settings["zone"], pattern) if whole else None
            for type, (name,) in figures.items():
                value = None if row[name] == "n/a" else number(row[name], thousands=True)
                readings.add(type, value, started, source, ended=ended)

        return readings.gather(cells.table(path), read)

    return read_file


cronometer_days = eaten("Cronometer", "%Y-%m-%d", CRONOMETER, whole=True)
loseit = eaten("Lose It!", "%m/%d/%Y", FOOD)
myfitnesspal = eaten("MyFitnessPal", "%Y-%m-%d", FOOD)


def cronometer_body(path: Path, settings: Settings) -> Content:
    """The device stands in brackets behind the metric, the unit beside it; heart rates and lengths of sleep are not kept."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        metric = row["Metric"].split(" (")[0]
        wall = " ".join(filter(None, (row["Day"], row["Time"])))
        started = cells.instant(wall, settings["zone"], "%Y-%m-%d %I:%M %p", "%Y-%m-%d %H:%M", "%Y-%m-%d")
        if metric == "Weight":
            readings.add("body_mass", in_unit(number(row["Amount"]), row["Unit"], MASS), started, "Cronometer")
        elif metric == "Body Fat":
            readings.add("body_fat_percentage", number(row["Amount"]), started, "Cronometer")
        elif metric == "Blood Pressure":
            upper, mark, lower = row["Amount"].partition("/")
            if not mark:
                raise Wrong("two numbers")
            readings.add("blood_pressure_systolic", number(upper), started, "Cronometer")
            readings.add("blood_pressure_diastolic", number(lower), started, "Cronometer")
        elif metric == "Blood Glucose":
            if row["Unit"] not in ("mg/dL", "mmol/L"):
                raise Wrong("no unit of glucose")
            readings.series("blood_glucose", number(row["Amount"]), row["Unit"], started, "Cronometer")
        else:
            # A metric of the user's own may be called as a type is.
            readings.add(metric, number(row["Amount"]), started, "Cronometer", unit=row["Unit"])

    return readings.gather(cells.table(path), read)
