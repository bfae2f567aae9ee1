"""Which files are read, how, and with which settings: samples.txt and real.txt."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from families import FAMILIES, Family

LISTS = Path(__file__).resolve().parents[1]
# What `make demo` is given.
LOS_ANGELES = {
    "zone": "America/Los_Angeles", "weight_unit": "kg", "workout_distance_unit": "km", "distance_unit": "ft", "speed_unit": "mph",
    "fat_unit": "%", "date": "2026-03-14", "eufy_names": "Maya", "fitabase_ids": "7100000001", "trackman_names": "Rivera, Maya", "statcast_ids": "990101",
    "rapsodo_names": "Maya", "hittrax_names": "Maya Rivera", "hittrax_swings": "21_1; 21_2; 21_4; 21_5",
    "blast_names": "Maya Rivera", "gamechanger_names": "Maya Rivera", "team": "Hawks", "dupr_names": "Maya Rivera; MR7Q2K",
    "live_names": "Maya Rivera", "pb_vision_side": "1", "swingvision_names": "Maya", "session": "rally practice",
    "retrosheet_ids": "rivem001", "attended_teams": "HIL", "fitbit_type": "step_count", "fitbit_zone": "UTC",
    "yakkertech_names": "Maya Rivera", "trumedia_names": "M. Rivera", "season_names": "Maya Rivera; Maya Rivera 2026", "savant_seasons": "990101 2026", "golf_names": "Maya Rivera",
    "forcedecks_names": "Maya Rivera; 7101", "hawkin_names": "Maya Rivera", "statsports_names": "Maya Rivera",
    "strava_names": "7300001; {'id': 7300001, 'resource_state': 1}",
    "catapult_names": "Maya Rivera", "polar_names": "Maya Rivera", "nordbord_names": "Maya Rivera", "flightscope_names": "Maya Rivera", "pitchlogic_names": "Maya Rivera", "swingvision_side": "1"}


@dataclass(frozen=True)
class File:
    family: Family
    path: str
    settings: dict[str, str]


def lines(name: str) -> Iterator[tuple[str, list[str]]]:
    for line in (LISTS / name).read_text().splitlines():
        if line and not line.startswith("#"):
            reader, *words = line.split()
            yield reader, words


SAMPLES = [
    File(FAMILIES[reader], path, LOS_ANGELES | FAMILIES[reader].settings)
    for reader, paths in lines("samples.txt") for path in paths]
REAL = [
    File(FAMILIES[reader], path, dict(word.split("=", 1) for word in settings) | FAMILIES[reader].settings)
    for reader, (path, *settings) in lines("real.txt")]
