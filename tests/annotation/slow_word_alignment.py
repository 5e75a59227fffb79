"""The textbook twin of the word alignment: every matching tried, in fractions."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations


@cache
def distance(one: str, other: str) -> int:
    """Levenshtein's recursion, word for word."""
    if not one or not other:
        return len(one) + len(other)
    if one[0] == other[0]:
        return distance(one[1:], other[1:])
    return 1 + min(distance(one[1:], other[1:]), distance(one[1:], other), distance(one, other[1:]))


def matchings(n: int, m: int, size: int) -> Iterator[list[tuple[int, int]]]:
    """Give every way to pair `size` of n words with `size` of m words."""
    for rows in combinations(range(n), size):
        for columns in permutations(range(m), size):
            yield list(zip(rows, columns, strict=True))


def thesis_value(source, correction, pairs) -> tuple[Fraction, int, int]:
    """Cost, changed pairs and squared distance from the diagonal: what is made small, in this order."""
    length = max(len(source), len(correction))
    cost = sum((distance(source[i], correction[j]) + Fraction(abs(i - j), length) for i, j in pairs), Fraction(0))
    changed = sum(source[i] != correction[j] for i, j in pairs)
    return cost, changed, sum((i - j) ** 2 for i, j in pairs)


def gap_value(source, correction, pairs, gap: Fraction) -> Fraction:
    """Cost of the pairs and of the words that stay alone."""
    length = max(len(source), len(correction))
    together = (
        Fraction(distance(source[i], correction[j]), max(len(source[i]), len(correction[j])))
        + Fraction(abs(i - j), length)
        for i, j in pairs
    )
    return sum(together, Fraction(0)) + gap * (len(source) + len(correction) - 2 * len(pairs))


def best_thesis_value(source, correction) -> tuple[Fraction, int, int]:
    """The least value over all matchings of the shorter side."""
    size = min(len(source), len(correction))
    found = matchings(len(source), len(correction), size)
    return min(thesis_value(source, correction, pairs) for pairs in found)


def best_gap_value(source, correction, gap: Fraction) -> Fraction:
    """The least value over matchings of any size."""
    sizes = range(min(len(source), len(correction)) + 1)
    return min(
        gap_value(source, correction, pairs, gap)
        for size in sizes
        for pairs in matchings(len(source), len(correction), size)
    )
