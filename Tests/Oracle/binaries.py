"""What other people's readers read of activities, photos, archives, dumps and definitions, compared with what scorebook reads."""
from __future__ import annotations

import datetime
import io
import json
import random
import re
import shutil
import subprocess
import uuid
import zipfile
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

from texts import CONTROLS, Seen, Verdict, parse_xml

MESSAGES = {
    "session": ["start_time", "total_elapsed_time", "total_timer_time", "total_distance", "total_calories", "total_ascent",
                "avg_heart_rate", "max_heart_rate", "num_laps", "sport", "sub_sport"],
    "lap": ["start_time", "total_elapsed_time", "total_timer_time", "total_distance", "avg_heart_rate", "max_heart_rate"],
    "record": ["timestamp", "heart_rate", "distance", "cadence", "power", "temperature"],
    "weight_scale": ["timestamp", "weight", "percent_fat"],
}


# FIT

def plain(value: object) -> object:
    """A value as all three may be compared: numbers exact, times in UTC, words as text."""
    if isinstance(value, (list, tuple)):
        # A field of several values, which only mutants have: scorebook takes the first.
        return plain(value[0]) if value else None
    if isinstance(value, datetime.datetime):
        # Seconds since the device was switched on are no time.
        return None if value.year < 1998 else value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return Decimal(str(round(value, 6))).normalize()
    if isinstance(value, str):
        try:
            return Decimal(value).normalize()
        except ArithmeticError:
            return value
    return value


def garmin(path: str) -> dict[str, list[dict]]:
    from garmin_fit_sdk import Decoder, Stream

    messages, errors = Decoder(Stream.from_file(path)).read(merge_heart_rates=False)
    if any("Compressed timestamp" in str(error) for error in errors):
        raise NotImplementedError
    if errors:
        raise errors[0]
    return {kind: [{name: message.get(name) for name in fields} for message in messages.get(f"{kind}_mesgs", [])]
            for kind, fields in MESSAGES.items()}


def fitdecode(path: str) -> dict[str, list[dict]]:
    import fitdecode as library

    found: dict[str, list[dict]] = {kind: [] for kind in MESSAGES}
    with library.FitReader(path, check_crc=library.CrcCheck.RAISE) as reader:
        for frame in reader:
            if isinstance(frame, library.FitDataMessage) and frame.name in found:
                found[frame.name].append({
                    name: frame.get_value(name, fallback=None) for name in MESSAGES[frame.name]})
    return found


def read_fit(path: str) -> tuple[list[dict[str, list[dict]]], list[str], list[str]]:
    """What the readers that are installed read, which of them refuse the file, and what they do not know."""
    read, refusals, unknown = [], [], []
    for reader in (garmin, fitdecode):
        try:
            found = reader(path)
            read.append({kind: [{name: plain(value) for name, value in row.items()} for row in rows] for kind, rows in found.items()})
        except ImportError:
            unknown.append(f"{reader.__name__} is not installed")
        except NotImplementedError:
            unknown.append("compressed times, which garmin-fit-sdk does not know")
        except (TypeError, KeyError, OverflowError):
            unknown.append(f"{reader.__name__} breaks off at a value that it does not expect")
        except Exception as error:  # noqa: BLE001: whatever a reader says of a file that it cannot read
            refusals.append(f"{reader.__name__}: {error}")
    return read, refusals, unknown


def compare_fit(seen: Seen, data: bytes, path: str) -> Verdict:
    """Of mutants the two others read some in two ways: then scorebook has to agree with one of them."""
    verdict = Verdict(records=len(seen.records), cells=1)
    read, refusals, verdict.explained = read_fit(path)
    if all("not installed" in one for one in verdict.explained) and not read and not refusals:
        raise ImportError
    if seen.refusal is not None:
        # Settings, courses and workouts to come are read by them and hold nothing of ours.
        # Others take an order of bytes that FIT does not have for one of the two, and a newer protocol for theirs.
        is_odd = "definition at byte" in seen.refusal or "FIT protocol" in seen.refusal
        odd = "an order of bytes or a protocol that FIT does not have" if is_odd else None
        holds = any(one["session"] or one["weight_scale"] for one in read)
        verdict.refused(seen, refusals or None, odd or (None if holds or refusals else "nothing of ours"))
        return verdict
    if not read:
        if len(refusals) == 2:
            verdict.differ("refused by the others", *refusals)
        return verdict
    for kind, fields in MESSAGES.items():
        mine = [{name: plain(cells.get(f"{kind}/{name}")) for name in fields} for cells in of_kind(seen, kind)]
        # Sessions and laps come at the end of each file, in the order of their sessions.
        order = (lambda row: str(row.get("timestamp") or row["start_time"])) if kind in ("session", "lap") else (lambda row: "")
        mine.sort(key=order)
        theirs = [sorted(one[kind], key=order) for one in read]
        if len(mine) not in {len(one) for one in theirs}:
            verdict.differ(f"number of {kind} messages", len(mine), *map(len, theirs))
            continue
        theirs = [one for one in theirs if len(one) == len(mine)]
        for number, one in enumerate(mine):
            for name in fields:
                others = [other[number][name] for other in theirs]
                if one[name] in others and any(other != one[name] for other in others):
                    verdict.explained.append("a value that the two others read in two ways")
                    verdict.cells += 1
                elif name in ("sport", "sub_sport") and isinstance(others[0], Decimal):
                    verdict.explained.append("a number that is a word of a newer profile than fitdecode's")
                else:
                    verdict.equal(f"{kind}/{name}", one[name], others[0])
    if refusals and verdict.differences:
        verdict.differences.clear()
        verdict.explained.append("a broken definition: one of the two others refuses the file, the other reads it in its own way")
    return verdict


def checked(data: bytes) -> bytes:
    """A FIT file with its checksums made right, so that readers look behind them."""
    def checksum(part: bytes) -> bytes:
        value = 0
        for byte in part:
            value ^= byte
            for _ in range(8):
                value = (value >> 1) ^ (0xA001 if value & 1 else 0)
        return value.to_bytes(2, "little")

    if len(data) < 16 or data[0] not in (12, 14):
        return data
    if data[0] == 14:
        data = data[:12] + checksum(data[:12]) + data[14:]
    end = data[0] + int.from_bytes(data[4:8], "little")
    return data[:end] + checksum(data[:end]) + data[end + 2:] if end + 2 <= len(data) else data


# TCX and GPX

def instant(text: str | None) -> datetime.datetime | None:
    """A time in UTC; one without an offset is taken as if it had one of 0, by both readers."""
    if not text:
        return None
    found = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return found.astimezone(datetime.timezone.utc) if found.tzinfo else found.replace(tzinfo=datetime.timezone.utc)


def is_instant(text: str | None) -> bool:
    try:
        return instant(text) is not None
    except ValueError:
        return False


def of_kind(seen: Seen, kind: str) -> list[dict[str, str | None]]:
    return [cells for cells in (dict(record.cells) for record in seen.records) if cells["@record"] == kind]


def number(text: str | None) -> float | None:
    return None if text is None else float(text)


def compare_track(seen: Seen, data: bytes, path: str) -> Verdict:
    verdict = Verdict(records=len(seen.records))
    is_gpx = path.lower().endswith(".gpx")
    try:
        theirs = gpx_points(data) if is_gpx else tcx_points(path)
    except ImportError:
        raise
    except Exception as error:  # noqa: BLE001: whatever a reader says of a file that it cannot read
        verdict.cells = 1
        if seen.refusal is None:
            verdict.explained.append(f"a value that {'gpxpy' if is_gpx else 'tcxreader'} refuses the file for, and scorebook its record")
        return verdict
    points, sessions = theirs
    if seen.refusal is not None:
        is_odd = CONTROLS.search(data) or not any(time for time, _ in points)
        verdict.refused(seen, "no times, or a control character" if is_odd else None)
        return verdict
    ours = of_kind(seen, "record")
    if re.search(rb"<trkpt[^>]*>(?:(?!</trkpt>).)*<trkpt|<trk>(?:(?!<trkseg>).)*<trkpt", data, re.S) or CONTROLS.search(data):
        verdict.explained.append("a point outside a segment or within another point, which GPX does not have")
        return verdict
    if not all(is_instant(one["record/timestamp"]) for one in ours):
        verdict.explained.append("a time that is none: its record is rejected later")
        ours = [one for one in ours if is_instant(one["record/timestamp"])]
    points = [point for point in points if point[0]]
    verdict.equal("number of points", len(ours), len(points))
    for one, (time, heart) in zip(ours, points):
        verdict.equal("record/timestamp", instant(one["record/timestamp"]), time)
        verdict.equal("record/heart_rate", number(one.get("record/heart_rate")), heart)
    verdict.equal("number of sessions", len(of_kind(seen, "session")), len(sessions))
    for one, other in zip(of_kind(seen, "session"), sessions):
        for name, value in other.items():
            mine: object = one.get(f"session/{name}")
            if isinstance(value, float) and mine is not None:
                # gpxpy's sphere has the radius of the equator: ways are a thousandth longer.
                mine = value if abs(float(str(mine)) - value) <= max(0.01, 0.0015 * value) else mine
            verdict.equal(f"session/{name}", mine, value)
    return verdict


def gpx_points(data: bytes) -> tuple[list, list[dict]]:
    import gpxpy

    found, points, sessions = gpxpy.parse(data), [], []
    for track in found.tracks:
        for segment in track.segments:
            for point in segment.points:
                tags = [tag for extension in point.extensions for tag in extension.iter()]
                beats = [float(tag.text) for tag in tags if tag.tag.rpartition("}")[2] in ("hr", "heartrate") and tag.text]
                time = point.time.replace(tzinfo=point.time.tzinfo or datetime.timezone.utc) if point.time else None
                points.append((time, beats[-1] if beats else None))
        sessions.append({
            "sport_profile_name": track.name, "sport": track.type, "total_distance": float(track.length_2d()),
            "total_timer_time": float(sum(segment.get_duration() or 0 for segment in track.segments))})
    return points, sessions


def tcx_points(path: str) -> tuple[list, list[dict]]:
    from tcxreader.tcxreader import TCXReader

    found = TCXReader().read(path, only_gps=False)
    zone = datetime.timezone.utc
    points = [(point.time and point.time.replace(tzinfo=zone), number(point.hr_value)) for point in found.trackpoints]
    session = {"sport": found.activity_type, "total_calories": float(sum(lap.calories or 0 for lap in found.laps))}
    # Of a lap with two distances, which TCX does not have, tcxreader takes both and scorebook the last.
    laps = [node for node in parse_xml(Path(path).read_bytes())[1].values() if node.name == "Lap"]
    if all([child.name for child in lap.children].count("DistanceMeters") == 1 for lap in laps):
        session["total_distance"] = float(sum(lap.distance or 0 for lap in found.laps))
    return points, [session]


# Photos

def tagged(data: bytes, path: Path, draw: random.Random, orientation: int | None = None) -> bytes:
    """A photo to which exiftool has given other tags: orientation, times, their fractions and offsets, a place."""
    if shutil.which("exiftool") is None:
        return data
    copy = path.with_name(f"tagged-{path.name}")
    copy.write_bytes(data)
    two = lambda low, high: f"{draw.randint(low, high):02}"  # noqa: E731
    time = lambda: f"{draw.choice([1999, 2016, 2026])}:{two(1, 12)}:{two(1, 28)} {two(0, 23)}:{two(0, 59)}:{two(0, 59)}"  # noqa: E731
    given = [f"-DateTimeOriginal={draw.choice([time(), time(), '', '0000:00:00 00:00:00'])}", f"-CreateDate={draw.choice([time(), ''])}",
             f"-ModifyDate={draw.choice([time(), ''])}", f"-SubSecTimeOriginal={draw.choice(['', '5', '25', '007', '123456'])}",
             f"-OffsetTimeOriginal={draw.choice(['', '+05:30', '-07:00', '+00:00', '-03:30'])}",
             f"-Orientation#={orientation or draw.randint(1, 8)}"]
    chosen = given[-1:] if orientation else draw.sample(given, draw.randint(1, len(given)))
    place = draw.choice([[], ["-GPSLatitude=47.46", "-GPSLatitudeRef=N", "-GPSLongitude=8.22", "-GPSLongitudeRef=E"]])
    subprocess.run(["exiftool", "-q", "-m", "-overwrite_original", *chosen, *place, str(copy)], capture_output=True, check=False)
    changed = copy.read_bytes()
    copy.unlink()
    return changed


def other_picture(seen: Seen, data: bytes) -> str | None:
    """Why a picture is refused that others show."""
    if not data.startswith(b"\xff\xd8\xff") and data[4:8] != b"ftyp":
        return "a picture that is neither JPEG nor HEIC"
    lacks = "no tables" in (seen.refusal or "")
    return "a JPEG without Huffman tables, which libjpeg-turbo reads by those of motion JPEG" if lacks else None


def compare_photo(seen: Seen, data: bytes, path: str) -> Verdict:
    if shutil.which("exiftool") is None:
        raise ImportError
    verdict = Verdict(records=len(seen.records))
    done = subprocess.run(["exiftool", "-j", "-n", "-G1", path], capture_output=True, check=False)
    theirs = json.loads(done.stdout or b"[{}]", parse_float=str, parse_int=str)[0]
    groups = ("IFD0:", "ExifIFD:", "File:", "QuickTime:", "GPS:")
    tags = {name.rpartition(":")[2]: value for name, value in theirs.items() if name.startswith(groups)}
    if seen.refusal is not None:
        broken = theirs.get("ExifTool:Error") or theirs.get("ExifTool:Warning") or not opens(data)
        verdict.refused(seen, broken or None, other_picture(seen, data))
        return verdict
    ours = dict(seen.records[0].cells)
    width, height = int(tags.get("ImageWidth", 0)), int(tags.get("ImageHeight", 0))
    # Of a HEIC its boxes say how it is turned.
    turned = int(tags.get("Orientation", 1)) >= 5 if ours["content"] == "jpeg" else int(tags.get("Rotation", 0)) in (90, 270)
    size, theirs_size = (int(ours["width"]), int(ours["height"])), (height, width) if turned else (width, height)
    if size != theirs_size and not opens(data):
        verdict.explained.append("a damaged frame header, which Pillow refuses: scorebook finds it when it decodes the picture")
    else:
        verdict.equal("width and height", size, theirs_size)
    verdict.equal("has_position", ours["has_position"], "true" if "GPSLatitude" in tags else "false")
    time = tags.get("DateTimeOriginal", "")
    if re.fullmatch(r"[12]\d{3}:(0[1-9]|1[0-2]):[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d", time):
        day, clock = time.split(" ")
        part = str(tags.get("SubSecTimeOriginal", "")).rstrip("0")
        verdict.equal("date_source", ours["date_source"], "exif")
        verdict.equal("taken_at", ours.get("taken_at"), day.replace(":", "-") + "T" + clock + (f".{part}" if part else ""))
        if offset := re.fullmatch(r"([+-])(\d\d):(\d\d)", str(tags.get("OffsetTimeOriginal", ""))):
            minutes = (int(offset[2]) * 60 + int(offset[3])) * (-1 if offset[1] == "-" else 1)
            verdict.equal("offset_minutes", ours.get("offset_minutes"), str(minutes))
    else:
        verdict.equal("date_source without DateTimeOriginal", ours["date_source"] == "exif", False)
    return verdict


def picture(data: bytes):  # noqa: ANN201: a type of Pillow's
    """Pillow's picture, upright and in sRGB."""
    import pillow_heif
    from PIL import Image, ImageCms, ImageOps

    pillow_heif.register_heif_opener()
    found = Image.open(io.BytesIO(data))
    found.load()
    upright = ImageOps.exif_transpose(found)
    if profile := found.info.get("icc_profile"):
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        upright = ImageCms.profileToProfile(upright, own, ImageCms.createProfile("sRGB"), outputMode="RGB")
    return upright.convert("RGB")


def opens(data: bytes) -> bool:
    try:
        picture(data)
    except Exception:  # noqa: BLE001: whatever Pillow says of a file that it cannot read, or that it is not installed
        return False
    return True


def compare_size(seen: Seen, data: bytes, path: str) -> Verdict:
    """The size that Pillow shows a photo in."""
    verdict = Verdict(records=len(seen.records), cells=1)
    try:
        size = picture(data).size
    except ImportError:
        raise
    except Exception as error:  # noqa: BLE001: whatever Pillow says of a file that it cannot read
        if seen.refusal is None:
            verdict.explained.append("pixels that Pillow does not decode: peek reads the head only")
        return verdict
    if seen.refusal is not None:
        verdict.refused(seen, None, other_picture(seen, data))
        return verdict
    cells = dict(seen.records[0].cells)
    verdict.equal("width and height", (int(cells["width"]), int(cells["height"])), size)
    return verdict


def thumbnails(server, photos: dict[str, bytes], folder: Path) -> Iterator[tuple[str, Verdict]]:  # noqa: ANN001
    """Thumbnails that an import writes, pixel by pixel as Pillow makes the same picture smaller."""
    import hashlib

    import numpy
    from PIL import Image

    folder.mkdir()
    for name, data in photos.items():
        (folder / name).write_bytes(data)
    server.load(folder, server.owners(1)[0], {"zone": "America/New_York"})
    for name, data in photos.items():
        verdict = Verdict(records=1)
        written = sorted(server.place.rglob(f"{hashlib.sha256(data).hexdigest()}.*.jpg"))
        if not written:
            verdict.differ("no thumbnail")
        for path in written:
            ours, whole = Image.open(path), picture(data)
            edge = int(path.suffixes[-2][1:])
            scale = min(1.0, edge / max(whole.size))
            verdict.equal(f"size of {edge}", ours.size, tuple(max(1, round(side * scale)) for side in whole.size))
            best = 0.0
            for filter in (Image.Resampling.LANCZOS, Image.Resampling.BICUBIC, Image.Resampling.BOX, Image.Resampling.BILINEAR):
                other = numpy.asarray(whole.resize(ours.size, filter), dtype=float)
                error = float(numpy.mean((numpy.asarray(ours.convert("RGB"), dtype=float) - other) ** 2))
                best = max(best, 99.0 if error == 0 else 10 * float(numpy.log10(255 ** 2 / error)))
            verdict.cells += 1
            if best < 40:
                verdict.differ(f"pixels of {edge}: {best:.1f} dB")
        yield name, verdict


# Dumps

def compare_sql(server) -> Callable[[Seen, bytes, str], Verdict]:  # noqa: ANN001
    """Rows that PostgreSQL has after the dump, in a database of its own with columns without type."""
    def compare(seen: Seen, data: bytes, path: str) -> Verdict:
        verdict = Verdict(records=len(seen.records))
        # Without transactions, so that one faulty statement takes no other with it.
        dump = re.sub(r"\non conflict[^;\n]*;", ";", data.decode(errors="replace"))
        dump = re.sub(r"(?m)^begin;$", "", dump)
        tables: dict[str, list[str]] = {}
        for name, columns in re.findall(r'(?i)(?:^|\n)(?:insert into|copy) ("?\w+"?\."?\w+"?) \(([^)]*)\)', dump):
            own = tables.setdefault(name.replace('"', "") if '"' in name else name.lower(), [])
            own += [column for column in (one.strip(' "') for one in columns.split(",")) if column not in own]
        reads = "".join(f"\\echo =={table}\nselect coalesce(json_agg(t), '[]') from {table} t;\n" for table in tables)
        makes = ""
        for table, columns in tables.items():
            list_ = ", ".join(f'"{one}" text' for one in columns)
            makes += f"create schema if not exists {table.split('.')[0]}; create table {table} ({list_});\n"
        own = f"readers_{uuid.uuid4().hex}"
        server.psql(f"create database {own} template template0")
        try:
            theirs = server.psql(f"\\connect {own}\n{makes}{dump}\n;\n{reads}", "-v", "ON_ERROR_STOP=0", "-t", "-A")
        finally:
            server.psql(f"drop database {own} with (force)")
        found = {name: json.loads(rest) for name, rest in re.findall(r"(?m)^==(.*)\n(\[(?:.|\n)*?\])\n(?===|\Z)", theirs)}
        if seen.refusal is not None:
            verdict.refused(seen, "PostgreSQL loads all or nothing of a statement")
            return verdict
        for table, rows in found.items():
            ours = [record for record in seen.records if dict(record.cells).get("@record") == table]
            shown = [{column: dict(record.cells).get(column) for column in tables[table]} for record in ours]
            if len(rows) < len(ours) and not seen.is_known and all(row in shown for row in rows):
                verdict.explained.append("a faulty statement: PostgreSQL takes all its rows or none")
                continue
            if len(rows) > len(ours) and any("stray_quote" in record.defects for record in seen.records):
                verdict.explained.append("a row that cannot be read: its reject may hold the next row, too")
                continue
            verdict.equal(f"rows of {table}", len(ours), len(rows))
            for record, one, row in zip(ours, shown, rows):
                for column, value in row.items() if not record.defects else ():
                    verdict.equal(f"{table}.{column}", one[column], value)
        return verdict
    return compare


# Archives

def units(server, path: Path) -> dict[str, tuple]:  # noqa: ANN001
    """What `validate` says of each file below a folder or in an archive, by its name."""
    settings = ["--set", "zone=America/New_York", "--set", "weight_unit=kg"]
    report = json.loads(server.call("validate", str(path), *settings, "-o", "json", codes=(0, 1, 65)))
    return {re.split("[/!]", unit["source"])[-1]: tuple(unit[name] for name in ("sha256", "format", "status", "code", "ledger"))
            for unit in report["units"]}


def archives(files: dict[str, bytes], folder: Path) -> Iterator[tuple[str, Path]]:
    """The same files in archives that Python writes in several ways."""
    class Pipe(io.RawIOBase):
        """A file that cannot seek: zipfile writes sizes behind each entry, in a data descriptor."""

        def __init__(self, path: Path) -> None:
            self.file = path.open("wb")

        def writable(self) -> bool:
            return True

        def write(self, part: bytes) -> int:  # type: ignore[override]
            return self.file.write(part)

        def close(self) -> None:
            self.file.close()

    ways = {"stored": {"compression": zipfile.ZIP_STORED}, "deflated": {"compression": zipfile.ZIP_DEFLATED},
            "bzip2": {"compression": zipfile.ZIP_BZIP2}, "lzma": {"compression": zipfile.ZIP_LZMA}}
    for name, options in ways.items():
        with zipfile.ZipFile(folder / f"{name}.zip", "w", **options) as archive:
            for path, data in files.items():
                archive.writestr(path, data)
        yield name, folder / f"{name}.zip"
    pipe = Pipe(folder / "descriptors.zip")
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    pipe.close()
    yield "data descriptors", folder / "descriptors.zip"
    with zipfile.ZipFile(folder / "zip64.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            with archive.open(path, "w", force_zip64=True) as entry:
                entry.write(data)
    yield "zip64", folder / "zip64.zip"
    with zipfile.ZipFile(folder / "names.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = b"PK\x05\x06 a comment with an end's mark"
        archive.mkdir("Größe ż 日本")
        for path, data in files.items():
            archive.writestr(f"Größe ż 日本/{path}", data)
    yield "names beyond ASCII", folder / "names.zip"


# Definitions

def definitions(listed: list[dict], folder: Path) -> Iterator[tuple[str, Verdict]]:
    """What `formats -o json` says of each definition, and what PyYAML reads in its file."""
    import yaml

    said = {one["format"]: one for one in listed}
    for path in sorted(folder.rglob("*.yaml")):
        verdict = Verdict(records=1, cells=1)
        try:
            read = yaml.load(path.read_text(), yaml.BaseLoader)
        except yaml.YAMLError as error:
            verdict.differ("PyYAML refuses it", error)
            yield path.name, verdict
            continue
        if path.parent.name == "formats":
            readers = read["reader"] if isinstance(read["reader"], list) else [read["reader"]]
            if "rows_of" in read:
                said.pop(path.stem, None)
                readers = []
            for place, reader in enumerate(readers):
                reader = {"type": reader} if isinstance(reader, str) else reader
                form = reader["type"]
                ours = said.pop(path.stem + (f"-{form}" if place else ""), {})
                sets = reader.get("recognise", read.get("recognise", []))
                if place:
                    ways = reader.get("from", "[*]") if form == "json" else ""
                    ways = [ways] if isinstance(ways, str) else ways
                    sets = [[f"{way}.{name}".lstrip(".") for name in one] for one in sets for way in ways]
                verdict.equal("title", ours.get("title", "").removesuffix(" Lines").removesuffix(", as JSON"), read["format"])
                verdict.equal("evidence", ours.get("evidence"), read.get("evidence", "documented"))
                verdict.equal("reader", ours.get("reader"), form)
                verdict.equal("columns", ours.get("columns"), "; or ".join(", ".join(one) for one in sets))
        yield path.name, verdict
    for name, one in said.items():
        # Formats that merely list a table's columns are derived from its dataset.
        verdict = Verdict(records=1, cells=1)
        if not name.endswith(("-rows", "-rows-json")):
            verdict.differ(f"{name} is in no file")
        else:
            verdict.explained.append("a format derived from its table")
        yield name, verdict
