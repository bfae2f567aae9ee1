"""Photos: the size that the JPEG's frame or the HEIC's box has, the day that its camera's clock showed, the view that its name says."""
from __future__ import annotations

import hashlib
import re
from pathlib import Path

from cells import Wrong
from figures import Content


def size_of(picture: bytes) -> tuple[int, int]:
    """Width and height of the frame, as stored."""
    at = 2
    while at + 9 < len(picture) and picture[at] == 0xFF:
        marker, length = picture[at + 1], int.from_bytes(picture[at + 2:at + 4], "big")
        if marker in (0xC0, 0xC1, 0xC2):
            height, width = (int.from_bytes(picture[place:place + 2], "big") for place in (at + 5, at + 7))
            return width, height
        at += 2 + length
    raise Wrong("no frame")


def is_turned(picture: bytes) -> bool:
    """Whether the camera lay on its side: orientations 5 to 8 of the EXIF block swap width and height."""
    at = picture.find(b"Exif\0\0") + 6
    if at < 6:
        return False
    order = "little" if picture[at:at + 2] == b"II" else "big"

    def number(place: int, size: int) -> int:
        return int.from_bytes(picture[at + place:at + place + size], order)  # type: ignore[arg-type]

    first = number(4, 4)
    entries = [first + 2 + 12 * entry for entry in range(number(first, 2))]
    return any(number(entry, 2) == 0x0112 and number(entry + 8, 2) >= 5 for entry in entries)


def size_of_boxes(picture: bytes) -> tuple[int, int]:
    """Width and height as shown, of a HEIC with one picture."""
    at = picture.index(b"ispe") + 8
    width, height = (int.from_bytes(picture[place:place + 4], "big") for place in (at, at + 4))
    turn = picture.find(b"irot")
    return (height, width) if turn >= 0 and picture[turn + 4] & 1 else (width, height)


def photo(path: Path, settings: dict[str, str]) -> Content:
    content, picture = Content(), path.read_bytes()
    taken = re.findall(rb"(\d{4})[:-](\d{2})[:-](\d{2})[ T]\d{2}:\d{2}", picture)
    if picture[4:8] == b"ftyp":
        width, height = size_of_boxes(picture)
    else:
        width, height = size_of(picture)
        if is_turned(picture):
            width, height = height, width
    day = "-".join(part.decode() for part in taken[-1]) if taken else None
    view = next((view for view in ("front", "side", "back") if view in path.name), None)
    content.read = 1
    content.put("photos", width=width, height=height, day=day, angle=view, digest=hashlib.sha256(picture).hexdigest())
    content.keep()
    return content
