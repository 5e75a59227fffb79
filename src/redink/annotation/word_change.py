"""A word alignment in; WordChange, the number of words altered, deleted or added, out (Choshen's thesis, ch. 2).

    WordChange(x, c) = |unaligned words of x| + |unaligned words of c| + |{(i, j) aligned : x_i ≠ c_j}|

This is the printed rule, `exact`. The released program ignores small changes (`approx`): a pair counts only if the
Levenshtein distance of the two lemmas is more than 2, or more than 1 when one of them has at most 4 letters. Most
corrections of inflection and spelling then do not count.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from redink.annotation.word_alignment import WordAlignment

if TYPE_CHECKING:
    from redink.language.english.lemmas import LemmaTables

Counting: TypeAlias = Literal["exact", "approx"]

SHORT_LEMMA = 4
"""Lemmas of at most this many letters are compared more strictly."""
_LARGE, _LARGE_SHORT = 2, 1


def word_change(alignment: WordAlignment, counting: Counting = "exact") -> int:
    """Count the words that a correction changes.

    Args:
        alignment: The alignment of source and correction.
        counting: `exact` counts every pair that differs, `approx` ignores pairs with similar lemmas.
    """
    unaligned = len(alignment.source) + len(alignment.correction) - 2 * len(alignment.pairs)
    changed = alignment.changed_pairs
    if counting == "approx":
        changed = [(i, j) for i, j in changed if is_large_change(alignment.source[i], alignment.correction[j])]
    return unaligned + len(changed)


@lru_cache(1 << 16)
def is_large_change(word: str, correction: str) -> bool:
    """Tell whether two words differ by more than inflection, as the released program sees it."""
    from rapidfuzz.distance import Levenshtein

    lemma, correction_lemma = noun_lemma(word), noun_lemma(correction)
    most = _LARGE_SHORT if min(len(lemma), len(correction_lemma)) <= SHORT_LEMMA else _LARGE
    return Levenshtein.distance(lemma, correction_lemma) > most


@lru_cache(1 << 16)
def noun_lemma(word: str) -> str:
    """Give the English dictionary form of a word taken as a noun, or the word itself if it has none.

    WordNet's lemmatiser takes every word as a noun unless told otherwise.
    """
    tables = _tables()
    if irregular := tables.irregular["noun"].get(word):
        return irregular
    if word in tables.known["noun"]:
        return word
    return next((form for form in tables.detached(word, "noun") if form in tables.known["noun"]), word)


@cache
def _tables() -> LemmaTables:
    from redink.language.english.lemmas import read_tables

    return read_tables()
