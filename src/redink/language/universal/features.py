"""A word type of any language in, the rows of the embedding tables that describe it out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import normalize
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from redink.language.english.features import Table, shape

TABLES: Final = (
    Table("word, first hash", 4096, 32),
    Table("word, second hash", 4096, 32),
    Table("first letter", 128, 8),
    Table("first three letters", 2048, 20),
    Table("last letter", 128, 12),
    Table("last two letters", 1024, 24),
    Table("last three letters", 4096, 32),
    Table("last four letters", 4096, 32),
    Table("last five letters", 4096, 24),
    Table("shape", 256, 20),
)
"""Two hashes of the word, so that words sharing one row seldom share both."""
WORD_WIDTH: Final = TABLES[0].width + TABLES[1].width
"""Columns of the two tables that know a word as a whole."""

WIDTH: Final = sum(table.width for table in TABLES)
_STARTS: Final = range(1, len(TABLES) + 1)
_HANGUL: Final = re.compile("[가-힣]")
"""Korean syllables, which are taken apart: there are 11,172 of them, far more than the tables of endings have rows."""
_ROWS: Final = np.array([table.rows for table in TABLES], np.int64)


def feature_rows(types: Sequence[str]) -> NDArray[np.int32]:
    """Give the table rows of some word types: (types, tables)."""
    sums = np.array([_checksums(word) for word in types], np.int64).reshape(len(types), len(TABLES))
    return (sums % _ROWS).astype(np.int32)


def _checksums(word: str) -> list[int]:
    lower = word.lower()
    if _HANGUL.search(lower):
        lower = normalize("NFD", lower)
    parts = (lower, lower, lower[:1], lower[:3], lower[-1:], lower[-2:], lower[-3:], lower[-4:], lower[-5:])
    keys = [part.encode("utf-8", "surrogatepass") for part in (*parts, shape(word))]
    # CRC-32 is the same on every machine; it starts from the table's number, so that one string gets unrelated
    # rows in different tables.
    return list(map(crc32, keys, _STARTS))
