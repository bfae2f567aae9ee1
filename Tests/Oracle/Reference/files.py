"""Which files are read, how, and with which settings: samples.txt and real.txt."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from families import FAMILIES, Family

LISTS = Path(__file__).resolve().parents[1]
# The settings under which the tests load every sample.
SETTINGS = dict(re.findall(
    r'^  (\w+): "?(.*?)"?$', (LISTS.parent / "Proving/Pipelines/samples.yaml").read_text().partition("\nsettings:\n")[2], re.M))


@dataclass(frozen=True)
class File:
    family: Family
    path: str
    settings: dict[str, str]


def lines(name: str) -> Iterator[tuple[str, list[str]]]:
    for line in (LISTS / name).read_text().splitlines():
        if line and not line.startswith("#"):
            reader, *words = line.split()
            yield reader, words


SAMPLES = [
    File(FAMILIES[reader], path, SETTINGS | FAMILIES[reader].settings)
    for reader, paths in lines("samples.txt") for path in paths]
REAL = [
    File(FAMILIES[reader], path, dict(word.split("=", 1) for word in settings) | FAMILIES[reader].settings)
    for reader, (path, *settings) in lines("real.txt")]
