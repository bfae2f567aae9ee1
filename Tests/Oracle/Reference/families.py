"""How the files of each format are read, which tables they fill, how later exports of them look."""
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import abroad
import activities
import answers
import bodies
import counts
import courts
import diaries
import endurance
import games
import golf
import gyms
import jumps
import handhelds
import lifts
import logs
import meals
import metrics
import nights
import phones
import photos
import rows
import runners
import scales
import seasons
import sensors
import sets
import sleep
import sleepers
import sports
import takeout
import trackers
import tracks
import vitals
import watches
from figures import Content

Reader = Callable[[Path, dict[str, str]], Content]


@dataclass(frozen=True)
class Family:
    """Files of one format. Tables `public.NAME` are compared cell by cell, in a family of their own."""

    read: Reader
    tables: tuple[str, ...]
    # The column in which a correction is tried; none where a later export cannot correct a record.
    corrects: str | None = None
    # How a file is cut into records: lines (`before` of them are none), elements of a JSON array, elements of XML; or not.
    cut: str = "lines"
    before: int = 1
    # Whether a quotation mark may hold a line break, and which JSON array has the records.
    quoted: bool = True
    array: str = ""
    # A later export that has a workout (or day) without one of its records takes that record away.
    whole: bool = False
    # Rows with ids: they belong to a family of Samples/family.sql, and may name their owners themselves.
    ids: bool = False
    payload: bool = False
    # What must be loaded before.
    first: str = ""
    # Settings of this family beside those of all.
    settings: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def of_rows(self) -> bool:
        return self.tables[0].startswith("public.")


SETS = ("workouts", "sets", "exercises", "days")
WORKOUTS = ("workouts", "days")
BODY = ("samples", "measurements", "totals")
NIGHT = ("stages", "nights")
METRICS = ("metrics",)
SERIES = ("series",)
SPORT = (*WORKOUTS, "climbs")
TRACK = (*SETS, "climbs", *SERIES)
# A heart rate by the second is taken where it is asked for.
BEATS = {"health_types": "heart_rate; resting_heart_rate; body_mass; body_fat_percentage; body_mass_index; "
         "blood_pressure_systolic; blood_pressure_diastolic"}
# A game log with the game of the rally log.
RALLIED = "id,completed_at,my_score,opponent_score,target,win_by\ng-0042,2026-05-09T10:00:00-07:00,5,1,5,2\n"
FAMILIES = {
    "strong": Family(sets.strong, SETS, corrects="Reps", whole=True),
    "hevy": Family(sets.hevy, SETS, corrects="reps", whole=True),
    "fitnotes": Family(sets.fitnotes, SETS, corrects="Reps", whole=True),
    "fitbod": Family(sets.fitbod, SETS, corrects="Reps", whole=True),
    "stronglifts": Family(lifts.stronglifts, SETS, corrects="Set 1 (Reps)", whole=True),
    "stronglifts-2017": Family(lifts.stronglifts_2017, SETS, corrects="Set 1", whole=True),
    "stronglifts-2018": Family(gyms.stronglifts_2018, SETS, cut=""),
    "fitnotes-times": Family(gyms.fitnotes_times, SETS, corrects="Reps", whole=True),
    "liftlog": Family(gyms.liftlog, SETS, corrects="Reps", whole=True),
    "lyfta": Family(gyms.lyfta, SETS, corrects="Reps", whole=True),
    "training-log": Family(gyms.training_log, SETS, corrects="Reps", whole=True),
    "strength-cardio": Family(gyms.strength_cardio, SETS, cut=""),
    "repcount": Family(lifts.repcount, SETS, corrects="Reps", whole=True),
    "garmin": Family(activities.garmin, WORKOUTS, corrects="Time", quoted=False),
    "strava": Family(activities.strava, WORKOUTS, corrects="Moving Time"),
    "strava-2018": Family(activities.strava, WORKOUTS, corrects="elapsed_time"),
    "withings": Family(scales.withings, BODY, corrects="Weight (kg)"),
    "withings-bare": Family(scales.withings_bare, BODY, corrects="Weight"),
    "withings-steps": Family(takeout.withings_steps, BODY, corrects="value"),
    "withings-earned": Family(takeout.withings_earned, BODY, corrects="value"),
    "withings-distance": Family(takeout.withings_distance, BODY, settings={"health_types": "distance_walking_running"}),
    "withings-passive": Family(takeout.withings_passive, BODY, settings={"health_types": "basal_energy"}),
    "garmin-weight": Family(scales.garmin_weight, BODY, cut=""),
    "renpho": Family(scales.renpho, BODY, corrects="BMI"),
    "fitabase": Family(scales.fitabase, BODY),
    "eufy": Family(scales.eufy, BODY, corrects="BMI"),
    "samsung-weight": Family(scales.samsung_weight, BODY, corrects="weight", before=2),
    "oura-trends": Family(takeout.oura_trends, (*BODY, *NIGHT), corrects="Steps"),
    "oura-activity": Family(takeout.oura_activity, BODY, corrects="steps"),
    "myfitnesspal": Family(takeout.myfitnesspal, BODY, corrects="Weight"),
    "fitbit-weight": Family(takeout.fitbit_weight, BODY, cut="json", corrects="weight"),
    "fitbit-export": Family(takeout.fitbit_export, (*BODY, *NIGHT), cut=""),
    "fitbit-export-german": Family(takeout.fitbit_export, BODY, cut="", settings={"date_order": "dmy"}),
    "google-fit": Family(takeout.google_fit, BODY, cut="json", array="Data Points"),
    "apple": Family(phones.apple, (*BODY, *NIGHT, *SPORT), cut="xml"),
    "auto-export": Family(phones.auto_export, (*BODY, *NIGHT, *WORKOUTS), cut="json", array="metrics"),
    "withings-sleep": Family(sleep.withings_sleep, NIGHT, corrects="tief (s)"),
    "oura-sleep": Family(sleep.oura_sleep, NIGHT, corrects="awake_time"),
    "fitbit-sleep": Family(sleep.fitbit_sleep, NIGHT, cut="json"),
    "samsung-sleep": Family(sleep.samsung_sleep, NIGHT, before=2),
    "trackman": Family(metrics.trackman, METRICS, corrects="RelSpeed"),
    "statcast": Family(metrics.statcast, METRICS),
    "rapsodo": Family(metrics.rapsodo, METRICS, cut=""),
    "hittrax": Family(metrics.hittrax, METRICS, before=3),
    "hittrax-swings": Family(metrics.hittrax_swings, METRICS, corrects="dist"),
    "blast": Family(metrics.blast, METRICS, cut=""),
    "gamechanger": Family(seasons.gamechanger, METRICS, cut=""),
    "metric-log": Family(seasons.metric_log, METRICS, corrects="value"),
    "metric-log-without-ids": Family(seasons.metric_log, METRICS),
    "performance": Family(seasons.performance, METRICS),
    "dupr": Family(games.dupr, ("games",)),
    "dupr-json": Family(games.dupr_json, ("games",), cut="json", array="hits"),
    "game-log": Family(games.game_log, ("games",)),
    "live-scores": Family(games.live_scores, ("scores",), cut=""),
    "photo": Family(photos.photo, ("photos",), cut=""),
    "hevy-measurements": Family(trackers.hevy_measurements, BODY, corrects="weight_kg"),
    "strong-measurements": Family(trackers.strong_measurements, BODY, corrects="Value"),
    "fitnotes-body": Family(trackers.fitnotes_body, BODY, corrects="Value"),
    "measurement-log": Family(trackers.measurement_log, BODY, corrects="value"),
    "measurement-log-json": Family(trackers.measurement_log, BODY, corrects="value", cut="json", array="measurements"),
    "withings-height": Family(trackers.withings_height, BODY),
    "google-health": Family(trackers.google_health, BODY, corrects="steps"),
    "google-fit-daily": Family(trackers.google_fit_daily, BODY, corrects="Step count"),
    "health-export": Family(trackers.health_export, BODY),
    "auto-export-days": Family(phones.auto_export_csv, (*BODY, *NIGHT), corrects="Step Count (count)"),
    "simple-export": Family(trackers.simple_export, BODY, before=2),
    "fitbit-days": Family(trackers.fitbit_days, BODY, cut="json"),
    "samsung-steps": Family(trackers.samsung_steps, BODY, before=2),
    "auto-export-workouts": Family(watches.auto_export, WORKOUTS),
    "auto-export-german": Family(abroad.auto_export_german, (*BODY, *NIGHT), corrects="Ruhepuls (bpm)"),
    "auto-export-nights": Family(abroad.auto_export_nights, NIGHT, corrects="Gesamtschlaf (Std.)"),
    "auto-export-bare": Family(watches.auto_export_bare, WORKOUTS),
    "auto-export-trainings": Family(watches.auto_export_german, WORKOUTS),
    "health-export-workouts": Family(watches.health_export, WORKOUTS),
    "simple-export-workouts": Family(watches.simple_export, WORKOUTS, before=2),
    "samsung-exercise": Family(watches.samsung, WORKOUTS, before=2),
    "jefit": Family(lifts.jefit, (*SETS, *BODY), cut=""),
    "workout-log": Family(logs.workout_log, SETS, corrects="reps", whole=True),
    "workout-log-json": Family(logs.workout_log, SETS, cut="json", array="workouts"),
    "metric-log-json": Family(seasons.metric_log, METRICS, cut="json", array="metrics", corrects="value"),
    "metric-log-array": Family(seasons.metric_log, METRICS, cut="json", corrects="value"),
    "metric-log-jsonl": Family(seasons.metric_log, METRICS, before=0, quoted=False, corrects="value"),
    "timeline": Family(seasons.timeline, METRICS, corrects="Value", ids=True),
    "timeline-json": Family(seasons.timeline, METRICS, cut="json", corrects="Value", ids=True),
    "timeline-web": Family(seasons.timeline, METRICS, quoted=False),
    "yakkertech": Family(metrics.yakkertech, METRICS, corrects="RelSpeed"),
    "flightscope-baseball": Family(metrics.flightscope, METRICS, corrects="Pitch Speed [mph]"),
    "trumedia": Family(metrics.trumedia, METRICS, corrects="releaseVelocity"),
    "trumedia-log": Family(metrics.trumedia_log, METRICS),
    "season-list": Family(seasons.season_list, METRICS, cut=""),
    "savant-expected": Family(seasons.savant_expected, METRICS, cut=""),
    "garmin-golf": Family(golf.garmin, METRICS, before=2),
    "rapsodo-golf": Family(golf.rapsodo, METRICS, cut=""),
    "trackman-golf": Family(golf.trackman, METRICS, cut=""),
    "awesome-golf": Family(golf.awesome, METRICS, before=2),
    "golf-shots": Family(golf.shots, METRICS, cut=""),
    "skytrak": Family(golf.skytrak, METRICS, cut=""),
    "flightscope": Family(golf.flightscope, METRICS),
    "foresight-sessions": Family(golf.foresight_sessions, METRICS),
    "pitchlogic": Family(metrics.pitchlogic, METRICS),
    "foresight-golf": Family(golf.foresight, METRICS, cut=""),
    "forcedecks": Family(jumps.forcedecks, METRICS),
    "forcedecks-r": Family(jumps.forcedecks_r, METRICS),
    "hawkin": Family(jumps.hawkin, METRICS),
    "hawkin-tests": Family(jumps.hawkin_tests, METRICS),
    "hawkin-json": Family(jumps.hawkin_tests, METRICS, cut=""),
    "statsports": Family(jumps.statsports, METRICS),
    "catapult": Family(jumps.top_speeds, METRICS),
    "nordbord": Family(jumps.nordbord, METRICS),
    "retrosheet": Family(seasons.retrosheet, METRICS, cut=""),
    "retrosheet-games": Family(seasons.attended, ("events",), before=0),
    "game-log-json": Family(courts.game_log, ("games", "rallies"), cut=""),
    "rally-log": Family(courts.rally_log, ("rallies",), cut="", first=RALLIED),
    "game-summary": Family(courts.summary, ("games",)),
    "game-summary-json": Family(courts.summary, ("games",), cut="json"),
    "pb-vision": Family(courts.pb_vision, ("games",), cut=""),
    "swing-vision-points": Family(courts.swing_vision_points, ("games", "rallies"), cut=""),
    "swing-vision": Family(courts.swing_vision, ("games", "rallies"), cut=""),
    "omron": Family(vitals.omron, (*BODY, *SERIES), corrects="Systolic (mmHg)", settings=BEATS),
    "withings-pressure": Family(vitals.withings_pressure, (*BODY, *SERIES), corrects="Heart rate", settings=BEATS),
    "withings-oxygen": Family(vitals.withings_oxygen, BODY),
    "withings-asked": Family(vitals.withings_asked, BODY),
    "withings-temperature": Family(vitals.withings_temperature, BODY, corrects="value (°C)"),
    "samsung-pressure": Family(vitals.samsung_pressure, BODY, before=2),
    "samsung-oxygen": Family(vitals.samsung_oxygen, BODY, before=2),
    "samsung-water": Family(vitals.samsung_water, BODY, before=2),
    "samsung-meals": Family(vitals.samsung_meals, BODY, before=2),
    "dexcom": Family(vitals.dexcom, SERIES),
    "libreview": Family(vitals.libreview, SERIES, before=2),
    "fitbit-nightly": Family(vitals.fitbit_nightly, BODY, corrects="rmssd"),
    "fitbit-score": Family(vitals.fitbit_score, BODY, corrects="resting_heart_rate"),
    "google-resting": Family(vitals.google_resting, BODY),
    "google-heart": Family(vitals.google_heart, SERIES, settings=BEATS),
    "samsung-heart": Family(vitals.samsung_heart, SERIES, before=2, settings=BEATS),
    "zepp-heart": Family(vitals.zepp_heart, SERIES, settings=BEATS),
    "fitbit-heart": Family(vitals.fitbit_heart, SERIES, cut="json", settings=BEATS),
    "oura-heart": Family(vitals.oura_heart, SERIES, settings=BEATS),
    "oura-api-heart": Family(vitals.oura_heart, SERIES, cut="json", array="data", settings=BEATS),
    "series-values": Family(vitals.series_values, SERIES, ids=True, settings=BEATS),
    "cronometer-days": Family(meals.cronometer_days, BODY, corrects="Protein (g)"),
    "cronometer-body": Family(meals.cronometer_body, BODY, corrects="Amount"),
    "loseit": Family(bodies.loseit, BODY),
    "loseit-weights": Family(bodies.loseit_weights, BODY, corrects="Weight"),
    "loseit-values": Family(bodies.loseit_steps, BODY, corrects="Value"),
    "loseit-exercise": Family(sports.loseit, SPORT, corrects="Calories"),
    "inbody": Family(bodies.inbody, BODY, corrects="BMI(kg/m²)"),
    "tanita": Family(bodies.tanita, BODY, cut=""),
    "omron-body": Family(bodies.omron_body, BODY, corrects="BMI"),
    "strong-body": Family(bodies.strong_body, BODY),
    "macrofactor-days": Family(bodies.macrofactor_days, BODY, corrects="Steps"),
    "macrofactor-workouts": Family(lifts.macrofactor, SETS, whole=True),
    "hevy-json": Family(lifts.hevy_json, SETS, cut=""),
    "lifesum": Family(bodies.lifesum, BODY),
    "lifesum-body": Family(bodies.lifesum_body, BODY),
    "lifesum-exercise": Family(sports.lifesum, SPORT, corrects="duration_min"),
    "yazio": Family(bodies.yazio, BODY),
    "btwb": Family(lifts.btwb, SETS, cut=""),
    "climbs": Family(lifts.climbs, SETS, cut=""),
    "sugarwod": Family(lifts.sugarwod, SETS, cut=""),
    "myfitnesspal-meals": Family(meals.myfitnesspal, BODY, corrects="Protein (g)"),
    "fitbit-activities": Family(counts.fitbit, BODY),
    "pedometer": Family(counts.pedometer, BODY, corrects="Steps", settings={"date_order": "mdy"}),
    "garmin-steps": Family(counts.garmin_steps, BODY, corrects="Actual"),
    "garmin-days": Family(counts.garmin_days, BODY, cut="json"),
    "polar-days": Family(counts.polar, BODY, cut=""),
    "qs-access": Family(counts.qs_access, BODY, corrects="Weight (lb)"),
    "zepp-days": Family(counts.zepp, BODY, corrects="steps"),
    "zepp-body": Family(counts.zepp_body, BODY, corrects="bmi"),
    "fitbit-nights": Family(sleepers.fitbit_nights, NIGHT, corrects="Minutes Awake"),
    "garmin-nights": Family(sleepers.garmin_account, NIGHT, cut="json"),
    "garmin-night": Family(sleepers.garmin_night, (*BODY, *NIGHT), cut=""),
    "garmin-sleep": Family(sleepers.garmin_report, (*BODY, *NIGHT), corrects="Resting Heart Rate"),
    "google-sleep": Family(sleepers.google_health, NIGHT),
    "sleep-as-android": Family(sleepers.sleep_as_android, NIGHT, cut=""),
    "sleep-cycle": Family(sleepers.sleep_cycle, NIGHT),
    "zepp-sleep": Family(sleepers.zepp, NIGHT, corrects="wakeTime"),
    "whoop-sleeps": Family(sleepers.whoop_sleeps, NIGHT, corrects="Awake duration (min)"),
    "whoop-cycles": Family(sleepers.whoop_cycles, (*BODY, *NIGHT), corrects="Resting heart rate (bpm)"),
    "concept2": Family(sports.concept2, SPORT, corrects="Total Cal"),
    "concept2-utility": Family(sports.concept2_utility, SPORT, cut=""),
    "fitbit-exercise": Family(sports.fitbit, SPORT, cut="json", corrects="calories"),
    "garmin-account": Family(sports.garmin_account, SPORT, cut="json", array="summarizedActivitiesExport", corrects="avgHr"),
    "mapmyrun": Family(sports.mapmyrun, SPORT, corrects="Calories Burned (kCal)"),
    "myfitnesspal-exercise": Family(sports.myfitnesspal, SPORT, corrects="Exercise Calories"),
    "peloton": Family(sports.peloton, SPORT, corrects="Calories Burned"),
    "polar-flow": Family(sports.polar_flow, SPORT, cut=""),
    "polar-sessions": Family(sports.polar_account, SPORT, cut=""),
    "runkeeper": Family(sports.runkeeper, SPORT, corrects="Calories Burned"),
    "strava-list": Family(sports.strava_list, SPORT, corrects="elapsed_time_raw"),
    "trainingpeaks": Family(sports.trainingpeaks, SPORT, corrects="HeartRateMax"),
    "whoop-workouts": Family(sports.whoop, SPORT, corrects="Duration (min)"),
    "withings-activities": Family(sports.withings, SPORT),
    "zepp-sport": Family(sports.zepp, SPORT, corrects="sportTime(s)"),
    "gymbook": Family(lifts.gymbook, SETS, cut=""),
    "gymrun": Family(lifts.gymrun, SETS, corrects="Reps", whole=True),
    "liftosaur": Family(lifts.liftosaur, SETS, corrects="Completed Reps", whole=True),
    "strava-api": Family(answers.strava, SPORT, cut="json", corrects="elapsed_time"),
    "whoop-api-workouts": Family(answers.whoop_workouts, SPORT, cut="json", array="records"),
    "whoop-api-sleeps": Family(answers.whoop_sleeps, NIGHT, cut="json", array="records"),
    "whoop-api-recoveries": Family(answers.whoop_recoveries, BODY, cut="json", array="records"),
    "garmin-api-activities": Family(answers.garmin_activities, SPORT, cut="json", array="activities", corrects="durationInSeconds"),
    "garmin-api-days": Family(answers.garmin_days, BODY, cut="json", array="dailies"),
    "garmin-api-body": Family(answers.garmin_body, BODY, cut="json", array="bodyComps", corrects="weightInGrams"),
    "garmin-api-sleeps": Family(answers.garmin_sleeps, NIGHT, cut="json", array="sleeps"),
    "oura-api-sleep": Family(answers.oura_sleep, NIGHT, cut="json", array="data"),
    "oura-api-activity": Family(answers.oura_activity, BODY, cut="json", array="data"),
    "fitbit-api-steps": Family(answers.fitbit_steps, BODY, cut="json", array="activities-steps"),
    "fitbit-api-heart": Family(answers.fitbit_heart, BODY, cut="json", array="activities-heart"),
    "garmin-pages": Family(runners.garmin_pages, SPORT, corrects="Max HR", quoted=False),
    "garmin-fetched": Family(runners.garmin_fetched, SPORT, corrects="Calories (Raw)"),
    "garmin-listed": Family(runners.garmin_listed, SPORT, corrects="Calories"),
    "runtastic": Family(runners.runtastic, SPORT, cut=""),
    "runtastic-heart": Family(vitals.runtastic_heart, SERIES, cut="json", settings=BEATS),
    "adidas": Family(runners.adidas, SPORT, cut=""),
    "nike": Family(runners.nike, SPORT, cut=""),
    "nike-xml": Family(runners.nike_xml, SPORT, cut=""),
    "endomondo": Family(runners.endomondo, SPORT, cut=""),
    "strava-saved": Family(runners.strava_saved, SPORT, corrects="elapsed_time"),
    "strava-athletes": Family(runners.strava_athletes, SPORT, corrects="elapsed_time"),
    "strava-r": Family(runners.strava_r, SPORT, corrects="elapsed_time"),
    "strava-2019": Family(runners.strava_of_2019, SPORT, corrects="Elapsed Time"),
    "garmin-web": Family(runners.garmin_web, SPORT, cut="json", corrects="averageHR"),
    "intervals": Family(runners.intervals, SPORT, corrects="elapsed_time"),
    "intervals-json": Family(runners.intervals, SPORT, cut="json", corrects="elapsed_time"),
    "fitlog": Family(runners.fitlog, SPORT, cut=""),
    "dexcom-abroad": Family(sensors.dexcom_abroad, SERIES, cut=""),
    "dexcom-api": Family(sensors.dexcom_api, SERIES, cut="json", array="records"),
    "libreview-abroad": Family(sensors.libreview_abroad, SERIES, before=2),
    "lingo": Family(sensors.lingo, SERIES),
    "carelink": Family(sensors.carelink, SERIES, cut=""),
    "glooko": Family(sensors.glooko, SERIES, before=2),
    "glooko-abroad": Family(sensors.glooko_abroad, SERIES, before=2, settings={"date_order": "dmy"}),
    "xdrip": Family(sensors.xdrip, SERIES),
    "nightscout": Family(sensors.nightscout, SERIES, cut="json"),
    "tidepool": Family(sensors.tidepool, (*BODY, *SERIES), cut="json"),
    "mysugr": Family(sensors.mysugr, (*BODY, *SERIES)),
    "openscale": Family(diaries.openscale, BODY, corrects="weight"),
    "libra": Family(diaries.libra, BODY, before=4),
    "arboleaf": Family(diaries.arboleaf, BODY, corrects="BMI"),
    "vesync": Family(diaries.vesync, BODY),
    "vesync-comma": Family(diaries.vesync, BODY, cut="", settings={"date_order": "mdy"}),
    "omron-german": Family(diaries.omron_german, (*BODY, *SERIES), settings=BEATS),
    "macrofactor": Family(diaries.macrofactor, BODY),
    "macrofactor-weight": Family(diaries.macrofactor_weight, BODY, corrects="Fat Percent"),
    "pressure-log": Family(diaries.pressure_log, (*BODY, *SERIES), settings=BEATS),
    "nightscout-treatments": Family(sensors.nightscout_treatments, (*BODY, *SERIES), cut="json"),
    "oura-workouts": Family(answers.oura_workouts, SPORT, corrects="calories"),
    "oura-workouts-json": Family(answers.oura_workouts, SPORT, cut="json", array="data"),
    "juggluco": Family(sensors.juggluco, SERIES),
    "ihealth": Family(diaries.ihealth, (*BODY, *SERIES), corrects="SYS(mmHg)", settings=BEATS),
    "healthplanet": Family(diaries.healthplanet, BODY, cut="json", array="data"),
    "cronometer-servings": Family(diaries.cronometer_servings, BODY),
    "oura-oxygen": Family(diaries.oura_oxygen, BODY),
    "oura-oxygen-json": Family(diaries.oura_oxygen, BODY, cut="json", array="data"),
    "oura-account": Family(diaries.oura_account, (*BODY, *NIGHT), cut=""),
    "autosleep": Family(diaries.autosleep, (*BODY, *NIGHT), corrects="sessions"),
    "plees-tracker": Family(diaries.plees_tracker, NIGHT),
    "apple-records": Family(handhelds.apple_records, (*BODY, *NIGHT), corrects="value"),
    "apple-workouts": Family(handhelds.apple_workouts, SPORT, corrects="totalEnergyBurned"),
    "qs-days": Family(handhelds.qs_days, BODY, corrects="Steps (count)"),
    "qs-sleep": Family(handhelds.qs_sleep, NIGHT, corrects="Minutes in bed"),
    "health-sync": Family(handhelds.health_sync, (*BODY, *SERIES)),
    "health-sync-heart": Family(handhelds.health_sync, SERIES, settings=BEATS),
    "health-sync-activity": Family(handhelds.health_sync_activity, SPORT, corrects="Elapsed time"),
    "samsung-floors": Family(handhelds.samsung_floors, ("samples",), before=2, settings={"health_types": "flights_climbed"}),
    "samsung-breaths": Family(handhelds.samsung_breaths, BODY, before=2),
    "samsung-skin": Family(handhelds.samsung_skin, BODY, before=2),
    "huawei": Family(handhelds.huawei, (*BODY, *SERIES, *NIGHT), cut="json", settings=BEATS),
    "garmin-biometrics": Family(handhelds.garmin_biometrics, BODY, cut="json"),
    "garmin-connect-sleep": Family(handhelds.garmin_nights, NIGHT, cut="json"),
    "google-fit-sleep": Family(handhelds.google_sleep, NIGHT, cut="json", array="Data Points"),
    "zepp-older": Family(handhelds.zepp_older, NIGHT, corrects="wakeTime"),
    "fitbit-foods": Family(handhelds.fitbit_foods, BODY, cut="json", corrects="calories"),
    "auto-export-vitals": Family(handhelds.auto_export_vitals, BODY, corrects="Respiratory Rate (count/min)"),
    "fitbit-nights-2026": Family(handhelds.fitbit_nights, BODY),
    "polar-recharge": Family(handhelds.polar_recharge, BODY, cut="json"),
    "polar-session": Family(handhelds.polar_session, SPORT, cut=""),
    "health-sync-sleep": Family(handhelds.health_sync_sleep, NIGHT),
    "garmin-reports": Family(handhelds.garmin_reports, BODY, settings={"date_order": "mdy"}),
    "mi-fitness": Family(handhelds.mi_fitness, (*BODY, *SERIES, *NIGHT), settings={
        "health_types": BEATS["health_types"] + "; oxygen_saturation"}),
    "mi-fitness-workouts": Family(handhelds.mi_workouts, SPORT),
    "garmin-status": Family(handhelds.garmin_status, BODY, cut=""),
    "garmin-pressure": Family(handhelds.garmin_pressure, (*BODY, *SERIES), cut="", settings=BEATS),
    "google-fit-sessions": Family(handhelds.google_session, SPORT, cut=""),
    "withings-measures": Family(handhelds.withings_measures, (*BODY, *SERIES), cut="", settings=BEATS),
    "omron-asia": Family(abroad.omron, (*BODY, *SERIES), settings=BEATS),
    "omron-spanish": Family(abroad.omron_spanish, (*BODY, *SERIES), settings=BEATS),
    "pressure-log-offset": Family(abroad.pressure_log, (*BODY, *SERIES), settings=BEATS),
    "pillow": Family(abroad.pillow, NIGHT),
    "health-data-days": Family(abroad.connect_days, BODY),
    "health-data-body": Family(abroad.connect_body, BODY),
    "health-data-activity": Family(abroad.connect_activity, (*SPORT, *BODY)),
    "health-data-sleep": Family(abroad.connect_nights, NIGHT, corrects="Deep Sleep (min)"),
    "ringconn": Family(abroad.ringconn, BODY),
    "ringconn-sleep": Family(abroad.ringconn_nights, NIGHT, corrects="Time Asleep(min)"),
    "apple-sleep": Family(abroad.apple_sleep, NIGHT),
    "nightscout-lines": Family(abroad.nightscout_lines, SERIES, before=0),
    "nightscout-report": Family(abroad.nightscout_report, SERIES, cut="", settings={"date_order": "mdy"}),
    "hrv4training": Family(abroad.hrv4training, BODY, cut=""),
    "hrv4training-android": Family(abroad.hrv4training_android, BODY, cut=""),
    "elite-hrv": Family(abroad.elite_hrv, BODY, settings={"elite_hrv_names": "Maya Rivera"}),
    "tandem": Family(abroad.tandem, SERIES, cut="", settings={"glucose_unit": "mg/dL"}),
    "libreview-chinese": Family(abroad.libreview, SERIES, before=2),
    "libreview-further": Family(abroad.libreview, SERIES, cut=""),
    "clarity-german": Family(abroad.clarity, SERIES),
    "intervals-wellness": Family(endurance.intervals_wellness, (*BODY, *NIGHT), corrects="steps"),
    "intervals-wellness-json": Family(endurance.intervals_wellness, (*BODY, *NIGHT), cut="json"),
    "garmin-saved": Family(endurance.garmin_activities, SPORT, corrects="maxHR"),
    "garmin-saved-local": Family(endurance.garmin_activities, SPORT),
    "garmin-saved-days": Family(endurance.garmin_days, BODY, corrects="totalSteps"),
    "garmin-saved-weight": Family(endurance.garmin_weight, BODY),
    "garmin-weight-2019": Family(endurance.garmin_weight_2019, BODY, cut="json", corrects="weight"),
    "garmin-weight-answer": Family(endurance.garmin_weight, BODY, cut="json", array="dateWeightList"),
    "garmin-saved-hrv": Family(endurance.garmin_hrv, BODY, corrects="hrvSummary_lastNightAvg"),
    "garmin-saved-rest": Family(endurance.garmin_resting, BODY),
    "garmin-hrv": Family(endurance.garmin_hrv, BODY, cut=""),
    "polar-exercises": Family(endurance.polar_exercises, SPORT, cut="json", corrects="calories"),
    "suunto-move": Family(endurance.suunto_move, SPORT, cut=""),
    "suunto-json": Family(endurance.suunto_json, SPORT, cut=""),
    "runkeeper-body": Family(endurance.runkeeper_body, BODY),
    "trainingpeaks-metrics": Family(endurance.trainingpeaks_metrics, (*BODY, *SERIES), settings=BEATS),
    "garmin-saved-nights": Family(endurance.garmin_nights, NIGHT),
    "concept2-results": Family(endurance.concept2_results, SPORT, cut="json", array="data", corrects="calories_total"),
    "strava-local": Family(endurance.strava_local, SPORT, corrects="elapsed_time"),
    "polar-nights": Family(endurance.polar_nights, NIGHT, cut="json", array="nights"),
    "polar-recharges": Family(endurance.polar_recharges, BODY, cut="json", array="recharges"),
    "garmin-activity": Family(endurance.garmin_activity, SPORT, cut=""),
    "polar-sleep": Family(endurance.polar_sleep, NIGHT, cut="json"),
    "pressure-app": Family(diaries.pressure_app, (*BODY, *SERIES), settings=BEATS, corrects="systolic"),
    "ibp": Family(diaries.ibp, (*BODY, *SERIES), cut="", settings=BEATS | {"date_order": "dmy"}),
    "pressure-days": Family(diaries.pressure_days, BODY, corrects="Systolic"),
    "beurer": Family(diaries.beurer, (*BODY, *SERIES), cut="", settings=BEATS),
    "beurer-weights": Family(diaries.beurer_weights, BODY, cut=""),
    "weight-log": Family(diaries.weight_log, BODY),
    "fddb": Family(diaries.fddb, BODY),
    "fddb-weights": Family(diaries.fddb_weights, BODY),
    "viatom": Family(diaries.viatom, SERIES, settings={"health_types": "oxygen_saturation; heart_rate"}),
    "cronometer-glucose": Family(meals.cronometer_body, (*BODY, *SERIES)),
    "google-night": Family(handhelds.google_night, NIGHT, cut=""),
    "fit": Family(tracks.fit, (*TRACK, *BODY), cut="", settings=BEATS),
    "tcx": Family(tracks.tcx, TRACK, cut="", settings=BEATS),
    "gpx": Family(tracks.gpx, TRACK, cut="", settings=BEATS),
}


# Numbers of rows in which a correction is tried.
CORRECTED = {"documents": "version", "events": "cost", "offers": "scholarship_amount", "pickleball_games": "duration_s",
             "pickleball_rallies": "shots", "performance_metrics": "value", "users": "graduation_year", "video_links": "position"}


def of_rows(*tables: str, file: str = "", payload: bool = False, cut: bool = False) -> dict[str, Family]:
    """Rows of a table as CSV and as JSON, whose names are those of the formats; they are alike, so little JSON is cut."""
    name = file or tables[0].replace("_", "-")
    names = tuple(f"public.{table}" for table in tables)
    read = rows.reader(*tables, payload=payload)
    rows_of = Family(read, names, CORRECTED.get(tables[0]), ids=True, payload=payload)
    return {f"{name}-rows": rows_of, f"{name}-rows-json": dataclasses.replace(rows_of, cut="json" if cut else "")}


# What a backfill must not touch is compared as well: notifications, histories, the status of a school.
FAMILIES |= of_rows("schools", "school_status_history", "school_priorities", cut=True) | of_rows("school_priorities")
FAMILIES |= of_rows("coaches") | of_rows("events")
FAMILIES |= of_rows("interactions", "schools", "notifications", "school_status_history", cut=True) | of_rows("offers", "notifications")
FAMILIES |= of_rows("documents") | of_rows("video_links") | of_rows("suggestion")
FAMILIES |= of_rows("school_status_history") | of_rows("parent_view_log") | of_rows("user_preferences")
FAMILIES |= of_rows("player_profiles") | of_rows("performance_metrics", cut=True)
FAMILIES |= of_rows("users", payload=True) | of_rows("family_units", payload=True) | of_rows("family_members", payload=True)
# Of six videos the app takes five, the first of the file: in another order others.
FAMILIES["video-links-rows"] = dataclasses.replace(FAMILIES["video-links-rows"], cut="")
for table in ("players", "teams", "games", "game_players", "rallies"):
    FAMILIES |= of_rows(f"pickleball_{table}")
for table in ("workouts", "health_samples", "body_measurements", "sleep_stages"):
    FAMILIES |= of_rows(table)
for name, family in FAMILIES.items():
    if {"totals", "nights"} & set(family.tables):
        FAMILIES[name] = dataclasses.replace(family, read=nights.summarised(family.read))
DUMPED = ("schools", "coaches", "interactions", "performance_metrics", "pickleball_players", "pickleball_games",
          "pickleball_game_players", "workouts", "workout_exercises", "workout_sets", "health_samples", "body_measurements")
FAMILIES["supabase-dump"] = Family(rows.reader(*DUMPED), tuple(f"public.{table}" for table in DUMPED), cut="sql", ids=True)
