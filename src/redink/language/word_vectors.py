"""Words in, their numbers out, with one vector for each number; new words get theirs when they are first met."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from redink.language.english.network import Floats, Ints

TYPES_KEPT: Final = 60_000
"""Words whose vectors are kept from one batch to the next."""


class _Numbers(dict[str, int]):
    """Numbers words from 1 in the order they are asked for."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self) + 1
        return number


class WordVectors:
    """The vectors of words, one per row. Row 0 is zero: it stands for a place outside a sentence.

    The rows have their room from the start, which costs nothing as long as it is not used. A matrix that is made anew
    for each batch with new words would leave holes in the memory, and a long run would grow.
    """

    def __init__(self, width: int, compute: Callable[[Sequence[str], Floats], None]) -> None:
        """Take the width of a vector, and what writes the vectors of some words into the rows that it is given."""
        self._compute = compute
        self._room: Floats = np.zeros((1 + TYPES_KEPT, width), np.float32)
        self._forget()

    def numbers(self, words: Sequence[str]) -> Ints:
        """Give the number of each word; it is the row of its vector until the next call."""
        if len(self._number) > TYPES_KEPT:
            self._forget()
        numbers = np.fromiter(map(self._number.__getitem__, words), np.intp, len(words))
        self._learn()
        return numbers

    def _forget(self) -> None:
        self._number = _Numbers()
        self.rows = self._room[:1]

    def _learn(self) -> None:
        """Compute the vectors of words that have a number but no vector yet."""
        first, end = len(self.rows), 1 + len(self._number)
        if first == end:
            return
        if end > len(self._room):
            self._room = np.concatenate([self.rows, np.empty((end, self._room.shape[1]), np.float32)])
        self._compute(list(self._number)[first - 1 :], self._room[first:end])
        self.rows = self._room[:end]
