"""Weights, blood pressures, meals and nights of further apps: openScale, Libra, Arboleaf, iHealth, Health Planet, AutoSleep,
Oura, FDDB, Viatom."""
from __future__ import annotations

import csv
import datetime
import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
from cells import KILOCALORIES, KILOGRAMS, Skipped, Wrong, first, in_unit, number, seconds
from figures import Content, Row
from readings import Readings, Settings, amount
from vitals import PER_MINUTE, pressure


def openscale(path: Path, settings: Settings) -> Content:
    """kg and shares in the older layout; the newer one does not say in which unit its weights are."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        wall = row["dateTime"] if "dateTime" in row else f"{row['DATE']} {row['TIME']}"
        started = cells.instant(wall, settings["zone"], "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M:%S.%f")
        if "weight" in row:
            readings.add("body_mass", number(row["weight"], zero=False), started, "openScale")
        else:
            readings.add("body_mass", in_unit(number(row["WEIGHT"]), settings["weight_unit"], KILOGRAMS), started, "openScale")
        readings.add("body_fat_percentage", number(row.get("fat"), zero=False), started, "openScale")
        for name, kind in (("waist", "waist"), ("hip", "hips"), ("neck", "neck"), ("chest", "chest")):
            readings.add(None, number(row.get(name), zero=False), started, "openScale", kind=kind, unit="cm")

    return readings.gather(cells.table(path), read)


def libra(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["#date"], settings["zone"], "%Y-%m-%dT%H:%M:%S.%f%z", "%Y-%m-%d %H:%M:%S")
        readings.add("body_mass", in_unit(number(row["weight"]), settings["weight_unit"], KILOGRAMS), started, "Libra")
        readings.add("body_fat_percentage", number(row["body fat"]), started, "Libra")

    return readings.gather(cells.table(path, ";", before=3), read)


def arboleaf(path: Path, settings: Settings) -> Content:
    """Two dashes with a blank between stand for what was not measured."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        row = {name: "" if cell == "- -" else cell for name, cell in row.items()}
        started = cells.instant(row["Measure Time"], settings["zone"], "%Y-%m-%d %H:%M:%S")
        readings.add("body_mass", in_unit(number(row["Weight(lb)"]), "lb", KILOGRAMS), started, "Arboleaf")
        readings.add("body_mass_index", number(row["BMI"]), started, "Arboleaf")
        readings.add("body_fat_percentage", number(row["Body Fat(%)"]), started, "Arboleaf")
        readings.add("lean_body_mass", in_unit(number(row["Fat-free Body Weight(lb)"]), "lb", KILOGRAMS), started, "Arboleaf")

    return readings.gather(cells.table(path), read)


def vesync(path: Path, settings: Settings) -> Content:
    """The unit stands behind the number."""
    readings = Readings(settings)

    def figure(cell: str) -> Decimal | None:
        """`133.0lb`, `22.3 %`, `--`."""
        if cell == "--":
            return None
        found = re.fullmatch(r"([\d.]+) ?(kg|lb|%)", cell)
        if not found:
            raise Wrong("no number with a unit")
        value = Decimal(found.group(1))
        return value if found.group(2) == "%" else in_unit(value, found.group(2), KILOGRAMS)

    # A comma within the time without quotes gives a cell too many.
    header, *lines = (line.split(",") for line in cells.text_of(path).splitlines())
    rows = [dict(zip(header, [",".join(line[:len(line) - len(header) + 1]), *line[len(line) - len(header) + 1:]])) for line in lines]

    def read(row: Row) -> None:
        started = cells.instant(row["Time"], settings["zone"], "%Y-%m-%d %I:%M %p", "%m/%d/%Y, %I:%M %p")
        readings.add("body_mass", figure(row["Weight"]), started, "VeSync")
        readings.add("body_mass_index", number(row["BMI"]), started, "VeSync")
        readings.add("body_fat_percentage", figure(row["Body Fat"]), started, "VeSync")
        readings.add("lean_body_mass", figure(row["Fat-Free Body Weight"]), started, "VeSync")

    return readings.gather(rows, read)


def omron_german(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(f"{row['Datum']} {row['Zeit']}", settings["zone"], "%d %b %Y %H:%M")
        pressure(readings, started, "OMRON", number(row["Systolisch (mmHg)"]), number(row["Diastolisch (mmHg)"]))
        readings.series("heart_rate", number(row["Puls (bpm)"]), PER_MINUTE, started, "OMRON")

    return readings.gather(cells.table(path, ";"), read)


def pressure_log(path: Path, settings: Settings) -> Content:
    """Short names, or names in full with a dash for what was not measured."""
    readings = Readings(settings)
    rows = cells.table(path, ";" if ";" in cells.text_of(path) else ",")
    day, time, upper, lower, pulse = next(names for names in (
        ("DATE", "TIME", "SYS", "DIA", "PUL"), ("Date", "Time", "Systolic", "Diastolic", "Heart Rate"),
        ("Datum", "Zeit", "Systolisch", "Diastolisch", "Puls")) if names[0] in rows[0])

    def read(row: Row) -> None:
        started = cells.instant(f"{row[day]} {row[time]}", settings["zone"], "%Y-%m-%d %I:%M %p", "%Y-%m-%d %H:%M",
                                "%b %d %Y %H:%M:%S", "%d %b %Y %H:%M")
        pressure(readings, started, "Blood pressure log", number(row[upper]), number(row[lower]))
        readings.series("heart_rate", number(row.get(pulse)), PER_MINUTE, started, "Blood pressure log")

    return readings.gather(rows, read)


def ihealth(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(f"{row['Date']} {row['Time']}", settings["zone"], "%b %d, %Y %H:%M")
        pressure(readings, started, "iHealth", number(row["SYS(mmHg)"]), number(row["DIA(mmHg)"]))
        readings.series("heart_rate", number(row["Pulse(Beats/Min)"]), PER_MINUTE, started, "iHealth")

    return readings.gather(cells.table(path), read)


def healthplanet(path: Path, settings: Settings) -> Content:
    """The number of a figure's kind: 6021 is the weight, 6022 body fat."""
    readings = Readings(settings)

    def read(row: dict[str, Any]) -> None:
        started = cells.instant(row["date"], settings["zone"], "%Y%m%d%H%M")
        type = {"6021": "body_mass", "6022": "body_fat_percentage"}.get(row["tag"])
        readings.add(type, amount(row["keydata"]), started, "Health Planet")

    return readings.gather(cells.listed(path, "data"), read)


SERVED = {"dietary_energy": "Energy (kcal)", "dietary_fat": "Fat (g)", "dietary_protein": "Protein (g)",
          "dietary_carbohydrates": "Carbs (g)", "dietary_water": "Water (g)"}


def cronometer_servings(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        wall = " ".join(filter(None, (row["Day"], row.get("Time"))))
        started = cells.instant(wall, settings["zone"], "%Y-%m-%d %I:%M %p", "%Y-%m-%d %H:%M", "%Y-%m-%d")
        for type, name in SERVED.items():
            readings.add(type, number(row[name]), started, "Cronometer")

    return readings.gather(cells.table(path), read)


def macrofactor(path: Path, settings: Settings) -> Content:
    """The same names for what was eaten but that of the energy."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(f"{row['Date']} {row['Time']}", settings["zone"], "%Y-%m-%d %H:%M")
        for type, name in (SERVED | {"dietary_energy": "Calories (kcal)"}).items():
            readings.add(type, number(row[name]), started, "MacroFactor")

    return readings.gather(cells.table(path), read)


def macrofactor_weight(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%Y-%m-%d")
        readings.add("body_mass", number(row["Weight (kg)"]), started, "MacroFactor")
        readings.add("body_fat_percentage", number(row["Fat Percent"]), started, "MacroFactor")

    return readings.gather(cells.table(path), read)


def oura_oxygen(path: Path, settings: Settings) -> Content:
    """The average is within JSON, a cell of the CSV or an object of the answer."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(row["day"], settings["zone"], "%Y-%m-%d")
        inside = row["spo2_percentage"]
        if isinstance(inside, str):
            inside = json.loads(inside, parse_float=Decimal) if inside else None
        readings.add("oxygen_saturation", amount((inside or {}).get("average")), started, "Oura")

    rows = cells.listed(path, "data") if path.suffix == ".json" else cells.table(path, ";")
    return readings.gather(rows, read)


def oura_account(path: Path, settings: Settings) -> Content:
    """Sleeps, then days of activity; the day of a sleep is that on which it ended."""
    readings = Readings(settings)
    rows = [row for name in ("sleep", "activity") for row in json.loads(cells.text_of(path)).get(name, [])]

    def read(row: dict[str, Any]) -> None:
        if "bedtime_start" not in row:
            started = cells.instant(row["summary_date"], settings["zone"], "%Y-%m-%d")
            ended = cells.midnight_after(row["summary_date"], settings["zone"], "%Y-%m-%d")
            readings.add("step_count", amount(row["steps"]), started, "Oura", ended=ended)
            readings.add("active_energy", amount(row["cal_active"]), started, "Oura", ended=ended)
            return
        bed, up = (cells.instant(row[f"bedtime_{end}"], "UTC", "%Y-%m-%dT%H:%M:%S%z") for end in ("start", "end"))
        readings.night(bed, up, row["bedtime_end"][:10], "Oura", {
            stage: amount(row[name]) for stage, name in (
                ("asleep", "total"), ("core", "light"), ("deep", "deep"), ("rem", "rem"), ("awake", "awake"), ("in_bed", "duration"))})

    return readings.gather(rows, read)


def autosleep(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        bed, up = (cells.instant(row[name], settings["zone"], "%Y-%m-%d %H:%M:%S") for name in ("bedtime", "waketime"))
        lengths: dict[str, Decimal | None] = {
            stage: seconds(row[name]) for stage, name in (
                ("asleep", "asleep"), ("deep", "deep"), ("awake", "awake"), ("in_bed", "inBed"))}
        readings.night(bed, up, row["waketime"][:10], "AutoSleep", lengths)
        readings.add("respiratory_rate", number(row["respAvg"]), up, "AutoSleep")

    return readings.gather(cells.table(path), read)


def plees_tracker(path: Path, settings: Settings) -> Content:
    readings = Readings(settings)

    def read(row: Row) -> None:
        times = [number(row[name]) for name in ("start", "stop")]
        if None in times:
            raise Skipped
        started, ended = (datetime.datetime.fromtimestamp(int(time or 0) / 1000, cells.UTC) for time in times)
        readings.stage("asleep", started, ended, "Plees Tracker", day=cells.day_in(ended, settings["zone"]))

    return readings.gather(cells.table(path), read)


def pressure_app(path: Path, settings: Settings) -> Content:
    """Milliseconds since 1970; null or nothing where it was not measured, and a row may be a note or a weight alone."""
    readings = Readings(settings)
    text = cells.text_of(path)

    def figure(cell: str | None) -> Decimal | None:
        return None if cell == "null" else number(cell)

    def read(row: Row) -> None:
        started = datetime.datetime.fromtimestamp(int(row["timestampUnixMs"]) / 1000, cells.UTC)
        figures = [figure(row.get(name)) for name in ("systolic", "diastolic", "pulse", "bodyweight")]
        if not any(figures):
            raise Skipped
        pressure(readings, started, "Blood Pressure App", figures[0], figures[1])
        readings.series("heart_rate", figures[2], PER_MINUTE, started, "Blood Pressure App")
        readings.add("body_mass", figures[3], started, "Blood Pressure App")

    return readings.gather(cells.table(path, ";" if ";" in text.splitlines()[0] else ","), read)


def ibp(path: Path, settings: Settings) -> Content:
    """The comma within a time gives a cell too many."""
    readings = Readings(settings)
    header, *lines = (line.split(",") for line in cells.text_of(path).splitlines())
    rows = [dict(zip(header, [*line[:6], ",".join(line[6:len(line) - 1]), line[-1]])) for line in lines]

    def read(row: Row) -> None:
        started = cells.instant(row["Date"], settings["zone"], "%d.%m.%y, %H:%M", "%Y-%m-%d %H:%M")
        pressure(readings, started, "iBP", number(row["Systolic"]), number(row["Diastolic"]))
        readings.series("heart_rate", number(row["Pulse"], zero=False), PER_MINUTE, started, "iBP")

    return readings.gather(rows, read)


def pressure_days(path: Path, settings: Settings) -> Content:
    """The day stands for its midnight."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        started = cells.instant(first(row, "Date", "Datum"), settings["zone"], "%Y-%m-%d")
        upper, lower = number(first(row, "Systolic", "Systole")), number(first(row, "Diastolic", "Diastole"))
        pressure(readings, started, "Blood pressure diary", upper, lower)

    return readings.gather(cells.table(path, ";" if ";" in cells.text_of(path) else ","), read)


BEURER = {"Datum": "Date", "GewichtDatum": "WeightDate", "Uhrzeit": "Time", "Körperfett": "Body fat", "Puls": "Pulse"}


def beurer(path: Path, settings: Settings) -> Content:
    """Tables below their titles, parted by blank lines; lines about the user and the period have no measurement."""
    readings = Readings(settings)
    rows: list[Row] = []
    for part in re.split(r"\n\s*\n", cells.text_of(path).replace("\r\n", "\n")):
        title, *lines = list(csv.reader(part.strip().splitlines(), delimiter=";"))
        if title in (["Weight"], ["Blood pressure"], ["Gewicht"], ["Blutdruck"]):
            rows += [dict(zip((BEURER.get(name, name) for name in lines[0]), line)) for line in lines[1:]]
        else:
            rows += [{} for _ in lines[1:]]

    def read(row: Row) -> None:
        if not row:
            raise Skipped
        started = cells.instant(f"{row['Date']} {row['Time']}", settings["zone"], "%Y-%m-%d %H:%M")
        for type, name in (("body_mass", "kg"), ("body_mass_index", "BMI"), ("body_fat_percentage", "Body fat")):
            readings.add(type, number(row.get(name)), started, "Beurer")
        pressure(readings, started, "Beurer", number(row.get("Sys")), number(row.get("Dia")))
        readings.series("heart_rate", number(row.get("Pulse"), zero=False), PER_MINUTE, started, "Beurer")

    return readings.gather(rows, read)


def beurer_weights(path: Path, settings: Settings) -> Content:
    """The title stands in the name of the first column."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        row = {BEURER.get(name, name): cell for name, cell in row.items()}
        started = cells.instant(f"{row['WeightDate']} {row['Time']}", settings["zone"], "%d.%m.%Y %H:%M")
        for type, name in (("body_mass", "kg"), ("body_mass_index", "BMI"), ("body_fat_percentage", "Body fat")):
            readings.add(type, number(row[name]), started, "Beurer")

    return readings.gather(cells.table(path, ";"), read)


def weight_log(path: Path, settings: Settings) -> Content:
    """A day or a time; kilograms by the name, or in the unit that was said beforehand."""
    readings = Readings(settings)
    named = "(kg)" in cells.text_of(path)
    unit = "kg" if named or "weight_kg" in cells.text_of(path) else settings["weight_unit"]

    def read(row: Row) -> None:
        time = f"{first(row, 'date', 'Datum', 'Fecha')} {first(row, 'Uhrzeit', 'Hora')}".strip()
        started = cells.instant(time, settings["zone"], "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d")
        value = number(first(row, "weight", "weight_kg", "Gewicht (kg)", "Peso (kg)"), comma=named)
        readings.add("body_mass", in_unit(value, unit, KILOGRAMS), started, "Weight log")
        for type, *names in (("body_mass_index", "bmi", "IMC"), ("body_fat_percentage", "fat", "body_fat_percent", "Körperfett")):
            readings.add(type, number(first(row, *names), comma=named, zero=False), started, "Weight log")

    return readings.gather(cells.table(path, ";" if named else ","), read)


def fddb(path: Path, settings: Settings) -> Content:
    """Kilojoules and grams with decimal commas; what was done has no nutrients."""
    readings = Readings(settings)
    grams = {"dietary_fat": "fett_g", "dietary_carbohydrates": "kh_g", "dietary_protein": "protein_g"}

    def read(row: Row) -> None:
        if all(row[name] in ("", "0", "0,0") for name in ("kj", *grams.values())):
            raise Skipped
        started = cells.instant(row["datum_tag_monat_jahr_stunde_minute"], settings["zone"], "%d.%m.%Y %H:%M")
        readings.add("dietary_energy", in_unit(number(row["kj"], comma=True), "kJ", KILOCALORIES), started, "FDDB")
        for type, name in grams.items():
            readings.add(type, number(row[name], comma=True), started, "FDDB")

    return readings.gather(cells.table(path, ";"), read)


def fddb_weights(path: Path, settings: Settings) -> Content:
    """Zero stands for what was not measured."""
    readings = Readings(settings)
    figures = {"gewicht_kg": ("body_mass", None), "koerperfett_prozent": ("body_fat_percentage", None),
               "taillenumfang_cm": (None, "waist"), "hueftumfang_cm": (None, "hips")}

    def read(row: Row) -> None:
        started = cells.instant(row["datum_tag_monat_jahr"], settings["zone"], "%d.%m.%Y")
        for name, (type, kind) in figures.items():
            readings.add(type, number(row[name], comma=True, zero=False), started, "FDDB", kind=kind)

    return readings.gather(cells.table(path, ";"), read)


def viatom(path: Path, settings: Settings) -> Content:
    """Oxygen and pulse every four seconds, the clock before the day; two dashes where the sensor lost touch."""
    readings = Readings(settings)

    def read(row: Row) -> None:
        time, oxygen, pulse = row["#"][:3]
        started = cells.instant(time, settings["zone"], "%H:%M:%S %d/%m/%Y", "%H:%M:%S %b %d %Y")
        readings.series("oxygen_saturation", number(oxygen), "%", started, "Viatom")
        readings.series("heart_rate", number(pulse), PER_MINUTE, started, "Viatom")

    return readings.gather(cells.table(path), read)
