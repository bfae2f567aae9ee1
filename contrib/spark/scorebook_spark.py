#!/usr/bin/env python3
"""Loads the files of a run on an Apache Spark cluster.

    spark-submit scorebook_spark.py nightly --database service=scorebook
    spark-submit scorebook_spark.py --units units.jsonl --database service=scorebook

Three steps: `scorebook plan-units` lists the files on the driver and begins the run; the tasks hand the lines to
`scorebook exec`, one process a task; `scorebook finish` on the driver ends the run and reports. Spark may retry a task, run
it twice at once, or lose it: the ledger in PostgreSQL loads each file once. README.md beside this file says what is left
after each kind of failure, and what to type.

Only DataFrames are used, so that it runs on classic clusters, through Spark Connect and on serverless ones. The workers need
the program, its definitions and pyarrow; credentials come from a service file and a password file on the workers.
"""
import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

#: A copy from a store of objects is made in pieces of this size.
PIECE = 8 << 20
#: Codes of `exec` after which the same lines may do better: no database, a passing failure, a signal.
TEMPORARY = {69, 75, 130, 143}


class ExecFailed(RuntimeError):
    """`exec` ended before its last answer; Spark tries the task again."""

    def __init__(self, code):
        super().__init__(
            f"scorebook exec ended with {code}"
            + ("; the task may be tried again" if code in TEMPORARY else ": see its message in the task's log"))
        self.code = code


def mark(found):
    """What an object was, by its time; nothing where the store has none."""
    return f"object:{found.mtime_ns}" if found.mtime else None


class Copies:
    """Local copies of files in a store of objects: no more bytes at once than the budget, but for a single larger file."""

    def __init__(self, budget):
        self.folder = tempfile.mkdtemp(prefix="scorebook-task-")
        self.budget, self.used, self.sizes = budget, 0, {}
        self.changed = threading.Condition()
        self.closed = False

    def localised(self, line):
        """The line with the path of a copy; lines with a path of this machine as they are."""
        path = line["path"]
        if "://" not in path:
            return line
        from pyarrow import fs

        system, place = fs.FileSystem.from_uri(path)
        with self.changed:
            while self.used and self.used + line["bytes"] > self.budget and not self.closed:
                self.changed.wait()
            self.used += line["bytes"]
            self.sizes[line["n"]] = line["bytes"]
        # The name stays: formats are recognised by it, too.
        folder = os.path.join(self.folder, str(line["n"]))
        os.makedirs(folder, exist_ok=True)
        copy = os.path.join(folder, os.path.basename(place))
        with system.open_input_stream(place) as source, open(copy, "wb") as target:
            while piece := source.read(PIECE):
                target.write(piece)
        # A time that no file has: `exec` answers that the file has changed since the run was planned.
        changed = line.get("etag") not in (None, mark(system.get_file_info(place)))
        return {**line, "path": copy, "etag": "mtime:0" if changed else None}

    def drop(self, number):
        """The file is answered: its copy makes room for the next."""
        with self.changed:
            self.used -= self.sizes.pop(number, 0)
            self.changed.notify_all()
        shutil.rmtree(os.path.join(self.folder, str(number)), ignore_errors=True)

    def close(self):
        with self.changed:
            self.closed = True
            self.changed.notify_all()
        shutil.rmtree(self.folder, ignore_errors=True)


class Process:
    """One `scorebook exec`: all lines in, an answer for each out."""

    def __init__(self, command, environment, lines, copies):
        self.child = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.lines, self.copies, self.failure = lines, copies, None
        self.feeder = threading.Thread(target=self._feed, daemon=True)
        self.feeder.start()

    def _feed(self):
        try:
            for line in self.lines:
                self.child.stdin.write(json.dumps(self.copies.localised(line)) + "\n")
                self.child.stdin.flush()
        except BrokenPipeError:
            pass  # It has ended; its code says why.
        except Exception as failure:  # noqa: BLE001 a copy that failed is raised by the task
            self.failure = failure
        finally:
            try:
                self.child.stdin.close()
            except OSError:
                pass

    def answers(self):
        yield from self.child.stdout

    def end(self):
        code = self.child.wait()
        self.feeder.join(timeout=60)
        if self.failure:
            raise self.failure
        return code

    def kill(self):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()


def answers(lines, start, copies):
    """The answers to lines, one text each.

    - start: makes a `Process` of lines.
    """
    places = {line["n"]: place for place, line in enumerate(lines)}
    process, reached = start(lines), 0
    try:
        for text in process.answers():
            place = places[json.loads(text)["n"]]
            for line in lines[reached:place]:
                copies.drop(line["n"])
            reached = max(reached, place)
            yield text.rstrip("\n")
        code = process.end()
    finally:
        process.kill()
    for line in lines:
        copies.drop(line["n"])
    if code:
        raise ExecFailed(code)


def task(options):
    """What each task does with its lines: a function of Arrow batches, for `mapInArrow`."""
    command = [options.program, "exec", "--units", "-", *database(options)]
    variables = {"SCOREBOOK_PIPELINES": options.pipelines, "PGSERVICEFILE": options.service_file}
    budget = options.disk << 30

    def load(batches):
        import pyarrow
        from pyspark import TaskContext

        lines = [json.loads(text) for batch in batches for text in batch.column("value").to_pylist()]
        if not lines:
            return
        context = TaskContext.get()
        environment = {**os.environ, **{name: value for name, value in variables.items() if value}}
        environment["SCOREBOOK_ATTEMPT"] = str(context.attemptNumber() if context else 0)
        copies = Copies(budget)
        try:
            for text in answers(lines, lambda part: Process(command, environment, part, copies), copies):
                yield pyarrow.record_batch([[text]], ["value"])
        finally:
            copies.close()

    return load


def database(options):
    return ["--database", options.database] if options.database else []


def scorebook(options, *words, variables=None, **more):
    """A command on the driver."""
    environment = {**os.environ, **(variables or {})}
    if options.pipelines:
        environment["SCOREBOOK_PIPELINES"] = options.pipelines
    if options.service_file:
        environment["PGSERVICEFILE"] = options.service_file
    return subprocess.run([options.driver_program or options.program, *words, *database(options)], env=environment, **more)


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def write(lines, path):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def planned(options):
    """Begins the run; the file with its lines."""
    handle, path = tempfile.mkstemp(prefix="scorebook-units-", suffix=".jsonl")
    with os.fdopen(handle, "wb") as file, outline(options.inbox) as (folder, objects):
        variables = {"SCOREBOOK_INBOX": folder} if folder else {}
        code = scorebook(options, "plan-units", *options.plan, variables=variables, stdout=file).returncode
    if code:
        sys.exit(code)
    if objects:
        write([{**line, **objects[os.path.relpath(line["path"], folder)]} for line in read(path)], path)
    return path


@contextlib.contextmanager
def outline(inbox):
    """A folder with the names and sizes of an inbox in a store of objects, and each object's address and mark.

    `plan-units` reads names and sizes only, and `settings.yaml`; the files are read by the tasks.
    """
    if not inbox:
        yield None, None
        return
    from pyarrow import fs

    system, root = fs.FileSystem.from_uri(inbox)
    root = root.rstrip("/")
    address, _, options = inbox.partition("?")
    scheme, rest = address.rstrip("/").split("://", 1)
    host = rest.removesuffix(root)
    objects = {}
    with tempfile.TemporaryDirectory(prefix="scorebook-inbox-") as folder:
        for found in system.get_file_info(fs.FileSelector(root, recursive=True)):
            if found.type != fs.FileType.File:
                continue
            name = os.path.relpath(found.path, root)
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                if os.path.basename(name) == "settings.yaml":
                    with system.open_input_stream(found.path) as source:
                        file.write(source.read())
                else:
                    file.truncate(found.size)
            if found.mtime:
                os.utime(path, (found.mtime.timestamp(),) * 2)
            place = f"{scheme}://{host}{found.path}" + (f"?{options}" if options else "")
            objects[name] = {"path": place, "etag": mark(found)}
        yield folder, objects


def in_tasks(lines, count):
    """Each line with its task: whole groups, the largest first, each to the task that has the fewest bytes."""
    sizes = {}
    for line in lines:
        sizes[line["group"]] = sizes.get(line["group"], 0) + line["bytes"] + (16 << 10)
    count = max(1, min(count, len(sizes)))
    filled = [0] * count
    place = {}
    for group in sorted(sizes, key=lambda group: (-sizes[group], group)):
        place[group] = filled.index(min(filled))
        filled[place[group]] += sizes[group]
    return [(place[line["group"]], line["group"], line["n"], json.dumps(line)) for line in lines], count


def distribute(spark, lines, options):
    """Runs the tasks: how many answers there were of each status.

    These figures are Spark's; the report of `finish` has the ledger's.
    """
    from pyspark.sql.functions import col, count, get_json_object

    rows, tasks = in_tasks(lines, options.tasks)
    frame = spark.createDataFrame(rows, "task int, group int, n int, value string")
    # By id each task is a partition of its own (Spark 4.1); adaptive execution keeps a number that is given.
    spread = frame.repartitionById if hasattr(frame, "repartitionById") else frame.repartition
    answered = spread(tasks, col("task")).sortWithinPartitions("group", "n").select("value")
    answered = answered.mapInArrow(task(options), "value string")
    if options.answers:
        answered.write.mode("overwrite").text(options.answers)
        answered = spark.read.text(options.answers)
    status = get_json_object("value", "$.status")
    found = answered.groupBy(status.alias("status")).agg(count("*").alias("count")).collect()
    return {row["status"]: row["count"] for row in found}


def own_words(words):
    """The arguments before the first `--`, which are this program's, and those after it, which are of `plan-units`.

    argparse takes the latter only directly behind the job, and not behind another option.
    """
    end = words.index("--") if "--" in words else len(words)
    return words[:end], words[end + 1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plan", nargs="*", metavar="JOB", help="what plan-units gets; its options after --")
    parser.add_argument("--inbox", metavar="URI", help="the job's inbox in a store of objects, as in s3://bucket/inbox")
    parser.add_argument("--units", metavar="FILE", help="lines of a run that was planned, or of finish --missing")
    parser.add_argument("--planned", metavar="FILE", help="all lines of the run, where --units are some of them")
    parser.add_argument("--database", metavar="service=NAME", help="the database; by default DATABASE_URL of each machine")
    parser.add_argument("--service-file", metavar="FILE", help="PGSERVICEFILE on driver and workers")
    parser.add_argument("--program", default="scorebook", metavar="FILE", help="the program on the workers")
    parser.add_argument("--driver-program", metavar="FILE", help="the program on the driver, where it is another file")
    parser.add_argument("--pipelines", metavar="DIR", help="the definitions on driver and workers")
    parser.add_argument("--tasks", type=int, default=16, metavar="N", help="tasks at most; a group is never divided")
    parser.add_argument("--disk", type=int, default=4, metavar="GB", help="copies of objects on a task's disk, at most")
    parser.add_argument("--answers", metavar="URI", help="keep the answers of exec as text files in this folder")
    parser.add_argument("--output", choices=["table", "json"], default="table", help="the form of the report")
    words, more = own_words(sys.argv[1:])
    options = parser.parse_intermixed_args(words)
    options.plan += more
    if bool(options.plan) == bool(options.units):
        parser.error("give a job, or --units FILE")
    if options.database and "://" in options.database:
        parser.error("give --database service=NAME: Spark shows the arguments of an application")
    path = options.units or planned(options)
    lines = read(path)
    if not lines:
        sys.exit("no files: nothing to do")
    run, whole = lines[0]["run"], options.planned or path
    again = (
        f"Run {run}: what is loaded stays. To load the rest and end the run:\n"
        f"  scorebook finish {run} --units {whole} --missing > rest.jsonl\n"
        f"  spark-submit {sys.argv[0]} --units rest.jsonl --planned {whole}")
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName(f"scorebook {run[:8]}").getOrCreate()
    try:
        counts = distribute(spark, lines, options)
    except Exception as failure:  # noqa: BLE001 whatever has ended the job, the run can go on
        print(f"The Spark job failed: {type(failure).__name__}\n{again}", file=sys.stderr)
        sys.exit(75)
    finally:
        spark.stop()
    print(f"Answers of run {run}: {json.dumps(counts)}", file=sys.stderr)
    code = scorebook(options, "finish", run, "--units", whole, "-o", options.output).returncode
    if code == 75:
        print(again, file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
