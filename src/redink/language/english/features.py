"""A word type in, the rows of the embedding tables that describe it out: the word, its ends, its shape."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Table(NamedTuple):
    """One embedding table: how a word's row is found, how many rows there are, how wide they are."""

    name: str
    rows: int
    width: int


TABLES: Final = (
    Table("word, first hash", 8192, 40),
    Table("word, second hash", 8192, 40),
    Table("first letter", 256, 8),
    Table("first three letters", 2048, 24),
    Table("last two letters", 1024, 24),
    Table("last three letters", 4096, 32),
    Table("last four letters", 6144, 32),
    Table("shape", 512, 24),
)
"""Two hashes of the word, so that words sharing one row seldom share both."""

WIDTH: Final = sum(table.width for table in TABLES)


def feature_rows(types: Sequence[str]) -> NDArray[np.int32]:
    """Give the table rows of some word types: (types, tables)."""
    rows = [_rows(word) for word in types]
    return np.array(rows, dtype=np.int32).reshape(len(rows), len(TABLES))


def _rows(word: str) -> tuple[int, ...]:
    lower = word.lower()
    keys = (lower, lower, lower[:1], lower[:3], lower[-2:], lower[-3:], lower[-4:], shape(word))
    # CRC-32 is the same on every machine and version, unlike `hash`; the table's number starts it, so
    # that one string falls on unrelated rows of different tables.
    return tuple(
        zlib.crc32(key.encode("utf-8", "surrogatepass"), number + 1) % table.rows
        for number, (key, table) in enumerate(zip(keys, TABLES, strict=True))
    )


def shape(word: str) -> str:
    """Write a word as kinds of characters, runs cut at four: `McDonald-2020` → `XxXxxxx-dddd`."""
    kinds: list[str] = []
    for character in word[:40]:
        kind = _kind(character)
        if kinds[-4:] != [kind] * 4:
            kinds.append(kind)
    return "".join(kinds)


def _kind(character: str) -> str:
    if character.isalpha():
        return "X" if character.isupper() else "x"
    return "d" if character.isdigit() else character
