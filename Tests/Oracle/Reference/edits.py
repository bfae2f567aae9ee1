"""The same file as another export would have it: shuffled, half, without a record, with one corrected."""
from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cells


@dataclass
class Parts:
    """A text file cut into its records, each as written, and what is written before, between and after them."""

    head: str
    records: list[str]
    tail: str = ""
    joint: str = ""

    def write(self, path: Path, records: list[str]) -> Path:
        path.write_bytes((self.head + self.joint.join(records) + self.tail).encode("utf-8"))
        return path


def lines(text: str, before: int, quoted: bool) -> Parts:
    """`before` lines are no records; line breaks inside quotation marks belong to their record."""
    found, start, inside = [], 0, False
    for place, character in enumerate(text):
        if character == '"' and quoted:
            inside = not inside
        elif character == "\n" and not inside:
            found.append(text[start:place + 1])
            start = place + 1
    if text[start:]:
        found.append(text[start:] + "\n")
    return Parts("".join(found[:before]), [record for record in found[before:] if record.strip()])


def elements(text: str, array: str) -> Parts:
    """The elements of the first JSON array, or of the one under a name."""
    opening = re.search(rf'"{array}"\s*:\s*\[' if array else r"\[", text)
    if not opening:
        return Parts(text, [])
    decoder, records, place = json.JSONDecoder(), [], opening.end()
    while (start := re.compile(r"[\s,]*").match(text, place).end()) < len(text) and text[start] != "]":  # type: ignore[union-attr]
        _, place = decoder.raw_decode(text, start)
        records.append(text[start:place])
    return Parts(text[:opening.end()], records, text[start:], ",\n")


def tags(text: str) -> Parts:
    """Records and workouts of Apple Health; what is between them is written before them."""
    found = list(re.finditer(r"<(Correlation|Record|Workout)\b(?:[^<]*?/>|.*?</\1>)", text, re.S))
    if not found:
        return Parts(text, [])
    between = [text[one.end():other.start()] for one, other in zip(found, found[1:])]
    return Parts(text[:found[0].start()] + "".join(between), [one.group() for one in found], text[found[-1].end():], "\n")


STATEMENT = re.compile(
    r"""^(?:(COPY\s[^;]*?FROM\s+stdin;\n)(.*?)^\\\.\n|(INSERT\s+INTO\s[^;']*?VALUES)((?:[^;']|'(?:[^']|'')*')*);\n)""", re.I | re.M | re.S)
TUPLE = re.compile(r"\((?:[^()']|'(?:[^']|'')*')*\)")


def statements(text: str) -> Parts:
    """Rows of a dump, each as a statement of its own, so that a table's rows may come in several."""
    records, between, place = [], [], 0
    for found in STATEMENT.finditer(text):
        between.append(text[place:found.start()])
        place = found.end()
        copy, lines, insert, tuples = found.groups()
        if copy:
            records += [f"{copy}{line}\n\\.\n\n" for line in lines.splitlines()]
        else:
            records += [f"{insert}\n\t{one};\n\n" for one in TUPLE.findall(tuples)]
    return Parts("".join(between), records, text[place:])


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


def with_cell(parts: Parts, record: str, column: str) -> str | None:
    """The record with another number in the first column of that name; none where the cell has nothing to change."""
    if record.startswith("{"):
        changed = re.sub(rf'("{column}"\s*:\s*)(-?\d[\d.]*)', lambda found: found[1] + raised(found[2]), record, count=1)
        return changed if changed != record else None
    head = parts.head.lstrip("\ufeff").splitlines()[-1]
    delimiter = max(",;\t", key=head.count)
    names = [name.strip() for name in next(csv.reader([head], delimiter=delimiter))]
    row = next(csv.reader(io.StringIO(record), delimiter=delimiter))
    if column not in names or len(row) <= names.index(column):
        return None
    place = names.index(column)
    changed = raised(row[place])
    if changed == row[place]:
        return None
    output = io.StringIO()
    csv.writer(output, delimiter=delimiter, lineterminator="\n").writerow([*row[:place], changed, *row[place + 1:]])
    return output.getvalue()


def corrected(parts: Parts, column: str, good: Callable[[list[str]], bool]) -> list[str] | None:
    """All records, the first one with a number in the column corrected, if that leaves a good file."""
    for place, record in enumerate(parts.records):
        changed = with_cell(parts, record, column)
        records = [*parts.records[:place], changed or "", *parts.records[place + 1:]]
        if changed is not None and good(records):
            return records
    return None


def shuffled(records: list[str]) -> list[str]:
    mixed = list(records)
    random.Random(7).shuffle(mixed)
    return mixed if mixed != records else mixed[::-1]
