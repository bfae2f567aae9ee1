"""Small files into a server that is 20 ms away: a relay between libpq and the server, and the round trips it sees."""
import os
import queue
import shutil
import socket
import statistics
import tempfile
import threading
import time

import loading
import metrics
import place
import small
from report import Measure

DELAY = 0.02


class Link:
    """One connection: each chunk arrives late by the delay, whatever else is under way in either direction.

    `trips` counts how often the client said something and then got an answer: what it sends in one go is one trip.
    """

    def __init__(self, client, server, delay):
        self.trips, self.is_asked = 0, False
        self.pass_on(client, server, delay, received=self.ask)
        self.pass_on(server, client, delay, delivered=self.answer)

    def ask(self):
        self.is_asked = True

    def answer(self):
        self.trips += self.is_asked
        self.is_asked = False

    @staticmethod
    def pass_on(source, target, delay, received=lambda: None, delivered=lambda: None):
        """Two threads of one direction; an empty chunk is the end."""
        under_way = queue.SimpleQueue()

        def receive():
            chunk = True
            while chunk:
                try:
                    chunk = source.recv(1 << 16)
                except OSError:
                    chunk = b""
                if chunk:
                    received()
                under_way.put((time.monotonic() + delay, chunk))

        def deliver():
            chunk = True
            while chunk:
                due, chunk = under_way.get()
                time.sleep(max(0, due - time.monotonic()))
                try:
                    if chunk:
                        delivered()
                        target.sendall(chunk)
                    else:
                        target.shutdown(socket.SHUT_WR)
                except OSError:
                    return

        for work in (receive, deliver):
            threading.Thread(target=work, daemon=True).start()


class Relay:
    """A server's socket in a folder of its own; behind it the server, late by the delay each way."""

    def __init__(self, cluster, delay):
        self.folder = tempfile.mkdtemp(prefix="relay-")
        name = f".s.PGSQL.{cluster.port}"
        self.server, self.delay, self.links = os.path.join(cluster.socket, name), delay, []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, name))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.server)
            self.links.append(Link(client, server, self.delay))

    @property
    def trips(self):
        """Round trips of all connections since, but for the one with which each of them is made."""
        return sum(link.trips - 1 for link in self.links)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        shutil.rmtree(self.folder)


def metrics_file(cluster, database, url):
    path = metrics.write("remote-nightly.csv", metrics.some(metrics.athletes(1), 5, "remote"))
    return loading.scorebook(
        cluster, database, path, place.PIPELINES, {"inserted": 5}, owner=metrics.email(0), url=url)


def workouts(count):
    return lambda cluster, database, url: small.load(cluster, database, small.folder(count), count, url=url)


# The load, and the bounds of its seconds and of its round trips.
LOADS = {
    "one file of 5 metrics": (metrics_file, (1, None), (15, 8)),
    "one file of a workout": (workouts(1), (1, None), (15, 8)),
    "128 files of a workout each, one run": (workouts(128), (4, None), (None, None)),
}


def run(cluster, template, load):
    """One run from a clone: its seconds, its round trips, its connections."""
    database = cluster.clone(template)
    with Relay(cluster, DELAY) as relay:
        seconds = load(cluster, database, cluster.url(database, "scorebook_loader", relay.folder)).seconds
        return seconds, relay.trips, len(relay.links)


def measure(cluster, rounds):
    template = cluster.athletes()
    place.say(f"remote: {DELAY * 1000:.0f} ms each way")
    found = {word: [] for word in LOADS}
    for number in range(rounds):
        for word, (load, _, _) in LOADS.items():
            seconds, trips, connections = run(cluster, template, load)
            found[word].append((seconds, trips))
            place.say(f"  round {number + 1}: {word}: {seconds:.2f} s, {trips} round trips, {connections} connections")
    measures = []
    for word, (_, of_seconds, of_trips) in LOADS.items():
        seconds, trips = zip(*found[word])
        measures += [
            Measure.bound(f"{word}, {DELAY * 1000:.0f} ms each way", seconds, *of_seconds),
            Measure.value("  round trips, those of connecting apart", statistics.median(trips), "", *of_trips)]
    return measures
