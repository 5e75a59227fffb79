"""Recorded text in; its numbers in their order out, without those of signatures, styles and drawings."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from tools.recorded_runs.masks import without_signatures

_NUMBER = re.compile(
    r"(?<![\w.])[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\w)|(?<![\w.])[-−]?\.\d+\b"
)
_DATA = re.compile(r'<script type="application/json"[^>]*>(.*?)</script>', re.DOTALL)
_PACKED_DATA = re.compile(r'<script type="application/octet-stream"[^>]*>(.*?)</script>')
_PACKED = re.compile(r'data-packed="([^"]*)"')
_NOT_TEXT = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<[^>]*>", re.DOTALL)


class Number(NamedTuple):
    """A number as it is written, and where it stands."""

    text: str
    place: str


def numbers_of(text: str) -> list[Number]:
    """Find numbers: values of JSON, text of pages and pictures, whole words of anything else."""
    text = without_signatures(text)
    start = text[:200].lstrip().lower()
    if start.startswith(("<!doctype html", "<html", "<svg", "<?xml")):
        return list(_of_page(text))
    if start.startswith(("{", "[")):
        found = _of_json(text)
        if found is not None:
            return found
    return list(_of_text(text))


def _unpacked(text: str) -> str:
    return zlib.decompress(base64.b64decode(text)).decode()


def _of_page(text: str) -> Iterator[Number]:
    text = _PACKED_DATA.sub(
        lambda found: f'<script type="application/json">{html.escape(_unpacked(found[1]), quote=False)}</script>', text
    )
    text = _PACKED.sub(lambda found: f">{_unpacked(found[1])}<i ", text)
    for number, found in enumerate(_DATA.finditer(text), 1):
        for one in _of_json(html.unescape(found[1])) or ():
            yield Number(one.text, f"data {number}, {one.place}")
    yield from _of_text(html.unescape(_NOT_TEXT.sub(" ", text)))


def _of_json(text: str) -> list[Number] | None:
    masked = text.replace("SIGNATURE", "null")
    try:
        return list(_of_value(json.loads(masked), ""))
    except ValueError:
        pass
    try:  # one object a line
        rows = [json.loads(line) for line in masked.splitlines() if line.strip()]
    except ValueError:
        return None
    return [one for number, row in enumerate(rows, 1) for one in _of_value(row, f"line {number}")]


def _of_value(value: object, place: str) -> Iterator[Number]:
    match value:
        case bool() | None | str():
            return
        case int() | float():
            yield Number(repr(value), place)
        case dict():
            for name, part in value.items():
                yield from _of_value(part, f"{place}.{name}")
        case list():
            for number, part in enumerate(value):
                yield from _of_value(part, f"{place}[{number}]")


def _of_text(text: str) -> Iterator[Number]:
    for number, line in enumerate(text.splitlines(), 1):
        for found in _NUMBER.finditer(line):
            yield Number(found[0].replace(",", "").replace("−", "-"), f"line {number}: {line.strip()[:60]}")
