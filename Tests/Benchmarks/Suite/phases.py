"""Where a load's time goes: the server's own durations of the statements of one run."""
import os
import re

import place

LOGGED = re.compile(r"duration: ([0-9.]+) ms\s+(?:statement|execute [^:]*|parse [^:]*|bind [^:]*): (.*)")


def begin(cluster, database):
    cluster.psql(database, f"alter database {database} set log_min_duration_statement = 20")
    return os.path.getsize(log(cluster))


def log(cluster):
    return os.path.join(os.path.dirname(cluster.data), "server.log")


def end(cluster, start, title, seconds):
    """Prints the statements that took 20 ms and more; the COPY lasts as long as reading and mapping take."""
    with open(log(cluster), encoding="utf-8", errors="replace") as file:
        file.seek(start)
        text = file.read()
    place.say(f"  statements of: {title}, {seconds:.2f} s in all")
    total = 0.0
    for entry in re.split(r"\n(?=\d{4}-\d\d-\d\d )", text):
        found = LOGGED.search(" ".join(entry.split()))
        if found:
            total += float(found.group(1))
            place.say(f"    {float(found.group(1)) / 1000:7.2f} s  {found.group(2)[:150]}")
    place.say(f"    {seconds - total / 1000:7.2f} s  outside of statements")
