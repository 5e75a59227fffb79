"""Textbook versions of the resampling statistics: loops over drawn sentences, no matrix products."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

Rows = Sequence[Sequence[float]]


def f_half(sums: np.ndarray) -> np.ndarray:
    """F0.5 of (r × 3) sums of TP, FP, FN; NaN for nothing at all."""
    tp, fp, fn = sums.T
    return 1.25 * tp / (1.25 * tp + fp + 0.25 * fn)


def ratio(sums: np.ndarray) -> np.ndarray:
    """First column over second."""
    return sums[:, 0] / sums[:, 1]


def weighted_sum(weights: Sequence[int], column: Sequence[float]) -> Fraction:
    """Σ wᵢ xᵢ without any rounding."""
    return sum((int(w) * Fraction(float(x)) for w, x in zip(weights, column, strict=True)), Fraction(0))


def members(groups: Sequence[object]) -> list[list[int]]:
    """Sentences of each group, groups in the order in which they appear."""
    found: dict[object, list[int]] = {}
    for sentence, group in enumerate(groups):
        found.setdefault(group, []).append(sentence)
    return list(found.values())


def resampled_tables(
    table: np.ndarray, resamples: int, rng: np.random.Generator, groups: Sequence[object]
) -> list[np.ndarray]:
    """Draw groups one after the other and copy their rows."""
    units = members(groups)
    tables = []
    for _ in range(resamples):
        drawn = rng.integers(0, len(units), size=len(units))
        rows = [row for unit in drawn for row in units[unit]]
        tables.append(table[rows])
    return tables


def swap_by_loops(
    first: np.ndarray,
    second: np.ndarray,
    exchanged: np.ndarray,
    score: Callable[[np.ndarray], np.ndarray],
    groups: Sequence[object],
) -> float:
    """Give p of approximate randomisation, exchanging whole groups row by row."""
    difference = abs(_score(second, score) - _score(first, score))
    extreme = 0
    for coins in exchanged:
        one, other = first.copy(), second.copy()
        for unit, coin in zip(members(groups), coins, strict=True):
            if coin:
                for row in unit:
                    one[row], other[row] = second[row], first[row]
        seen = abs(_score(other, score) - _score(one, score))
        extreme += not seen < difference - 1e-12
    return (extreme + 1) / (len(exchanged) + 1)


def _score(table: np.ndarray, score: Callable[[np.ndarray], np.ndarray]) -> float:
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(score(table.sum(axis=0)[np.newaxis])[0])


def holm_by_definition(p_values: Sequence[float]) -> list[float]:
    """Smallest α at which the step-down procedure rejects, for each p."""
    m = len(p_values)
    order = sorted(range(m), key=lambda i: p_values[i])
    adjusted = [0.0] * m
    for place, i in enumerate(order):
        adjusted[i] = max(min(1.0, (m - j) * p_values[order[j]]) for j in range(place + 1))
    return adjusted


def benjamini_hochberg_by_definition(p_values: Sequence[float]) -> list[float]:
    """Smallest share q at which the step-up procedure rejects, for each p."""
    m = len(p_values)
    order = sorted(range(m), key=lambda i: p_values[i])
    adjusted = [0.0] * m
    for place, i in enumerate(order):
        adjusted[i] = min(min(1.0, m * p_values[order[j]] / (j + 1)) for j in range(place, m))
    return adjusted


def mcnemar_by_fractions(b: int, c: int) -> Fraction:
    """Twice the smaller binomial tail, at most 1."""
    n = b + c
    tail = sum(math.comb(n, i) for i in range(min(b, c) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**n))


def ranks_by_counting(scores: Sequence[float]) -> list[float]:
    """Rank = 1 + how many are better."""
    return [1.0 + sum(other > own for other in scores) for own in scores]


def clusters_by_sets(scores: Sequence[float], better: np.ndarray) -> list[int]:
    """Cut wherever all above beat all below, trying every cut."""
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    cuts = [
        cut for cut in range(1, len(order)) if all(better[i, j] for i, j in itertools.product(order[:cut], order[cut:]))
    ]
    found = [0] * len(scores)
    for place, system in enumerate(order):
        found[system] = 1 + sum(cut <= place for cut in cuts)
    return found
