"""Games of pickleball as trackers keep them: summaries, rallies, shots."""
from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import Wrong, count, number
from figures import Content, Row
from games import Games, Settings, named, over
from readings import amount

OFFSET = ("%Y-%m-%dT%H:%M:%S%z",)


def won(one: int | None, two: int | None, stated: int | None = None) -> int | None:
    return stated if one is None or two is None else 1 if one > two else 2 if one < two else 0


def game_log(path: Path, settings: Settings) -> Content:
    """Players and rallies within the game; everything is seen from the athlete's side."""
    games = Games()

    def read(row: dict[str, Any]) -> None:
        one, two = row["my_score"], row["opponent_score"]
        if not over(one, two, row.get("target", 11), row.get("win_by", 2)):
            raise Wrong("the game had ended before")
        games.put(
            "games", event=row.get("event"), game_no=row.get("game_no"), my_side=1, side1_score=one, side2_score=two,
            winner=won(one, two), is_completed=row.get("completed", True), team_size=row.get("team_size", 2), played_on=row.get("date"),
            completed=cells.instant(row["completed_at"], "UTC", *OFFSET) if row.get("completed_at") else None,
            opponents=named([player["name"] for player in row.get("opponents", [])]))
        for rally in row.get("rallies", []):
            games.put("rallies", **rallied(rally))

    games.gather(json.loads(cells.text_of(path), parse_float=Decimal)["games"], read)
    games.read = None
    return games


SIDES = {"us": 1, "them": 2}


def rallied(row: dict[str, Any]) -> Row:
    return dict(
        rally_no=row["rally"], serving_side=SIDES[row["server"]], server_number=amount(row.get("server_number")),
        winning_side=SIDES[row["winner"]], shots=amount(row.get("shots")), ended_by=row.get("ended_by"),
        side1_score=amount(row.get("my_score")), side2_score=amount(row.get("opponent_score")))


def rally_log(path: Path, settings: Settings) -> Content:
    games = Games()
    return games.gather(cells.table(path, ";"), lambda row: games.put("rallies", **rallied(row)))


def summary(path: Path, settings: Settings) -> Content:
    games = Games()

    def read(row: dict[str, Any]) -> None:
        one, two = (count(str(row.get(name) or "")) for name in ("team1Score", "team2Score"))
        winner, ahead = int(row["winningTeam"]), int(row["pointDifferential"])
        if (winner == 0) != (ahead == 0) or (one is not None and two is not None and won(int(one), int(two)) != winner):
            raise Wrong("a winner that the score contradicts")
        games.put(
            "games", my_side=int(row.get("myTeam") or 1), side1_score=one, side2_score=two, winner=winner, is_completed="t",
            completed=cells.instant(row["completedDate"], "UTC", *OFFSET))

    rows = json.loads(cells.text_of(path), parse_float=Decimal) if path.suffix == ".json" else cells.table(path)
    return games.gather(rows, read)


def pb_vision(path: Path, settings: Settings) -> Content:
    """One session of one game; where no one counted, who won."""
    games = Games()

    def read(document: dict[str, Any]) -> None:
        session, game = document["session"], document.get("game") or document["game_data"]
        one, two = game["game_outcome"]
        scores = (one, two) if isinstance(one, int) else (None, None)
        games.put(
            "games", game_no=session["session_index"], my_side=int(settings["pb_vision_side"]), side1_score=scores[0],
            side2_score=scores[1], winner=won(*scores, 1 if one == "won" else 2), is_completed="t",
            team_size=session["num_players"] // 2, played_on=settings["date"])

    return games.gather([json.loads(cells.text_of(path), parse_float=Decimal)], read)


def swing_vision(path: Path, settings: Settings) -> Content:
    """A shot a row: a rally ends with its last shot, which who did not make it wins when it was out or in the net."""
    games = Games()
    mine = settings["swingvision_names"]
    last: dict[tuple[str, ...], Row] = {}
    # Practice has no points.
    for row in cells.table(path):
        games.read = (games.read or 0) + 1
        if row["Point"] == "0":
            games.skipped += 1
        elif not row["Shot"].isdigit():
            games.rejected += 1
        else:
            last[(row["Set"], row["Game"], row["Point"])] = row
    for (_, game, point), row in last.items():
        if not point.isdigit():
            continue  # A shot of no point is one of the game all the same.
        missed = row["Result"] in ("Net", "Out")
        winner = None if not missed else 2 if row["Player"] == mine else 1
        games.put("rallies", rally_no=int(point), winning_side=winner, shots=number(row["Shot"]),
                  ended_by=row["Result"].lower() if missed else None)
    others = {row["Player"] for row in last.values()} - {mine}
    for game in {game for _, game, _ in last}:
        games.put("games", game_no=int(game), my_side=1, is_completed="f", played_on=settings["date"],
                  opponents=named(sorted(others)))
    games.keep()
    games.read = None
    return games


def swing_vision_points(path: Path, settings: Settings) -> Content:
    """A point a row: the host is side 1, the guest side 2."""
    games = Games()
    sides = {"host": 1, "guest": 2}
    played: set[str] = set()

    def read(row: Row) -> None:
        if not row["Point"].isdigit():
            raise Wrong("a point without a number")
        played.add(row["Game"])
        games.put(
            "rallies", rally_no=int(row["Point"]), serving_side=sides[row["Match Server"]], winning_side=sides.get(row["Point Winner"]),
            ended_by=None if row["Detail"] == "---" else row["Detail"])

    games.gather(cells.table(path), read)
    for game in played:
        games.put("games", game_no=int(game), my_side=int(settings["swingvision_side"]), is_completed="f", played_on=settings["date"],
                  opponents=named([]))
    games.keep()
    games.read = None
    return games
