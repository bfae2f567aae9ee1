"""Where things are: the project, the scratch folder, the programs, the data, and how a child is timed."""
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SCRATCH = os.path.join(ROOT, ".build", "bench")
DATA = os.path.join(SCRATCH, "data")
SCOREBOOK = os.path.join(ROOT, ".build", "release", "scorebook")
CSV_BENCH = os.path.join(ROOT, ".build", "release", "scorebook-bench-csv")
SUITE = os.path.dirname(os.path.abspath(__file__))
PIPELINES = os.path.join(ROOT, "Pipelines")
PLAIN_PIPELINES = os.path.join(os.path.dirname(SUITE), "Pipelines")


class Failure(Exception):
    """Something did not run; a measurement of it would mean nothing. `code` is the exit code of a program."""

    def __init__(self, text, code=None):
        super().__init__(text)
        self.code = code


def say(text):
    print(text, file=sys.stderr, flush=True)


class Outcome:
    """`processor` are seconds of processor time: on a machine with other work they tell more than the clock."""

    def __init__(self, seconds, peak, text, processor):
        self.seconds, self.peak, self.text, self.processor = seconds, peak, text, processor


def run(arguments, stdin=None, codes=(0,)):
    """Runs a program; its time, its peak memory in bytes and what it printed."""
    started = time.monotonic()
    with tempfile.TemporaryFile("w+") as given:
        given.write(stdin or "")
        given.flush()
        given.seek(0)
        child = subprocess.Popen(
            arguments, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds, code = time.monotonic() - started, os.waitstatus_to_exitcode(status)
    child.returncode = code
    if code not in codes:
        raise Failure(f"{os.path.basename(arguments[0])} {' '.join(arguments[1:3])}: exit {code}\n{text[-2000:]}", code)
    return Outcome(seconds, usage.ru_maxrss * 1024, text, usage.ru_utime + usage.ru_stime)


def rows(shape, count, seed="1"):
    """A file of invented rows, made once."""
    os.makedirs(DATA, exist_ok=True)
    path = os.path.join(DATA, f"{shape}-{count}-{seed}.{'jsonl' if shape == 'lines' else 'csv'}")
    if not os.path.exists(path):
        say(f"making {os.path.basename(path)}")
        run([sys.executable, os.path.join(SUITE, "rows.py"), shape, str(count), path + ".making", seed])
        os.rename(path + ".making", path)
    return path


def other_bytes(path):
    """The same rows in a file of other bytes: a blank line at the end."""
    other = path[:-4] + "-again.csv"
    if not os.path.exists(other):
        shutil.copyfile(path, other + ".making")
        with open(other + ".making", "ab") as file:
            file.write(b"\n")
        os.rename(other + ".making", other)
    return other


def digest(*folders):
    """Of the definitions, SQL and Swift in these folders of the project."""
    found = hashlib.sha256()
    for folder in folders:
        for parent, below, names in os.walk(os.path.join(ROOT, folder)):
            below.sort()
            for name in sorted(names):
                path = os.path.join(parent, name)
                found.update(os.path.relpath(path, ROOT).encode() + b"\0" + open(path, "rb").read())
    return found.hexdigest()


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {"processor": model, "cores": len(os.sched_getaffinity(0)), "memory_gb": round(pages / 1e9, 1),
            "load_average": round(os.getloadavg()[0], 2)}
