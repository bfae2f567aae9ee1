"""The tables and summaries that are compared, each a query whose columns are the figures."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """`order` names the columns that follow the file's order: a shuffled file does not have them."""

    sql: str
    columns: list[str]
    order: tuple[str, ...] = ()


def instant(column: str, name: str) -> str:
    return f"""to_char({column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as {name}"""


TABLES = {
    "workouts": Table(
        f"""select {instant("started_at", "started")}, {instant("ended_at", "ended")}, title, activity, duration_s,
            moving_s, distance_m, energy_kcal, average_heart_rate, maximum_heart_rate, body_weight_kg, notes
            from public.workouts where user_id = '{{owner}}'""",
        ["started", "ended", "title", "activity", "duration_s", "moving_s", "distance_m", "energy_kcal",
         "average_heart_rate", "maximum_heart_rate", "body_weight_kg", "notes"]),
    "sets": Table(
        f"""select {instant("w.started_at", "started")}, w.title, e.source_name as exercise,
            dense_rank() over (partition by w.id order by e.position) as exercise_rank,
            row_number() over (partition by e.id order by s.position) as set_rank,
            s.kind, s.reps, s.weight_kg, s.multiplier, s.distance_m, s.duration_s, s.rpe, s.energy_kcal, s.notes
            from public.workouts as w
            join public.workout_exercises as e on e.workout_id = w.id
            join public.workout_sets as s on s.workout_exercise_id = e.id
            where w.user_id = '{{owner}}'""",
        ["started", "title", "exercise", "exercise_rank", "set_rank", "kind", "reps", "weight_kg", "multiplier",
         "distance_m", "duration_s", "rpe", "energy_kcal", "notes"],
        ("exercise_rank", "set_rank")),
    "exercises": Table(
        f"""select {instant("w.started_at", "started")}, w.title, e.source_name as exercise, e.category, e.superset, e.notes
            from public.workouts as w join public.workout_exercises as e on e.workout_id = w.id
            where w.user_id = '{{owner}}'""",
        ["started", "title", "exercise", "category", "superset", "notes"]),
    # Working sets only: done, no warm-up, at least one repetition; help moves no weight.
    "days": Table(
        """select day::text, workouts, reps, sets, volume_kg, duration_s, distance_m from public.workout_daily
            where user_id = '{owner}'""",
        ["day", "workouts", "reps", "sets", "volume_kg", "duration_s", "distance_m"]),
}
TABLES |= {
    "samples": Table(
        f"""select type, value, unit, {instant("start_at", "started")}, {instant("end_at", "ended")},
            local_day::text as day, source
            from public.health_samples where user_id = '{{owner}}'""",
        ["type", "value", "unit", "started", "ended", "day", "source"]),
    # What a device measures every few minutes or seconds, value by value.
    "series": Table(
        f"""select type, value, unit, {instant("start_at", "started")}, local_day::text as day, source
            from public.health_series_samples where user_id = '{{owner}}'""",
        ["type", "value", "unit", "started", "day", "source"]),
    "measurements": Table(
        f"""select kind, value, unit, {instant("measured_at", "started")}, local_day::text as day, source_name as source
            from public.body_measurements where user_id = '{{owner}}'""",
        ["kind", "value", "unit", "started", "day", "source"]),
    "stages": Table(
        f"""select stage, duration_s, {instant("start_at", "started")}, {instant("end_at", "ended")},
            local_day::text as day, source from public.sleep_stages where user_id = '{{owner}}'""",
        ["stage", "duration_s", "started", "ended", "day", "source"]),
}
TABLES["climbs"] = Table(
    f"""select {instant("started_at", "started")}, ascent_m from public.workouts
        where user_id = '{{owner}}' and ascent_m is not null""",
    ["started", "ascent_m"])
TABLES["metrics"] = Table(
    """select metric_type, value, unit, recorded_date::text as day, display_value from public.performance_metrics
        where user_id = '{owner}'""",
    ["metric_type", "value", "unit", "day", "display_value"])
TABLES["games"] = Table(
    f"""select g.event, g.game_no, g.my_side, g.side1_score, g.side2_score, g.winning_side as winner, g.is_completed,
        g.team_size, g.played_on::text as played_on, {instant("g.completed_at", "completed")},
        (select string_agg(n.name, ', ' order by n.name collate "C")
            from public.pickleball_game_players as p join public.pickleball_players as n on n.id = p.player_id
            where p.game_id = g.id and p.side <> g.my_side) as opponents
        from public.pickleball_games as g where g.user_id = '{{owner}}'""",
    ["event", "game_no", "my_side", "side1_score", "side2_score", "winner", "is_completed", "team_size", "played_on",
     "completed", "opponents"])
TABLES["scores"] = Table(TABLES["games"].sql, ["game_no", "my_side", "side1_score", "side2_score", "winner", "opponents"])
TABLES["photos"] = Table(
    """select width, height, taken_on::text as day, angle, sha256 as digest
        from public.progress_photos where user_id = '{owner}'""",
    ["width", "height", "day", "angle", "digest"])
TABLES["rallies"] = Table(
    """select r.rally_no, r.serving_side, r.server_number, r.winning_side, r.shots, r.ended_by, r.side1_score, r.side2_score
        from public.pickleball_rallies as r where r.user_id = '{owner}'""",
    ["rally_no", "serving_side", "server_number", "winning_side", "shots", "ended_by", "side1_score", "side2_score"])
TABLES["events"] = Table(
    """select type, name, start_date::text as day, location, attended from public.events where user_id = '{owner}'""",
    ["type", "name", "day", "location", "attended"])
# One source per night; of what adds up in a day each moment once.
TABLES["nights"] = Table(
    f"""select night::text, {instant("start_at", "started")}, {instant("end_at", "ended")}, asleep_min as asleep, core_min as core,
        deep_min as deep, rem_min as rem, awake_min as awake, in_bed_min as in_bed, source, in_bed_source
        from public.sleep_nights where user_id = '{{owner}}'""",
    ["night", "started", "ended", "asleep", "core", "deep", "rem", "awake", "in_bed", "source", "in_bed_source"])
TABLES["totals"] = Table(
    """select t.type, d.local_day::text as day, d.value, d.unit
        from (values ('step_count'), ('active_energy'), ('dietary_energy'), ('dietary_protein'), ('dietary_carbohydrates'),
            ('dietary_fat'), ('dietary_water')) as t (type)
        cross join public.health_daily_totals(t.type, '1990-01-01', '2100-01-01') as d""",
    ["type", "day", "value", "unit"])
