"""Workouts without sets, one line each: Garmin Connect, Strava."""
from __future__ import annotations

import csv
import re
from collections import Counter
from decimal import Decimal
from pathlib import Path

import cells
from cells import METRES, Wrong, first, in_unit, number, seconds, verbatim
from figures import Content, Row
from sets import Log, Settings, records

# Garmin: names of its columns in English, Danish, Hungarian, Portuguese, Spanish, German, French, Swedish.
GARMIN = {
    "activity": ["Activity Type", "Aktivitetstype", "Tevékenység típusa", "Tipo de atividade", "Tipo de actividad",
                 "Aktivitätstyp", "Type d'activité", "Aktivitetstyp"],
    "date": ["Date", "Dato", "Dátum", "Data", "Fecha", "Datum"],
    "title": ["Title", "Titel", "Cím", "Título", "Titre", "Namn"],
    "distance": ["Distance", "Távolság", "Distância", "Distancia", "Distanz", "Distans"],
    "time": ["Time", "Tid", "Idő", "Tempo", "Tiempo", "Zeit", "Durée"],
    "moving": ["Moving Time", "Tid i bevægelse", "Menetidő", "Tempo em movimento", "Tiempo en movimiento",
               "Zeit in Bewegung", "Temps de déplacement", "Färdtid"],
    "energy": ["Calories", "Kalorier", "Kalóriaszám", "Calorias", "Calorías", "Kalorien"],
    "average": ["Avg HR", "Gennemsnitlig puls", "Átlagos pulzusszám", "FC Média", "Frecuencia cardiaca media", "FC media",
                "Ø Herzfrequenz", "Ø HF", "Fréquence cardiaque moyenne", "Medelpuls"],
    "maximum": ["Max HR", "Maks. puls", "Max. pulzus", "FC Máxima", "FC máxima", "Maximale Herzfrequenz", "Max. HF",
                "Fréquence cardiaque maximale", "Maxpuls"],
}
# What Garmin measures in metres (or yards) whatever the unit of the account.
IN_WATER = ("swim", "natación", "natação", "úszás", "schwimm", "natation", "simning", "svømning")


def amount(cell: str) -> Decimal | None:
    """A number with grouped thousands or with a decimal comma: one or two digits behind it are decimals."""
    head, comma, tail = cell.rpartition(",")
    return number(f"{head}.{tail}" if comma and "." not in cell and len(tail) < 3 else cell, thousands=True)


def garmin_rows(path: Path) -> list[Row]:
    """Garmin does not double the quotation marks in a title, so that a CSV reader cannot cut these lines."""
    lines = cells.text_of(path).replace("\r\n", "\n").split("\n")
    header = next(csv.reader([lines[0]]))
    rows = []
    for line in filter(None, lines[1:]):
        cut: list[str] = []
        at = 0
        while at <= len(line):
            if line[at:at + 1] == '"':
                end = next(
                    (place for place in range(at + 1, len(line))
                     if line[place] == '"' and line[place + 1:place + 2] in ("", ",")), len(line))
                cut.append(line[at + 1:end])
                at = end + 2
            else:
                end = line.find(",", at)
                end = len(line) if end < 0 else end
                cut.append(line[at:end])
                at = end + 1
        row: Row = {}
        for name, cell in zip(header, cut):
            row.setdefault(name.strip(), cell.strip())
        rows.append(row)
    return rows


def undoubled(title: str) -> str:
    """Another program that saves the file doubles the quotation marks."""
    return title.replace('""', '"') if '"' not in title.replace('""', "") else title


def garmin(path: Path, settings: Settings) -> Content:
    log = Log(settings["zone"])
    unit = settings["workout_distance_unit"]
    # Two equal lines are one activity; two that differ are two recordings.
    seen: set[tuple[str, ...]] = set()

    def read(row: Row) -> None:
        def cell(what: str) -> str:
            return first(row, *GARMIN[what])

        if tuple(row.values()) in seen:
            raise Wrong("the same activity once more")
        seen.add(tuple(row.values()))
        started = cells.instant(cell("date"), settings["zone"], "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M")
        lasted, distance = seconds(cell("time")), amount(cell("distance"))
        # 21,130 is 21.13 km where 21,130 km would be faster than any sport.
        if distance and lasted and distance * METRES[unit] / lasted > 100 and "," in cell("distance"):
            distance = number(cell("distance"), comma=True)
        wet = any(word in cell("activity").lower() for word in IN_WATER)
        small = {"km": "m", "mi": "yd"}[unit]
        whole = distance is not None and distance == distance.to_integral_value()
        measured = in_unit(distance, small if wet and whole else unit, METRES) if distance else None
        log.workouts[(started, len(seen))] = {
            "started": started, "title": undoubled(cell("title")), "activity": cell("activity"), "duration_s": lasted,
            "moving_s": None if cell("moving") in ("--:--:--", "00:00:00") else seconds(cell("moving")),
            "distance_m": measured, "energy_kcal": number(re.sub("[.,]", "", cell("energy"))),
            "average_heart_rate": amount(cell("average")), "maximum_heart_rate": amount(cell("maximum"))}

    return records(log, garmin_rows(path), read)


def strava(path: Path, settings: Settings) -> Content:
    """UTC; the second of two equal names is in seconds and metres."""
    log = Log(settings["zone"])
    rows = cells.table(path)
    # Two equal lines are one activity; two that differ under one id are both wrong.
    lines = Counter(first(row, "Activity ID", "id") for row in {tuple(row["#"]): row for row in rows}.values())
    seen: set[str] = set()

    def read(row: Row) -> None:
        old = "id" in row
        started = cells.instant(
            first(row, "Activity Date", "date"), "UTC", "%b %d, %Y, %I:%M:%S %p", "%Y-%m-%d %H:%M:%S", "%d %b %Y, %H:%M:%S")
        key = first(row, "Activity ID", "id")
        if key in seen or lines[key] > 1:
            raise Wrong("the same activity once more")
        seen.add(key)
        log.workouts[(key, None)] = {
            "started": started, "title": verbatim(row, "Activity Name", "name"), "activity": first(row, "Activity Type", "type"),
            "duration_s": seconds(first(row, "Elapsed Time#2", "Elapsed Time", "elapsed_time")),
            "moving_s": seconds(first(row, "Moving Time")), "distance_m":
                number(first(row, "distance" if old else "Distance#2"), zero=False),
            "energy_kcal": number(first(row, "Calories")), "average_heart_rate": number(first(row, "Average Heart Rate")),
            "maximum_heart_rate": number(first(row, "Max Heart Rate#2", "Max Heart Rate")),
            "body_weight_kg": number(first(row, "Athlete Weight"), zero=False),
            "notes": verbatim(row, "Activity Description", "description")}

    return records(log, rows, read)
