"""Rows of tables as they are written: CSV of Supabase Studio, PostgREST and the web app, JSON, dumps."""
from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
import games
import sql
from cells import Skipped, Wrong
from figures import Content, Row

FAMILY_SQL = Path(__file__).resolve().parents[3] / "Samples/family.sql"
MAYA, HER_FAMILY = "5f0c0000-0000-4000-8000-000000000001", "5f0c0000-0000-4000-8000-00000000f001"
DESTROYED = "[object Object]"
# Whose row it is, where it is not `user_id`.
OWNERS = {"suggestion": "athlete_id", "parent_view_log": "parent_user_id", "interactions": "logged_by", "users": "", "family_units": "",
          "family_members": "", "school_status_history": ""}
# Tables whose rows belong to a family, also where the file does not say to which.
SHARED = ("schools", "coaches", "documents", "events", "interactions", "offers", "performance_metrics")
# What a column points at; with a bang, the row cannot be without it.
POINTERS = {
    "school_id": "schools", "coach_id": "coaches", "event_id": "events", "related_school_id": "schools",
    "coaches.school_id": "schools!", "interactions.school_id": "schools!", "offers.school_id": "schools!",
    "school_status_history.school_id": "schools!", "school_priorities.school_id": "schools!",
    "parent_view_log.athlete_id": "users!",
    "pickleball_game_players.game_id": "pickleball_games!", "pickleball_game_players.player_id": "pickleball_players!",
    "pickleball_rallies.game_id": "pickleball_games!",
    "workout_exercises.workout_id": "workouts!", "workout_sets.workout_exercise_id": "workout_exercises!"}
LISTS = {"coaches_present": "coaches", "shared_with_schools": "schools", "pros": "", "cons": "", "attachments": ""}
# The app's own words, and old ones for them.
RENAMED = {
    "schools.status": {"interested": "contacted", "official_visit_invited": "visiting", "official_visit_scheduled": "visiting",
                       "camp_invite": "visiting", "recruited": "visiting", "declined": "not_pursuing"},
    "users.role": {"student": "player", "athlete": "player"}, "offers.offer_type": {"full": "full_ride"}}
WORDS = {
    "schools.status": "researching contacted visiting offer_received committed not_pursuing",
    "schools.division": "D1 D2 D3 NAIA JUCO", "school_priorities.priority_tier": "A B C", "users.role": "admin parent player",
    "users.timezone": "America/New_York America/Chicago America/Denver America/Los_Angeles",
    "coaches.role": "head assistant recruiting", "family_members.role": "player parent",
    "events.type": "showcase camp official_visit unofficial_visit game",
    "interactions.type": "email text phone_call in_person_visit virtual_meeting camp showcase tweet dm game unofficial_visit "
                         "official_visit other",
    "interactions.sentiment": "positive neutral negative very_positive",
    "offers.offer_type": "full_ride partial scholarship recruited_walk_on preferred_walk_on",
    "documents.type": "highlight_video transcript resume rec_letter questionnaire stats_sheet",
    "suggestion.urgency": "low medium high",
    "body_measurements.kind": "weight body_fat lean_mass height neck shoulders chest left_bicep right_bicep left_forearm right_forearm "
                              "abdomen waist hips left_thigh right_thigh left_calf right_calf",
    "player_profiles.header_color": "slate blue emerald violet rose amber teal"}
SHAPES = {"family_units.family_code": r"FAM-[A-Z0-9]{6}", "player_profiles.hash_slug": r"[a-z0-9]{6}",
          "performance_metrics.value": r"-?\d+(\.\d+)?"}
# A flag that is null is one that is not set.
DEFAULTS = {"performance_metrics.verified": False}
# When a row of our own tables was made is when it was imported; of games it is a part of their order.
UNREAD = tuple(f"pickleball_{table}.created_at" for table in ("players", "teams", "game_players", "rallies"))
# Of how many rows an owner has at most.
MOST = {"video_links": 5}


class Cell(str):
    """A cell that stood in quotation marks: an empty one is an empty text, not null."""


def cut(text: str) -> list[list[str]]:
    """RFC 4180, with what was quoted."""
    lines: list[list[str]] = [[]]
    for found in re.finditer(r'(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)', text):
        quoted, plain, end = found.groups()
        lines[-1].append(plain if quoted is None else Cell(quoted.replace('""', '"')))
        if end != ",":
            lines.append([])
    return [line for line in lines if any(line)]


def csv_rows(path: Path, table: str) -> Iterable[tuple[str, Row]]:
    header, *lines = cut(cells.text_of(path))
    for line in lines:
        yield table, {name: written(name, cell) for name, cell in zip(header, line)}


def written(name: str, cell: str) -> Any:
    """A cell as a value: null where nothing is written, JSON where it looks like it, lists joined by commas."""
    if not cell and not isinstance(cell, Cell):
        return None
    if re.match(r"[\[{]", cell) and cell != DESTROYED:
        return json.loads(cell, parse_float=Decimal)
    if name in LISTS:
        parts = cell.split(",") if cell else []
        if len(parts) > 1 and not LISTS[name]:
            return DESTROYED
        return parts
    return cell


def json_rows(path: Path, table: str) -> Iterable[tuple[str, Row]]:
    document = json.loads(cells.text_of(path), parse_float=Decimal)
    for row in document if isinstance(document, list) else document["data"]:
        yield table, row


def reader(*tables: str, payload: bool = False) -> Any:
    """A reader of files with the rows of one table, or of a dump with those of several."""
    def read_file(path: Path, settings: dict[str, str]) -> Content:
        if path.suffix == ".sql":
            found = list(sql.rows(cells.text_of(path)))
        else:
            found = list((json_rows if path.suffix == ".json" else csv_rows)(path, tables[0]))
        return Rows(found, tables, payload).loaded()

    return read_file


def key_of(table: str, row: Row) -> str:
    """A member of a family is known by the family and the user: Samples/family.sql gives no ids."""
    return f"{row['family_unit_id']} {row['user_id']}" if table == "family_members" else row["id"]


class Rows(Content):
    def __init__(self, found: list[tuple[str, Row]], tables: tuple[str, ...], payload: bool) -> None:
        super().__init__()
        self.found, self.tables, self.payload = found, tables, payload
        self.kept: dict[tuple[str, str], Row] = {}
        self.there: dict[str, set[str]] = {}
        for table, row in sql.rows(FAMILY_SQL.read_text()):
            self.there.setdefault(table, set()).add(row.get("id"))
            if table in tables:
                self.kept[(table, key_of(table, row))] = row
        for table, row in found:
            self.there.setdefault(table, set()).add(row.get("id"))
        self.own = {table: sum(row.get(OWNERS.get(table, "user_id")) == MAYA for (of, _), row in self.kept.items() if of == table)
                    for table in tables}

    def loaded(self) -> Content:
        self.gather(self.found, lambda record: self.read_row(*record), rowless=True)
        for (table, id), row in self.kept.items():
            for column, value in row.items():
                self.put("cells", id=f"{table} {id}", column=column, value=canonical(value))
        self.keep()
        return self

    def read_row(self, table: str, row: Row) -> None:
        if table not in self.tables:
            raise Skipped
        owner = OWNERS.get(table, "user_id")
        if owner and not self.payload and row.get(owner) != MAYA:
            raise Wrong("another person's")
        if table == "pickleball_players" and not row["name"]:
            raise Skipped
        made = {column: self.value(table, column, value) for column, value in row.items() if f"{table}.{column}" not in UNREAD}
        if table in SHARED and not made.get("family_unit_id"):
            made["family_unit_id"] = HER_FAMILY
        if table == "schools" and row.get("status") == "interested":
            asked = any(of == "interactions" and one["school_id"] == row["id"] for of, one in self.found)
            made |= {"is_favorite": True, "status": "contacted" if asked else "researching"}
        if table == "performance_metrics" and made.get("value") is None and not made.get("display_value"):
            raise Wrong("neither number nor text")
        if table == "performance_metrics" and row["recorded_date"] > f"{datetime.date.today() + datetime.timedelta(days=1)}":
            raise Wrong("in the future")
        if table == "workouts" and row.get("ended_at") and row["ended_at"] < row["started_at"]:
            raise Wrong("it ends before it begins")
        if table == "health_samples" and row["type"] == "body_mass" and Decimal(str(row["value"])) > 700:
            raise Wrong("no person weighs that")
        if table == "pickleball_games" and row.get("side1_score") is not None:
            scores = [int(row[name]) for name in ("side1_score", "side2_score", "target_score", "win_by")]
            if not games.over(*scores):
                raise Wrong("the game had ended before")
        # The tier that the app's own table had: a row of the school's id.
        if table == "schools" and (tier := made.pop("priority_tier", None)):
            if "school_priorities" in self.tables:
                self.read_row("school_priorities", {
                    "id": row["id"], "school_id": row["id"], "user_id": row["user_id"], "priority_tier": tier})
        key = (table, key_of(table, row))
        if key not in self.kept:
            self.own[table] += 1
            if self.own[table] > MOST.get(table, self.own[table]):
                raise Wrong("more than the app allows")
        self.kept[key] = self.kept.get(key, {}) | made

    def value(self, table: str, column: str, value: Any) -> Any:
        place = f"{table}.{column}"
        if value is None:
            return DEFAULTS.get(place)
        if value == DESTROYED:
            raise Wrong("destroyed by the exporter")
        value = RENAMED.get(place, {}).get(value, value) if isinstance(value, str) else value
        if place in SHAPES and not re.fullmatch(SHAPES[place], str(value)):
            raise Wrong("another shape")
        if place in WORDS and value not in WORDS[place].split():
            raise Wrong("an unknown word")
        if re.search(r"_at$|(^|_)date$|^date_", column):
            if not isinstance(canonical(value), str) or not is_time(str(value)):
                raise Wrong("no time")
        target = POINTERS.get(place) or POINTERS.get(column)
        if target and value not in self.there.get(target.rstrip("!"), set()):
            if target.endswith("!"):
                raise Wrong("what it belongs to is missing")
            return None
        if LISTS.get(column) and value is not None:
            return [id for id in value if id in self.there.get(LISTS[column], set())]
        return value


def is_time(cell: str) -> bool:
    try:
        datetime.datetime.fromisoformat(cell)
    except ValueError:
        return False
    return True


def canonical(value: Any) -> Any:
    """One notation for equal values, from a file or from PostgreSQL's to_jsonb."""
    if value is None or isinstance(value, bool):
        return None if value is None else str(value).lower()
    if isinstance(value, (list, dict)):
        return json.dumps(value, sort_keys=True, default=str)
    text = str(value)
    if re.fullmatch(r"-?\d+(\.\d+)?", text):
        return format(Decimal(text).normalize(), "f")
    if re.fullmatch(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*(Z|[+-]\d\d(:?\d\d)?)", text):
        return datetime.datetime.fromisoformat(text).astimezone(cells.UTC).isoformat()
    return {"t": "true", "f": "false"}.get(text, text)
