"""Which files are read, how, and with which settings."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import activities
import games
import health
import metrics
import photos
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


@dataclass(frozen=True)
class File:
    family: Family
    path: str
    settings: dict[str, str] = field(default_factory=dict)


SETS = ("workouts", "sets", "exercises", "days")
strong = Family(sets.strong, SETS, corrects="Reps", whole=True)
hevy = Family(sets.hevy, SETS, corrects="reps", whole=True)
fitnotes = Family(sets.fitnotes, SETS, corrects="Reps", whole=True)
fitbod = Family(sets.fitbod, SETS, corrects="Reps", whole=True)
stronglifts = Family(sets.stronglifts, SETS, corrects="Set 1 (Reps)", whole=True)
repcount = Family(sets.repcount, SETS, corrects="Reps", whole=True)
garmin = Family(activities.garmin, ("workouts", "days"), corrects="Time", quoted=False)
strava = Family(activities.strava, ("workouts", "days"), corrects="Moving Time")
strava_2018 = Family(activities.strava, ("workouts", "days"), corrects="elapsed_time")

BODY = ("samples", "measurements")
NIGHT = ("stages",)
withings = Family(health.withings, BODY, corrects="Weight (kg)")
withings_bare = Family(health.withings_bare, BODY, corrects="Weight")
withings_steps = Family(health.withings_steps, BODY, corrects="value")
garmin_weight = Family(health.garmin_weight, BODY, cut=False)
renpho = Family(health.renpho, BODY, corrects="BMI")
eufy = Family(health.eufy, BODY, corrects="BMI")
samsung_weight = Family(health.samsung_weight, BODY, corrects="weight", before=2)
oura_trends = Family(health.oura_trends, BODY, corrects="Steps")
oura_activity = Family(health.oura_activity, BODY, corrects="steps")
myfitnesspal = Family(health.myfitnesspal, BODY, corrects="Weight")
fitbit_weight = Family(health.fitbit_weight, BODY, cut=False)
fitbit_export = Family(health.fitbit_export, (*BODY, *NIGHT), cut=False)
google_fit = Family(health.google_fit, BODY, cut=False)
apple = Family(health.apple, (*BODY, *NIGHT, "workouts", "days"), cut=False)
auto_export = Family(health.auto_export, (*BODY, *NIGHT, "sums"), cut=False)
auto_export_csv = Family(health.auto_export_csv, (*BODY, *NIGHT, "sums"), corrects="Step Count (count)")
withings_sleep = Family(health.withings_sleep, NIGHT, corrects="tief (s)")
oura_sleep = Family(health.oura_sleep, NIGHT, corrects="awake_time")
fitbit_sleep = Family(health.fitbit_sleep, NIGHT, cut=False)
samsung_sleep = Family(health.samsung_sleep, NIGHT, before=2)

METRICS = ("metrics",)
trackman = Family(metrics.trackman, METRICS, corrects="RelSpeed")
statcast = Family(metrics.statcast, METRICS, cut=False)
rapsodo = Family(metrics.rapsodo, METRICS, cut=False)
hittrax = Family(metrics.hittrax, METRICS, cut=False)
hittrax_swings = Family(metrics.hittrax_swings, METRICS, corrects="dist")
blast = Family(metrics.blast, METRICS, cut=False)
gamechanger = Family(metrics.gamechanger, METRICS, cut=False)
metric_log = Family(metrics.metric_log, METRICS, corrects="value")
metric_log_simple = Family(metrics.metric_log, METRICS)
performance = Family(metrics.performance, METRICS)

# No column is the id of a match: one with another score is another match.
dupr = Family(games.dupr, ("games",))
game_log = Family(games.game_log, ("games",))
live_scores = Family(games.live_scores, ("scores",), cut=False)
photo = Family(photos.photo, ("photos",), cut=False)

LOS_ANGELES = {"zone": "America/Los_Angeles", "weight_unit": "kg", "workout_distance_unit": "km",
               "eufy_names": "Maya", "fat_unit": "%",
               "trackman_names": "Rivera, Maya", "statcast_ids": "990101", "rapsodo_names": "Maya", "hittrax_names": "Maya Rivera",
               "hittrax_swings": "21_1; 21_2; 21_4; 21_5", "distance_unit": "ft", "blast_names": "Maya Rivera",
               "gamechanger_names": "Maya Rivera", "team": "Hawks", "dupr_names": "Maya Rivera; MR7Q2K", "live_names": "Maya Rivera",
               "date": "2026-03-14", "speed_unit": "mph"}
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
    withings: ["withings.csv", "withings.2014.csv"],
    withings_bare: ["withings-bare.csv", "withings-bare.2016.csv"],
    withings_steps: ["withings-aggregates.aggregates_steps.csv"],
    garmin_weight: ["garmin-weight.csv", "garmin-weight.portuguese.csv"],
    renpho: ["renpho.csv", "renpho.older.csv", "renpho-health.csv"],
    eufy: ["eufy.csv", "eufy.body.csv"],
    samsung_weight: ["samsung-health-weight.csv", "samsung-health-weight.short.csv"],
    oura_activity: ["oura-daily-activity.csv"],
    oura_trends: ["oura-trends.csv"],
    myfitnesspal: ["myfitnesspal-measurements.csv"],
    fitbit_weight: ["fitbit-weight-json.json"],
    fitbit_export: ["fitbit-export.csv"],
    google_fit: ["google-fit-json.json"],
    apple: ["apple-health.xml", "apple-health.two-sources.xml", "apple-health.snow.xml", "apple-health.sleep.xml"],
    auto_export: ["health-auto-export-json.json", "health-auto-export-json.sleep.json",
                  "health-auto-export-json.days.json"],
    auto_export_csv: ["health-auto-export.csv", "health-auto-export.sleep.csv", "health-auto-export.spanish.csv"],
    withings_sleep: ["withings-sleep.csv", "withings-sleep.2017.csv"],
    oura_sleep: ["oura-sleep.csv"],
    fitbit_sleep: ["fitbit-sleep-json.json"],
    trackman: ["trackman-v3.csv", "trackman-v3.metric.csv", "trackman-v2.csv"],
    statcast: ["statcast.csv", "statcast.short.csv", "statcast.r.csv"],
    rapsodo: ["rapsodo.csv", "rapsodo.cloud.csv", "rapsodo-group.csv", "rapsodo-hitting.csv", "rapsodo-athletes.csv"],
    hittrax: ["hittrax.csv"],
    hittrax_swings: ["hittrax-swings.csv"],
    blast: ["blast-motion.csv", "blast-motion-team.csv"],
    gamechanger: ["gamechanger.csv"],
    metric_log: ["metric-log.csv"],
    metric_log_simple: ["metric-log-simple.csv"],
    performance: ["webapp-performance.csv"],
    dupr: ["dupr.csv"],
    game_log: ["game-log.csv"],
    live_scores: ["live-scores.jsonl"],
    photo: ["progress-photo.back.jpg", "progress-photo.front.jpg", "progress-photo.side.jpg"],
    samsung_sleep: ["samsung-health-sleep-stages.csv", "samsung-health-sleep.csv"],
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
    real(withings, "withings/withings_weight_real_2022.csv", "Europe/Berlin"),
    real(withings_bare, "withings/withings_weight_sample.csv", "Europe/Berlin", weight_unit="kg", fat_unit="%"),
    real(garmin_weight, "garmin_weight/garmin_weight_en_kg.csv", "Europe/Madrid"),
    real(garmin_weight, "garmin_weight/garmin_weight_bom_24h_dashes.csv", "Europe/London"),
    real(renpho, "renpho/renpho_sample.csv", "America/Sao_Paulo", date_order="dmy"),
    real(samsung_weight, "samsung_health/samsung_weight_bom_2022.csv", "Asia/Kolkata"),
    real(samsung_weight, "samsung_health/samsung_weight_placeholder_1970_trailing_comma.csv", "Asia/Kolkata"),
    real(oura_trends, "oura/oura_trends_2022.csv", "Europe/Berlin"),
    real(myfitnesspal, "myfitnesspal/mfp_measurement_summary.csv", "America/New_York", weight_unit="lb"),
    real(fitbit_weight, "fitbit_json/weight-2021-08-01.json", "America/New_York", weight_unit="lb"),
    real(fitbit_export, "fitbit_csv/fitbit_export_body_2019.csv", "America/Los_Angeles", weight_unit="lb"),
    real(google_fit, "google_fit_json/derived_com.google.weight_merge_weight.json", "Asia/Taipei"),
    real(auto_export, "health_auto_export_json/hae_body_composition_observed.json", "Asia/Seoul"),
    real(auto_export, "health_auto_export_json/hae_current_payload_2026.json", "Europe/Berlin"),
    real(auto_export, "health_auto_export_json/hae_lb_display_names.json", "Europe/Berlin"),
    real(apple, "apple_health/apple_dtd_v3_2016_full_header.xml", "Europe/London"),
    real(apple, "apple_health/apple_dtd_v12_ios16_malformed.xml", "Europe/Paris"),
    real(apple, "apple_health/apple_fragment_body_fat_fraction.xml", "Asia/Tokyo"),
    real(apple, "apple_health/apple_no_dtd_route_locations_2019.xml", "America/Los_Angeles"),
    real(apple, "apple_health/apple_export_small.zip", "Europe/Amsterdam"),
    # Whose records are read is the first pitcher's: names of people are not written down here.
    real(trackman, "trackman/trackman_v3_intersquad_2024.csv", "America/New_York", trackman_names="cell:Pitcher"),
    real(statcast, "statcast/statcast_batter_raw_bom.csv", "America/New_York", statcast_ids="cell:pitcher"),
]
