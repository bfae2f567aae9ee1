#!/usr/bin/env python3
"""Writes an invented Apple Health export of about so many megabytes: `apple.py MEGABYTES OUT.xml|OUT.zip`.

A name that ends in .zip gives the archive as the phone makes it: the entry streamed, with a data descriptor, and Zip64
where it is large. The same arguments give the same bytes.
"""
import io
import random
import sys
import zipfile

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
TYPES = [
    ("HKQuantityTypeIdentifierHeartRate", "count/min", 45, 180),
    ("HKQuantityTypeIdentifierStepCount", "count", 1, 900),
    ("HKQuantityTypeIdentifierActiveEnergyBurned", "kcal", 0, 40),
    ("HKQuantityTypeIdentifierBodyMass", "kg", 60, 64),
    ("HKQuantityTypeIdentifierRestingHeartRate", "count/min", 45, 60),
]
DEVICE = (
    "&lt;&lt;HKDevice: 0x2830a4b0&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, "
    "hardware:Watch6,2, software:9.1&gt;"
)


def block(generator, count):
    """Some records, the days of which are theirs alone."""
    lines = []
    for _ in range(count):
        name, unit, low, high = generator.choice(TYPES)
        day = f"{generator.randint(2018, 2025)}-{generator.randint(1, 12):02}-{generator.randint(1, 28):02}"
        clock = f"{generator.randint(0, 23):02}:{generator.randint(0, 59):02}"
        when = [f"{day} {clock}:{second:02} +0200" for second in sorted(generator.sample(range(60), 3))]
        value = round(generator.uniform(low, high), 3)
        lines.append(
            f' <Record type="{name}" sourceName="Watch of Maya" sourceVersion="9.1" device="{DEVICE}" unit="{unit}"'
            f' creationDate="{when[2]}" startDate="{when[0]}" endDate="{when[1]}" value="{value}"'
        )
        if generator.random() < 0.3:
            lines.append('>\n  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>\n </Record>\n')
        else:
            lines.append("/>\n")
    return "".join(lines).encode()


def write(out, megabytes):
    generator = random.Random(20260502)
    out.write(HEAD.encode())
    # What is only read may come again and again; making records takes time.
    repeated = megabytes > 1000
    blocks = [block(generator, 8000) for _ in range(4 if repeated else 0)]
    written = 0
    while written < megabytes << 20:
        chosen = generator.choice(blocks) if repeated else block(generator, 2000)
        out.write(chosen)
        written += len(chosen)
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
