"""A word in, whether it is in a language's word list out: a Bloom filter.

It never denies a word of the list, and accepts about 1 % of all other strings. The words themselves are not kept.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

BITS_A_WORD: Final = 10
CAPITALS: Final = {"tr": str.maketrans("İI", "iı")}
"""Capitals whose small letters are not those that Python gives, by language."""
_PLACES: Final = 7
_SEEDS: Final = (17, 3_000_017)


class Vocabulary:
    """The word list of a language as a row of bits."""

    def __init__(self, bits: NDArray[np.uint8]) -> None:
        """Take the bits, eight to a byte."""
        self._bits = bits.tobytes()

    def __contains__(self, word: object) -> bool:
        """Tell whether a word is in the list; capitals do not count."""
        return isinstance(word, str) and all(
            self._bits[place >> 3] >> (place & 7) & 1 for place in _places(word, 8 * len(self._bits))
        )

    @staticmethod
    def pack(words: Collection[str]) -> NDArray[np.uint8]:
        """Give the bits for some words."""
        size = -(-max(8, BITS_A_WORD * len(words)) // 8)
        bits = np.zeros(size, np.uint8)
        for word in words:
            for place in _places(word, 8 * size):
                bits[place >> 3] |= 1 << (place & 7)
        return bits


def _places(word: str, size: int) -> list[int]:
    data = word.casefold().encode("utf-8", "surrogatepass")
    first, second = (crc32(data, seed) for seed in _SEEDS)
    return [(first + i * (second | 1)) % size for i in range(_PLACES)]
