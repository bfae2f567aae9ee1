"""What the sweeps stand on: a server of their own, an inbox of files of every kind, and what must come of them."""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parents[3]
SAMPLES = HERE / "Samples"
OWNER = "maya.rivera@example.org"
#: A word in notes of good records and in rejects: no message may hold it.
CANARY = "canarywordthatnomessageholds"
#: What the exit codes of the command line are.
CODES = {0, 1, 2, 65, 66, 69, 70, 73, 75, 78, 130, 143}

SETTINGS = """\
zone: America/Los_Angeles
speed_unit: mph
weight_unit: kg
"""

#: Each table's rows without what tells when; ledgers and rejects of what is loaded; nothing of what failed or was refused.
STATE = """
select pg_catalog.format(
    'select %L || count(*) || '' '' || coalesce(sum(pg_catalog.hashtextextended((pg_catalog.to_jsonb(t) '
    '- ''created_at'' - ''updated_at'' - ''refreshed_at'' - ''sequence'')::text, 0)::numeric), 0) from %I.%I as t',
    schemaname || '.' || tablename || ' ', schemaname, tablename)
from pg_catalog.pg_tables where schemaname in ('public', 'summary') order by schemaname, tablename
\\gexec
select 'unit', source, format, read, inserted, updated, unchanged, duplicate, rejected, skipped
from scorebook.units where status = 'loaded' order by source;
select 'unbalanced', source from scorebook.units
where status = 'loaded' and read <> inserted + updated + unchanged + duplicate + rejected + skipped;
select 'reject', r.source, r.record_number, r.field, r.code from scorebook.rejects as r
join scorebook.units as u on u.id = r.unit_id where u.status = 'loaded' order by 2, 3, 4;
select 'lineage', table_name, sum(cardinality(keys)) from scorebook.lineage group by 2 order by 2;
"""


def program():
    return os.environ.get("SCOREBOOK_PROGRAM", str(HERE / ".build/release/scorebook"))


class Result:
    """How one run ended."""

    def __init__(self, code, output, complaints, seconds):
        self.code, self.output, self.complaints, self.seconds = code, output, complaints, seconds

    @property
    def text(self):
        return self.output + self.complaints


def call(words, folder, environment=None, launcher=(), timeout=60, report=subprocess.PIPE, **options):
    """Runs a command to its end, its results into `report`; code -1000: it hung."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "DATABASE_URL"))}
    variables.update({"SWIFT_BACKTRACE": "enable=no", "SCOREBOOK_PIPELINES": str(HERE / "Pipelines")})
    variables.update(environment or {})
    started = time.monotonic()
    process = subprocess.Popen(
        [*launcher, *words], cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=report,
        stderr=subprocess.PIPE, start_new_session=True, **options)
    try:
        output, complaints = process.communicate(timeout=timeout)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, complaints = process.communicate()
        code = -1000
    return Result(code, (output or b"").decode(errors="replace"), complaints.decode(errors="replace"), time.monotonic() - started)


class Ground:
    """A folder with a server, the inbox to be imported, and a fresh database for each run."""

    def __init__(self, mounted=None):
        """`mounted` is called with the folder of the server's state before anything lies in it."""
        # Whoever ends a sweep leaves no server behind.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, _: sys.exit(128 + number))
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="scorebook-faults-"))
        self.root.chmod(0o755)
        self.project = self.root / "project"
        self.project.mkdir()
        (self.project / ".scorebook").mkdir()
        if mounted:
            mounted(self.project / ".scorebook")
        self.work = self.root / "work"
        self.master = self.root / "inbox"
        fill(self.master / OWNER)
        self.start()

    def start(self):
        for words in (["db", "start"], ["schema", "up", "--database", "embedded"]):
            self.must(call([program(), *words], self.project, timeout=180))
        self.must(call([program(), "db", "psql", "--", "-X", "-q", "-f", str(SAMPLES / "family.sql")], self.project))
        url = call([program(), "db", "url"], self.project).output.strip()
        self.server = url
        # The sweep is of the client's calls; the server's own are spared.
        self.sql("postgres", "alter system set fsync = off", "select pg_catalog.pg_reload_conf()")
        self.sql("postgres", "create database pristine template scorebook")

    def must(self, result):
        if result.code != 0:
            raise SystemExit(f"the ground cannot be laid: exit {result.code}: {result.complaints}{refused(result.output)}")

    def url(self, database="sweep"):
        return self.server.replace("/scorebook?", f"/{database}?")

    def sql(self, database, *statements, script=None):
        words = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url(database)]
        for statement in statements:
            words += ["-c", statement]
        result = subprocess.run(words, input=script, capture_output=True, text=True, timeout=60)
        if result.returncode != 0:
            raise SystemExit(f"psql: {result.stderr}")
        return result.stdout

    def reset(self):
        """A database as after `schema up`, an inbox as before the first night."""
        self.sql("postgres", "drop database if exists sweep with (force)", "create database sweep template pristine strategy file_copy")
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir()
        shutil.copytree(self.master, self.work / "inbox")

    WORDS = ["run", "nightly", "--max-rejects", "100", "--jobs", "1", "-o", "json"]

    def night(self, launcher=(), environment=None, **options):
        places = {f"SCOREBOOK_{name.upper()}": name for name in ("inbox", "archive", "quarantine", "photos")}
        variables = {"DATABASE_URL": self.url(), **places, **(environment or {})}
        return call([program(), *self.WORDS], self.work, variables, launcher, **options)

    def rows(self):
        return self.sql("sweep", script=STATE).splitlines()

    def files(self, *folders):
        """Every file below the folders, else the work folder, with its content's fingerprint; whatever the day."""
        found = []
        for folder in folders or [self.work]:
            for path in folder.rglob("*"):
                if path.is_file():
                    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
                    name = re.sub(r"/\d{4}-\d\d-\d\d(\.\d+)?/", "/DAY/", str(path.relative_to(folder)))
                    found.append(f"{name} {digest}")
        return sorted(found)

    def revive(self):
        """Waits for a server that was taken down to come back; starts it where it did not."""
        for _ in range(60):
            if call([program(), "db", "start"], self.project, timeout=60).code == 0:
                return
            time.sleep(0.5)
        raise SystemExit("the server does not come back")

    def stop(self, unmount=()):
        call([program(), "db", "stop"], self.project)
        for folder in unmount:
            subprocess.run(["umount", "--lazy", str(folder)], check=False, capture_output=True)
        shutil.rmtree(self.root, ignore_errors=True)


def refused(output):
    """The files of a report in JSON that have a reason, a line each; other output as it is, cut."""
    try:
        units = json.loads(output)["units"]
    except (ValueError, KeyError, TypeError):
        return output[-2000:]
    return "\n".join(f"{unit['source']}: {unit['status']}: {unit['reason']}" for unit in units if unit["reason"])


def told(rows):
    """What a run that did not get to its end must not tell otherwise: units and rejects."""
    return {row for row in rows if row.startswith(("unit|", "unbalanced|", "reject|"))}


def difference(expected, found):
    missing = [f"lost: {line}" for line in expected if line not in found]
    added = [f"too many: {line}" for line in found if line not in expected]
    return (missing + added)[:6]


def fill(folder):
    """An owner's folder: tables, documents, lines, XML, a dump, photos with their manifest; plain and in archives."""
    folder.mkdir(parents=True)
    (folder / "settings.yaml").write_text(SETTINGS)
    notes = f"good-1,2025-01-20,velocity,75.2,mph,{CANARY}\ngood-2,2025-01-21,velocity,{CANARY},mph,{CANARY}\n"
    (folder / "metrics.csv").write_text("id,date,metric,value,unit,notes\n" + notes)
    for name in ("workout-log.csv", "game-log-json.json", "metric-log-jsonl.jsonl", "supabase-dump.sql"):
        shutil.copy(SAMPLES / name, folder / name)
    with zipfile.ZipFile(folder / "export.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(SAMPLES / "apple-health.xml", "apple_health_export/export.xml")
        archive.writestr("apple_health_export/workout-routes/route.gpx", "<gpx/>")
    (folder / "metrics.json.gz").write_bytes(gzip.compress((SAMPLES / "metric-log-json.json").read_bytes(), mtime=0))
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_STORED) as archive:
        archive.write(SAMPLES / "measurement-log.csv", "measurement-log.csv")
    with tarfile.open(folder / "all.tar.gz", "w:gz") as archive:
        entry = tarfile.TarInfo("inner.zip")
        entry.size = len(inner.getvalue())
        archive.addfile(entry, io.BytesIO(inner.getvalue()))
    photos = folder / "pictures"
    photos.mkdir()
    for side in ("back", "front", "side"):
        shutil.copy(SAMPLES / f"progress-photo.{side}.jpg", photos / f"{side[0]}.jpg")
    (photos / "photos.csv").write_text(
        "file,angle,taken_on\nb.jpg,back,2026-03-02\nf.jpg,front,2026-03-02\ns.jpg,side,2026-03-02\n")
    past = time.time() - 7200
    for path in folder.rglob("*"):
        os.utime(path, (past, past))
