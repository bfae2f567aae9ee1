"""What the summaries make of stages and samples: nights by one source each, and sums of a day that count a moment once."""
from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from figures import Content, Row

Span = tuple[datetime.datetime, datetime.datetime]
SLEEP = ("core", "deep", "rem", "asleep")
# Of what is said of one moment, the first holds: whoever is awake does not sleep.
RANKS = ("awake", "deep", "rem", "core", "asleep")


# Whom to believe first: what is worn, a watch before bands and rings, then the telephone, then everything else.
WORN = (("watch",), ("garmin", "fitbit"), ("oura", "whoop"), ("samsung",), ("phone",))
# Stages that are further apart than this are of two sleeps.
APART = datetime.timedelta(hours=3)


def rank(source: str) -> tuple[int, str]:
    name = source.lower()
    return next((place for place, words in enumerate(WORN) if any(word in name for word in words)), len(WORN)), source


def uncovered(span: Span, taken: Iterable[Span]) -> list[Span]:
    """What of a span none of the others covers."""
    free = [span]
    for start, end in taken:
        free = [piece for a, b in free for piece in ((a, min(b, start)), (max(a, end), b)) if piece[0] < piece[1]]
    return free


def length(spans: Iterable[Span]) -> Decimal:
    return sum((Decimal(str((end - start).total_seconds())) for start, end in spans), Decimal(0))


def minutes(stages: list[Row], stretched: bool) -> dict[str, Decimal]:
    """Seconds of each stage by one source, each moment once: of its stretches, or of its sums, the longest night first."""
    found: dict[str, Decimal] = {}
    if stretched:
        taken: dict[str, list[Span]] = defaultdict(list)
        for stage in ("in_bed", *RANKS):
            before = [] if stage == "in_bed" else [span for other in RANKS[:RANKS.index(stage)] for span in taken[other]]
            spans = [(row["started"], row["ended"]) for row in stages if row["stage"] == stage]
            for span in spans:
                taken[stage] += uncovered(span, before + taken[stage])
            if spans:
                found[stage] = length(taken[stage])
        return found
    nights: list[Span] = []
    # A sum without times overlaps nothing.
    spans = list(dict.fromkeys((row["started"], row["ended"]) for row in stages))
    for span in sorted(spans, key=lambda span: -length([span]) if all(span) else 0):
        if not all(span) or length(uncovered(span, nights)) == length([span]):
            nights += [span] if all(span) else []
            for row in stages:
                if (row["started"], row["ended"]) == span:
                    found[row["stage"]] = found.get(row["stage"], Decimal(0)) + row["duration_s"]
    return found


def slept(figures: dict[str, Decimal], stretched: bool) -> Decimal | None:
    """Seconds of all sleep: a sum of a whole night has its stages within it."""
    parts = [figures[stage] for stage in ("core", "deep", "rem") if stage in figures]
    whole = figures.get("asleep")
    if whole is None:
        return sum(parts, Decimal(0)) if parts else None
    return sum(parts, whole) if stretched else max(whole, sum(parts, Decimal(0)))


def woken(stages: list[Row]) -> list[tuple[str, Row]]:
    """Each stage of one source with the day of waking up: stretches that follow each other are one sleep."""
    found = [(row["day"], row) for row in stages if row["duration_s"] is not None]
    sleep: list[Row] = []
    for row in sorted((row for row in stages if row["duration_s"] is None), key=lambda row: row["started"]):
        if sleep and row["started"] - max(other["ended"] for other in sleep) > APART:
            found += ended(sleep)
            sleep = []
        sleep.append(row)
    return found + ended(sleep)


def ended(sleep: list[Row]) -> list[tuple[str, Row]]:
    return [(max(other["day"] for other in sleep), row) for row in sleep]


def nights(stages: list[Row]) -> list[Row]:
    """One row per night: the figures of the first that recorded sleep and no nap, the time in bed of it or the next that has it."""
    by_night: dict[str, dict[tuple[str, bool], list[Row]]] = defaultdict(lambda: defaultdict(list))
    for source in {row["source"] for row in stages}:
        for night, row in woken([row for row in stages if row["source"] == source]):
            by_night[night][source, row["duration_s"] is None].append(row)
    rows = []
    for night, seen in by_night.items():
        counted = {key: minutes(found, key[1]) for key, found in seen.items()}
        asleep = {key: slept(figures, key[1]) for key, figures in counted.items()}
        longest = min(max((time for time in asleep.values() if time is not None and time <= 50400), default=Decimal(0)), Decimal(28800))

        def place(key: tuple[str, bool], asleep: dict[tuple[str, bool], Decimal | None] = asleep, longest: Decimal = longest) -> tuple[Any, ...]:
            time = asleep[key]
            return time is None, (time or 0) > 50400, (time or 0) < longest / 2, rank(key[0]), not key[1]

        order = sorted(seen, key=place)
        own = order[0]
        bed = next((key for key in order if counted[key].get("in_bed")), None)
        if asleep[own] is None and bed is None:
            continue
        own = own if asleep[own] is not None else bed or own
        figures = counted[own]
        rows.append(dict(
            night=night, source=own[0], in_bed_source=bed[0] if bed else None, asleep=minute(asleep[own]),
            core=minute(figures.get("core")), deep=minute(figures.get("deep")), rem=minute(figures.get("rem")),
            awake=minute(figures.get("awake")), in_bed=minute(counted[bed]["in_bed"]) if bed else None,
            started=min((row["started"] for row in seen[own] if row["started"]), default=None),
            ended=max((row["ended"] for row in seen[own] if row["ended"]), default=None)))
    return rows


def minute(seconds: Decimal | None) -> Decimal | None:
    return None if seconds is None else (seconds / 60).quantize(Decimal("0.01"), ROUND_HALF_UP)


def totals(samples: list[Row], type: str) -> list[Row]:
    """Each moment from the first source that covers it; a sum of unknown length only on days without anything better."""
    known: dict[tuple[Any, ...], Row] = {
        (row["day"], row["source"], row["value"], row["started"], row["ended"]): row for row in samples if row["type"] == type}
    lasting = sorted(
        (row for row in known.values() if row["ended"] and row["ended"] > row["started"]),
        key=lambda row: (rank(row["source"]), row["started"], row["started"] - row["ended"]))
    days: dict[str, Row] = {}

    def count(row: Row, value: Decimal) -> None:
        day = days.setdefault(row["day"], {"type": type, "day": row["day"], "value": Decimal(0), "unit": row["unit"]})
        day["value"] += value

    taken: list[Span] = []
    for row in lasting:
        span = (row["started"], row["ended"])
        free = uncovered(span, taken)
        count(row, row["value"] * length(free) / length([span]))
        taken += free
    better = {row["day"] for row in lasting}
    rest = [row for row in known.values() if row not in lasting and row["day"] not in better]
    for row in rest:
        if rank(row["source"]) == min(rank(other["source"]) for other in rest if other["day"] == row["day"]):
            count(row, row["value"])
    return [row for row in days.values() if row["value"]]


def eaten(samples: list[Row], type: str) -> list[Row]:
    """Meals of one day are all eaten, however many the file gives under one time: each counts whole."""
    days: dict[str, Row] = {}
    rows = [row for row in samples if row["type"] == type]
    for row in rows:
        if rank(row["source"]) == min(rank(other["source"]) for other in rows if other["day"] == row["day"]):
            day = days.setdefault(row["day"], {"type": type, "day": row["day"], "value": Decimal(0), "unit": row["unit"]})
            day["value"] += row["value"]
    return [row for row in days.values() if row["value"]]


EATEN = ("dietary_energy", "dietary_protein", "dietary_carbohydrates", "dietary_fat", "dietary_water")


def summarised(read: Callable[..., Content]) -> Callable[..., Content]:
    """A reader that gives nights and sums beside what it reads."""
    def read_file(path: Any, settings: dict[str, str]) -> Content:
        content = read(path, settings)
        content.rows["nights"] = nights(content.rows.get("stages", []))
        samples = content.rows.get("samples", [])
        content.rows["totals"] = [row for type in ("step_count", "active_energy") for row in totals(samples, type)]
        content.rows["totals"] += [row for type in EATEN for row in eaten(samples, type)]
        return content

    return read_file
