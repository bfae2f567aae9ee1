"""Glucose of further sensors, meters and diaries: CareLink, Glooko, Lingo, mySugr, Nightscout, Tidepool, xDrip+, Dexcom's API."""
from __future__ import annotations

import csv
import datetime
import io
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOGRAMS, Skipped, Wrong, first, in_unit, number
from figures import Content, Row
from readings import Readings, Settings, amount

MG, MMOL = "mg/dL", "mmol/L"


def glucose(
    rows: Callable[[Path], list[Any]], read: Callable[[Any, Settings], tuple[Any, Any, str, str]]
) -> Callable[[Path, Settings], Content]:
    """A reader of files with one reading a record: its number, its time, its unit and who measured."""
    def read_file(path: Path, settings: Settings) -> Content:
        readings = Readings(settings)

        def one(row: Any) -> None:
            value, time, unit, source = read(row, settings)
            if value is None:
                raise Skipped
            readings.series("blood_glucose", value, unit, time, source)

        return readings.gather(rows(path), one)

    return read_file


def dexcom_answer(row: dict[str, Any], settings: Settings) -> tuple[Any, Any, str, str]:
    if row["status"] in ("low", "high"):
        raise Skipped
    return amount(row["value"]), cells.instant(row["systemTime"], "UTC", "%Y-%m-%dT%H:%M:%S%z"), row["unit"], "Dexcom"


def lingo_row(row: Row, settings: Settings) -> tuple[Any, Any, str, str]:
    time, value = row["#"]
    unit = MG if any("mg/dL" in name for name in row) else MMOL
    return number(value), cells.instant(time, "UTC", "%Y-%m-%dT%H:%M%z"), unit, "Lingo"


def glooko_row(row: Row, settings: Settings) -> tuple[Any, Any, str, str]:
    """0.1 is what a sensor writes below its range."""
    time, value = row["#"][:2]
    if value == "0.1":
        raise Skipped
    unit = MMOL if "CGM Glucose Value (mmol/l)" in row else MG
    return number(value), cells.instant(time, settings["zone"], "%Y-%m-%d %H:%M"), unit, "Glooko"


def glooko_abroad_row(row: Row, settings: Settings) -> tuple[Any, Any, str, str]:
    """German mg/dl, 1 and 2001 beyond the sensor's range; Swedish mmol/l, 0,1 below it; decimal commas in both."""
    time, value = row["#"][:2]
    german = "Zeitstempel" in row
    if value in (("1", "2001") if german else ("0,1",)):
        raise Skipped
    started = cells.instant(time, settings["zone"], *(["%d.%m.%Y %H:%M", "%Y-%m-%d %H:%M"] if german else ["%Y/%m/%d %H:%M"]))
    return number(value, comma=True), started, MG if german else MMOL, "Glooko"


def xdrip_row(row: Row, settings: Settings) -> tuple[Any, Any, str, str]:
    time = cells.instant(f"{row['DAY']} {row['TIME']}", settings["zone"], "%d.%m.%Y %H:%M")
    return number(row["UDT_CGMS"] or row["BG_LEVEL"]), time, MG, "xDrip"


def juggluco_row(row: Row, settings: Settings) -> tuple[Any, Any, str, str]:
    unit = MG if MG in row else MMOL
    return number(row[unit]), datetime.datetime.fromtimestamp(int(row["UnixTime"]), cells.UTC), unit, "Juggluco"


def nightscout_entry(row: dict[str, Any], settings: Settings) -> tuple[Any, Any, str, str]:
    """The sensor's or a meter's reading; numbers below 13 are faults."""
    value = amount(row.get(row["type"])) if row["type"] in ("sgv", "mbg") else None
    if value is not None and value < 13:
        raise Skipped
    return value, datetime.datetime.fromtimestamp(int(row["date"]) / 1000, cells.UTC), MG, "Nightscout"


def carelink_rows(path: Path) -> list[Row]:
    """Everything below the first header; the sections repeat it."""
    lines = cells.text_of(path).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Index"))
    sign = ";" if ";" in lines[start] else ","
    header, *rest = csv.reader(io.StringIO("\n".join(lines[start:])), delimiter=sign)
    return [dict(zip(header, row)) for row in rest if any(cell.strip() for cell in row)]


def carelink_row(row: Row, settings: Settings) -> tuple[Any, Any, str, str]:
    unit = MG if any("mg/dL" in name for name in row) else MMOL
    spelt = "mg/dL" if unit == MG else "mmol/l"
    cell = row.get(f"Sensor Glucose ({spelt})", "") or row.get(f"BG Reading ({spelt})", "")
    if row["Index"] in ("Index", "-------") or not cell:
        raise Skipped
    time = f"{first(row, 'Date', 'Datum')} {first(row, 'Time', 'Zeit')}"
    return number(cell, comma=True), cells.instant(time, settings["zone"], "%Y/%m/%d %H:%M:%S"), unit, "CareLink"


dexcom_api = glucose(lambda path: cells.listed(path, "records"), dexcom_answer)
lingo = glucose(cells.table, lingo_row)
glooko = glucose(lambda path: cells.table(path, before=1), glooko_row)
glooko_abroad = glucose(lambda path: cells.table(path, before=1), glooko_abroad_row)
juggluco = glucose(lambda path: cells.table(path, "\t"), juggluco_row)
xdrip = glucose(lambda path: cells.table(path, ";"), xdrip_row)
nightscout = glucose(cells.listed, nightscout_entry)
carelink = glucose(carelink_rows, carelink_row)


def tidepool(path: Path, settings: Settings) -> Content:
    """Of sensors and meters the glucose, of meals the carbohydrates, which stand in a text that is JSON itself."""
    readings = Readings(settings)

    def read(row: dict[str, Any]) -> None:
        started = cells.instant(row["time"], "UTC", "%Y-%m-%dT%H:%M:%S%z")
        if row["type"] in ("cbg", "smbg"):
            readings.series("blood_glucose", amount(row["value"]), row["units"], started, "Tidepool")
        elif row["type"] == "food":
            eaten = json.loads(row["nutrition"], parse_float=Decimal)["carbohydrate"]["net"]
            readings.add("dietary_carbohydrates", amount(eaten), started, "Tidepool")
        else:
            raise Skipped

    return readings.gather(cells.listed(path), read)


def nightscout_treatments(path: Path, settings: Settings) -> Content:
    """Grams of carbohydrates, and what a meter showed."""
    readings = Readings(settings)

    def read(row: dict[str, Any]) -> None:
        started = cells.instant(row["created_at"], "UTC", "%Y-%m-%dT%H:%M:%S.%f%z")
        if row.get("glucoseType") == "Finger":
            unit = {"mg/dl": MG, "mmol": MMOL}[row["units"]]
            readings.series("blood_glucose", amount(row["glucose"]), unit, started, "Nightscout")
        readings.add("dietary_carbohydrates", amount(row.get("carbs")), started, "Nightscout")

    return readings.gather(cells.listed(path), read)


def mysugr(path: Path, settings: Settings) -> Content:
    """An entry may have a glucose, a weight and grams of carbohydrates, or nothing of them."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        wall = f"{first(row, 'Date', 'Dato', 'Datum')} {first(row, 'Time', 'Tid', 'Uhrzeit')}"
        cell = first(row, "Blood Glucose Measurement (mg/dL)", "Blodsukkermåling (mmol/L)", "Blutzuckermessung (mg/dL)")
        weight = first(row, "Body weight (lbs)", "Kropsvægt (kg)", "Körpergewicht (kg)")
        eaten = first(row, "Meal Carbohydrates (Grams, Factor 1)", "Kulhydrater mad (Gram, faktor 1)")
        pressed = first(row, "Blood pressure", "Blodtryk", "Blutdruck")
        if not (cell or weight or eaten or pressed):
            raise Skipped
        started = cells.instant(wall, settings["zone"], "%b %d, %Y %I:%M:%S %p", "%d-%m-%Y %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%Y-%m-%d %H:%M:%S")
        readings.series("blood_glucose", number(cell), MMOL if "Dato" in row else MG, started, "mySugr")
        readings.add("body_mass", in_unit(number(weight), "lbs" if "Date" in row else "kg", KILOGRAMS), started, "mySugr")
        readings.add("dietary_carbohydrates", number(eaten), started, "mySugr")
        if pressed:
            upper, lower = pressed.split("/")
            readings.add("blood_pressure_systolic", number(upper), started, "mySugr")
            readings.add("blood_pressure_diastolic", number(lower), started, "mySugr")

    return readings.gather(cells.table(path), read)


DEXCOM = {
    "タイムスタンプ (YYYY-MM-DDThh:mm:ss)": ("イベント タイプ", "グルコース値 (mg/dL)", ",", "EGV", "低値"),
    "Marca temporal (AAAA-MM-DDThh:mm:ss)": (
        "Tipo de evento", "Nivel de glucosa (mg/dl)", ";", "Niveles estimados de glucosa", "Bajo")}


def dexcom_abroad(path: Path, settings: Settings) -> Content:
    """Clarity in another language than English."""
    text = cells.text_of(path)
    named = next(name for name in DEXCOM if name in text)
    kind, value, sign, reading, low = DEXCOM[named]

    def read(row: Row, settings: Settings) -> tuple[Any, Any, str, str]:
        if row[kind] != reading or row[value] == low:
            raise Skipped
        return number(row[value]), cells.instant(row[named], settings["zone"], "%Y-%m-%dT%H:%M:%S"), MG, "Dexcom"

    return glucose(lambda path: cells.table(path, sign), read)(path, settings)


def libreview_abroad(path: Path, settings: Settings) -> Content:
    """The older English layout, the Dutch one with its decimal comma, and those of the software for computers."""
    def read(row: Row, settings: Settings) -> tuple[Any, Any, str, str]:
        if "ID" in row:
            kind = first(row, "Record Type", "Art des Eintrags")
            if kind not in ("0", "1"):
                raise Skipped
            figure = (first(row, "Historic Glucose (mg/dL)", "Historische Glukose (mg/dL)") if kind == "0"
                      else first(row, "Scan Glucose (mg/dL)", "Gescannte Glukose (mg/dL)"))
            time = cells.instant(first(row, "Time", "Uhrzeit"), settings["zone"], "%Y/%m/%d %H:%M", "%Y.%m.%d %H:%M")
            return number(figure), time, MG, "FreeStyle Libre"
        dutch = "Gegevenstype" in row
        kind = first(row, "Gegevenstype", "Record Type")
        if kind not in ("0", "1"):
            raise Skipped
        names = (("Historische glucose mmol/l", "Scan Glucose mmol/l") if dutch
                 else ("Historic Glucose(mg/dL)", "Scan Glucose(mg/dL)"))
        time = cells.instant(first(row, "Tijdstempel apparaat", "Meter Timestamp"), settings["zone"],
                             "%Y-%m-%d %H:%M" if dutch else "%Y-%m-%d %I:%M %p")
        return number(row[names[int(kind)]]), time, MMOL if dutch else MG, first(row, "Apparaat", "Meter")

    sign = next((sign for sign in ("\t", ";") if f"ID{sign}" in cells.text_of(path)), ",")
    return glucose(lambda path: cells.table(path, sign, before=1), read)(path, settings)
