"""Rows of SQL: INSERT and COPY, as pg_dump and people write them."""
from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from figures import Row

TOKEN = re.compile(r"""'((?:[^']|'')*)'|([A-Za-z_][\w.]*|-?\d[\d.]*)|"([^"]*)"|([(),;.])""")
ESCAPED = {"\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\"}


def rows(text: str) -> Iterator[tuple[str, Row]]:
    """Table and row, in the order of the file."""
    text = re.sub(r"^--.*$", "", text, flags=re.M)
    place = 0
    while found := re.compile(r'^(insert into|copy)\s+"?(\w+)"?\."?(\w+)"?\s*\(([^)]*)\)', re.I | re.M).search(text, place):
        kind, schema, table, names = found.groups()
        columns = [name.strip().strip('"') for name in names.split(",")]
        name = table if schema == "public" else f"{schema}.{table}"
        place = found.end()
        if kind.lower() == "copy":
            start, end = text.index("\n", place) + 1, text.index("\n\\.", place)
            for line in text[start:end].split("\n"):
                yield name, dict(zip(columns, map(copied, line.split("\t"))))
            place = end
            continue
        for values in tuples(text, place):
            yield name, dict(zip(columns, values))


def copied(cell: str) -> str | None:
    return None if cell == "\\N" else re.sub(r"\\[ntr\\]", lambda found: ESCAPED[found.group()], cell)


def tuples(text: str, place: int) -> Iterator[list[object]]:
    values: list[object] | None = None
    for token in TOKEN.finditer(text, place):
        quoted, word, _, mark = token.groups()
        if mark == "(":
            values = []
        elif mark == ")" and values is not None:
            yield values
            values = None
        elif mark == ";" or (values is None and (word or "").lower() == "on"):
            return
        elif values is not None and quoted is not None:
            values.append(array(quoted.replace("''", "'")))
        elif values is not None and word:
            values.append(None if word.lower() == "null" else word)


def array(value: str) -> object:
    """A text, or the list that PostgreSQL writes as {one,"two, three"}; an object starts as such a list, but has colons."""
    if not re.fullmatch(r"\{[^:]*\}", value):
        return value
    return next(csv.reader([value[1:-1]]), [])
