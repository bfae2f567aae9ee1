"""Which files are read, how, and with which settings."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import activities
import sets
from figures import Content

Reader = Callable[[Path, dict[str, str]], Content]


@dataclass(frozen=True)
class Family:
    """Files of one format: who reads them, which tables they fill, how they can be edited."""

    read: Reader
    tables: tuple[str, ...]
    # The column in which a correction is tried; none where a later export cannot correct a record.
    corrects: str | None = None
    # Lines before the records, and whether a quotation mark may hold a line break.
    before: int = 1
    quoted: bool = True
    # A later export that has a workout (or day) without one of its records takes that record away.
    whole: bool = False
    cut: bool = True
    # Edits that the program is known to get wrong: they are printed with ~ and are no failure.
    awaited: tuple[str, ...] = ()


@dataclass(frozen=True)
class File:
    family: Family
    path: str
    settings: dict[str, str] = field(default_factory=dict)


SETS = ("workouts", "sets", "exercises", "days")
strong = Family(sets.strong, SETS, corrects="Reps", whole=True, awaited=("deleted", "shuffled"))
hevy = Family(sets.hevy, SETS, corrects="reps", whole=True, awaited=("deleted",))
fitnotes = Family(sets.fitnotes, SETS, corrects="Reps", whole=True, awaited=("deleted",))
fitbod = Family(sets.fitbod, SETS, corrects="Reps", whole=True, awaited=("deleted",))
stronglifts = Family(sets.stronglifts, SETS, corrects="Set 1 (Reps)", whole=True, awaited=("deleted",))
repcount = Family(sets.repcount, SETS, corrects="Reps", whole=True, awaited=("deleted",))
garmin = Family(activities.garmin, ("workouts", "days"), corrects="Calories", quoted=False)
strava = Family(activities.strava, ("workouts", "days"), corrects="Moving Time")
strava_2018 = Family(activities.strava, ("workouts", "days"), corrects="elapsed_time")

LOS_ANGELES = {"zone": "America/Los_Angeles", "weight_unit": "kg", "workout_distance_unit": "km"}
SAMPLES = [File(family, path, LOS_ANGELES) for family, paths in {
    strong: ["strong.csv", "strong.android.csv", "strong.2025.csv", "strong.french.csv", "strong.german.csv",
             "strong.chinese.csv", "strong.2016.csv", "strong.2016.pounds.csv"],
    hevy: ["hevy.csv", "hevy.imperial.csv", "hevy.clock.csv"],
    fitnotes: ["fitnotes.csv", "fitnotes.2017.csv", "fitnotes-ios.csv"],
    fitbod: ["fitbod.csv", "fitbod.2020.csv", "fitbod-2019.csv"],
    stronglifts: ["stronglifts.csv", "stronglifts.pounds.csv"],
    repcount: ["repcount.csv", "repcount.short.csv"],
    garmin: ["garmin-activities.csv", "garmin-activities.german.csv", "garmin-activities.hungarian.csv",
             "garmin-activities.french.csv", "garmin-activities.swedish.csv"],
    strava: ["strava.csv"],
    strava_2018: ["strava-2018.csv"],
}.items() for path in paths]


def real(family: Family, path: str, zone: str, **settings: str) -> File:
    return File(family, path, {"zone": zone, **settings})


REAL = [
    real(strong, "strong/strong_ios_comma_kg_2020.csv", "Europe/London", weight_unit="kg", workout_distance_unit="km"),
    real(strong, "strong/strong_android_semicolon_kg_2023.csv", "Europe/London"),
    real(strong, "strong/strong_ios_french_headers_2023.csv", "Europe/Paris", weight_unit="kg", workout_distance_unit="km"),
    real(hevy, "hevy/hevy_kg_2026_free_text.csv", "America/Sao_Paulo"),
    real(hevy, "hevy/hevy_lbs_emoji_multi_day.csv", "America/New_York"),
    real(hevy, "hevy/hevy_lbs_miles_small.csv", "America/New_York"),
    real(fitnotes, "fitnotes/fitnotes_android_kgs.csv", "Europe/London"),
    real(fitnotes, "fitnotes/fitnotes_lbs_with_distance_2017.csv", "America/New_York"),
    real(fitbod, "fitbod/fitbod_workoutexport_2022.csv", "America/New_York"),
    real(stronglifts, "stronglifts/stronglifts_export_kg.csv", "Europe/London"),
    real(stronglifts, "stronglifts/stronglifts_2026_verbatim_shape_negative_weight.csv", "Europe/London"),
    real(repcount, "repcount/repcount_kg_basic.csv", "Europe/London", weight_unit="kg"),
    real(repcount, "repcount/repcount_assisted_negative_decimal_comma.csv", "Europe/London", weight_unit="kg",
         workout_distance_unit="m"),
    real(garmin, "garmin_activities/garmin_activities_en_2024.csv", "Europe/London", workout_distance_unit="km"),
    real(garmin, "garmin_activities/garmin_activities_spanish_2025.csv", "America/Lima", workout_distance_unit="km"),
    real(garmin, "garmin_activities/garmin_decimal_comma_kayak.csv", "Atlantic/Reykjavik", workout_distance_unit="km"),
    real(strava, "strava/strava_activities_2020.csv", "Europe/London"),
]
