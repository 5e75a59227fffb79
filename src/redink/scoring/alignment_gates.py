"""Two or three sentences in; places that every cheapest alignment passes, and the parts between them, out.

The cost of an alignment grows with the square or the cube of the sentences, and mixed references of one sentence share
most of their parts. So sentences are cut at gates, and each part is aligned once.

A token that occurs once in each of two sentences is a gate if every cheapest alignment of the two matches it with its
twin. That is so if the cheapest alignment without this match costs more, which one distance tells (in C).

Three sentences: no alignment costs less than the three pairwise distances together. If an alignment costs just that,
each cheapest alignment of the three consists of cheapest alignments of the pairs. If a token is a gate of all three
pairs, at (i, j), (i, k) and (j, k), each of them then passes (i, j, k): of the cells that it visits with these pairs,
two follow each other, and the third lies between them. `parts_of_three` gives the parts; whether the sum of their costs
is that of the pairs is for the caller to see. Then the path back through the whole is the path back through the parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from operator import ge

from redink.records import Tokens
from redink.scoring.alignment_cube import GAP, MISMATCH

_FRESH = " "
"""No token: tokens have no blanks."""
_LONGEST = 200
"""Tokens of the longest sentence that is cut; longer ones would take many distances."""


@lru_cache(maxsize=1 << 12)
def pair_cost(first: Tokens, second: Tokens) -> int:
    """Give the cost of the cheapest alignment of two sentences."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(first, second, weights=(GAP, GAP, MISMATCH))


@lru_cache(maxsize=1 << 14)
def is_gate(first: Tokens, second: Tokens, token: str) -> bool:
    """Tell whether every cheapest alignment matches a token that occurs once in each sentence."""
    place = _once(second)[token]
    without = (*second[:place], _FRESH, *second[place + 1 :])
    from rapidfuzz.distance import Levenshtein

    cost = pair_cost(first, second)
    return Levenshtein.distance(first, without, weights=(GAP, GAP, MISMATCH), score_cutoff=cost) > cost


def parts_of_pair(first: Tokens, second: Tokens) -> list[Sequence[Tokens]]:
    """Cut two sentences at their gates."""
    return _parts((first, second))


def parts_of_three(source: Tokens, hypothesis: Tokens, reference: Tokens) -> list[Sequence[Tokens]]:
    """Cut three sentences at the gates of all three pairs."""
    return _parts((source, hypothesis, reference))


def _parts(sentences: tuple[Tokens, ...]) -> list[Sequence[Tokens]]:
    """Give the parts between gates; a part ends with its gate."""
    if max(map(len, sentences)) > _LONGEST:
        return [sentences]
    before = [0] * len(sentences)
    parts: list[Sequence[Tokens]] = []
    pairs = list(combinations(sentences, 2))
    for token, places in _candidates(sentences):
        if not all(map(ge, places, before)):
            return [sentences]  # the order differs: not both can be matched
        if all(is_gate(first, second, token) for first, second in pairs):
            ends = [place + 1 for place in places]
            parts.append([sentence[start:end] for sentence, start, end in zip(sentences, before, ends, strict=True)])
            before = ends
    parts.append([sentence[start:] for sentence, start in zip(sentences, before, strict=True)])
    return parts


def _candidates(sentences: tuple[Tokens, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Give one token of each row of tokens that occur once in every sentence, with its places.

    If one token of such a row is a gate, all are, because what follows it begins alike on all sides.
    """
    first, *others = map(_once, sentences)
    row: list[tuple[str, tuple[int, ...]]] = []
    after: tuple[int, ...] = ()
    for token, place in first.items():
        try:
            places = (place, *[once[token] for once in others])
        except KeyError:
            continue
        if row and places != after:
            yield row[len(row) // 2]
            row = []
        row.append((token, places))
        after = tuple([each + 1 for each in places])
    if row:
        yield row[len(row) // 2]


@lru_cache(maxsize=256)
def _once(sentence: Tokens) -> dict[str, int]:
    """Give the places of the tokens that occur once, in their order."""
    counts = Counter(sentence)
    return {token: place for place, token in enumerate(sentence) if counts[token] == 1}
