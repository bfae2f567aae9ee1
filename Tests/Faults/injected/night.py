"""One night's inbox of several owners for engines to load, and what one undisturbed run makes of it."""
import json
import os
import shutil
import time
import zipfile

from injected.ground import HERE, OWNER, SAMPLES, SETTINGS, Ground, call, program
from injected.ground import STATE as LOADED

AS_OF = "2026-06-01T04:00:00Z"
NAMES = ["ana", "ben", "cleo", "dov", "eva", "finn", "gus", "hana", "ivo", "jun", "kai"]
#: Of the formats only those that the night's files have: a process reads all definitions before its first file, and a seed
#: starts some thirty processes.
FORMATS = {"apple-health", "hittrax", "metric-log", "metric-log-without-ids", "strong", "workout-log", "workout-log-json"}
STATE = LOADED + """
select 'refused', source, format, status, code, reason from scorebook.units where status <> 'loaded' order by 2, 3, 4, 5;
"""


class Night(Ground):
    """The inbox of some owners, and what one undisturbed run makes of it."""

    def __init__(self, owners=5, logs=4):
        """`logs` is the number of metric logs of each owner."""
        self.owners = [OWNER, *(f"{name}@example.org" for name in NAMES[: owners - 1])]
        super().__init__()
        shutil.rmtree(self.master)
        for owner in self.owners[1:]:
            self.must(call([program(), "user", "add", owner, "--zone", "America/New_York", "--database", "embedded"], self.project))
        self.sql("postgres", "drop database pristine", "create database pristine template scorebook")
        self.pipelines = self.root / "Pipelines"
        shutil.copytree(HERE / "Pipelines", self.pipelines)
        for path in self.pipelines.glob("*/formats/*.yaml"):
            if path.stem not in FORMATS:
                path.unlink()
        for place, owner in enumerate(self.owners):
            self.fill(self.master / owner, place, logs)
        past = time.time() - 7200
        for path in self.master.rglob("*"):
            os.utime(path, (past, past))
        self.reset()
        result = self.scorebook("run", "nightly", "--as-of", AS_OF, "-o", "json")
        if result.code not in (0, 1):
            raise SystemExit(f"the undisturbed run ended with {result.code}: {result.text}")
        self.code = result.code
        self.loaded = self.rows()
        self.expected = self.loaded + self.places()
        self.report = self.told(result.output)

    @staticmethod
    def fill(folder, place, logs):
        folder.mkdir(parents=True)
        (folder / "settings.yaml").write_text(SETTINGS)
        for number in range(logs):
            lines = [f"m{place}-{number}-{row},2025-{number % 9 + 1:02}-{row + 10},velocity,{60 + place + row}.5,mph,"
                     for row in range(8)]
            # What is no number is a reject; a row that an earlier file of the owner has is updated.
            lines.append(f"m{place}-{number}-bad,2025-01-20,velocity,quick,mph,")
            lines.append(f"m{place}-shared,2025-01-21,velocity,{70 + number},mph,")
            (folder / f"log-{number}.csv").write_text("id,date,metric,value,unit,notes\n" + "\n".join(lines) + "\n")
        shutil.copy(folder / "log-0.csv", folder / "zz-copy.csv")
        shutil.copy(SAMPLES / "workout-log.csv", folder / "workouts.csv")
        if place < 2:
            with zipfile.ZipFile(folder / "export.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                archive.write(SAMPLES / "apple-health.xml", "apple_health_export/export.xml")
                archive.writestr("apple_health_export/workout-routes/route.gpx", "<gpx/>")
        if place == 1:
            (folder / "unknown.bin").write_bytes(bytes(range(256)))
        if place == 2:
            (folder / "broken.csv").write_bytes(b"\x1f\x8b\0\1\2\3")

    WORDS = ("--max-rejects", "100")

    def scorebook(self, *words, timeout=120, **options):
        return call([program(), *words], self.work, self.variables(), timeout=timeout, **options)

    def variables(self):
        places = {f"SCOREBOOK_{name.upper()}": name for name in ("inbox", "archive", "quarantine", "photos")}
        return {"DATABASE_URL": self.url(), "SCOREBOOK_PIPELINES": str(self.pipelines), **places}

    def rows(self):
        return self.sql("sweep", script=STATE).splitlines()

    def places(self):
        """Where files are; photos are stored under names of their own, and notes beside refused files name the run."""
        return [line for line in self.files() if not line.startswith("photos/") and ".reason.md " not in line]

    @staticmethod
    def told(output):
        """What a report says of files and records."""
        report = json.loads(output)
        units = sorted((unit["source"], unit["status"], json.dumps(unit["ledger"])) for unit in report["units"])
        return {"units": units, "ledger": report["ledger"], "tables": report["tables"], "status": report["status"]}

    def plan(self, *words):
        result = self.scorebook("plan-units", "nightly", "--as-of", AS_OF, *words)
        self.must(result)
        return [json.loads(line) for line in result.output.splitlines()]

    def finish(self, lines, *words):
        path = self.root / "units.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return self.scorebook("finish", lines[0]["run"], "--units", str(path), *words)

    def without_keys(self):
        """Takes away what makes loads exact: each unit is given another key as soon as it is loaded.

        No attempt then finds the units of another, and two rows of a repeatable event are two.
        """
        self.sql("sweep", """
            create function scorebook.bypass() returns trigger language plpgsql as $$
            begin
                new.ledger_key := pg_catalog.sha256(new.ledger_key || pg_catalog.int8send(new.id));
                return new;
            end $$""", """
            create trigger bypass before insert on scorebook.units for each row execute function scorebook.bypass()""")
