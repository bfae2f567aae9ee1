"""What Python's csv and json, DuckDB, expat, lxml and PostgreSQL read of text files, compared with what `scorebook peek` shows."""
from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from xml.parsers import expat

csv.field_size_limit(1 << 30)
QUOTES = {"stray_quote", "unterminated_quote"}
# Rows between the records of a table, which a spreadsheet program or a second export wrote.
BETWEEN = {"header_repeated": "a row that repeats the header", "other_table": "rows below the header of another table"}


@dataclass
class Record:
    line: int
    offset: int
    cells: list[tuple[str, str | None]]
    defects: set[str]


@dataclass
class Seen:
    """What `scorebook peek` shows of a file."""

    records: list[Record]
    refusal: str | None
    # Whether a format's definition chose the records and columns.
    is_known: bool = False

    @classmethod
    def parse(cls, output: str, refusal: str | None, is_known: bool) -> Seen:
        records = []
        for line in output.splitlines():
            pairs = dict(json.loads(line, object_pairs_hook=list))
            cells = [tuple(pair) for pair in pairs["cells"]] if pairs["cells"] else []
            records.append(Record(pairs["line"], pairs["byte_offset"], cells, {dict(one)["code"] for one in pairs.get("defects", [])}))
        return cls(records, refusal, is_known)


@dataclass
class Verdict:
    """What came of one file: a difference has a place, and the two values."""

    records: int = 0
    cells: int = 0
    differences: list[tuple[str, str]] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)

    def differ(self, place: str, *values: object) -> None:
        self.differences.append((place, " | ".join(repr(value)[:300] for value in values)))

    def equal(self, place: str, ours: object, theirs: object) -> None:
        self.cells += 1
        if ours != theirs:
            self.differ(place, ours, theirs)

    def refused(self, seen: Seen, error: object, why: str | None = None) -> None:
        """A file that scorebook refuses: another reader has to refuse it, too, or there is a reason."""
        self.cells += 1
        if why is not None:
            self.explained.append(why)
        elif error is None:
            self.differ("scorebook refuses it", seen.refusal)


def encodings(data: bytes) -> list[tuple[str, int]]:
    """Encodings that the text may have, each with the length of its mark."""
    for mark, name in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return [(name, len(mark))]
    return [("utf-8", 0), ("cp1252", 0)]


def decoded(data: bytes, encoding: str, mark: int) -> tuple[str, dict[int, int]]:
    """The text, and at which character each byte is."""
    text = data[mark:].decode(encoding, "surrogateescape" if encoding != "utf-16-le" and encoding != "utf-16-be" else "replace")
    widths = (len(character.encode(encoding, "surrogateescape")) for character in text)
    return text, {offset: place for place, offset in enumerate(accumulate(widths, initial=mark))}


# CSV

@cache
def grammar(delimiter: str, is_strict: bool) -> re.Pattern[str]:
    """One record of RFC 4180: quotes only around a cell, and doubled in it; of a format also within a cell without quotes around it."""
    mark = re.escape(delimiter)
    cell = rf'(?:"(?:[^"]|"")*"(?=[{mark}\r\n]|\Z)|(?!")[^{mark}\r\n{chr(34) if is_strict else ""}]*)'
    return re.compile(rf"{cell}(?:{mark}{cell})*")


def row(text: str, start: int, delimiter: str, is_strict: bool = True) -> tuple[list[str], int | None]:
    """The cells of the record at a place, and its end; without an end it breaks RFC 4180."""
    found = grammar(delimiter, is_strict).match(text, start)
    end = found.end() if found else start
    if end < len(text) and text[end] not in "\r\n":
        return [], None
    return next(csv.reader(io.StringIO(text[start:end], newline=""), delimiter=delimiter, strict=True), [""]), end


def compare_csv(seen: Seen, data: bytes, path: str) -> Verdict:
    """Takes the encoding and the delimiter that agree best: no standard says which they are."""
    best = None
    for encoding, mark in encodings(data):
        text, places = decoded(data, encoding, mark)
        for delimiter in ",;\t|":
            verdict = as_csv(seen, text, places, delimiter)
            if best is None or len(verdict.differences) / (verdict.cells + 1) < len(best.differences) / (best.cells + 1):
                best = verdict
            if not best.differences:
                return best
    if b'"""' in data.lstrip().partition(b"\n")[0]:
        return Verdict(explained=["names in quotes twice, as a second program writes them: one pair of quotes is taken off each cell"])
    return best


def as_csv(seen: Seen, text: str, places: dict[int, int], delimiter: str) -> Verdict:
    verdict = Verdict(records=len(seen.records))
    start = len(text) - len(text.lstrip("\ufeff\r\n"))
    if found := re.compile(r'"?(?:sep|SEP)=[,;|\t]"?(?:\r\n|[\r\n])').match(text, start):
        start = found.end() + len(text[found.end():]) - len(text[found.end():].lstrip("\r\n"))
        verdict.explained.append("the line sep=, with which Excel names the delimiter")
    names, at = row(text, start, delimiter)
    if seen.refusal is not None:
        is_text = not re.match(r'\s*(<[a-zA-Z!?]|\{\s*["}]|\[\s*["\[{\]]|%PDF|PK)', text) and "\0" not in text[:1 << 16]
        bad = start == len(text) or at is None or not is_text or any("\udc80" <= one <= "\udcff" or one == "\0" for one in "".join(names))
        bad = bad or (seen.is_known and len(set(names)) < len(names))
        verdict.refused(seen, bad or None)
        return verdict
    if seen.is_known:
        at = None  # which lines come before the header is the format's
    elif at is None:
        verdict.differ("the header breaks RFC 4180")
        return verdict
    for number, record in enumerate(seen.records, 1):
        start, place = places.get(record.offset), f"record {number}"
        if start is None or (start and text[start - 1] not in "\r\n\ufeff"):
            verdict.differ(f"{place} does not begin at a line", record.offset)
            continue
        verdict.equal(f"{place}, line", record.line, 1 + len(re.findall(r"\r\n|[\r\n]", text[:start])))
        if at is not None and text[at:start].strip("\r\n"):
            verdict.differ(f"text before {place} is in no record", text[at:start])
        cells, at = row(text, start, delimiter, not seen.is_known)
        expected = faults(cells, at, names, text[start:at], is_cut=at == len(text))
        if seen.is_known:
            expected -= {"too_few_cells", "too_many_cells", "header_repeated"}
        if record.defects & BETWEEN.keys():
            verdict.explained.append(BETWEEN[min(record.defects & BETWEEN.keys())])
        elif record.defects and not expected:
            if record.defects <= QUOTES and "\n" in text[start:at]:
                verdict.explained.append("a cell of several lines after a quote that nothing closes")
                at = None
            elif not seen.is_known:
                verdict.differ(f"{place} has defects", record.defects)
        elif expected and not (record.defects & expected):
            verdict.differ(f"{place} has no defect", expected)
        elif not record.defects:
            for column, (name, value) in enumerate(record.cells[:max(len(names), len(cells)) if not seen.is_known else len(cells)]):
                verdict.equal(f"{place}, column {column + 1}", value, cells[column] if column < len(cells) else None)
    if at is not None and text[at:].strip("\r\n"):
        verdict.differ("text after the last record is in no record", text[at:])
    if seen.records and not seen.is_known:
        verdict.equal("names of the columns", [name for name, _ in seen.records[0].cells], numbered(names))
    return verdict


def faults(cells: list[str], end: int | None, names: list[str], raw: str, is_cut: bool) -> set[str]:
    """Which defects a record has by RFC 4180 and by its header; the last one without a line break may be cut."""
    if end is None:
        return set(QUOTES)
    found = set()
    if "\0" in raw:
        found.add("nul_byte")
    if re.search("[\udc80-\udcff\ufffd]", raw):
        found.add("invalid_encoding")
    if len(cells) < len(names) and (is_cut or any(name.strip() for name in names[len(cells):])):
        found.add("too_few_cells")
    if len(cells) > len(names) and any(cells[len(names):]):
        found.add("too_many_cells")
    return found


def numbered(names: list[str]) -> list[str]:
    """Names without outer blanks; of equal ones the second is `name#2`, one without a name `#3` by its place."""
    plain = [name.strip(" \t\r\n\u00a0\u202f\ufeff") for name in names]
    given, taken, count = [], set(plain), dict.fromkeys(plain, 0)
    for place, name in enumerate(plain, 1):
        count[name] += 1
        shown = name if name else f"#{place}"
        if name and count[name] > 1:
            while (shown := f"{name}#{count[name]}") in taken:
                count[name] += 1
            taken.add(shown)
        given.append(shown)
    return given


def compare_duckdb(seen: Seen, data: bytes, path: str) -> Verdict:
    """The rows of a file without defects, its header among them, as DuckDB's own tokeniser divides them."""
    import duckdb

    verdict = Verdict(records=len(seen.records))
    if seen.is_known or seen.refusal is not None or not seen.records or any(record.defects for record in seen.records):
        return verdict
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        verdict.explained.append("an encoding that DuckDB does not read")
        return verdict
    if not text.partition("\n")[0].strip():
        verdict.explained.append("a header of blanks, which DuckDB passes")
        return verdict
    if len(set(re.findall(r"\r\n|\r|\n", text))) > 1:
        verdict.explained.append("line breaks of several kinds: DuckDB takes one kind per file")
        return verdict
    if text.lstrip("\ufeff")[:5].strip('"').lower().startswith("sep="):
        verdict.explained.append("the line sep=, with which Excel names the delimiter")
        return verdict
    wanted = [[value or None for _, value in record.cells] for record in seen.records]
    columns = {f"c{place:05}": "VARCHAR" for place in range(len(wanted[0]))}
    error: object = None
    for delimiter in ",;\t|":
        try:
            rows = duckdb.connect().execute(
                "select * from read_csv(?, delim=?, columns=?, quote='\"', escape='\"', header=true, auto_detect=false, "
                "null_padding=true, strict_mode=true, parallel=false, max_line_size=4000000)", [path, delimiter, columns]).fetchall()
        except duckdb.Error as found:
            error = error or found
            continue
        if len(columns) == 1:
            rows = [row for row in rows if row[0] is not None]
        if [[value or None for value in row] for row in rows] == wanted:
            verdict.cells = sum(map(len, wanted))
            return verdict
        if len(columns) > 1 and any(row[1] is not None for row in rows):
            error = rows
    verdict.differ("other rows", error, wanted)
    return verdict


# JSON

class Number(str):
    """A number as it is written."""


class Members(list):
    """An object's pairs, in their order."""


def refuse(word: str) -> None:
    raise ValueError(word)


JSON = json.JSONDecoder(object_pairs_hook=Members, parse_int=Number, parse_float=Number, parse_constant=refuse)
WORDS = {True: "true", False: "false"}


def leaves(value: object, path: str = "") -> Iterator[tuple[str, str | None]]:
    """All values that are no containers, and empty containers, by path."""
    if isinstance(value, Members) and value:
        for key, inner in value:
            if re.fullmatch(r"(?!\.\.|@)[^.\[\]]+", key, re.S) and key != "$":
                step = "." + key if path else key
            else:
                step = '["' + re.sub(r'(["\\])', r"\\\1", key) + '"]'
            yield from leaves(inner, path + step)
    elif isinstance(value, list) and not isinstance(value, Members) and value:
        for place, inner in enumerate(value):
            yield from leaves(inner, f"{path}[{place}]")
    else:
        text = value if isinstance(value, str) or value is None else WORDS[value] if isinstance(value, bool) else (
            "{}" if isinstance(value, Members) else "[]")
        yield path or "$", text


def odd(value: object) -> set[str]:
    """Which defects a value of JSON has: what PostgreSQL cannot hold, and what readers take in different ways."""
    if isinstance(value, Members):
        keys = [key for key, _ in value]
        return set().union({"duplicate_key"} if len(set(keys)) < len(keys) else set(), *(odd(key) | odd(inner) for key, inner in value))
    if isinstance(value, list):
        return set().union(*map(odd, value))
    if not isinstance(value, str):
        return set()
    return ({"nul_byte"} if "\0" in value else set()) | ({"invalid_encoding"} if re.search("[\ud800-\udfff]", value) else set())


def compare_record(verdict: Verdict, record: Record, value: object, place: str) -> None:
    expected = odd(value)
    if record.defects:
        if not record.defects & expected:
            verdict.differ(f"{place} has defects", record.defects)
        return
    if "duplicate_key" in expected:
        verdict.differ(f"{place} has no defect", expected)
    shown = [(path, re.sub(r"\s", "", text) if text and text[0] in "[{" and text[-1] in "]}" else text)
             for path, text in record.cells if path != "@record"]
    theirs = [(path, re.sub(r"\s", "", text) if text and text[0] in "[{" and text[-1] in "]}" else text)
              for path, text in leaves(value)]
    if "invalid_encoding" in expected:
        verdict.explained.append("half of a pair of surrogates, which UTF-8 cannot hold")
        return
    verdict.equal(f"{place}, paths", [path for path, _ in shown], [path for path, _ in theirs])
    for (path, ours), (_, other) in zip(shown, theirs):
        verdict.equal(f"{place}, {path}", ours, other)


def plain(data: bytes) -> tuple[str, str, int]:
    """The text of JSON, strictly decoded, its encoding, and the length of its mark."""
    encoding, mark = encodings(data)[0]
    return data[mark:].decode(encoding), encoding, mark


def compare_json(seen: Seen, data: bytes, path: str) -> Verdict:
    verdict = Verdict(records=len(seen.records))
    try:
        text, encoding, mark = plain(data)
        whole, error = JSON.decode(text), None
    except (ValueError, RecursionError) as found:
        whole, error = None, found
    if seen.refusal is not None:
        deep = "nested deeper" if "nested deeper" in seen.refusal else None
        verdict.refused(seen, error, deep)
        return verdict
    if error is not None:
        verdict.differ("Python refuses it", error)
        return verdict
    places = decoded(data, encoding, mark)[1]
    for number, record in enumerate(seen.records, 1):
        start = places.get(record.offset)
        if start is None:
            verdict.differ(f"record {number} begins within a character")
            continue
        verdict.equal(f"record {number}, line", record.line, 1 + text.count("\n", 0, start))
        value, _ = JSON.raw_decode(text, start)
        compare_record(verdict, record, value, f"record {number}")
        if not seen.is_known and isinstance(whole, list) and not isinstance(whole, Members):
            verdict.equal(f"record {number}, element", value, whole[number - 1] if number <= len(whole) else None)
    if not seen.is_known:
        count = len(whole) if isinstance(whole, list) and not isinstance(whole, Members) else 1
        verdict.equal("number of records", len(seen.records), count)
    return verdict


def compare_jsonl(seen: Seen, data: bytes, path: str) -> Verdict:
    verdict = Verdict(records=len(seen.records))
    mark = encodings(data)[0][1]
    lines = [(number, offset, line) for number, offset, line in numbered_lines(data, mark) if line.strip(b" \t\r\n")]
    if seen.refusal is not None:
        verdict.refused(seen, None if lines else "empty", "not text" if re.match(rb"\s*(<|[^\[{\s])", data) or b"\0" in data else None)
        return verdict
    if seen.is_known:
        kept = {record.line for record in seen.records}
        lines = [line for line in lines if line[0] in kept]
    verdict.equal("number of records", len(seen.records), len(lines))
    for record, (number, offset, line) in zip(seen.records, lines):
        place = f"line {number}"
        verdict.equal(f"{place}, number and offset", (record.line, record.offset), (number, offset))
        try:
            value = JSON.decode(line.decode())
        except (ValueError, RecursionError) as error:
            if not record.defects & {"invalid_json", "invalid_encoding"}:
                verdict.differ(f"{place}: Python refuses it", error)
            continue
        compare_record(verdict, record, value, place)
    return verdict


def numbered_lines(data: bytes, start: int) -> Iterator[tuple[int, int, bytes]]:
    for number, line in enumerate(data[start:].split(b"\n"), 1):
        yield number, start + len(line) - len(line.lstrip(b" \t\r")), line
        start += len(line) + 1


# XML

CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass
class Node:
    name: str
    attributes: dict[str, str]
    line: int
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    text: str = ""


def parse_xml(data: bytes) -> tuple[Node | None, dict[int, Node], str | None]:
    """The root, each element by its first byte, and why the document is no XML."""
    parser, nodes, open_ = expat.ParserCreate(), {}, []
    parser.buffer_text = True

    def start(name: str, attributes: dict[str, str]) -> None:
        node = Node(name, attributes, parser.CurrentLineNumber, open_[-1] if open_ else None)
        nodes[parser.CurrentByteIndex] = node
        if open_:
            open_[-1].children.append(node)
        open_.append(node)

    def text(part: str) -> None:
        for node in open_:
            node.text += part

    parser.StartElementHandler, parser.CharacterDataHandler = start, text
    parser.EndElementHandler = lambda _: open_.pop()
    try:
        parser.Parse(data, True)
        error = None
    except expat.ExpatError as found:
        error = str(found)
    return next(iter(nodes.values()), None), nodes, error


def below(node: Node, steps: list[str]) -> Iterator[Node]:
    """Elements on a way of names, `entry[key=vo2]` among them, in the order of the document."""
    found = re.fullmatch(r"([^\[]+)(?:\[([^=]+)=(.*)\])?", steps[0], re.S)
    name, key, value = found.groups() if found else (steps[0], None, None)
    for child in node.children:
        if child.name == name and (key is None or child.attributes.get(key) == value):
            yield from [child] if len(steps) == 1 else below(child, steps[1:])


def cell(node: Node, column: str) -> str | None:
    if column.startswith("../"):
        above = node
        while above is not None and column.startswith("../"):
            above, column = above.parent, column[3:]
        return above.attributes.get(column.lstrip("@")) if above else None
    if column in node.attributes:
        return node.attributes[column]
    way, _, attribute = column.rpartition("@") if re.search(r"@[^\]=]*$", column) else (column, "", "")
    steps = re.findall(r"(?:[^/\[]|\[[^\]]*\])+", way)
    values = (one.attributes.get(attribute) if attribute else one.text for one in below(node, steps))
    return next((value for value in values if value is not None), None)


def compare_xml(seen: Seen, data: bytes, path: str) -> Verdict:
    verdict = Verdict(records=len(seen.records))
    if CONTROLS.search(data):
        verdict.explained.append("control characters that XML does not have, which iOS writes: they are dropped")
        return verdict
    root, nodes, error = parse_xml(data)
    if seen.refusal is not None:
        verdict.refused(seen, error, "a document type with entities" if b"<!ENTITY" in data else None)
        return verdict
    if error is not None:
        verdict.differ("expat refuses it", error)
        return verdict
    if not seen.is_known:
        verdict.equal("number of records", len(seen.records), len(root.children) or 1)
    for number, record in enumerate(seen.records, 1):
        node = nodes.get(record.offset)
        if node is None:
            verdict.differ(f"record {number} begins at no element", record.offset)
            continue
        verdict.equal(f"record {number}, line", record.line, node.line)
        shown = dict(record.cells)
        for column, value in shown.items():
            theirs = node.name if column == "@record" else cell(node, column)
            if value != theirs and not seen.is_known and any(column.startswith((f"{other}/", f"{other}@")) for other in shown):
                verdict.explained.append("values within an element that is shown itself: peek takes them from the next such element")
                continue
            verdict.equal(f"record {number}, {column}", value, theirs)
        for column, value in [] if seen.is_known else first_leaves(node):
            if column in shown:
                continue
            if any(column.startswith(f"{other}/") for other in shown) or not column:
                verdict.explained.append("text within an element that is shown itself, or of the record")
            else:
                verdict.differ(f"record {number} without {column}", value)
    return verdict


def first_leaves(node: Node, way: str = "") -> Iterator[tuple[str, str]]:
    """Attributes of a record, and texts of elements without any, as a reader of the document sees them."""
    if not way:
        yield from node.attributes.items()
    if not node.children and not node.attributes and node.text.strip():
        yield way, node.text
    for child in node.children:
        yield from first_leaves(child, f"{way}/{child.name}" if way else child.name)


def compare_lxml(seen: Seen, data: bytes, path: str) -> Verdict:
    """Whether libxml2 takes what scorebook takes."""
    from lxml import etree

    verdict = Verdict(records=len(seen.records), cells=1)
    if CONTROLS.search(data):
        verdict.explained.append("control characters that XML does not have, which iOS writes: they are dropped")
        return verdict
    try:
        etree.fromstring(data, etree.XMLParser(resolve_entities=False, huge_tree=True, no_network=True))
    except etree.XMLSyntaxError as error:
        if "not a valid URI" in str(error) or "is not absolute" in str(error) or "Namespace prefix" in str(error):
            verdict.explained.append("namespaces, which libxml2 checks: XML 1.0 itself does not have them")
        elif seen.refusal is None:
            verdict.differ("libxml2 refuses it", error.msg)
        return verdict
    if seen.refusal is not None:
        verdict.differ("libxml2 takes it", seen.refusal)
    return verdict
