"""Where words swap places: two sentences in, the cells of their table where a transposition (T) may end out.

Whether tokens can be transposed does not depend on costs, so that the alignment looks it up here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import sub

from redink.language.pipeline import Token


def neighbours_swapped(source: Sequence[Token], target: Sequence[Token]) -> bool:
    """Tell whether two neighbours stand the other way round somewhere in the target; if w = 0, only such T matter."""
    words, target_words = [token.lower for token in source], [token.lower for token in target]
    return not set(pairwise(words)).isdisjoint(zip(target_words[1:], target_words, strict=False))


class Shuffles:
    """The cells where windows of both sentences end that hold the same words in another order, case aside."""

    def __init__(self, source: Sequence[Token], target: Sequence[Token]) -> None:
        """Take both sentences; nothing is searched yet."""
        self.found: dict[int, dict[int, int]] = {}
        """Least k of the windows that end in cell (i, j), by i and then j."""
        self._sentences = source, target
        self._digits: tuple[list[int], list[int]] | None = None
        self._searched = range(0)

    def search(self, diagonals: range) -> None:
        """Note the windows on these diagonals, which include those already searched."""
        self._digits = self._digits or _digits(*self._sentences)
        for d in diagonals:
            if d not in self._searched:
                _note_shuffles(*self._digits, d, self.found)
        self._searched = diagonals


def _digits(source: Sequence[Token], target: Sequence[Token]) -> tuple[list[int], list[int]]:
    """Give each word, case aside, its own digit of one large number; a sum of digits is a bag of words.

    A digit is wide enough for all occurrences of its word. Words that only one side has share a digit, because
    no window with such a word can be balanced.
    """
    counts, target_counts = Counter(token.lower for token in source), Counter(token.lower for token in target)
    digit, place = {}, 0
    for word, count in counts.items():
        if word in target_counts:
            digit[word] = 1 << place
            place += (count + target_counts[word]).bit_length()
    source_only, target_only = 1 << place, 1 << place + len(source).bit_length()
    digits = [digit.get(token.lower, source_only) for token in source]
    return digits, [digit.get(token.lower, target_only) for token in target]


def _note_shuffles(digits: list[int], target_digits: list[int], d: int, shuffles: dict[int, dict[int, int]]) -> None:
    """Note where on diagonal d windows end that hold the same words in another order, and their least k.

    The sum along the diagonal of source digits minus target digits takes the same value twice if and only if
    the window between holds the same words. Twice in a row means one word against itself, which is no shuffle.
    """
    first = max(0, -d)
    # As long as the shorter side: 90,000 tokens beside ten would otherwise be copied 90,000 times.
    length = min(len(digits) - first, len(target_digits) - first - d)
    changes = list(map(sub, digits[first : first + length], target_digits[first + d : first + d + length]))
    sums = list(accumulate(changes, initial=0))
    if len(set(sums)) + changes.count(0) == len(sums):
        return
    last_place = {0: 0}
    for place, value in enumerate(sums):
        if place - last_place.get(value, place) > 1:
            i = first + place
            shuffles.setdefault(i, {})[i + d] = place - last_place[value] - 1
        last_place[value] = place
