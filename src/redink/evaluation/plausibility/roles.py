"""A source and a file in; whether the two look swapped out: learners misspell words, and corrections do not.

Only English can be told: the word list of the annotator decides what is misspelt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from redink.annotation.word_list import is_word
from redink.evaluation.plausibility.finding import File, Finding
from redink.records import Tokens

_SAMPLE = 200
"""So many changed lines are looked at."""
_FEWEST = 6
"""So many misspelt words must be on the wrong side."""
_DEVIATIONS = 3.3
"""How far the numbers must be apart, in standard deviations of a fair coin (p < .001)."""
_ENGLISH = 0.7
"""The share of known words in an English text, at the least."""


def roles_finding(source: Sequence[Tokens], words: Sequence[frozenset[str]], file: File, role: str) -> Finding | None:
    """Find out whether a file has the misspellings, and the source the corrections."""
    changed = (number for number, tokens in enumerate(file.texts) if tokens and tokens != source[number])
    before = after = 0
    for number in islice(changed, _SAMPLE):
        tokens = frozenset(file.texts[number] or ())
        before += _misspelt(words[number] - tokens)
        after += _misspelt(tokens - words[number])
    apart = (after - before) ** 2 > _DEVIATIONS**2 * (after + before)
    if after < max(_FEWEST, before) or not apart or not _is_english(source):
        return None
    return Finding(
        file.name,
        f"{after} misspelt words are in the {role} where the source has others, and {before} the other way round: "
        f"source and {role} look swapped",
        f"check which file is the source and which the {role}",
    )


def _misspelt(words: Iterable[str]) -> int:
    return sum(not _is_known(word) for word in words if word.isascii() and word.isalpha() and word.islower())


def _is_known(word: str) -> bool:
    return is_word(word) or is_word(word.capitalize())


def _is_english(source: Sequence[Tokens]) -> bool:
    words = list(islice(_plain_words(source), 500))
    return sum(map(_is_known, words)) >= _ENGLISH * max(len(words), 1)


def _plain_words(source: Sequence[Tokens]) -> Iterator[str]:
    return (token for tokens in source for token in tokens if token.isalpha() and token.islower())
