"""Files of metrics of chosen athletes as the app exports its rows: twelve types over six years, and a rare one."""
import os
import random
from datetime import date, timedelta

import place
import rows

KINDS = rows.KINDS + [
    ("bat_speed", "mph", 40, 90, 1), ("broad_jump", "in", 60, 120, 1), ("vertical_jump", "in", 14, 38, 1),
    ("forty_time", "sec", 4.4, 6.9, 2)]
RARE = ("shot_put", "m", 8, 18, 2)
HEADER = rows.COLUMNS + [rows.LAST["live"]]
VALUE = HEADER.index("value")


def athletes(count=None):
    """The first of the thousand, as pairs of their own id and their family's."""
    return rows.people()[0][:count]


def email(number):
    return f"athlete{number}@example.org"


def cells(source, athlete, kind=None):
    name, unit, low, high, places = kind or source.choice(KINDS)
    day = date(2020, 6, 1) + timedelta(days=source.randrange(2190))
    return [
        rows.identifier(source), athlete[0], name, f"{low + (high - low) * source.random():.{places}f}", unit, str(day), "",
        "false", "", f"{day}T12:00:00Z", athlete[1]]


def some(athletes, count, seed, rare=0):
    """So many metrics of the athletes in turn, of which the last are of the rare type."""
    source = random.Random(f"metrics {seed}")
    for number in range(count):
        yield cells(source, athletes[number % len(athletes)], RARE if number >= count - rare else None)


def changed(line):
    """The same metric with another value."""
    return line[:VALUE] + [f"{float(line[VALUE]) + 1:.4f}"] + line[VALUE + 1:]


def write(name, lines):
    path = os.path.join(place.DATA, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", buffering=1 << 20) as out:
        out.write(",".join(HEADER) + "\n")
        out.writelines(",".join(line) + "\n" for line in lines)
    return path
