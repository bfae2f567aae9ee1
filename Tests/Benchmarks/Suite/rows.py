"""Invented measurements as CSV or JSON Lines, the same for the same seed.

usage: rows.py live|plain|lines ROWS FILE [SEED]

    live   columns of the app's table, with the owner's family
    plain  the same with updated_at instead
    lines  those of plain, an object a line: numbers and booleans as such, null for what is empty
Of 1000 athletes and 400 events; parents(FILE) writes the SQL of those that live rows point at.
"""
import json
import random
import sys
from datetime import date, datetime, timedelta, timezone

COLUMNS = ["id", "user_id", "metric_type", "value", "unit", "recorded_date", "event_id", "verified", "notes", "created_at"]
LAST = {"live": "family_unit_id", "plain": "updated_at"}
# Name, unit, lowest, highest, decimal places.
KINDS = [
    ("velocity", "mph", 50, 99, 1), ("exit_velo", "mph", 48, 114, 1), ("sixty_time", "s", 6.2, 9.1, 2),
    ("pop_time", "s", 1.8, 2.7, 2), ("batting_avg", "avg", 0.1, 0.5, 3), ("era", "era", 0.4, 9.9, 2),
    ("strikeouts", "count", 0, 19, 0), ("grip_strength", "", -100, 1000, 4),
]
PLAIN_NOTES = ["solid day", "wind from the right", "two days of rest", "second radar", "bullpen", "early session"]
HARD_NOTES = [
    '"legs felt heavy, stopped early"', '"coach: ""keep the elbow up"""', '"first line\nsecond line"',
    "mañana más – 7 ⚾", '"a ""quote"", a comma,\nand a break"', "投球 練習 ok", "tab\tinside; it's fine",
    "back\\slash \\N and \\.",
]
EPOCH = datetime(2021, 1, 1, tzinfo=timezone.utc)


def identifier(source):
    """A version 4 UUID's text."""
    bits = source.getrandbits(128) & ~(0xF << 76) & ~(3 << 62) | 4 << 76 | 2 << 62
    text = f"{bits:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def people():
    source = random.Random("people")
    athletes = [(identifier(source), identifier(source)) for _ in range(1000)]
    return athletes, [identifier(source) for _ in range(400)]


def parents(path):
    athletes, events = people()
    with open(path, "w", encoding="utf-8") as out:
        out.write("begin;\n")
        for number, (athlete, family) in enumerate(athletes):
            email = f"athlete{number}@example.org"
            out.write(
                f"insert into auth.users (id, email) values ('{athlete}', '{email}') on conflict do nothing;\n"
                "insert into public.users (id, email, role, full_name) "
                f"values ('{athlete}', '{email}', 'player', 'Athlete {number}') on conflict (id) do nothing;\n"
                "insert into public.family_units (id, family_name, created_by_user_id) "
                f"values ('{family}', 'Family {number}', '{athlete}') on conflict do nothing;\n"
                "insert into public.family_members (family_unit_id, user_id, role) "
                f"values ('{family}', '{athlete}', 'player') on conflict do nothing;\n")
        for number, event in enumerate(events):
            athlete, family = athletes[number]
            out.write(
                "insert into public.events (id, type, name, start_date, user_id, family_unit_id) values "
                f"('{event}', 'showcase', 'Event {number}', '2024-06-01', '{athlete}', '{family}') on conflict do nothing;\n")
        out.write("commit;\n")


def note(source):
    chance = source.random()
    if chance < 0.55:
        return ""
    return source.choice(PLAIN_NOTES if chance < 0.85 else HARD_NOTES)


def instant(source):
    micros = int(source.random() * 157e12)
    return EPOCH + timedelta(microseconds=micros)


def lines(shape, count, seed):
    source = random.Random(f"{shape} {seed}")
    athletes, events = people()
    days = [str(date(2021, 1, 1) + timedelta(days=number)) for number in range(1826)]
    for _ in range(count):
        name, unit, low, high, places = source.choice(KINDS)
        athlete, family = source.choice(athletes)
        made = instant(source)
        if shape == "live":
            last = family
        else:
            last = (made + timedelta(seconds=int(source.random() * 5e6))).isoformat(timespec="microseconds")
        yield (
            f"{identifier(source)},{athlete},{name},{low + (high - low) * source.random():.{places}f},{unit},"
            f"{source.choice(days)},{source.choice(events) if source.random() < 0.08 else ''},"
            f"{'true' if source.random() < 0.35 else 'false'},{note(source)},"
            f"{made.isoformat(timespec='microseconds')},{last}\n")


def objects(count, seed):
    source = random.Random(f"lines {seed}")
    athletes, events = people()
    days = [str(date(2021, 1, 1) + timedelta(days=number)) for number in range(1826)]
    for _ in range(count):
        name, unit, low, high, places = source.choice(KINDS)
        made = instant(source)
        text = note(source)
        # Notes are written as cells of CSV.
        text = text[1:-1].replace('""', '"') if text.startswith('"') else text
        yield (
            f'{{"id":"{identifier(source)}","user_id":"{source.choice(athletes)[0]}","metric_type":"{name}",'
            f'"value":{low + (high - low) * source.random():.{places}f},"unit":"{unit}",'
            f'"recorded_date":"{source.choice(days)}",'
            f'"event_id":{json.dumps(source.choice(events) if source.random() < 0.08 else None)},'
            f'"verified":{json.dumps(source.random() < 0.35)},"notes":{json.dumps(text or None, ensure_ascii=False)},'
            f'"created_at":"{made.isoformat(timespec="microseconds")}",'
            f'"updated_at":"{(made + timedelta(seconds=int(source.random() * 5e6))).isoformat(timespec="microseconds")}"}}\n')


def write(shape, count, path, seed):
    if shape == "lines":
        with open(path, "w", encoding="utf-8", newline="", buffering=1 << 20) as out:
            out.writelines(objects(count, seed))
        return
    with open(path, "w", encoding="utf-8", newline="", buffering=1 << 20) as out:
        out.write(",".join(COLUMNS + [LAST[shape]]) + "\n")
        out.writelines(lines(shape, count, seed))


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4] if len(sys.argv) > 4 else "1")
