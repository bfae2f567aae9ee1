"""Statistics of a season, and logs of single measurements."""
from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import Skipped, Wrong, first, number
from figures import Content, Row
from metrics import Metrics, Settings, day_of, figure
from readings import amount


def gamechanger(path: Path, settings: Settings) -> Content:
    """Names occur once per section; the section is in the row above. Who has not pitched has an ERA of 0.00 all the same."""
    metrics = Metrics()
    lines = list(csv.reader(io.StringIO(cells.text_of(path))))
    section, names, labelled = "", [], "Number" not in lines[0]
    # Without labels the second of two equal names is pitching.
    for place, name in enumerate(lines[1] if labelled else lines[0]):
        section = lines[0][place] or section if labelled else \
            "" if name in ("Number", "Last", "First") else "Pitching" if name in ("IP", "ERA", "WHIP") else "Batting"
        names.append(f"Pitching/{name}" if f"{section}/{name}" in names else f"{section}/{name}")
    figures = {"Batting/AVG": "batting_avg", "Batting/OBP": "on_base_pct", "Batting/SLG": "slugging_pct", "Pitching/ERA": "era",
               "Pitching/WHIP": "whip", "Pitching/SO": "strikeouts", "Fielding/FPCT": "fielding_pct"}
    counts = {"Batting": "PA", "Pitching": "IP", "Fielding": "TC"}

    def read(row: Row) -> None:
        if f"{row['/First']} {row['/Last']}" != settings["gamechanger_names"]:
            raise Skipped
        for name, type in figures.items():
            # Without labels no one knows whose strikeouts these are: hitters and pitchers have them.
            if name == "Pitching/SO" and not labelled:
                continue
            section = name.split("/")[0]
            if not figure(row.get(f"{section}/{counts[section]}", "1")):
                continue
            metrics.add(type, figure(row.get(name)), None, settings["date"])

    return metrics.gather([dict(zip(names, line)) for line in lines[1 + labelled:] if any(line)], read)


def metric_log(path: Path, settings: Settings) -> Content:
    metrics = Metrics()
    names = {"Exit Velo": "exit_velo", "Vertical Jump": "vertical_jump", "mile": "mile"}

    def read(row: dict[str, Any]) -> None:
        if "broken" in row:
            raise Wrong("no JSON")
        day, type = day_of(row["date"]), names.get(row["metric"], row["metric"])
        value = row.get("value")
        if isinstance(value, (list, dict)) or (value in (None, "") and not row.get("display")):
            raise Wrong("no figure")
        metrics.add(type, amount(value), row.get("unit") or None, day, row.get("display"))

    return metrics.gather(list(logged(path)), read)


def logged(path: Path) -> Iterator[dict[str, Any]]:
    text = cells.text_of(path)
    if path.suffix == ".csv":
        yield from cells.table(path, ";" if ";" in text.splitlines()[0] else ",")
    elif path.suffix == ".jsonl":
        for line in filter(str.strip, text.splitlines()):
            yield parsed(line)
    else:
        document = json.loads(text, parse_float=Decimal, object_pairs_hook=once)
        yield from document["metrics"] if isinstance(document, dict) else document


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that has a key twice says nothing."""
    return dict(pairs) | ({"broken": True} if len({name for name, _ in pairs}) < len(pairs) else {})


def parsed(line: str) -> dict[str, Any]:
    """NaN is no JSON, and half of an emoji no text."""
    try:
        row = json.loads(line, parse_float=Decimal, parse_constant=lambda _: 1 / 0)
        json.dumps(row, ensure_ascii=False, default=str).encode("utf-8")
    except (ValueError, ZeroDivisionError):
        return {"broken": True}
    return row


def timeline(path: Path, settings: Settings) -> Content:
    """The web app does not double the quotation marks within a cell; scorebook's own export does, and has ids."""
    metrics = Metrics()

    def read(row: dict[str, Any]) -> None:
        value, text = row["Value"], row.get("Display Value")
        if value in (None, "") and not text:
            raise Wrong("neither number nor text")
        metrics.add(row["Metric Type"], amount(value), row["Unit"], day_of(row["Date"]), text)

    if path.suffix == ".json":
        return metrics.gather(json.loads(cells.text_of(path), parse_float=Decimal), read)
    text = cells.text_of(path)
    if "Display Value" in text.splitlines()[0]:
        return metrics.gather(cells.table(path), read)
    header, *lines = (line.strip('"').split('","') for line in text.splitlines())
    return metrics.gather([dict(zip(header, line)) for line in lines], read)


def retrosheet(path: Path, settings: Settings) -> Content:
    """`data,er` are a pitcher's earned runs in the game whose date was said before."""
    metrics, day = Metrics(), ""

    def read(line: list[str]) -> None:
        nonlocal day
        if line[:2] == ["info", "date"]:
            day = day_of(line[2], "%Y/%m/%d")
        if line[:2] != ["data", "er"] or line[2] not in settings["retrosheet_ids"].split("; ") or line[3] == "-1":
            raise Skipped
        metrics.add("earned_runs", number(line[3]), "count", day)

    return metrics.gather(list(csv.reader(io.StringIO(cells.text_of(path)))), read)


def attended(path: Path, settings: Settings) -> Content:
    """Games of the teams at whose games the athlete was: date, visitors (field 4), home (field 7), park (field 17)."""
    games = Content()

    def read(line: list[str]) -> None:
        if not {line[3], line[6]} & set(settings["attended_teams"].split("; ")):
            raise Skipped
        games.put("events", type="game", name=f"{line[3]} {line[6]}", day=day_of(line[0], "%Y%m%d"), location=line[16] or None,
                  attended="t")

    return games.gather(list(csv.reader(io.StringIO(cells.text_of(path)))), read)


def season_list(path: Path, settings: Settings) -> Content:
    """A player a row, with what the list counts: batters have AVG or BA, pitchers an ERA."""
    metrics = Metrics()
    figures = {"AVG": "batting_avg", "BA": "batting_avg", "OBP": "on_base_pct", "SLG": "slugging_pct", "SLG%": "slugging_pct", "ERA": "era", "WHIP": "whip"}

    def read(row: Row) -> None:
        # Of a list with years one year is wanted, which stands behind the name.
        name = f"{row['Name']} {row['Season']}" if "Season" in row else first(row, "Name", "Player", "playerFullName")
        if name not in settings["season_names"].split("; "):
            raise Skipped
        for name, type in figures.items():
            metrics.add(type, figure(row.get(name, "").replace("inf", "")), None, settings["date"])

    return metrics.gather(cells.table(path), read)


def savant_expected(path: Path, settings: Settings) -> Content:
    """What batters did is in ba and slg; of pitchers, who have an era, that is what others did."""
    metrics = Metrics()

    def read(row: Row) -> None:
        if f"{row['player_id']} {row['year']}" != settings["savant_seasons"]:
            raise Skipped
        for name, type in (("era", "era"),) if "era" in row else (("ba", "batting_avg"), ("slg", "slugging_pct")):
            metrics.add(type, figure(row[name]), None, settings["date"])

    return metrics.gather(cells.table(path), read)


LABELS = {"Fastball Velocity": "velocity", "Exit Velocity": "exit_velo", "Batting Average": "batting_avg",
          "60-Yard Dash": "sixty_time", "Pop Time": "pop_time", "ERA": "era", "On-Base Percentage": "on_base_pct",
          "Slugging Percentage": "slugging_pct", "WHIP": "whip", "Strikeouts": "strikeouts",
          "Fielding Percentage": "fielding_pct", "Points Per Game": "points_per_game",
          "Rebounds Per Game": "rebounds_per_game", "Assists Per Game": "assists_per_game",
          "Field Goal %": "field_goal_pct", "3-Point %": "three_point_pct", "Free Throw %": "free_throw_pct",
          "Steals Per Game": "steals_per_game", "Blocks Per Game": "blocks_per_game", "40-Yard Dash": "forty_time",
          "Bench Press": "bench_press", "Broad Jump": "broad_jump", "Shuttle Run": "shuttle", "3-Cone Drill": "three_cone",
          "Squat": "squat", "Passing Yards": "passing_yards", "Rushing Yards": "rushing_yards",
          "Receiving Yards": "receiving_yards", "Tackles": "tackles", "Clean Sheets": "clean_sheets",
          "Minutes Played": "minutes_played", "Ground Balls": "ground_balls", "Points": "points", "Save %": "save_pct",
          "Goals Against Avg": "goals_against_avg", "Steals": "steals", "Kills": "kills", "Blocks": "blocks",
          "Digs": "digs", "Aces": "aces", "Hitting Percentage": "hitting_pct", "Sprint Time": "sprint_time",
          "Distance Time": "distance_time", "Relay Split": "relay_split", "Long Jump": "long_jump",
          "High Jump": "high_jump", "Shot Put": "shot_put", "Discus": "discus", "Race Time": "race_time",
          "Pace Per Mile": "pace_per_mile", "Event Time": "event_time", "50 Free": "free_50", "100 Free": "free_100",
          "Scoring Average": "scoring_average", "Handicap": "handicap", "UTR Rating": "utr_rating", "Ranking": "ranking",
          "Pins": "pins", "Takedowns": "takedowns", "Weight Class": "weight_class", "2K Erg": "erg_2k",
          "Erg Split": "erg_split", "Goals": "goals", "Assists": "assists", "Saves": "saves",
          "Vertical Jump": "vertical_jump", "Other Metric": "other"}


def performance(path: Path, settings: Settings) -> Content:
    metrics = Metrics()

    def read(row: Row) -> None:
        if row["Metric Type"] not in LABELS:
            raise Wrong("a label that the app does not have")
        day = day_of(row["Date"], "%m/%d/%Y")
        metrics.add(LABELS[row["Metric Type"]], figure(row["Value"]), row["Unit"], day)

    return metrics.gather(cells.table(path), read)
