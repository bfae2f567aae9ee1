"""A cluster of the oracle's own, made by scorebook in a folder that goes away, and what it holds as an owner reads it."""
from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[3]
BETWEEN = "=== oracle ==="


class Failure(Exception):
    """The oracle itself cannot go on."""


@dataclass
class Owner:
    id: str
    email: str


class Server:
    def __init__(self) -> None:
        self.program = os.environ.get("SCOREBOOK_PROGRAM", str(PACKAGE / ".build/release/scorebook"))
        if not os.access(self.program, os.X_OK):
            raise Failure("build the program first: `make build`, or name it in SCOREBOOK_PROGRAM")
        self.folder = tempfile.TemporaryDirectory(prefix="scorebook-oracle.")
        self.place = Path(self.folder.name)
        # The server's own user must reach its data.
        self.place.chmod(0o755)
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PG", "DATABASE_URL"))
        } | {"SCOREBOOK_PIPELINES": str(PACKAGE / "Pipelines"), "PAGER": "", "PGTZ": "UTC"}

    def __enter__(self) -> Server:
        self.call("db", "start")
        self.call("schema", "up", "--database", "embedded")
        return self

    def __exit__(self, *_: object) -> None:
        self.call("db", "stop")
        self.folder.cleanup()

    def call(self, *words: str, codes: tuple[int, ...] = (0,), stdin: str = "") -> str:
        done = subprocess.run(
            [self.program, *words], cwd=self.place, env=self.environment, input=stdin, capture_output=True,
            text=True, timeout=300, check=False)
        if done.returncode not in codes:
            raise Failure(f"scorebook {words[0]} ended with {done.returncode}: {done.stderr[-600:]}")
        return done.stdout

    def queries(self, queries: list[str], owner: Owner | None = None) -> list[list[dict[str, str | None]]]:
        """Rows of each query; with an owner, as that person reads them through the app, under row-level security."""
        claims = json.dumps({"sub": owner.id}) if owner else ""
        role = f"set local role authenticated; set local request.jwt.claims = '{claims}';" if owner else ""
        words = ["--", "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", "--pset=null=\\N", "-f", "-"]
        between = f";\n\\echo {BETWEEN}\n"
        output = self.call(
            "db", "psql", *words, stdin=f"begin; set local timezone = 'UTC'; {role}\n{between.join(queries)};\ncommit;\n")
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

    def load(self, path: Path, owner: Owner, settings: dict[str, str]) -> dict[str, Any]:
        """The report of one import; rejects are no error here, they are counted."""
        given = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
        report = self.call(
            "run", "--input", str(path), "--owner", owner.email, "--database", "embedded", "--max-rejects", "100%",
            "-o", "json", "-q", *given, codes=(0, 1, 65))
        return json.loads(report)
