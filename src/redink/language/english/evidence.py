"""The first words of a text in; out, whether they are evidently not English.

For a hint to users who forgot to name another pipeline, so it would rather say nothing than be wrong: short or
mixed text is never "evidently" anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from redink.language.english.lemmas import read_tables

ENOUGH: Final = 100
"""Words below which nothing is evident."""
LOOKED_AT: Final = 500
"""Words that are looked at."""

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
"""English prose and learners' English have about .2, other languages next to none."""
_FEW_KNOWN: Final = 0.5
"""Share of words known to WordNet: lists of English words have few function words, but are known."""
_LAST_LATIN: Final = "\u024f"
"""Last letter of the Latin blocks but for those of Vietnamese, which the words decide about."""


def is_evidently_not_english(words: Iterable[str]) -> bool:
    """Judge by the first words that have letters: mostly other letters, or hardly a known word."""
    seen = [word.lower() for word in islice(filter(_has_letter, words), LOOKED_AT)]
    if len(seen) < ENOUGH:
        return False
    if sum(map(_is_foreign, seen)) > len(seen) / 2:
        return True
    if sum(word in _FUNCTION_WORDS for word in seen) >= _FEW_FUNCTION_WORDS * len(seen):
        return False
    # Read again here, by one text in a thousand: 20 ms.
    tables = read_tables()
    known = sum(
        any(word in tables.known[kind] or tables.lemma(word, kind) in tables.known[kind] for kind in tables.known)
        for word in seen
    )
    return known < _FEW_KNOWN * len(seen)


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))


def _is_foreign(word: str) -> bool:
    """Tell whether most letters of a word are not Latin."""
    letters = [character for character in word if character.isalpha()]
    others = sum(character > _LAST_LATIN and not "\u1e00" <= character <= "\u1eff" for character in letters)
    return others > len(letters) / 2


_MARKS: Final = ".,!?;:"
_ABBREVIATED: Final = frozenset(
    ("approx.", "asst.", "bros.", "capt.", "corp.", "dept.", "messrs.", "misc.", "prof.", "sept.", "supt.", "univ.")
)


def untokenised_word(words: Iterable[str]) -> str | None:
    """Give the first word that has a mark at its end (`home.`), if more marks are so than stand alone; else nothing.

    Short words and abbreviations do not count: Mr., etc. and Prof. keep their full stops in tokenised text.
    """
    joined = []
    alone = 0
    for word in words:
        if len(word) > 4 and word[-1] in _MARKS and word[:-1].isalpha() and word.lower() not in _ABBREVIATED:
            joined.append(word)
        alone += word in _MARKS
    return joined[0] if len(joined) > alone else None
