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

# Garmin: names of its columns in English, Danish, Hungarian, Portuguese, Spanish, German, French, Swedish, Chinese.
GARMIN = {
    "activity": ["Activity Type", "Aktivitetstype", "Tevékenység típusa", "Tipo de atividade", "Tipo de actividad",
                 "Aktivitätstyp", "Type d'activité", "Aktivitetstyp", "活动类型"],
    "date": ["Date", "Dato", "Dátum", "Data", "Fecha", "Datum", "日期"],
    "title": ["Title", "Titel", "Cím", "Título", "Titre", "Namn", "Tittel", "标题"],
    "distance": ["Distance", "Távolság", "Distância", "Distancia", "Distanz", "Distans", "Avstand", "距离"],
    "time": ["Time", "Tid", "Idő", "Tempo", "Tiempo", "Zeit", "Durée", "时间"],
    "moving": ["Moving Time", "Tid i bevægelse", "Tid i bevegelse", "Menetidő", "Tempo em movimento", "Tiempo en movimiento",
               "Zeit in Bewegung", "Temps de déplacement", "Färdtid", "移动时间"],
    "energy": ["Calories", "Kalorier", "Kalóriaszám", "Calorias", "Calorías", "Kalorien", "热量消耗"],
    "average": ["Avg HR", "Gennemsnitlig puls", "Gjennomsnittlig puls", "Átlagos pulzusszám", "FC Média", "Frecuencia cardiaca media", "FC media",
                "Ø Herzfrequenz", "Ø HF", "Fréquence cardiaque moyenne", "Medelpuls", "平均心率"],
    "maximum": ["Max HR", "Maks. puls", "Makspuls", "Max. pulzus", "FC Máxima", "FC máxima", "Maximale Herzfrequenz", "Max. HF",
                "Fréquence cardiaque maximale", "Maxpuls", "最大心率"],
}
# Strava: its names in English (since 2019, 2018), Dutch, Spanish, German, French, Czech, Chinese, Japanese, Norwegian.
STRAVA = {
    "key": ["Activity ID", "id", "Activiteits-ID", "Id. de actividad", "Aktivitäts-ID", "ID de l'activité", "ID aktivity", "活动 ID",
            "アクティビティID", "Aktivitets-ID"],
    "date": ["Activity Date", "date", "Datum van activiteit", "Fecha de la actividad", "Aktivitätsdatum", "Date de l'activité",
             "Datum aktivity", "活动日期", "アクティビティ実行日", "Aktivitetsdato"],
    "title": ["Activity Name", "name", "Naam activiteit", "Nombre de la actividad", "Name der Aktivität", "Nom de l'activité",
              "Název aktivity", "活动名称", "アクティビティ名", "Aktivitetsnavn"],
    "activity": ["Activity Type", "type", "Type activiteit", "Activiteitstype", "Tipo de actividad", "Aktivitätsart",
                 "Type d'activité", "Typ aktivity", "活动类型", "アクティビティタイプ", "Aktivitetstype"],
    "notes": ["Activity Description", "description", "Beschrijving van activiteit", "Descripción de la actividad",
              "Aktivitätsbeschreibung", "Description de l'activité", "Popis aktivity", "活动描述"],
    "time": ["Elapsed Time", "elapsed_time", "Verstreken tijd", "Tiempo transcurrido", "Verstrichene Zeit", "Temps écoulé",
             "Uplynulý čas", "全程耗时", "経過時間", "Totaltid"],
    "moving": ["Moving Time", "Beweegtijd", "Tiempo en movimiento", "Bewegungszeit", "Durée de déplacement", "Aktivní čas", "移動時間", "Bevegelsestid"],
    "distance": ["Distance", "distance", "Afstand", "Distancia", "Distanz", "Vzdálenost", "距离", "距離", "Distanse"],
    "energy": ["Calories", "Calorieën", "Calorías", "Kalorien", "Kalorie"],
    "average": ["Average Heart Rate", "Gemiddelde hartslag", "Ritmo cardíaco promedio", "Durchschnittliche Herzfrequenz",
                "Průměrná tepová frekvence"],
    "maximum": ["Max Heart Rate", "Max. hartslag", "Ritmo cardíaco máx.", "Max. Herzfrequenz", "Fréquence cardiaque max.",
                "Maximální tepová frekvence"],
    "weight": ["Athlete Weight", "Gewicht sporter", "Peso del atleta", "Sportlergewicht", "Poids de l'athlète", "Hmotnost sportovce"],
}
STRAVA_DATES = ("%b %d, %Y, %I:%M:%S %p", "%Y-%m-%d %H:%M:%S", "%d %b %Y, %H:%M:%S", "%d %b %Y, %I:%M:%S %p",
                "%d.%m.%Y, %H:%M:%S", "%d %b %Y à %H:%M:%S", "%d. %m. %Y %H:%M:%S", "%Y年%m月%d日 %H:%M:%S", "%Y/%m/%d %H:%M:%S",
                "%d. %b %Y, %H.%M.%S")
# What Garmin measures in metres (or yards) whatever the unit of the account.
IN_WATER = ("swim", "natación", "natação", "úszás", "schwimm", "natation", "simning", "svømning", "游泳")


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
    log = Log(settings)
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
        # Without a time no one knows what a comma before three digits is, and nothing on land is as fast as that.
        if distance and "," in cell("distance") and "." not in cell("distance") and not lasted and distance >= 1000:
            raise Wrong("a decimal comma, or thousands")
        wet = any(word in cell("activity").lower() for word in IN_WATER)
        small = {"km": "m", "mi": "yd"}[unit]
        whole = distance is not None and distance == distance.to_integral_value()
        measured = in_unit(distance, small if wet and whole else unit, METRES) if distance else None
        if measured and lasted and measured / lasted > 60:
            raise Wrong("faster than any sport")
        log.workouts[(started, len(seen))] = {
            "started": started, "title": undoubled(cell("title")), "activity": cell("activity"), "duration_s": lasted,
            "moving_s": None if cell("moving") in ("--:--:--", "00:00:00") else seconds(cell("moving")),
            "distance_m": measured, "energy_kcal": number(re.sub("[.,]", "", cell("energy"))),
            "average_heart_rate": amount(cell("average")), "maximum_heart_rate": amount(cell("maximum"))}

    return records(log, garmin_rows(path), read)


# What is added to the second of two equal names, in the file or by a data frame.
AGAIN = re.compile(r"#2|\.1|\.{3}\d+")


def strava(path: Path, settings: Settings) -> Content:
    """UTC; the second of two equal names is in seconds and metres, and where it is empty the first counts, but for distances."""
    log = Log(settings)
    rows = cells.table(path)

    def key_of(row: Row) -> str:
        return first(row, *STRAVA["key"])

    # Two equal lines are one activity; two that differ under one id are both wrong.
    lines = Counter(map(key_of, {tuple(row["#"]): row for row in rows}.values()))
    seen: set[str] = set()

    def read(row: Row) -> None:
        def cell(what: str) -> str:
            found = [row[name].strip() for name in row if AGAIN.sub("", name) in STRAVA[what]][::-1]
            found = ["" if value == "NA" else value for value in found]
            return (found or [""])[0] if what == "distance" else next(filter(None, found), "")

        stamp = re.sub(r"([ap])\.m\.$", r"\1m", cell("date"))
        started = cells.instant(stamp, "UTC", *STRAVA_DATES)
        key = key_of(row)
        if key in seen or lines[key] > 1:
            raise Wrong("the same activity once more")
        seen.add(key)
        log.workouts[(key, None)] = {
            "started": started, "title": verbatim(row, *STRAVA["title"]), "activity": cell("activity"),
            "duration_s": seconds(cell("time")), "moving_s": seconds(cell("moving")),
            "distance_m": number(cell("distance"), zero=False), "energy_kcal": number(cell("energy")),
            "average_heart_rate": number(cell("average")), "maximum_heart_rate": number(cell("maximum")),
            "body_weight_kg": number(cell("weight"), zero=False), "notes": re.sub("^NA$", "", verbatim(row, *STRAVA["notes"]))}

    return records(log, rows, read)
