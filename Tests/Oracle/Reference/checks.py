"""One file against the database: as it is, and as later exports of the same source would have it."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import cells
import edits
import figures
from figures import Content, Outcome
from files import File
from server import Failure, Owner, Server
from tables import TABLES


# How many owners the checks of one file need.
OWNERS = 6


class Check:
    """`edited`: whether later exports are tried, too."""

    def __init__(self, server: Server, path: Path, file: File, scratch: Path, show: bool, edited: bool) -> None:
        self.server, self.path, self.file, self.scratch, self.show = server, path, file, scratch, show
        self.edited = edited and file.family.cut
        self.settings = file.settings
        self.outcome, self.marks = Outcome(), ""

    def run(self) -> Check:
        if not self.path.exists():
            self.outcome.equal("the file", "there", "missing")
            return self
        # `cell:COLUMN` is what the file's first record has there.
        for name, value in self.settings.items():
            if value.startswith("cell:"):
                self.settings = self.settings | {name: cells.table(self.path)[0][value.removeprefix("cell:")]}
        self.scratch.mkdir()
        try:
            self.owners = self.server.owners(OWNERS if self.edited else 1)
            self.as_it_is()
            if self.edited:
                self.as_others()
        except Failure as failure:
            self.outcome.equal("the import", "done", str(failure))
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
        self.tables(wanted, owner, "as it is")
        before = self.content(owner)
        again = self.load(self.path, owner)
        changed = sum(again["ledger"][what] for what in ("inserted", "updated"))
        self.mark("twice", Outcome(1, int(changed != 0 or self.content(owner) != before)))

    def as_others(self) -> None:
        family = self.file.family
        lines = edits.Lines.read(self.path, family.before, family.quoted)
        if len(lines.records) < 2:
            return
        mixed = self.written(lines, edits.shuffled(lines.records), "shuffled")
        self.compared_after("shuffled", [mixed], self.reference(self.path), ordered=False)
        half = self.written(lines, lines.records[:len(lines.records) // 2], "half")
        self.compared_after("grown", [half, self.path], self.reference(self.path))
        # A file with rejected records takes nothing away: they may give what is missing.
        good = [record for record in lines.records if self.acceptable(lines, record)]
        place = self.removable(lines, good)
        if place is not None:
            full = self.written(lines, good, "good")
            less = self.written(lines, good[:place] + good[place + 1:], "less")
            kept = self.reference(less if family.whole else full)
            self.compared_after("deleted", [full, less], kept)
            self.compared_after("inserted", [less, full], self.reference(full))
        if family.corrects:
            changed = edits.corrected(lines, family.corrects, lambda records: self.as_many(lines, records))
            if changed is not None:
                corrected = self.written(lines, changed, "corrected")
                self.compared_after("corrected", [self.path, corrected], self.reference(corrected))

    def removable(self, lines: edits.Lines, records: list[str]) -> int | None:
        """A record in the middle whose workout (or day) keeps others: what the file does not give at all stays."""
        whole = self.reference(self.written(lines, records, "probe"))
        for place in range(len(records) // 2, -1, -1):
            if not self.readable(lines, records[place]):
                continue
            less = self.reference(self.written(lines, records[:place] + records[place + 1:], "probe"))
            groups = [content.rows.get("workouts", []) for content in (whole, less)]
            if len(groups[0]) == len(groups[1]) or not self.file.family.whole:
                return place
        return None

    def readable(self, lines: edits.Lines, record: str) -> bool:
        alone = self.reference(self.written(lines, [record], "alone"))
        return alone.read == 1 and not alone.rejected and not alone.skipped

    def acceptable(self, lines: edits.Lines, record: str) -> bool:
        return not self.reference(self.written(lines, [record], "alone")).rejected

    def as_many(self, lines: edits.Lines, records: list[str]) -> bool:
        """Whether the edited file has as many good records, and another content."""
        edited, whole = self.reference(self.written(lines, records, "probe")), self.reference(self.path)
        return edited.rejected == whole.rejected and edited.skipped == whole.skipped and edited.rows != whole.rows

    def compared_after(self, name: str, paths: list[Path], wanted: Content, ordered: bool = True) -> None:
        owner = self.owners.pop()
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
    ) -> None:
        outcome = self.outcome if outcome is None else outcome
        for table, found in zip(self.file.family.tables, self.rows(owner)):
            known = TABLES[table]
            columns = [column for column in known.columns if ordered or column not in known.order]
            outcome += figures.compare(f"{name}: {table}", columns, wanted.rows.get(table, []), found, self.show)

    def rows(self, owner: Owner) -> list[list[dict[str, Any]]]:
        """What the owner reads, table by table."""
        queries = [TABLES[table].sql.format(owner=owner.id) for table in self.file.family.tables]
        return [[canonical(row) for row in rows] for rows in self.server.queries(queries, owner)]

    def content(self, owner: Owner) -> list[Any]:
        return [sorted(map(str, rows)) for rows in self.rows(owner)]

    def reference(self, path: Path) -> Content:
        return self.file.family.read(path, self.settings)

    def load(self, path: Path, owner: Owner) -> dict[str, Any]:
        return self.server.load(path, owner, self.settings)

    def written(self, lines: edits.Lines, records: list[str], name: str) -> Path:
        folder = self.scratch / name
        folder.mkdir(exist_ok=True)
        return lines.write(folder / self.path.name, records)


def canonical(row: dict[str, str | None]) -> dict[str, Any]:
    """Numbers in the notation of `figures.text`; all else as psql writes it."""
    return {name: cell if cell is None else figures.number(cell) for name, cell in row.items()}
