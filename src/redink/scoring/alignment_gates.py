"""Two or three sentences in; a place that every cheapest alignment passes, and the halves beside it, out.

The cost of an alignment grows with the square or the cube of the sentences, and mixed references of one sentence share
most of their parts. So sentences are cut at a gate near the middle, their halves again, and each part is aligned once.

A token that occurs once in each of two sentences is a gate if every cheapest alignment of the two matches it with its
twin. That is so if the cheapest alignment without this match costs more, which one distance tells (in C).

Three sentences: no alignment costs less than the three pairwise distances together. If one costs δ more, no pair costs
more than δ above its distance in any cheapest alignment of the three. So if not to match a token costs more than δ in
each of the three pairs, at (i, j), (i, k) and (j, k), each cheapest alignment passes (i, j, k), and the path back
through the whole is the path back through the halves. `halves` gives the halves; δ is for the caller to see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, combinations, zip_longest
from typing import NamedTuple

from redink.scoring.alignment_cube import GAP, MISMATCH

FRESH = "\0"
"""A letter that stands for no token."""
_SURROGATES = range(0xD800, 0xE000)
"""Numbers that are no letters."""
_LONGEST = 400
"""Tokens of the longest sentence that is cut; longer ones would take many distances."""


class Letters(dict[str, str]):
    """One letter for each distinct token of a few sentences, so that sentences are strings.

    Only which tokens are equal decides an alignment. Strings are compared, cut and hashed faster than tuples.
    """

    def __missing__(self, token: str) -> str:
        number = len(self) + 1
        letter = self[token] = chr(number if number < _SURROGATES.start else number + len(_SURROGATES))
        return letter

    def spell(self, sentence: Iterable[str]) -> str:
        """Give the sentence as a string of letters."""
        return "".join([self[token] for token in sentence])


@lru_cache(maxsize=1)
def _distance() -> Callable[..., int]:
    from rapidfuzz.distance import Levenshtein

    return partial(Levenshtein.distance, weights=(GAP, GAP, MISMATCH))


@lru_cache(maxsize=1 << 12)
def pair_cost(first: str, second: str) -> int:
    """Give the cost of the cheapest alignment of two sentences."""
    return _distance()(first, second)


@lru_cache(maxsize=1 << 14)
def margin(first: str, second: str, letter: str) -> int:
    """Give how much more an alignment costs that does not match a letter that occurs once in each sentence.

    0 if the letter is no gate. At the most `MISMATCH`, however much more it costs.
    """
    return _distance()(first, second.replace(letter, FRESH)) - pair_cost(first, second)


def halves(*sentences: str, spare: int = 0) -> list[tuple[str, ...]]:
    """Cut sentences at the gate of all pairs that is nearest to the middle of the first; its half ends with the gate.

    A match less must cost more than `spare` in each pair. If there is no such gate, the whole is the only part.
    """
    first = sentences[0]
    middle = len(first) // 2
    outwards = chain.from_iterable(zip_longest(first[middle:], reversed(first[:middle]), fillvalue=FRESH))
    for letter in outwards if max(map(len, sentences)) <= _LONGEST else ():
        occurs_once = {text.count(letter) for text in sentences} == {1}
        if occurs_once and all(margin(*pair, letter) > spare for pair in combinations(sentences, 2)):
            parts = [text.partition(letter) for text in sentences]
            behind = tuple([end for _, _, end in parts])
            if any(behind):
                return [tuple([start + gate for start, gate, _ in parts]), behind]
    return [sentences]


class Stretch(NamedTuple):
    """A row of letters on which all sentences agree."""

    letter: str
    """The middle one of the letters in it that occur once in every sentence."""
    places: tuple[int, ...]
    """Where this letter is, in each sentence."""
    beside: int
    """Number of other such letters in the row, before it or after it, whichever are fewer."""


def stretches(sentences: tuple[str, ...]) -> Iterator[Stretch]:
    """Give the stretches that hold a letter which occurs once in every sentence."""
    once, *others_once = map(_once, sentences)
    row: list[tuple[str, tuple[int, ...]]] = []
    for letter, place in once.items():
        try:
            places = (place, *[other[letter] for other in others_once])
        except KeyError:
            continue
        if row:
            between = [text[a:b] for text, a, b in zip(sentences, row[-1][1], places, strict=True)]
            if between.count(between[0]) < len(between):
                yield _stretch(row)
                row = []
        row.append((letter, places))
    if row:
        yield _stretch(row)


def _stretch(row: Sequence[tuple[str, tuple[int, ...]]]) -> Stretch:
    middle = len(row) // 2
    return Stretch(*row[middle], beside=len(row) - 1 - middle)


@lru_cache(maxsize=256)
def _once(sentence: str) -> dict[str, int]:
    """Give the places of the tokens that occur once, in their order."""
    counts = Counter(sentence)
    return {token: place for place, token in enumerate(sentence) if counts[token] == 1}
