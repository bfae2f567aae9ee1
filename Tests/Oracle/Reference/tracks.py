"""Activities as watches record them: FIT, TCX, GPX. Each says its workouts, and points with a heart rate."""
from __future__ import annotations

import datetime
import math
import struct
import xml.etree.ElementTree
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import cells
from cells import Skipped
from figures import Content, Row
from readings import Readings, Settings
from sets import Log
from sports import Sports

Message = tuple[str, dict[int, Any]]
# Numbers of FIT's profile: messages, and its base types as sizes and signs of struct.
MESSAGES = {0: "file_id", 12: "sport", 18: "session", 19: "lap", 20: "record", 30: "weight_scale", 34: "activity",
            55: "monitoring", 211: "monitoring_hr_data", 225: "set"}
SIGNS = {0: "B", 1: "b", 2: "B", 3: "h", 4: "H", 5: "i", 6: "I", 8: "f", 9: "d", 10: "B", 11: "H", 12: "I", 13: "B", 14: "q",
         15: "Q", 16: "Q"}
INVALID = {"B": 0xFF, "b": 0x7F, "h": 0x7FFF, "H": 0xFFFF, "i": 0x7FFFFFFF, "I": 0xFFFFFFFF}
EPOCH = datetime.datetime(1989, 12, 31, tzinfo=cells.UTC)
MAKERS = {1: "Garmin", 260: "Zwift", 294: "Coros"}
SPORTS = {1: "running", 2: "cycling", 3: "transition", 5: "swimming", 10: "training"}
INTENSITIES = {0: "working", 1: "other", 2: "warmup", 3: "other", 4: "other", 6: "other"}
EXERCISES = {0: "Bench Press", 28: "Squat"}
# What a record of a table may be.
READ = ("session", "lap", "set", "record", "monitoring", "monitoring_hr_data", "weight_scale")


def messages(data: bytes) -> Iterator[list[Message]]:
    """The messages of each file: several may be written one behind the other."""
    while data:
        head, length = data[0], struct.unpack_from("<I", data, 4)[0]
        yield list(decoded(data[head:head + length]))
        data = data[head + length + 2:]


def decoded(data: bytes) -> Iterator[Message]:
    """Field 253 is a message's time; a compressed header counts it on in its five lowest bits."""
    shapes: dict[int, tuple[int, str, list[tuple[int, int, int]], int]] = {}
    place = clock = 0
    while place < len(data):
        head = data[place]
        place += 1
        if head & 0xC0 == 0x40:
            order = ">" if data[place + 1] else "<"
            number, = struct.unpack_from(f"{order}H", data, place + 2)
            end = place + 5 + 3 * data[place + 4]
            fields = [(data[at], data[at + 1], data[at + 2] & 0x1F) for at in range(place + 5, end, 3)]
            place = end
            own = 0
            if head & 0x20:
                own = sum(data[at + 1] for at in range(place + 1, place + 1 + 3 * data[place], 3))
                place += 1 + 3 * data[place]
            shapes[head & 0x0F] = (number, order, fields, own)
            continue
        number, order, fields, own = shapes[head >> 5 & 3 if head & 0x80 else head & 0x0F]
        found: dict[int, Any] = {}
        for field, size, base in fields:
            value = field_of(data[place:place + size], base, order)
            if value is not None:
                found[field] = value
            place += size
        place += own
        if head & 0x80:
            clock += ((head & 0x1F) - clock) & 0x1F
            found[253] = clock
        clock = found.get(253, clock)
        yield MESSAGES.get(number, ""), found


def field_of(part: bytes, base: int, order: str) -> Any:
    """One value or text; none where the device wrote that there is none. A list is not needed here."""
    if base == 7:
        return part.split(b"\0")[0].decode("utf-8") or None
    sign = SIGNS[base]
    value = struct.unpack_from(order + sign, part)[0] if len(part) >= struct.calcsize(sign) else None
    return None if value == INVALID.get(sign) or (value == 0 and base in (10, 11, 12, 16)) else value


def time_of(value: int) -> datetime.datetime:
    return EPOCH + datetime.timedelta(seconds=value)


def in_parts(value: int | None, parts: int) -> Decimal | None:
    return None if value is None else Decimal(value) / parts


class Track(Readings):
    """Workouts beside what was measured: a message is of one of the two."""

    def __init__(self, settings: Settings, source: str) -> None:
        super().__init__(settings)
        self.log: Log = Sports(settings)
        self.source = source

    def workout(self, **row: Any) -> Row:
        self.log.workouts[(row["started"], row.get("title"))] = {"source": self.source, **row}
        return row

    def set(self, workout: Row, exercise: str, **row: Any) -> None:
        self.log.set(workout["started"], workout.get("title"), exercise, **row)

    def finished(self) -> Content:
        self.rows |= self.log.finish().rows
        return self


def fit(path: Path, settings: Settings) -> Content:
    """A session is a workout, laps and sets of an exercise are its sets."""
    track = Track(settings, "")
    records: list[tuple[str, dict[int, Any], list[Message]]] = []
    for file in messages(path.read_bytes()):
        # Sessions before their laps, which come before them in most files.
        records += sorted(((kind, found, file) for kind, found in file if kind in READ), key=lambda one: one[0] != "session")
    sessions: list[tuple[Row, int]] = []
    minute = 0

    def within(time: int) -> Row:
        return next(row for row, start in reversed(sessions) if start <= time and time_of(time) < row["ended"])

    def read(record: tuple[str, dict[int, Any], list[Message]]) -> None:
        nonlocal minute
        kind, found, file = record
        facts = {name: row for name, row in reversed(file)}
        track.source = MAKERS.get(facts["file_id"].get(1), "FIT")
        if kind == "session":
            # From one sport of a triathlon to the next.
            if SPORTS[found[5]] == "transition":
                raise Skipped
            sessions.append((session(track, found, facts), found[2]))
        elif kind == "lap":
            lap(track, found, within)
        elif kind == "set":
            if found[5] == 0:
                raise Skipped
            track.set(within(found[6]), EXERCISES[found[7]], reps=found.get(3), weight_kg=in_parts(found.get(4), 16),
                      duration_s=in_parts(found.get(0), 1000))
        elif kind == "weight_scale":
            started = time_of(found[253])
            track.add("body_mass", in_parts(found.get(0), 100), started, track.source)
            track.add("body_fat_percentage", in_parts(found.get(1), 100), started, track.source)
            track.add("body_mass_index", in_parts(found.get(13), 10), started, track.source)
        elif kind == "monitoring_hr_data":
            track.add("resting_heart_rate", Decimal(found[1]), time_of(found[253]), track.source)
        else:
            beats = found.get(3 if kind == "record" else 27)
            # Some minutes of a day's file have the lowest 16 bits of their time alone.
            minute = found.get(253, minute + ((found.get(26, 0) - minute) & 0xFFFF))
            if beats is None:
                raise Skipped
            track.series("heart_rate", Decimal(beats), "count/min", time_of(minute), track.source)

    track.gather(records, read, rowless=True)
    return track.finished()


def session(track: Track, found: dict[int, Any], facts: dict[str, dict[int, Any]]) -> Row:
    """Its clock is that of the activity message: the local time beside the same in UTC."""
    activity = facts.get("activity", {})
    zone = None
    if 5 in activity:
        hours, rest = divmod(abs(activity[5] - activity[253]) // 60, 60)
        # The names of fixed offsets count the other way round.
        zone = f"Etc/GMT{'+' if activity[5] < activity[253] else '-'}{hours}" if not rest else None
    lasted, moved = in_parts(found.get(7), 1000), in_parts(found.get(8), 1000)
    started = time_of(found[2])
    return track.workout(
        started=started, ended=started + datetime.timedelta(seconds=float(lasted or moved or 0)), zone=zone,
        title=found.get(110) or facts.get("sport", {}).get(3), activity=SPORTS[found[5]], duration_s=lasted, moving_s=moved,
        distance_m=in_parts(found.get(9) or None, 100), energy_kcal=found.get(11) or None, ascent_m=found.get(22),
        average_heart_rate=found.get(16) or None, maximum_heart_rate=found.get(17) or None)


def lap(track: Track, found: dict[int, Any], within: Callable[[int], Row]) -> None:
    try:
        workout = within(found[2])
    except StopIteration:  # That of a transition.
        raise Skipped from None
    track.set(workout, "Laps", kind=INTENSITIES.get(found.get(23), "working"), duration_s=in_parts(found.get(8), 1000),
              distance_m=in_parts(found.get(9) or None, 100), energy_kcal=found.get(11) or None)


def root_of(path: Path) -> xml.etree.ElementTree.Element:
    """The document without its namespaces."""
    root = xml.etree.ElementTree.fromstring(cells.text_of(path).strip())
    for element in root.iter():
        element.tag = element.tag.split("}")[-1]
    return root


def amount(element: xml.etree.ElementTree.Element, name: str) -> Decimal | None:
    text = element.findtext(name)
    return Decimal(text) if text else None


def moment(element: xml.etree.ElementTree.Element, name: str) -> datetime.datetime:
    return cells.instant(element.findtext(name, ""), "UTC", "%Y-%m-%dT%H:%M:%S.%f%z", "%Y-%m-%dT%H:%M:%S%z",
                         "%Y-%m-%dT%H:%M:%S")


def kept(value: Decimal) -> Decimal:
    """What follows from points or laps is kept with two decimals."""
    return value.quantize(Decimal("0.01"), ROUND_HALF_UP)


def climbed(heights: list[Decimal]) -> Decimal:
    """What goes up by three metres or more from the lowest point: less is the wavering of the measurement."""
    climb, low = Decimal(0), heights[0]
    for height in heights:
        if height - low >= 3:
            climb, low = climb + height - low, height
        low = min(low, height)
    return climb


def beats(track: Track, points: list[xml.etree.ElementTree.Element], name: str, time: str) -> None:
    """Each point is a record of its own; one without a heart rate is passed over."""
    def read(point: xml.etree.ElementTree.Element) -> None:
        track.series("heart_rate", amount(point, name), "count/min", moment(point, time), track.source)

    track.gather(points, read)


def tcx(path: Path, settings: Settings) -> Content:
    """Laps say their sums; the heart rate of all is that of each, by its time."""
    track = Track(settings, "TCX")

    def read(activity: xml.etree.ElementTree.Element) -> None:
        laps, points = activity.findall("Lap"), list(activity.iter("Trackpoint"))
        times = [amount(one, "TotalTimeSeconds") or Decimal(0) for one in laps]
        rates = [amount(one, "AverageHeartRateBpm/Value") or Decimal(0) for one in laps]
        started, ended = moment(activity, "Id"), moment(points[-1], "Time")
        workout = track.workout(
            started=started, ended=ended, activity=activity.get("Sport", "").lower(), moving_s=sum(times),
            duration_s=Decimal(str((ended - started).total_seconds())),
            distance_m=sum(amount(one, "DistanceMeters") or 0 for one in laps),
            energy_kcal=sum(amount(one, "Calories") or 0 for one in laps),
            average_heart_rate=kept(sum(rate * time for rate, time in zip(rates, times)) / sum(times)),
            maximum_heart_rate=max(amount(one, "MaximumHeartRateBpm/Value") or 0 for one in laps),
            ascent_m=climbed([height for one in points if (height := amount(one, "AltitudeMeters")) is not None]))
        for one in laps:
            track.read = (track.read or 0) + 1
            track.set(workout, "Laps", duration_s=amount(one, "TotalTimeSeconds"), distance_m=amount(one, "DistanceMeters"),
                      energy_kcal=amount(one, "Calories"))

    root = root_of(path)
    track.gather(root.iter("Activity"), read, rowless=True)
    beats(track, list(root.iter("Trackpoint")), "HeartRateBpm/Value", "Time")
    return track.finished()


RADIUS = 6_371_008.8


def way(one: xml.etree.ElementTree.Element, other: xml.etree.ElementTree.Element) -> float:
    """Metres between two points of a sphere as large as the earth."""
    (a, b), (c, d) = ([math.radians(float(point.get(name, ""))) for name in ("lat", "lon")] for point in (one, other))
    half = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * RADIUS * math.asin(math.sqrt(half))


def gpx(path: Path, settings: Settings) -> Content:
    """A track is a workout; between its segments the watch stood still."""
    track = Track(settings, "GPX")
    # Strava's numbers.
    kinds = {"1": "cycling", "9": "running"}

    def read(element: xml.etree.ElementTree.Element) -> None:
        segments = [list(segment.iter("trkpt")) for segment in element.iter("trkseg")]
        points = [point for segment in segments for point in segment]
        started, ended = moment(points[0], "time"), moment(points[-1], "time")
        moving = sum((moment(segment[-1], "time") - moment(segment[0], "time")).total_seconds() for segment in segments)
        rates = [rate for point in points if (rate := amount(point, ".//hr")) is not None]
        far = sum(way(one, other) for segment in segments for one, other in zip(segment, segment[1:]))
        track.workout(
            started=started, ended=ended, title=element.findtext("name"), activity=kinds.get(kind := element.findtext("type"), kind),
            duration_s=Decimal(str((ended - started).total_seconds())), moving_s=Decimal(str(moving)),
            distance_m=kept(Decimal(str(far))), average_heart_rate=kept(sum(rates) / Decimal(len(rates))),
            maximum_heart_rate=max(rates),
            ascent_m=sum(climbed([amount(point, "ele") or Decimal(0) for point in segment]) for segment in segments))

    root = root_of(path)
    track.gather(root.iter("trk"), read, rowless=True)
    beats(track, list(root.iter("trkpt")), ".//hr", "time")
    return track.finished()
