"""Sessions of the app beside a load: through libpq, logged in as Supabase's API is, with one athlete's claims."""
import contextlib
import ctypes
import ctypes.util
import threading
import time

import place

# What may happen to a write because of another session; every other error means that the write itself is wrong.
PASSING = {"40P01": "deadlock", "40001": "serialisation", "55P03": "lock timeout", "57014": "cancelled"}


def library():
    """libpq, which the program needs as well; its calls leave Python's lock to other threads."""
    libpq = ctypes.CDLL(ctypes.util.find_library("pq") or "libpq.so.5")
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    for name, result, arguments in (
            ("PQconnectdb", pointer, [text]), ("PQstatus", number, [pointer]), ("PQerrorMessage", text, [pointer]),
            ("PQfinish", None, [pointer]), ("PQexec", pointer, [pointer, text]), ("PQclear", None, [pointer]),
            ("PQresultStatus", number, [pointer]), ("PQresultErrorField", text, [pointer, number])):
        function = getattr(libpq, name)
        function.restype, function.argtypes = result, arguments
    return libpq


class Session:
    """A connection of its own; only one thread uses it at a time."""
    OK, DONE = 0, (1, 2)
    libpq = None

    def __init__(self, url, *statements):
        Session.libpq = Session.libpq or library()
        self.connection = self.libpq.PQconnectdb(url.encode())
        if self.libpq.PQstatus(self.connection) != self.OK:
            raise place.Failure(self.libpq.PQerrorMessage(self.connection).decode())
        for statement in statements:
            self.run(statement)

    def attempt(self, sql):
        """The seconds that the statements take, and their SQLSTATE if they fail."""
        started = time.monotonic()
        result = self.libpq.PQexec(self.connection, sql.encode())
        seconds = time.monotonic() - started
        state = None
        if self.libpq.PQresultStatus(result) not in self.DONE:
            state = (self.libpq.PQresultErrorField(result, ord("C")) or b"08006").decode()
        self.libpq.PQclear(result)
        if state and state not in PASSING:
            raise place.Failure(f"{sql[:60]}: {self.libpq.PQerrorMessage(self.connection).decode()}")
        return seconds, state

    def run(self, sql):
        seconds, state = self.attempt(sql)
        if state:
            raise place.Failure(f"{sql[:60]}: {state}")
        return seconds

    def close(self):
        self.libpq.PQfinish(self.connection)


def app(cluster, database, athlete=None):
    """A session of the athlete as PostgREST opens it; without an athlete one of a job of the app."""
    role = "authenticated" if athlete else "service_role"
    claims = f'{{"role": "{role}"' + (f', "sub": "{athlete[0]}"' if athlete else "") + "}"
    return Session(
        cluster.url(database, "authenticator"), f"set role {role}", f"set request.jwt.claims = '{claims}'",
        "set statement_timeout = '8s'")


def metric(athlete, kind="velocity", day="2026-06-01"):
    """The app's insert of one metric."""
    return (
        "insert into public.performance_metrics (user_id, family_unit_id, metric_type, value, unit, recorded_date) "
        f"values ('{athlete[0]}', '{athlete[1]}', '{kind}', 81.5, 'mph', '{day}')")


class Writer(threading.Thread):
    """Writes after each pause until it is stopped: the seconds of each write, and the SQLSTATEs of those that failed."""

    def __init__(self, session, *statements, pause=0.05):
        super().__init__()
        self.session, self.statements, self.pause = session, statements, pause
        self.waits, self.failed, self.broken = [], [], None
        self.stopped = threading.Event()
        # The app's connections are pooled: no session is new to the catalogue.
        session.run(statements[0])

    def run(self):
        try:
            while not self.stopped.wait(self.pause):
                seconds, state = self.session.attempt(self.statements[len(self.waits) % len(self.statements)])
                self.waits.append(seconds)
                if state:
                    self.failed.append(state)
        except place.Failure as failure:
            self.broken = failure

    @property
    def longest(self):
        """In milliseconds."""
        return max(self.waits) * 1000

    def late(self, seconds=0.1):
        return sum(1 for wait in self.waits if wait > seconds)

    def describe(self, name):
        failed = ", ".join(f"{self.failed.count(state)} {PASSING[state]}" for state in sorted(set(self.failed)))
        place.say(
            f"    {name}: {len(self.waits)} writes, {self.late()} over 100 ms, longest {self.longest:,.0f} ms"
            + (f", failed: {failed}" if failed else ""))


@contextlib.contextmanager
def beside(**writers):
    """Lets the writers write while the work in the block is done."""
    for writer in writers.values():
        writer.start()
    try:
        time.sleep(0.2)
        yield
    finally:
        for writer in writers.values():
            writer.stopped.set()
        for writer in writers.values():
            writer.join()
            writer.session.close()
    for name, writer in writers.items():
        if writer.broken:
            raise writer.broken
        writer.describe(name.replace("_", " "))
