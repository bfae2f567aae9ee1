"""The same file as another export would have it: shuffled, half, without a record, with one corrected."""
from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cells


@dataclass
class Lines:
    """A text file cut into what stands before its records, and the records, each as written."""

    head: str
    records: list[str]

    @classmethod
    def read(cls, path: Path, before: int, quoted: bool) -> Lines:
        """`before` lines are no records; line breaks inside quotation marks belong to their record."""
        text = path.read_bytes().decode("utf-8")
        found, start, inside = [], 0, False
        for place, character in enumerate(text):
            if character == '"' and quoted:
                inside = not inside
            elif character == "\n" and not inside:
                found.append(text[start:place + 1])
                start = place + 1
        if text[start:]:
            found.append(text[start:] + "\n")
        return cls("".join(found[:before]), [record for record in found[before:] if record.strip()])

    def write(self, path: Path, records: list[str]) -> Path:
        path.write_bytes((self.head + "".join(records)).encode("utf-8"))
        return path


def with_cell(lines: Lines, record: str, column: str, change: Callable[[str], str]) -> str | None:
    """The record with another value in the first column of that name; none where the cell has nothing to change."""
    head = lines.head.lstrip("\ufeff").splitlines()[-1]
    delimiter = max(",;\t", key=head.count)
    names = [name.strip() for name in next(csv.reader([head], delimiter=delimiter))]
    row = next(csv.reader(io.StringIO(record), delimiter=delimiter))
    if column not in names or len(row) <= names.index(column):
        return None
    place = names.index(column)
    changed = change(row[place])
    if changed == row[place]:
        return None
    output = io.StringIO()
    csv.writer(output, delimiter=delimiter, lineterminator="\n").writerow([*row[:place], changed, *row[place + 1:]])
    return output.getvalue()


def raised(cell: str) -> str:
    """A number or a time that is one more, in the notation that it has; zero and what is neither stay."""
    if clock := re.fullmatch(r"(\d+(?::\d\d)*:)(\d\d)", cell):
        return f"{clock.group(1)}{(int(clock.group(2)) + 1) % 60:02}"
    try:
        value = cells.number(cell, comma=True)
    except cells.Wrong:
        return cell
    if not value:
        return cell
    text = format(value + 1, "f")
    return text.replace(".", ",") if "," in cell else text


def corrected(lines: Lines, column: str, good: Callable[[list[str]], bool]) -> list[str] | None:
    """All records, the first one with a number in the column corrected, if that leaves a good file."""
    for place, record in enumerate(lines.records):
        changed = with_cell(lines, record, column, raised)
        records = [*lines.records[:place], changed or "", *lines.records[place + 1:]]
        if changed is not None and good(records):
            return records
    return None


def shuffled(records: list[str]) -> list[str]:
    mixed = list(records)
    random.Random(7).shuffle(mixed)
    return mixed if mixed != records else mixed[::-1]
