"""One file against the database: as it is, and as later exports of the same source would have it."""
from __future__ import annotations

import json
import re
import traceback
from decimal import Decimal
from pathlib import Path
from typing import Any

import cells
import edits
import figures
from figures import Content, Outcome
from files import File
from rows import canonical as plain, key_of
from server import Failure, Owner, Server, World
from tables import TABLES


# How many owners the checks of one file need.
OWNERS = 4


class Check:
    """`later`: whether it is loaded once more and later exports are tried, too."""

    def __init__(self, server: Server, path: Path, file: File, scratch: Path, show: bool, later: bool) -> None:
        self.server, self.path, self.file, self.scratch, self.show = server, path, file, scratch, show
        self.later = later
        self.edited = bool(later and file.family.cut and path.suffix != ".zip")
        self.settings = file.settings
        self.outcome, self.marks = Outcome(), ""
        self.prepared: set[str] = set()

    def run(self) -> Check:
        if not self.path.exists():
            self.outcome.equal("the file", "there", "missing")
            return self
        self.settings = {name: stated(self.path, value) for name, value in self.settings.items()}
        self.scratch.mkdir()
        try:
            made = self.server.worlds if self.file.family.ids else self.server.owners
            self.owners = made(OWNERS if self.edited else 1)
            self.as_it_is()
            if self.edited:
                self.as_others()
        except Failure as failure:
            self.outcome.equal("the import", "done", str(failure))
        except Exception as error:  # A reader that fails is a difference of one file, not the end of all.
            self.outcome.equal("the reader", "done", traceback.format_exc() if self.show else type(error).__name__)
        return self

    @property
    def line(self) -> str:
        equal = self.outcome.compared - self.outcome.different
        verdict = "ok  " if not self.outcome.different else "DIFF"
        return f"{verdict}  {self.file.path}  {equal}/{self.outcome.compared}  {self.marks.strip()}"

    def as_it_is(self) -> None:
        owner, wanted = self.owners.pop(), self.reference(self.path)
        ledger = self.load(self.path, owner)["ledger"]
        if wanted.read is not None:
            self.outcome.equal("records read", wanted.read, ledger["read"])
            self.outcome.equal("records rejected", wanted.rejected, ledger["rejected"] + ledger["duplicate"])
            self.outcome.equal("records skipped", wanted.skipped, ledger["skipped"])
        found = self.tables(wanted, owner, "as it is")
        if not self.later:
            return
        again = self.load(self.path, owner)
        changed = sum(again["ledger"][what] for what in ("inserted", "updated"))
        self.mark("twice", Outcome(1, int(changed != 0 or content(self.rows(owner)) != content(found))))

    def as_others(self) -> None:
        family, parts = self.file.family, self.parts()
        if len(parts.records) < 2:
            return
        mixed = self.written(parts, edits.shuffled(parts.records), "shuffled")
        self.compared_after("shuffled", self.owners.pop(), [mixed], self.reference(self.path), ordered=False)
        # Each of the others is the next export of one owner.
        owner = self.owners.pop()
        half = self.written(parts, parts.records[:len(parts.records) // 2], "half")
        self.compared_after("grown", owner, [half, self.path], self.reference(self.path))
        # A file with rejected records takes nothing away: they may give what is missing.
        good = [record for place, record in enumerate(parts.records) if self.acceptable(parts, place)]
        place = self.removable(parts, good)
        full = self.written(parts, good, "full")
        if place is not None and self.reference(full).rows == self.reference(self.path).rows:
            less = self.written(parts, good[:place] + good[place + 1:], "less")
            kept = self.reference(less if family.whole else full)
            # Of a file with few records this may be the half, which is known and changes nothing.
            if less.read_bytes() != half.read_bytes():
                self.compared_after("deleted", owner, [less], kept)
            # Another owner: a file that an owner has loaded before changes nothing, whatever came after it.
            self.compared_after("inserted", self.owners.pop(), [less, full], self.reference(full))
        if family.corrects:
            changed = edits.corrected(parts, family.corrects, lambda records: self.as_many(parts, records))
            if changed is not None:
                corrected = self.written(parts, changed, "corrected")
                self.compared_after("corrected", owner, [corrected], self.reference(corrected))

    def parts(self) -> edits.Parts:
        family, text = self.file.family, self.path.read_bytes().decode("utf-8")
        if family.cut == "json":
            return edits.elements(text, family.array)
        if family.cut == "sql":
            return edits.statements(text)
        return edits.tags(text) if family.cut == "xml" else edits.lines(text, family.before, family.quoted)

    def removable(self, parts: edits.Parts, records: list[str]) -> int | None:
        """A record in the middle whose workout (or day) keeps others: what the file does not give at all stays."""
        whole = self.reference(self.written(parts, records, "probe"))
        for place in range(len(records) // 2, -1, -1):
            if not self.readable(parts, records[place]):
                continue
            less = self.reference(self.written(parts, records[:place] + records[place + 1:], "probe"))
            groups = [content.rows.get("workouts", []) for content in (whole, less)]
            if len(groups[0]) == len(groups[1]) or not self.file.family.whole:
                return place
        return None

    def readable(self, parts: edits.Parts, record: str) -> bool:
        alone = self.reference(self.written(parts, [record], "alone"))
        return alone.read == 1 and not alone.rejected and not alone.skipped

    def acceptable(self, parts: edits.Parts, place: int) -> bool:
        if self.file.family.cut != "sql":
            return not self.reference(self.written(parts, [parts.records[place]], "alone")).rejected
        # A row of a dump may need others of it.
        less = self.written(parts, parts.records[:place] + parts.records[place + 1:], "less")
        return self.reference(less).rejected >= self.reference(self.path).rejected

    def as_many(self, parts: edits.Parts, records: list[str]) -> bool:
        """Whether the edited file has as many good records, and another content."""
        edited, whole = self.reference(self.written(parts, records, "probe")), self.reference(self.path)
        return edited.rejected == whole.rejected and edited.skipped == whole.skipped and edited.rows != whole.rows

    def compared_after(self, name: str, owner: Owner, paths: list[Path], wanted: Content, ordered: bool = True) -> None:
        for path in paths:
            self.load(path, owner)
        outcome = Outcome()
        self.tables(wanted, owner, name, outcome, ordered)
        self.mark(name, outcome)

    def mark(self, name: str, outcome: Outcome) -> None:
        self.marks += f" {name} {'+' if not outcome.different else '-'}"
        if outcome.different:
            outcome.remarks.append(f"{name}: not as expected")
        self.outcome += outcome

    def tables(
        self, wanted: Content, owner: Owner, name: str, outcome: Outcome | None = None, ordered: bool = True
    ) -> list[list[dict[str, Any]]]:
        """Compares what the owner reads, and gives it."""
        outcome, all = self.outcome if outcome is None else outcome, self.rows(owner)
        if self.file.family.of_rows:
            found = written(all, wanted.rows["cells"])
            outcome += figures.compare(f"{name}: cells", ["id", "column", "value"], wanted.rows["cells"], found, self.show)
            return all
        for table, found in zip(self.file.family.tables, all):
            known = TABLES[table]
            columns = [column for column in known.columns if ordered or column not in known.order]
            outcome += figures.compare(f"{name}: {table}", columns, wanted.rows.get(table, []), found, self.show)
        return all

    def rows(self, owner: Owner) -> list[list[dict[str, Any]]]:
        """What the owner reads, table by table; of tables that are compared cell by cell all that is there."""
        if self.file.family.of_rows and isinstance(owner, World):
            queries = [f"select to_jsonb(t) as row from {table} as t where {owner.has('t')}" for table in self.file.family.tables]
            return [[json.loads(owner.back(row["row"] or "{}"), parse_float=Decimal) | {"#": table.removeprefix("public.")}
                     for row in rows] for table, rows in zip(self.file.family.tables, self.server.queries(queries))]
        queries = [TABLES[table].sql.format(owner=owner.id) for table in self.file.family.tables]
        return [[canonical(row) for row in rows] for rows in self.server.queries(queries, owner)]

    def reference(self, path: Path) -> Content:
        return self.file.family.read(path, self.settings)

    def load(self, path: Path, owner: Owner) -> dict[str, Any]:
        if isinstance(owner, World):
            folder = self.scratch / owner.mark
            folder.mkdir(exist_ok=True)
            text, path = path.read_bytes().decode("utf-8"), folder / path.name
            path.write_bytes(owner.forth(text).encode("utf-8"))
        if self.file.family.first and owner.id not in self.prepared:
            self.prepared.add(owner.id)
            first = self.scratch / "game-log.csv"
            first.write_text(self.file.family.first)
            self.server.load(first, owner, {})
        return self.server.load(path, owner, self.settings, payload=self.file.family.payload)

    def written(self, parts: edits.Parts, records: list[str], name: str) -> Path:
        folder = self.scratch / name
        folder.mkdir(exist_ok=True)
        return parts.write(folder / self.path.name, records)


def stated(path: Path, setting: str) -> str:
    """A setting that a real file itself answers: a cell of its first record, or what a pattern finds first."""
    if found := re.fullmatch(r"cell(?:@(\d+))?:(.+)", setting):
        record = cells.table(path, before=int(found[1] or 0))[0]
        return " ".join(record[column] for column in found[2].split("+"))
    if setting.startswith("find:"):
        found = re.search(setting.removeprefix("find:"), cells.text_of(path))
        return found[1] if found else ""
    return setting


def content(tables: list[list[dict[str, Any]]]) -> list[list[str]]:
    return [sorted(map(str, rows)) for rows in tables]


def canonical(row: dict[str, str | None]) -> dict[str, Any]:
    """Numbers in the notation of `figures.text`; all else as psql writes it."""
    return {name: cell if cell is None else figures.number(cell) for name, cell in row.items()}


def written(tables: list[list[dict[str, Any]]], wanted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells that a file writes, and each row that is none of its own."""
    columns: dict[str, set[str]] = {}
    for cell in wanted:
        columns.setdefault(cell["id"], set()).add(cell["column"])
    found = []
    for row in (row for rows in tables for row in rows):
        id = f"{row['#']} {key_of(row['#'], row)}"
        found += [dict(id=id, column=column, value=plain(row[column])) for column in columns.get(id, {"id"})]
    return found
