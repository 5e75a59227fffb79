"""A word alignment in; Spearman's ρ between the order of the words in the source and in the correction out.

    ρ = 1 − 6 Σ d² / (k (k² − 1)),   k aligned pairs, d = difference of the two ranks of a pair

No two ranks are tied, so this closed form holds. ρ = 1 for k < 2, where there is no order to change.
"""

from __future__ import annotations

from itertools import pairwise

from redink.annotation.word_alignment import WordAlignment


def spearman(alignment: WordAlignment) -> float:
    """Give ρ of an alignment; it is 1 when the aligned words keep their order."""
    places = [j for _, j in alignment.pairs]
    if all(place < following for place, following in pairwise(places)):
        return 1.0
    rank = {place: number for number, place in enumerate(sorted(places))}
    k = len(places)
    squares = sum((number - rank[place]) ** 2 for number, place in enumerate(places))
    return 1 - 6 * squares / (k * (k * k - 1))
