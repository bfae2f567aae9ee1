"""What is done on both databases, one stage after another, and what must be the same afterwards."""
import csv
import json
import re
import shutil

from live.servers import SAMPLES

#: Of each table's rows what does not show when they were written, nor ids and words of the app's triggers; not how often
#: summaries were recomputed.
CONTENT = """
select pg_catalog.format(
    'select %L, pg_catalog.count(*), coalesce(pg_catalog.sum(pg_catalog.hashtextextended((pg_catalog.to_jsonb(t)'
    ' - %L::text[])::text, 0)::pg_catalog.numeric), 0) from %I.%I as t', schemaname || '.' || tablename,
    case tablename
        when 'notifications' then array['id', 'title', 'message', 'priority']
        when 'family_members' then array['id']
        when 'school_status_history' then array['id']
    end || array['created_at', 'updated_at', 'refreshed_at', 'status_changed_at', 'changed_at', 'added_at', 'scheduled_for'],
    schemaname, tablename)
from pg_catalog.pg_tables where schemaname in ('public', 'summary') and tablename = any ('{names}')
    and tablename <> 'owner_locks' order by 1
\\gexec
"""
#: The ledger, by counts: ids and times of runs are their own.
LEDGER = """
select 'scorebook.units', status, pg_catalog.count(*), pg_catalog.sum(read), pg_catalog.sum(inserted),
    pg_catalog.sum(updated), pg_catalog.sum(unchanged), pg_catalog.sum(rejected) from scorebook.units group by status order by 2;
select 'scorebook.rejects', code, pg_catalog.sum(count) from scorebook.rejects group by code order by 2;
select 'scorebook.lineage', table_name, pg_catalog.sum(pg_catalog.cardinality(keys)) from scorebook.lineage
group by table_name order by 2;
"""


class Stage:
    """A command of the program, run on both sides; what it gives is compared."""

    def __init__(self, name, words, role="scorebook_loader", codes=(0,), report=False, before=None, environment=None):
        self.name, self.words, self.role, self.codes = name, words, role, codes
        self.is_report, self.before, self.environment = report, before, environment or {}


def family(side):
    """The samples' own family, by hand."""
    side.must("-f", SAMPLES / "family.sql")


def migration(side):
    """The web app's tables as files, in the folder of the job `webapp-migration`, and accounts for who is in them."""
    with open(SAMPLES / "users-rows.csv", encoding="utf-8", newline="") as file:
        people = list(csv.DictReader(file))
    people += json.loads((SAMPLES / "users-rows-json.json").read_text(encoding="utf-8"))["data"]
    for person in people:
        side.must("-c", f"insert into auth.users (id, email, email_confirmed_at) values ('{person['id']}', '{person['email']}', now()) on conflict do nothing")
    folder = side.project / "migration"
    folder.mkdir(exist_ok=True)
    for path in sorted(side.project.glob("Samples/*")):
        if "-rows" in path.name or path.name in ("supabase-dump.sql", "webapp-performance.csv"):
            shutil.copy(path, folder / path.name)


def changed(side):
    """The same folder again, in which persons, families and schools have changed."""
    for name, old, new in [
        ("users-rows.csv", ",Nora Rivera,", ",Nora Rivera Holt,"),
        ("family-units-rows.csv", "Rivera Family of Denver", "Rivera Family of Boulder"),
        ("schools-rows.csv", "", "\n"),
    ]:
        path = side.project / "migration" / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new) if old else text + new, encoding="utf-8")


def run(side):
    """Id of the run that was last made."""
    return side.rows("select id from scorebook.runs order by started_at desc limit 1")[0]


MIGRATION = {"SCOREBOOK_MIGRATION": "migration"}
FAMILY = ["run", "--input", "Samples/family.sql", "--owner", "payload", "--max-rejects", "100", "-o", "json"]
# Of the files of the migration some are refused, as samples of what is refused.
STAGES = [
    Stage("run family.sql, nobody here", FAMILY, report=True, codes=(0, 65)),
    Stage("rollback of it", ["rollback", "{run}", "-o", "json"], report=True),
    Stage("plan samples", ["plan", "samples", "--database", "{url}", "-o", "json"], report=True, before=family),
    Stage("run samples", ["run", "samples", "--database", "{url}", "-o", "json"], report=True),
    Stage("verify", ["verify", "{run}", "-o", "json"], codes=(0, 1)),
    Stage("summaries verify", ["summaries", "verify", "-o", "json"], role=None),
    Stage("run samples again", ["run", "samples", "--database", "{url}", "-o", "json"], report=True),
    Stage("rollback", ["rollback", "{run}", "-o", "json"], report=True),
    Stage("summaries verify after it", ["summaries", "verify", "-o", "json"], role=None),
    Stage("run family.sql, all here", FAMILY, report=True, codes=(0, 65)),
    Stage("plan migration", ["plan", "webapp-migration", "--max-rejects", "200", "-o", "json"], report=True, codes=(0, 1), before=migration,
          environment=MIGRATION),
    Stage("run migration", ["run", "webapp-migration", "--max-rejects", "200", "-o", "json"], report=True, codes=(0, 1),
          environment=MIGRATION),
    Stage("verify migration", ["verify", "{run}", "-o", "json"], codes=(0, 1)),
    Stage("run migration, persons changed", ["run", "webapp-migration", "--max-rejects", "200", "-o", "json"], report=True, codes=(0, 1),
          before=changed, environment=MIGRATION),
    Stage("rollback migration, second", ["rollback", "{run}", "-o", "json"], report=True),
    Stage("summaries verify at the end", ["summaries", "verify", "-o", "json"], role=None),
    Stage("schema verify", ["schema", "verify", "-o", "json"], role=None),
    Stage("schema verify --try", ["schema", "verify", "--try", "-o", "json"]),
    Stage("doctor", ["doctor", "-o", "json"]),
]


class Outcome:
    """What a stage gave on one side."""

    def __init__(self, side, stage, memory):
        if stage.before:
            stage.before(side)
        role = stage.role or side.administrator
        words = [word.replace("{url}", side.url(role)) for word in stage.words]
        if "{run}" in words:
            # The run that loaded something last: a run that found nothing to do is not undone or verified.
            words = [word.replace("{run}", memory.get("loaded", run(side))) for word in words]
        self.result = side.scorebook(*words, role=role, environment=stage.environment)
        self.code, self.seconds = self.result.code, self.result.seconds
        try:
            self.report = json.loads(self.result.output)
        except ValueError:
            self.report = {}
        if stage.is_report and words[0] == "run" and self.report.get("ledger", {}).get("inserted"):
            memory["loaded"] = self.report["run"]

    def facts(self, stage):
        """Lines that must be those of the other side."""
        if not isinstance(self.report, dict) or not stage.is_report:
            # Servers differ in what a doctor sees; its exit code says that nothing is in the way.
            if stage.name == "doctor":
                return []
            told = self.report
            if isinstance(told, dict):
                told = {name: value for name, value in told.items() if name not in ("run", "database")}
                # Rows that no file gave have keys that each database made up: their number counts.
                # Sums hold the time of the import: on each side source and target must agree.
                for table in told.get("tables", {}).values():
                    table["extra_keys"] = len(table.get("extra_keys", []))
                    sums = table.pop("checksums", {})
                    table["sums_agree"] = sums.get("source") == sums.get("target")
            return [f"output {json.dumps(told, sort_keys=True)}"]
        lines = [f"status {self.report.get('status')}", f"ledger {self.report.get('ledger')}"]
        for unit in self.report.get("units", []):
            known = {name: unit.get(name) for name in ("source", "format", "status", "reason", "ledger")}
            lines.append(f"unit {json.dumps(known, sort_keys=True)}")
        for cause in self.report.get("causes", []):
            # Each side has a database and runs of its own.
            command = re.sub(r" --database ('[^']*'|\S+)", "", cause.get("command") or "")
            cause["command"] = re.sub(r"\breplay [0-9a-f]{8}", "replay RUN", command)
        for name in ("tables", "warnings", "causes", "conflicts", "triggers"):
            lines.append(f"{name} {json.dumps(self.report.get(name), sort_keys=True)}")
        for reject in self.report.get("rejects", []):
            lines.append(f"reject {json.dumps(reject, sort_keys=True)}")
        return lines


def contents(side, names):
    """Rows and checksum of every table, and the ledger's counts."""
    script = side.project / "contents.sql"
    script.write_text(CONTENT.replace("{names}", "{" + ",".join(names) + "}") + LEDGER, encoding="utf-8")
    rows = {}
    for line in side.must("-f", script).splitlines():
        cells = line.split("|")
        if cells[0].startswith("scorebook."):
            rows[f"{cells[0]} {cells[1]}"] = "|".join(cells[2:])
        else:
            rows[cells[0]] = "|".join(cells[1:])
    return rows
