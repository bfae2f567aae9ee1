"""What a file says, as rows of the tables it fills, and how two such sets of rows are compared."""
from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from cells import Skipped, Wrong

Row = dict[str, Any]
DIGITS = Decimal("0.00001")


class Content:
    """The rows of each table that a file should fill, and what becomes of its records."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {}
        # None where the figures of several records make one row.
        self.read: int | None = 0
        self.rejected = self.skipped = 0
        self.pending: list[tuple[str, Row]] = []

    def put(self, table: str, **row: Any) -> None:
        """A row of the record at hand."""
        self.pending.append((table, row))

    def gather(self, records: Iterable[Any], read: Callable[[Any], None], rowless: bool = False) -> Content:
        """Each record through `read`: a wrong one gives no row, one without rows is passed over, unless it may be `rowless`."""
        for record in records:
            self.read = (self.read or 0) + 1
            self.pending = []
            try:
                read(record)
                if not self.pending and not rowless:
                    raise Skipped
            except Wrong:
                self.rejected += 1
            except Skipped:
                self.skipped += 1
            else:
                self.keep()
        return self

    def keep(self) -> None:
        for table, row in self.pending:
            self.rows.setdefault(table, []).append(row)
        self.pending = []


def text(value: Any) -> str | None:
    """One notation for equal values: instants in UTC, numbers with up to five decimals, texts as they are."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")
    return plain(Decimal(value)) if isinstance(value, (int, Decimal)) else str(value)


def plain(value: Decimal) -> str:
    rounded = value.quantize(DIGITS, ROUND_HALF_UP)
    return "0" if not rounded else format(rounded, "f").rstrip("0").rstrip(".")


def number(cell: str) -> str:
    """A number of the database in the same notation; what is no number stays as it is."""
    return plain(Decimal(cell)) if re.fullmatch(r"-?\d+(\.\d+)?", cell) else cell


@dataclass
class Outcome:
    """How many figures were compared and how many differ, with the columns in which they do."""

    compared: int = 0
    different: int = 0
    remarks: list[str] = field(default_factory=list)

    def __iadd__(self, other: Outcome) -> Outcome:
        self.compared += other.compared
        self.different += other.different
        self.remarks += other.remarks
        return self

    def equal(self, what: str, wanted: Any, found: Any) -> None:
        self.compared += 1
        if wanted != found:
            self.different += 1
            self.remarks.append(f"{what}: expected {wanted}, found {found}")


def compare(name: str, columns: list[str], wanted: list[Row], found: list[Row], show: bool) -> Outcome:
    """Rows as multisets; what is left over on both sides is paired in order, so that the columns can be named."""
    outcome = Outcome(compared=max(len(wanted), 1) * len(columns))
    left = Counter(tuple(text(row.get(column)) for column in columns) for row in wanted)
    right = Counter(tuple(text(row.get(column)) for column in columns) for row in found)
    missing = sorted((left - right).elements(), key=str)
    surplus = sorted((right - left).elements(), key=str)
    outcome.equal(f"{name}: rows", len(wanted), len(found))
    differing: Counter[str] = Counter()
    for one, other in zip(missing, surplus):
        for column, a, b in zip(columns, one, other):
            if a != b:
                differing[column] += 1
                if show:
                    outcome.remarks.append(f"{name}.{column}: expected {a}, found {b}")
    for row in missing[len(surplus):] + surplus[len(missing):]:
        differing["(whole row)"] += len(columns)
        if show:
            outcome.remarks.append(f"{name}: {'missing' if row in missing else 'surplus'} {row}")
    outcome.different += sum(differing.values())
    outcome.remarks += [f"{name}.{column}: {times} differ" for column, times in differing.items()]
    return outcome
