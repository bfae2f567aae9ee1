"""A cluster of the oracle's own, made by scorebook in a folder that goes away, and what it holds as an owner reads it."""
from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[3]
BETWEEN = "=== oracle ==="
# A client itself: Debian's own `psql` is a script that looks for one, and takes longer than most of what is asked.
PSQL = next(map(str, Path("/usr/lib/postgresql").glob("*/bin/psql")), "psql")
# A cluster that goes away needs no disk.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class Failure(Exception):
    """The oracle itself cannot go on."""


@dataclass
class Owner:
    id: str
    email: str


@dataclass
class World(Owner):
    """An owner in a copy of Samples/family.sql: each id, address and code of its files has its own, and back."""

    words: dict[str, str]

    @classmethod
    def new(cls) -> World:
        hex = uuid.uuid4().hex
        mark = f"-{hex[:4]}-4{hex[4:7]}-8{hex[7:10]}-"
        mail = f"{hex[16:]}.example.org"
        # The letters are there so that the two codes differ where all digits are below ten.
        words = {"-0000-4000-8000-": mark, "@example.org": f"@{mail}", "7Q2K9X": f"K{hex[10:15].upper()}",
                 "m4y4r1": f"m{hex[10:15]}", "maya-rivera": f"a{hex[10:16]}a",
                 "12e15559-0993-8245-9b31-13feaac6888c": f"12e15559{mark}13feaac6888c"}
        return cls(f"5f0c0000{mark}000000000001", f"maya.rivera@{mail}", words)

    @property
    def mark(self) -> str:
        return self.words["-0000-4000-8000-"]

    def has(self, table: str) -> str:
        """The condition that a row belongs here."""
        return f"to_jsonb({table})::text like '%{self.mark}%'"

    def forth(self, text: str) -> str:
        for word, own in self.words.items():
            text = text.replace(word, own)
        return text

    def back(self, text: str) -> str:
        for word, own in reversed(self.words.items()):
            text = text.replace(own, word)
        return text


class Server:
    def __init__(self) -> None:
        self.program = os.environ.get("SCOREBOOK_PROGRAM", str(PACKAGE / ".build/release/scorebook"))
        if not os.access(self.program, os.X_OK):
            raise Failure("build the program first: `make build`, or name it in SCOREBOOK_PROGRAM")
        self.folder = tempfile.TemporaryDirectory(prefix="scorebook-oracle.", dir=MEMORY)
        self.place = Path(self.folder.name)
        # The server's own user must reach its data.
        self.place.chmod(0o755)
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PG", "DATABASE_URL"))
        } | {"SCOREBOOK_PIPELINES": str(PACKAGE / "Pipelines"), "SCOREBOOK_HOME": str(self.place / ".scorebook"), "PAGER": "", "PGTZ": "UTC"}

    def __enter__(self) -> Server:
        self.call("db", "start")
        self.call("schema", "up", "--database", "embedded")
        self.url = self.call("db", "url").strip()
        # Before the first load: afterwards it cannot be changed, and the copies of the family bring it along.
        family = (PACKAGE / "Samples/family.sql").read_text()
        self.psql(re.search(r"insert into scorebook\.identity_key[^;]*;", family)[0])
        return self

    def __exit__(self, *_: object) -> None:
        self.call("db", "stop")
        self.folder.cleanup()

    def call(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        return self.done([self.program, *words], codes, "")

    def psql(self, text: str, *words: str) -> str:
        return self.done([PSQL, "-X", "-q", "-v", "ON_ERROR_STOP=1", *words, "-f", "-", self.url], (0,), text)

    def done(self, command: list[str], codes: tuple[int, ...], stdin: str) -> str:
        done = subprocess.run(
            command, cwd=self.place, env=self.environment, input=stdin, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode not in codes:
            raise Failure(f"{Path(command[0]).name} {command[1]} ended with {done.returncode}: {done.stderr[-600:]}")
        return done.stdout

    def queries(self, queries: list[str], owner: Owner | None = None) -> list[list[dict[str, str | None]]]:
        """Rows of each query; with an owner, as that person reads them through the app, under row-level security."""
        claims = json.dumps({"sub": owner.id}) if owner else ""
        role = f"set local role authenticated; set local request.jwt.claims = '{claims}';" if owner else ""
        between = f";\n\\echo {BETWEEN}\n"
        output = self.psql(
            f"begin; set local timezone = 'UTC'; {role}\n{between.join(queries)};\ncommit;\n", "--csv", "--pset=null=\\N")
        return [
            [{name: None if cell in ("\\N", "") else cell for name, cell in row.items()}
             for row in csv.DictReader(io.StringIO(part.lstrip("\n"), newline=""))]
            for part in output.split(BETWEEN)]

    def owners(self, count: int) -> list[Owner]:
        """New athletes, each with a family of their own, in a zone that no file has."""
        made = [Owner(str(uuid.uuid4()), f"{uuid.uuid4().hex[:12]}@example.org") for _ in range(count)]
        accounts, users, families, members = [], [], [], []
        for athlete in made:
            parent, family = str(uuid.uuid4()), str(uuid.uuid4())
            for id, email, role in ((athlete.id, athlete.email, "player"), (parent, f"parent.{athlete.email}", "parent")):
                accounts.append(f"('{id}', '{email}')")
                users.append(f"('{id}', '{email}', '{role}', 'Oracle', 'America/New_York')")
                members.append(f"('{family}', '{id}', '{role}')")
            families.append(f"('{family}', 'Oracle', '{parent}')")
        self.queries([
            f"insert into auth.users (id, email) values {', '.join(accounts)}",
            f"insert into public.users (id, email, role, full_name, timezone) values {', '.join(users)}",
            f"insert into public.family_units (id, family_name, created_by_user_id) values {', '.join(families)}",
            f"insert into public.family_members (family_unit_id, user_id, role) values {', '.join(members)}"])
        return made

    def worlds(self, count: int) -> list[World]:
        made = [World.new() for _ in range(count)]
        family = (PACKAGE / "Samples/family.sql").read_text()
        text = "".join(world.forth(family) for world in made)
        self.psql(text)
        return made

    def load(self, path: Path, owner: Owner, settings: dict[str, str], payload: bool = False) -> dict[str, Any]:
        """The report of one import; rejects are no error here, they are counted."""
        given = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        report = self.call(
            "run", "--input", str(path), "--owner", "payload" if payload else owner.email, "--database", self.url, "--max-rejects", "100%",
            "-o", "json", "-q", *given, codes=(0, 1, 65))
        return json.loads(report)
