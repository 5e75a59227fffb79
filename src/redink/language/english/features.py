"""A word type in, the rows of the embedding tables that describe it out: the word, its ends, its shape."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

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
_STARTS: Final = range(1, len(TABLES) + 1)
_ROWS: Final = np.array([table.rows for table in TABLES], np.int64)
_RUN: Final = re.compile(r"((.)\2{3})\2+", re.DOTALL)
"""A run of more than four of one character; group 1 is the first four."""


def feature_rows(types: Sequence[str]) -> NDArray[np.int32]:
    """Give the table rows of some word types: (types, tables)."""
    sums = np.array([_checksums(word) for word in types], np.int64).reshape(len(types), len(TABLES))
    return (sums % _ROWS).astype(np.int32)


def _checksums(word: str) -> list[int]:
    lower = word.lower()
    whole = lower.encode("utf-8", "surrogatepass")
    if len(whole) == len(lower):  # ASCII: one encoding will do for all parts.
        ends = [whole[:1], whole[:3], whole[-2:], whole[-3:], whole[-4:]]
    else:
        parts = lower[:1], lower[:3], lower[-2:], lower[-3:], lower[-4:]
        ends = [part.encode("utf-8", "surrogatepass") for part in parts]
    keys = (whole, whole, *ends, shape(word).encode("utf-8", "surrogatepass"))
    # CRC-32 is the same on every machine and version, unlike `hash`; it starts from the table's
    # number, so that one string gets unrelated rows in different tables.
    return list(map(crc32, keys, _STARTS))


def shape(word: str) -> str:
    """Write a word as kinds of characters, runs cut at four: `McDonald-2020` → `XxXxxxx-dddd`."""
    if word.isalpha():  # By far the most words, and quick to recognise.
        if word.islower():
            return "xxxx"[: len(word)]
        if word[0].isupper() and word[1:].islower():
            return "Xxxxx"[: len(word)]
    return _RUN.sub(r"\1", "".join(map(_kind, word[:40])))


@lru_cache(4096)
def _kind(character: str) -> str:
    if character.isalpha():
        return "X" if character.isupper() else "x"
    return "d" if character.isdigit() else character
