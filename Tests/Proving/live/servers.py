"""Two databases of one content: a stock server with the app's own migrations, and scorebook's embedded cluster."""
import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parents[3]
LIVE = pathlib.Path(__file__).resolve().parent
SAMPLES = HERE / "Samples"
#: The shipped definitions, with the job `samples` laid over them.
PIPELINES = f"{HERE / 'Pipelines'}:{HERE / 'Tests/Proving/Pipelines'}"


class Failure(Exception):
    """The ground cannot be laid: nothing was compared."""


def program():
    return os.environ.get("SCOREBOOK_PROGRAM", str(HERE / ".build/release/scorebook"))


def programs():
    """Folder of initdb, pg_ctl and postgres: SCOREBOOK_POSTGRES, else the newest that Debian installed."""
    given = os.environ.get("SCOREBOOK_POSTGRES")
    if given:
        return pathlib.Path(given)
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise Failure("no PostgreSQL server is installed; SCOREBOOK_POSTGRES names the folder of its programs")
    return found[-1].parent


class Result:
    def __init__(self, code, output, complaints, seconds):
        self.code, self.output, self.complaints, self.seconds = code, output, complaints, seconds

    @property
    def text(self):
        return (self.output + self.complaints).strip()


def call(words, folder=None, environment=None, timeout=300):
    """Runs a command to its end, without any database of the environment; code -1000: it hung."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "DATABASE_URL"))}
    variables.update({"SWIFT_BACKTRACE": "enable=no", "SCOREBOOK_PIPELINES": PIPELINES})
    variables.update(environment or {})
    started = time.monotonic()
    try:
        done = subprocess.run(
            [str(word) for word in words], cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return Result(-1000, "", f"still running after {timeout} s", timeout)
    return Result(
        done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"),
        time.monotonic() - started)


class Side:
    """One of the two databases, with a folder in which its imports run."""

    def __init__(self, name, folder):
        self.name, self.project = name, folder / name
        (self.project / ".scorebook").mkdir(parents=True)
        shutil.copytree(SAMPLES, self.project / "Samples")

    def psql(self, *words, role=None):
        options = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url(role or self.administrator)]
        return call([*options, *words])

    def must(self, *words, role=None):
        result = self.psql(*words, role=role)
        if result.code != 0:
            raise Failure(f"{self.name}: {result.text[:2000]}")
        return result.output

    def rows(self, sql):
        return [line for line in self.must("-c", sql).splitlines() if line]

    def scorebook(self, *words, role="scorebook_loader", environment=None):
        """The program, run in the project's folder; a role of None is the one the embedded cluster chooses."""
        variables = {"DATABASE_URL": self.url(role), "SCOREBOOK_PHOTOS": "photos", **(environment or {})}
        return call([program(), *words], self.project, variables)


class Live(Side):
    """The server as it comes, and the app's migrations as they are, applied by an administrator who is no superuser."""

    administrator = "postgres"
    superuser = "supabase_admin"

    def __init__(self, folder, migrations):
        super().__init__("live", folder)
        self.bin, self.data = programs(), folder / "data"
        self.data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.data, owner.pw_uid, owner.pw_gid)
        self.skipped = []
        self.server("initdb", "-D", self.data, "-U", self.superuser, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        # Only where it listens is not the server's own default.
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{self.data}'\nport = 5432\n")
        self.server("pg_ctl", "-D", self.data, "-l", self.data / "server.log", "-w", "start")
        self.data.chmod(0o700)
        self.migrate(migrations)

    def server(self, name, *words):
        switch = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        with open(self.data.parent / "server.out", "ab") as output:
            done = subprocess.run(
                [*switch, str(self.bin / name), *map(str, words)], stdin=subprocess.DEVNULL, stdout=output,
                stderr=output, cwd="/", timeout=120, check=False)
        if done.returncode != 0:
            raise Failure(f"{name}: {(self.data.parent / 'server.out').read_text(errors='replace')[-2000:]}")

    def url(self, role, database="postgres"):
        return f"postgresql://{role}@/{database}?host={self.data}&port=5432"

    def version(self):
        return self.rows("show server_version")[0]

    def migrate(self, folder):
        """The platform's part as superuser, then file after file as the administrator."""
        self.must("-f", LIVE / "platform.sql", role=self.superuser)
        self.must("-c", "alter database postgres owner to postgres", role=self.superuser)
        # Old projects' administrators were members of these roles when the app's first migrations ran.
        self.must("-c", "grant supabase_auth_admin, supabase_storage_admin to postgres", role=self.superuser)
        known = set(self.rows("select name from pg_catalog.pg_available_extensions"))
        files = sorted(path for path in folder.iterdir() if path.suffix == ".sql")
        for path in files:
            text, absent = without_absent_extensions(path.read_text(encoding="utf-8"), known)
            # The platform lets its administrator move extensions, which belong to the superuser.
            text = re.sub(
                r"(?im)^(alter extension [^;]*;)",
                f'\\\\connect "{self.url(self.superuser)}"\n\\1\n\\\\connect "{self.url(self.administrator)}"', text)
            self.skipped += absent
            copy = self.project / "migration.sql"
            copy.write_text(text, encoding="utf-8")
            result = self.psql("-f", copy)
            if result.code != 0:
                raise Failure(f"migration {path.name}: {result.text[:2000]}")
        self.must("-c", "revoke supabase_auth_admin, supabase_storage_admin from postgres", role=self.superuser)
        self.files = len(files)

    def stop(self):
        if (self.data / "postmaster.pid").exists():
            self.server("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")


def without_absent_extensions(text, known):
    """The file without `create extension` of what this server does not have, and the names of those."""
    absent = []

    def judged(found):
        if found.group(1) in known:
            return found.group(0)
        absent.append(found.group(1))
        return ""

    return re.sub(r'(?im)^\s*create extension (?:if not exists )?"?([\w-]+)"?[^;]*;', judged, text), absent


class Copy(Side):
    """Scorebook's own cluster: the app's tables as Pipelines/app makes them."""

    administrator = "postgres"

    def __init__(self, folder):
        super().__init__("copy", folder)
        for words in (["db", "start"], ["schema", "up", "--database", "embedded"]):
            result = call([program(), *words], self.project)
            if result.code != 0:
                raise Failure(f"copy: {result.text[:2000]}")
        self.address = call([program(), "db", "url"], self.project).output.strip()
        # Only on the embedded cluster loads open accounts.
        self.must("-c", "drop function if exists auth.open_accounts(uuid[], text[])")

    def url(self, role, database="scorebook"):
        return re.sub(r"//[^@/]*@/[^?]*", f"//{role}@/{database}", self.address)

    def stop(self):
        call([program(), "db", "stop"], self.project)


def lay(folder, migrations):
    """Both databases, with the same people in them; the live one's schema is scorebook's last."""
    if shutil.which("psql") is None:
        raise Failure("psql is not installed")
    if not os.access(program(), os.X_OK):
        raise Failure(f"{program()} is not there: make build")
    live = Live(folder, migrations)
    try:
        live.must("-f", LIVE / "families.sql")
        copy = Copy(folder)
    except BaseException:
        live.stop()
        raise
    try:
        copy.must("-f", LIVE / "families.sql")
    except BaseException:
        copy.stop()
        live.stop()
        raise
    print(f"live: {live.files} migrations on PostgreSQL {live.version()}", end="", file=sys.stderr)
    print(f", without {', '.join(live.skipped)}" if live.skipped else "", file=sys.stderr)
    return live, copy
