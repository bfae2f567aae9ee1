"""Games of pickleball: results of clubs, the product's own log, scores of a tour looked at again and again."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cells
from cells import Skipped, Wrong, first
from figures import Content, Row

Settings = dict[str, str]


class Games(Content):
    def add(self, **row: Any) -> None:
        one, two = row["side1_score"], row["side2_score"]
        self.put("games", **row, winner=1 if one > two else 2 if one < two else 0)


def dupr(path: Path, settings: Settings) -> Content:
    """A row is a match of up to five games; a game that was not played has no scores."""
    games = Games()
    mine = [name.strip() for name in settings["dupr_names"].split(";")]

    def read(row: Row) -> None:
        sides = {
            side: [row[f"player{letter}{place}"] for place in (1, 2) if row.get(f"player{letter}{place}")]
            for side, letter in ((1, "A"), (2, "B"))}
        ids = {side: [row.get(f"player{letter}{place}DuprId", "") for place in (1, 2)] for side, letter in ((1, "A"), (2, "B"))}
        own = next((side for side in (1, 2) if set(sides[side] + ids[side]) & set(mine)), None)
        if own is None:
            raise Skipped
        played = cells.parsed(row["date"], "%Y-%m-%d").date().isoformat() if row["date"] else None
        for place in range(1, 6):
            scores = [row.get(f"team{letter}Game{place}", "") for letter in "AB"]
            if all(scores):
                games.add(
                    event=row.get("event"), game_no=place, my_side=own, side1_score=int(scores[0]), side2_score=int(scores[1]),
                    played_on=played, completed=None, is_completed="t", team_size=len(sides[1]), opponents=named(sides[3 - own]))

    before = next(place for place, line in enumerate(cells.text_of(path).splitlines()) if "playerA1," in line)
    return games.gather(cells.table(path, before=before), read)


def dupr_json(path: Path, settings: Settings) -> Content:
    """A match of two teams; a game that was not played has -1."""
    games = Games()
    mine = {name.strip() for name in settings["dupr_names"].split(";")}

    def read(match: dict[str, Any]) -> None:
        teams = [[team[place] for place in ("player1", "player2") if team.get(place)] for team in match["teams"]]
        known = [{word for player in players for word in (player["fullName"], player.get("duprId"))} for players in teams]
        own = next((side for side in (0, 1) if known[side] & mine), None)
        if own is None:
            raise Skipped
        played = cells.parsed(match["eventDate"], "%Y-%m-%d").date().isoformat()
        for place in range(1, 6):
            scores = [team[f"game{place}"] for team in match["teams"]]
            if min(scores) >= 0:
                games.add(
                    event=first(match, "eventName", "league", "tournament"), game_no=place, my_side=own + 1,
                    side1_score=scores[0], side2_score=scores[1],
                    played_on=played, completed=None, is_completed="t", team_size=len(teams[0]),
                    opponents=named([player["fullName"] for player in teams[1 - own]]))

    answer = json.loads(cells.text_of(path))
    return games.gather(answer if isinstance(answer, list) else answer.get("result", answer)["hits"], read)


def named(names: list[str]) -> str:
    return ", ".join(sorted(names))


def over(one: int, two: int, target: int, by: int) -> bool:
    """Whether a game can stand at this score: no one plays on once it has been won."""
    high, low = max(one, two), min(one, two)
    return high <= target if low <= target - by else high - low <= by


def game_log(path: Path, settings: Settings) -> Content:
    games = Games()

    def read(row: Row) -> None:
        one, two = int(row["my_score"]), int(row["opponent_score"])
        if not over(one, two, int(row.get("target") or 11), int(row.get("win_by") or 2)):
            raise Wrong("the game had ended before")
        ended = first(row, "completed_at")
        games.add(
            event=row.get("event"), game_no=int(row["game_no"]) if row.get("game_no") else None, my_side=1, side1_score=one,
            side2_score=two, played_on=row.get("date"), completed=cells.instant(ended, "UTC", "%Y-%m-%dT%H:%M:%S%z") if ended else None,
            is_completed="f" if row.get("completed") == "false" else "t",
            team_size={"singles": 1, "1": 1, "doubles": 2, "2": 2}[row["team_size"]],
            opponents=named([row[name] for name in ("opponent", "opponent_2") if row.get(name)]))

    return games.gather(cells.table(path), read)


def live_scores(path: Path, settings: Settings) -> Content:
    """Looked at again and again: the last look at a match has its games; the records before it are part of it."""
    games = Games()
    last: dict[str, dict[str, Any]] = {}
    for line in cells.text_of(path).splitlines():
        try:
            look = json.loads(line)
            if settings["live_names"] in look["players"]["t1"] + look["players"]["t2"]:
                last[look["match_uuid"]] = look
        except (ValueError, KeyError):
            continue
    for look in last.values():
        own = 1 if settings["live_names"] in look["players"]["t1"] else 2
        for place, (one, two) in enumerate(look["scores"], start=1):
            if one or two:
                games.put("scores", my_side=own, game_no=place, side1_score=one, side2_score=two,
                          winner=1 if one > two else 2 if one < two else 0,
                          opponents=named(look["players"]["t2" if own == 1 else "t1"]))
    # A look is a part of a match: which of them count the ledger of the program says.
    games.keep()
    games.read = None
    return games
