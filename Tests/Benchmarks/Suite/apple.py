#!/usr/bin/env python3
"""Writes an invented Apple Health export of about so many megabytes: `apple.py MEGABYTES OUT.xml|OUT.zip`.

A name that ends in .zip gives the archive as the phone makes it: the entry streamed, with a data descriptor, and Zip64
where it is large. The same arguments give the same bytes.
"""
import io
import random
import sys
import zipfile
from datetime import datetime, timedelta

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
]>
<HealthData locale="en_GB">
 <ExportDate value="2026-05-02 08:00:00 +0200"/>
"""
# What somebody with a watch has: type, unit, lowest, highest, decimal places, records of a thousand.
TYPES = [
    ("HeartRate", "count/min", 45, 180, 0, 330),
    ("ActiveEnergyBurned", "kcal", 0, 4, 3, 270),
    ("BasalEnergyBurned", "kcal", 1, 20, 3, 170),
    ("DistanceWalkingRunning", "km", 0, 0.4, 5, 90),
    ("StepCount", "count", 1, 900, 0, 80),
    ("EnvironmentalAudioExposure", "dBASPL", 40, 90, 4, 40),
    ("HeartRateVariabilitySDNN", "ms", 20, 120, 4, 16),
    ("RestingHeartRate", "count/min", 45, 60, 0, 2),
    ("BodyMass", "kg", 60, 64, 1, 2),
]
DEVICE = (
    "&lt;&lt;HKDevice: 0x2830a4b0&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, "
    "hardware:Watch6,2, software:9.1&gt;"
)


EPOCH = datetime(2018, 1, 1)
MINUTES = 8 * 365 * 24 * 60
# About that many bytes of the document.
RECORD = 430


def records(generator, kind, count):
    """`count` records of a type, one after the other in time, as the telephone writes them; some at once."""
    name, unit, low, high, places, _ = kind
    lines = []
    for number in range(count):
        moment = EPOCH + timedelta(minutes=int(MINUTES * number / count))
        day = f"{moment:%Y-%m-%d %H:%M}"
        start, end, created = sorted(generator.sample(range(60), 3))
        value = round(generator.uniform(low, high), places or None)
        lines.append(
            f' <Record type="HKQuantityTypeIdentifier{name}" sourceName="Watch of Maya" sourceVersion="9.1"'
            f' device="{DEVICE}" unit="{unit}" creationDate="{day}:{created:02} +0200"'
            f' startDate="{day}:{start:02} +0200" endDate="{day}:{end:02} +0200" value="{value}"')
        if name == "HeartRate":
            lines.append('>\n  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>\n </Record>\n')
        else:
            lines.append("/>\n")
        if len(lines) >= 4000:
            yield "".join(lines).encode()
            lines = []
    yield "".join(lines).encode()


def write(out, megabytes):
    generator = random.Random(20260502)
    out.write(HEAD.encode())
    count = (megabytes << 20) // RECORD
    # What is only read may come again and again; making records takes time.
    repetitions = 100 if megabytes > 1000 else 1
    for kind in TYPES:
        share = count * kind[-1] // 1000 // repetitions
        for some in records(generator, kind, share):
            for _ in range(repetitions):
                out.write(some)
    out.write(b"</HealthData>\n")


class Streamed(io.RawIOBase):
    """A file that cannot go back: so that lengths stand behind the data."""

    def __init__(self, file):
        self.file = file

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)


def main():
    megabytes, path = int(sys.argv[1]), sys.argv[2]
    with open(path, "wb") as file:
        if not path.endswith(".zip"):
            return write(file, megabytes)
        with zipfile.ZipFile(Streamed(file), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            entry = zipfile.ZipInfo("apple_health_export/export.xml", (2026, 5, 2, 8, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as out:
                write(out, megabytes)


if __name__ == "__main__":
    main()
