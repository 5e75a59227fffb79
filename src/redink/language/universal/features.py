"""A word type of any language in, the rows of the embedding tables that describe it out.

A table has a row for each part of a word (the word itself, its first letters, its ending …) that training saw more than
once. Row 0 stands for all others, so that a word which was never seen is taken for unknown, and not for another word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple
from unicodedata import normalize
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from redink.language.english.features import shape


class Table(NamedTuple):
    """One embedding table: what its rows stand for, how many there may be, how wide they are."""

    name: str
    most: int
    width: int


TABLES: Final = (
    Table("word", 4096, 64),
    Table("first letter", 128, 8),
    Table("first three letters", 2048, 20),
    Table("last letter", 128, 12),
    Table("last two letters", 1024, 24),
    Table("last three letters", 4096, 32),
    Table("last four letters", 4096, 32),
    Table("last five letters", 4096, 24),
    Table("shape", 256, 20),
)
WIDTH: Final = sum(table.width for table in TABLES)
_STARTS: Final = range(1, len(TABLES) + 1)
_HANGUL: Final = re.compile("[가-힣]")
"""Korean syllables, which are taken apart: there are 11,172 of them, far more than the tables of endings have rows."""


class Rows:
    """Knows which row of each table belongs to a word."""

    def __init__(self, keys: Sequence[NDArray[np.uint32]]) -> None:
        """Take the checksums of the parts that have a row, in order, for each table."""
        self.keys = keys

    def of(self, types: Sequence[str]) -> NDArray[np.int32]:
        """Give the table rows of some word types: (types, tables)."""
        sums = checksums(types)
        rows = np.zeros(sums.shape, np.int32)
        for i, keys in enumerate(self.keys):
            if len(keys):
                places = np.searchsorted(keys, sums[:, i])
                is_key = keys[np.minimum(places, len(keys) - 1)] == sums[:, i]
                rows[is_key, i] = places[is_key] + 1
        return rows


def checksums(types: Sequence[str]) -> NDArray[np.uint32]:
    """Give a number for each part of some word types: (types, tables)."""
    return np.array([_checksums(word) for word in types], np.uint32).reshape(len(types), len(TABLES))


def _checksums(word: str) -> list[int]:
    lower = word.lower()
    if _HANGUL.search(lower):
        lower = normalize("NFD", lower)
    parts = (lower, lower[:1], lower[:3], lower[-1:], lower[-2:], lower[-3:], lower[-4:], lower[-5:], shape(word))
    keys = [part.encode("utf-8", "surrogatepass") for part in parts]
    # CRC-32 is the same on every machine; it starts from the table's number, so that a word and a part of another
    # word which is spelt like it have unrelated numbers.
    return list(map(crc32, keys, _STARTS))
