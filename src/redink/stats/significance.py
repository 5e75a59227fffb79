"""Two systems' resampled scores or swapped sums in, p-values out; many p-values in, adjusted ones out.

Both paired tests are two-sided and give p = (c + 1) / (r + 1), where c of r resamples are at least as
extreme as what was seen: the data themselves are one of the r + 1 cases, so p is never 0. Two systems
with the same score have p = 1. A resample in which either score is undefined counts as extreme, that
is, against significance; if a score of the data themselves is undefined there is no p (`None`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import InputError
from redink.stats.resampling import Bootstrapped, ScoreFromSums, SwapSums, scores_of

Item = TypeVar("Item")

Adjustment: TypeAlias = Callable[[npt.ArrayLike], Floats]
"""(m,) p-values → (m,) adjusted p-values, e.g. `holm`."""

SAME = 1e-12
"""Differences that agree within this share of the scores are taken as equal: they differ by rounding only."""


@dataclass(frozen=True, slots=True)
class PairedResult:
    """What a paired test says about second − first."""

    difference: float | None
    """Score of the second minus score of the first; `None` when either is undefined."""
    p: float | None
    """Two-sided p-value; `None` when there is no difference to test."""
    method: str
    """`paired bootstrap` or `approximate randomisation`."""
    resamples: int
    """How many were drawn."""
    undefined: int
    """In how many of them a score was undefined; they count against significance."""


def paired_bootstrap(first: Bootstrapped, second: Bootstrapped) -> PairedResult:
    """Test δ = second − first by c = #{|δ* − δ| ≥ |δ|}: how often chance alone moves δ that far.

    The resamples scatter around δ, not around 0, and are therefore shifted by δ (Berg-Kirkpatrick,
    Burkett and Klein 2012 count δ* > 2δ, which is the one-sided form of this). Both must come from
    one `Resamples`.
    """
    both = second.minus(first)
    size = max(abs(first.estimate), abs(second.estimate))
    return _result("paired bootstrap", both.estimate, both.scores - both.estimate, size)


def approximate_randomisation(first: SwapSums, second: SwapSums, score_from_sums: ScoreFromSums) -> PairedResult:
    """Test δ = second − first by c = #{|δ*| ≥ |δ|}, where outputs change hands by the toss of a coin.

    If the systems were alike, it would not matter which of them made which output (Noreen 1989).
    Both must come from one `Swaps`.
    """
    low, high = (scores_of(own.total[np.newaxis], score_from_sums)[0] for own in (first, second))
    mixed = [
        scores_of(own.total - own.exchanged + other.exchanged, score_from_sums)
        for own, other in ((first, second), (second, first))
    ]
    return _result("approximate randomisation", float(high - low), mixed[1] - mixed[0], max(abs(low), abs(high)))


def _result(method: str, difference: float, by_chance: Floats, size: float) -> PairedResult:
    """Count the chance differences that are as large as the one seen, give or take rounding."""
    resamples, undefined = len(by_chance), int(np.isnan(by_chance).sum())
    if math.isnan(difference):
        return PairedResult(None, None, method, resamples, undefined)
    smaller = int(np.count_nonzero(np.abs(by_chance) < abs(difference) - SAME * size))
    return PairedResult(difference, (resamples - smaller + 1) / (resamples + 1), method, resamples, undefined)


def p_matrix(systems: Sequence[Item], test: Callable[[Item, Item], PairedResult]) -> Floats:
    """Test every pair.

    Args:
        systems: s `Bootstrapped` or `SwapSums`.
        test: A paired test of two of them.

    Returns:
        (s × s) symmetric p-values, 1 on the diagonal, NaN where there is none.
    """
    matrix = np.eye(len(systems))
    for i, first in enumerate(systems):
        for j in range(i + 1, len(systems)):
            p = test(first, systems[j]).p
            matrix[i, j] = matrix[j, i] = math.nan if p is None else p
    return matrix


def adjust_matrix(matrix: Floats, adjust: Adjustment) -> Floats:
    """Adjust each pair's p-value once for the number of pairs: (s × s) in and out."""
    above = np.triu_indices(len(matrix), k=1)
    adjusted = matrix.copy()
    adjusted[above] = adjust(matrix[above])
    adjusted.T[above] = adjusted[above]
    return adjusted


def fewest_resamples(tests: int, alpha: float = 0.05) -> int:
    """Give the least r with which one of m adjusted tests can be significant: 1 / (r + 1) ≤ α / m.

    With fewer, the smallest possible p = 1 / (r + 1) stays above the bar that `holm` sets for the best
    of m tests, whatever the data: 66 pairs of 12 systems at 5 % need 1,319 resamples.
    """
    return max(1, math.ceil(tests / alpha * (1 - 1e-12)) - 1)


def holm(p_values: npt.ArrayLike) -> Floats:
    """Give p̃₍ᵢ₎ = max over j ≤ i of min(1, (m − j + 1) p₍ⱼ₎): the chance of any false alarm is held (Holm 1979).

    NaN stays NaN and is not counted among the m tests.
    """
    values, order = _sorted_p_values(p_values)
    m = len(order)
    adjusted = values.copy()
    adjusted[order] = np.maximum.accumulate(np.minimum(values[order] * np.arange(m, 0, -1), 1.0))
    return adjusted


def benjamini_hochberg(p_values: npt.ArrayLike) -> Floats:
    """Give p̃₍ᵢ₎ = min over j ≥ i of min(1, m p₍ⱼ₎ / j): the share of false alarms is held (1995).

    NaN stays NaN and is not counted among the m tests.
    """
    values, order = _sorted_p_values(p_values)
    m = len(order)
    steps = np.minimum(values[order] * m / np.arange(1, m + 1), 1.0)
    adjusted = values.copy()
    adjusted[order] = np.minimum.accumulate(steps[::-1])[::-1]
    return adjusted


def _sorted_p_values(p_values: npt.ArrayLike) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Give the values, and the places of those that are not NaN from small to large."""
    values = np.asarray(p_values, dtype=np.float64)
    if values.ndim != 1 or ((values < 0) | (values > 1)).any():
        raise InputError("p-values must be one row of numbers between 0 and 1")
    order = np.argsort(values, kind="stable")
    return values, order[: np.count_nonzero(~np.isnan(values))]


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Test whether two systems are right equally often, from a 2 × 2 table of right and wrong.

    Args:
        only_first: b, sentences only the first system got right.
        only_second: c, sentences only the second got right; where both are right or both wrong says nothing.

    Returns:
        p = min(1, 2 · P(X ≤ min(b, c))) for X ~ Binomial(b + c, ½); 1 when b + c = 0.
    """
    if only_first < 0 or only_second < 0:
        raise InputError(f"McNemar's test of negative counts: {only_first} and {only_second}")
    n, k = only_first + only_second, min(only_first, only_second)
    log_top = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2)
    # P(X = i−1) / P(X = i) = i / (n − i + 1): from the largest term downwards nothing is lost.
    i = np.arange(k, 0, -1)
    tail = 1.0 + float(np.cumprod(i / (n - i + 1)).sum())
    return min(1.0, 2 * math.exp(log_top) * tail)
