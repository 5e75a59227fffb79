"""The first words of a text in, whether they are evidently not English out.

The answer is a hint for users who forgot to name another pipeline, so silence is better than a mistake: short or
mixed text is never evidently anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from redink.language.english.lemmas import read_tables

ENOUGH: Final = 100
"""With fewer words than this, nothing is evident."""
LOOKED_AT: Final = 500
"""At most this many words are looked at."""

_FUNCTION_WORDS: Final = frozenset(
    [
        "the",
        "and",
        "that",
        "it",
        "with",
        "this",
        "are",
        "you",
        "they",
        "have",
        "not",
        "from",
        "which",
        "will",
        "would",
        "can",
        "has",
        "their",
        "when",
        "there",
        "been",
        "were",
        "should",
        "because",
        "very",
        "what",
        "my",
        "your",
        "if",
        "more",
        "some",
        "many",
        "people",
        "these",
        "could",
        "about",
        "into",
        "only",
        "than",
        "other",
    ]
)
"""Frequent in any English, rare or unknown in other languages (so neither `in`, `is`, `of`, `was` nor `to`)."""
_FEW_FUNCTION_WORDS: Final = 0.03
"""Share of function words below which a text is hardly English: English prose and learners have about .2."""
_FEW_KNOWN: Final = 0.5
"""Share of words known to WordNet: lists of English words have few function words, but their words are known."""
_LAST_LATIN: Final = "\u024f"
"""Last letter of the Latin blocks, except those of Vietnamese, which is told by its words."""


def is_evidently_not_english(words: Iterable[str]) -> bool:
    """Tell whether the first words that have letters are mostly not Latin, or hardly known."""
    sample = [word.lower() for word in islice(filter(_has_letter, words), LOOKED_AT)]
    if len(sample) < ENOUGH:
        return False
    if sum(map(_is_foreign, sample)) > len(sample) / 2:
        return True
    if sum(word in _FUNCTION_WORDS for word in sample) >= _FEW_FUNCTION_WORDS * len(sample):
        return False
    tables = read_tables()
    known_words = sum(
        any(word in tables.known[kind] or tables.lemma(word, kind) in tables.known[kind] for kind in tables.known)
        for word in sample
    )
    return known_words < _FEW_KNOWN * len(sample)


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))


def _is_foreign(word: str) -> bool:
    """Tell whether most letters of a word are not Latin."""
    letters = [character for character in word if character.isalpha()]
    foreign = sum(character > _LAST_LATIN and not "\u1e00" <= character <= "\u1eff" for character in letters)
    return foreign > len(letters) / 2


_MARKS: Final = ".,!?;:"
_ABBREVIATED: Final = frozenset(
    ("approx.", "asst.", "bros.", "capt.", "corp.", "dept.", "messrs.", "misc.", "prof.", "sept.", "supt.", "univ.")
)


def untokenised_word(words: Iterable[str]) -> str | None:
    """Give the first word that ends in a mark (`home.`) if more marks are attached than stand alone, else `None`.

    Short words and abbreviations do not count, because Mr., etc. and Prof. keep their full stops in tokenised text.
    """
    joined = []
    alone = 0
    for word in words:
        if len(word) > 4 and word[-1] in _MARKS and word[:-1].isalpha() and word.lower() not in _ABBREVIATED:
            joined.append(word)
        alone += word in _MARKS
    return joined[0] if len(joined) > alone else None
