"""A word type in, the rows of the embedding tables that describe it out: the word, its ends, its shape."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from redink.language.english.hashing import four_rows, string_keys


class Table(NamedTuple):
    """One embedding table: what of a word finds its rows, the hash's seed, how many rows, how wide they are."""

    name: str
    seed: int
    rows: int
    width: int


TABLES: Final = (
    Table("word in small letters", 8, 5000, 96),
    Table("first letter", 9, 1000, 96),
    Table("last three letters", 10, 2500, 96),
    Table("shape", 11, 2500, 96),
)
"""Seeds and numbers of rows are the teacher's: words that share rows there share them here."""

ROWS_OF_A_WORD: Final = 4
"""Rows of each table that are added up for one word: words that share one seldom share all."""
LARGEST_ENTRY: Final = 127
"""Tables hold 8-bit integers."""
LARGEST_SUM: Final = ROWS_OF_A_WORD * LARGEST_ENTRY
WIDTH: Final = sum(table.width for table in TABLES)
_LONGEST: Final = 60
"""Letters of a word that are looked at."""
_RUN: Final = re.compile(r"((.)\2{3})\2+", re.DOTALL)
"""A run of more than four of one character; group 1 is the first four."""


def feature_rows(types: Sequence[str]) -> NDArray[np.int32]:
    """Give the table rows of some word types: (types, tables, 4)."""
    words = [word[:_LONGEST] for word in types]
    parts = [
        *(word.lower() for word in words),
        *(word[:1] for word in words),
        *(word[-3:] for word in types),
        *map(shape, words),
    ]
    keys = string_keys([part.encode("utf-8", "surrogatepass") for part in parts]).reshape(len(TABLES), len(types))
    rows = [four_rows(part, table.seed, table.rows) for part, table in zip(keys, TABLES, strict=True)]
    return np.stack(rows, axis=1)


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
