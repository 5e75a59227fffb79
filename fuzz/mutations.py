"""Bytes in, nearly the same bytes out: what a damaged, cut, edited or hostile file may look like."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

NUMBERS = (
    "0", "-1", "1", "2", "99", "1e999", "-0.0", "NaN", "Infinity", "1.5", "1e-320", "0x10", "１", "²",
    "2147483648", "9223372036854775807", "9223372036854775808", "99999999999999999999", "9" * 400, "9" * 5000,
)  # fmt: skip
ODD = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n\n", b"\x0b", b"\x1f",
    "\u2028".encode(), "\u0085".encode(), "\u200b".encode(), "\u202e".encode(), "e\u0301".encode(), "\u00a0".encode(),
    "\U0001f468\u200d\U0001f469".encode(), "\ufffd".encode(), "\u0130".encode(), "ſ".encode(), b"\t", b"\t\t", b" ",
    b"|||", b"||", b"-NONE-", b"S ", b"A ", b"noop", b'"', b"'", b"<", b"&", b"=cmd", b"{", b"[", b"]", b"}", b"\\",
    b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
)  # fmt: skip
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 1.5, -0.5, 1e308, 2**63, 2**70, "", "a", "\x00", "\ud800", [], {}, [[]],
    [7, -3, 99],    {"a": {}}, "9" * 30, "<b>&", "p0001", ["a", "b"], 10**6, 1e-320,
)  # fmt: skip
_DEEP = 5_000
"""Far deeper than Python allows."""


def mutated(data: bytes, random: Random, other: bytes) -> bytes:
    """Change a file in one to three ways; `other` is another file, of which pieces may be taken."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(_WAYS)(data, random, other)
    return data


def _place(data: bytes, random: Random) -> int:
    return random.randint(0, len(data))


def _flip(data: bytes, random: Random, other: bytes) -> bytes:
    if not data:
        return other
    place = random.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << random.randrange(8)]) + data[place + 1 :]


def _insert(data: bytes, random: Random, _: bytes) -> bytes:
    place = _place(data, random)
    return data[:place] + random.choice(ODD) * random.choice((1, 1, 1, 2, 300)) + data[place:]


def _noise(data: bytes, random: Random, _: bytes) -> bytes:
    place = _place(data, random)
    return data[:place] + random.randbytes(random.choice((1, 4, 40))) + data[place:]


def _delete(data: bytes, random: Random, _: bytes) -> bytes:
    start = _place(data, random)
    return data[:start] + data[start + random.choice((1, 1, 4, 40, 400)) :]


def _cut(data: bytes, random: Random, _: bytes) -> bytes:
    return data[: _place(data, random)]


def _repeat(data: bytes, random: Random, _: bytes) -> bytes:
    start = _place(data, random)
    piece = data[start : start + random.choice((1, 8, 80))]
    return data[:start] + piece * random.choice((2, 2, 10, 100)) + data[start:]


def _splice(data: bytes, random: Random, other: bytes) -> bytes:
    start, place = _place(other, random), _place(data, random)
    return data[:place] + other[start : start + random.choice((10, 100, 1000))] + data[place:]


def _lines(data: bytes, random: Random, other: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    place = random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lines[random.randrange(len(lines))])
        case 2:
            lines[place] = b"\n"
        case 3:
            random.shuffle(lines)
        case 4:
            lines[place] = random.choice(other.splitlines(keepends=True) or [b""])
        case _:
            lines = lines[place:] + lines[:place]
    return b"".join(lines)


def _cells(data: bytes, random: Random, _: bytes) -> bytes:
    """Exchange, lose, empty or double a cell of a table, a field of M2 or a word."""
    separator = random.choice([mark for mark in (b"\t", b",", b"|||", b" ") if mark in data] or [b"\n"])
    cells = data.split(separator)
    place = random.randrange(len(cells))
    match random.randrange(4):
        case 0:
            cells[place] = b""
        case 1:
            del cells[place]
        case 2:
            cells[place] = random.choice(cells)
        case _:
            cells[place] = random.choice(ODD)
    return separator.join(cells)


def _number(data: bytes, random: Random, _: bytes) -> bytes:
    places = list(_NUMBER.finditer(data))
    if not places:
        return data
    place = random.choice(places)
    return data[: place.start()] + random.choice(NUMBERS).encode() + data[place.end() :]


def _deep(data: bytes, random: Random, _: bytes) -> bytes:
    place = random.choice([0, _place(data, random), data.find(b":") + 1])
    return data[:place] + random.choice((b"[", b'{"a":', b"<a>", b"(")) * _DEEP + data[place:]


def _value(data: bytes, random: Random, _: bytes) -> bytes:
    """Replace, lose or add a value of JSON: of the whole file, or of one of its lines."""
    lines = data.splitlines()
    for place in random.sample(range(len(lines)), len(lines)):
        try:
            record = json.loads(lines[place])
        except (ValueError, RecursionError):
            continue
        lines[place] = json.dumps(_changed(record, random)).encode()
        return b"\n".join(lines) + b"\n"
    try:
        return json.dumps(_changed(json.loads(data), random)).encode()
    except (ValueError, RecursionError):
        return data


def _changed(value: Any, random: Random) -> Any:
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        match random.randrange(12):
            case 0:
                return {name: part for name, part in value.items() if name != key}
            case 1:
                return value | {random.choice(list(value)): value[key]}
            case _:
                return value | {key: _changed(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.85:
        place = random.randrange(len(value))
        match random.randrange(12):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return [*value, value[place]]
            case _:
                return [*value[:place], _changed(value[place], random), *value[place + 1 :]]
    return random.choice(_VALUES)


def _empty(data: bytes, random: Random, _: bytes) -> bytes:
    return random.choice((b"", b"\n", b" ", b"\n" * data.count(b"\n"), b"{}", b"[]", b"null"))


_Way = Callable[[bytes, Random, bytes], bytes]
_WAYS: tuple[_Way, ...] = (
    _flip, _flip, _insert, _insert, _noise, _delete, _delete, _cut, _repeat, _splice, _lines, _lines, _lines, _cells,
    _cells, _number, _number, _deep, _value, _value, _value, _value, _empty,
)  # fmt: skip
