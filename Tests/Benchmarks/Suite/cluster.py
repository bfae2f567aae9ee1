"""A cluster of the benchmark's own, made by scorebook, and databases cloned from templates so that all start alike."""
import glob
import os
import pwd
import shutil
import time
import urllib.parse

import place
import rows

PROJECT = os.path.join(place.SCRATCH, "project")
COPIED = "(id, user_id, metric_type, value, unit, recorded_date, event_id, verified, notes, created_at, {last})"
SUMMARY_TRIGGERS = """
do $$
declare found record;
begin
    for found in
        select tgname, tgrelid::regclass as relation from pg_trigger
        where not tgisinternal and (tgoldtable is not null or tgnewtable is not null or tgname like '%summar%')
    loop
        execute format('drop trigger %I on %s', found.tgname, found.relation);
    end loop;
end $$;
"""


# What of the server's settings decides how fast it is.
TOLD = ["server_version", "jit", "shared_buffers", "fsync", "synchronous_commit", "full_page_writes", "max_wal_size", "work_mem"]


class Cluster:
    """`stock`: the same data under the configuration that PostgreSQL comes with, but for the socket and,
    without `jit`, JIT.
    """

    def __init__(self, stock=False, jit=True):
        self.remove_outdated()
        os.makedirs(os.path.join(PROJECT, ".scorebook"), exist_ok=True)
        probe = os.path.join(PROJECT, "nobody.csv")
        with open(probe, "w") as file:
            file.write("id,user_id,metric_type,value,unit,recorded_date\n")
        # A server that a command starts ends with the command.
        self.scorebook("db", "start")
        self.scorebook(
            "run", "--input", probe, "--owner", "payload", "--database", "embedded", "--pipelines", place.PIPELINES,
            "-q", codes=(0, 1, 65))
        self.data, self.socket, self.port = self.locate()
        if stock:
            self.restart_as_stock(jit)
        self.facts = {name: self.value("postgres", f"show {name}") for name in TOLD}

    def remove_outdated(self):
        """Removes a cluster whose objects are of other definitions: its templates would keep their triggers."""
        written = os.path.join(PROJECT, "definitions.sha256")
        digest = place.digest("Pipelines", "Sources/Summarising", "Sources/Migrating")
        if os.path.exists(written) and open(written).read() == digest:
            return
        if os.path.exists(os.path.join(PROJECT, ".scorebook", "server", "data", "postmaster.pid")):
            self.scorebook("db", "stop")
        shutil.rmtree(PROJECT, ignore_errors=True)
        os.makedirs(PROJECT)
        with open(written, "w") as file:
            file.write(digest)

    def restart_as_stock(self, jit):
        """Restarts the server with the sample that `initdb` makes its configuration of."""
        if self.data is None:
            raise place.Failure("--stock needs the cluster below .build/bench, and the server is elsewhere")
        binaries = os.path.dirname(self.control())
        samples = os.path.join(place.run([os.path.join(binaries, "pg_config"), "--sharedir"]).text.strip(), "postgresql.conf.sample")
        if not os.path.exists(samples):
            raise place.Failure(f"--stock needs {samples}")
        self.stop()
        options = f"-c config_file={samples} -c listen_addresses= -c unix_socket_directories={self.socket} -p {self.port}"
        options += "" if jit else " -c jit=off"
        self.control_server("start", "-o", options, "-l", os.path.join(self.data, "stock.log"))

    @staticmethod
    def locate():
        """The server's folder and socket: by its own postmaster.pid, else by what `db url` says."""
        data = os.path.join(PROJECT, ".scorebook", "server", "data")
        pid = os.path.join(data, "postmaster.pid")
        if os.path.exists(pid):
            lines = open(pid).read().split("\n")
            return data, lines[4], lines[3]
        address = urllib.parse.urlparse(Cluster.scorebook("db", "url").text.strip().split("\n")[-1])
        query = urllib.parse.parse_qs(address.query)
        return None, query["host"][0], query["port"][0]

    @staticmethod
    def scorebook(*arguments, codes=(0,)):
        """The program in the benchmark's own project folder."""
        here = os.getcwd()
        os.chdir(PROJECT)
        try:
            return place.run([place.SCOREBOOK, *arguments], codes=codes)
        finally:
            os.chdir(here)

    def url(self, database, user="postgres", socket=None):
        host = urllib.parse.quote(socket or self.socket, safe="")
        return f"postgresql://{user}@/{database}?host={host}&port={self.port}"

    def psql(self, database, *commands, script=None):
        arguments = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", self.url(database)]
        for command in commands:
            arguments += ["-c", command]
        return self.run(arguments + (["-f", "-"] if script else []), stdin=script)

    def run(self, arguments, stdin=None):
        """A client whose processor time includes that of the server's process for it."""
        before = self.processor()
        outcome = place.run(arguments, stdin=stdin)
        time.sleep(0.05)
        outcome.processor += self.processor() - before
        return outcome

    def processor(self):
        """Seconds of processor time of the server's processes that have ended: sessions end with their client."""
        if self.data is None:
            return 0
        server = open(os.path.join(self.data, "postmaster.pid")).readline().strip()
        fields = open(f"/proc/{server}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def overnight(self, database):
        """What lies between two exports of one file: autovacuum and a checkpoint."""
        self.psql(database, "vacuum analyze")
        self.psql(database, "checkpoint")

    def value(self, database, query):
        return self.psql(database, query).text.strip()

    def exists(self, database):
        return self.value("postgres", f"select count(*) from pg_database where datname = '{database}'") == "1"

    def template(self, name, source, *steps, like="scorebook"):
        """A database made once from another by steps: SQL, or a function of its name."""
        if self.exists(name):
            return name
        place.say(f"making the database {name}")
        making = name + "_making"
        self.psql("postgres", f"drop database if exists {making}", f"create database {making} template {source or like}")
        for step in steps:
            self.psql(making, script=step) if isinstance(step, str) else step(making)
        self.psql(making, "vacuum (freeze, analyze)")
        self.psql("postgres", f"alter database {making} rename to {name}")
        return name

    def clone(self, template, name="bench_run"):
        self.psql(
            "postgres", f"drop database if exists {name} with (force)",
            f"create database {name} template {template} strategy file_copy", "checkpoint")
        return name

    def copy(self, database, table, path, last):
        return self.psql(database, f"\\copy {table} {COPIED.format(last=last)} from '{path}' (format csv, header)")

    def athletes(self):
        """The app's schema with a thousand athletes, their families and events, and nothing that they did."""
        path = os.path.join(place.DATA, "parents.sql")
        os.makedirs(place.DATA, exist_ok=True)
        rows.parents(path)
        return self.template("bench_athletes", None, open(path).read())

    def live(self, count):
        """The app's schema with `count` rows of other ids: as it stands, and without the triggers that keep summaries."""
        held = place.rows("live", count, "held")
        kept = self.template(
            f"bench_live_{count}", self.athletes(),
            lambda name: self.copy(name, "public.performance_metrics", held, "family_unit_id"))
        return kept, self.template(f"bench_bare_{count}", kept, SUMMARY_TRIGGERS)

    def plain(self):
        return self.template(
            "bench_plain", None, open(os.path.join(place.PLAIN_PIPELINES, "plain/tables/plain_metrics.sql")).read())

    def stop(self):
        if self.data is None:
            self.scorebook("db", "stop")
            return
        self.control_server("stop", "-m", "fast")

    @staticmethod
    def control():
        return (sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_ctl")) or ["pg_ctl"])[-1]

    def control_server(self, word, *more):
        owner = pwd.getpwuid(os.stat(self.data).st_uid).pw_name
        command = [self.control(), word, "-D", self.data, "-w", "-s", *more]
        place.run(["runuser", "-u", owner, "--", *command] if os.geteuid() == 0 else command)
