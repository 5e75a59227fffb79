"""Resampled scores or swapped sums of two systems in, p-values out; many p-values in, adjusted p-values out.

Both paired tests are two-sided and give p = (c + 1) / (r + 1), where c of r resamples are at least as extreme as the
data. The data themselves are one of the r + 1 cases, so p is never 0. Two systems with the same score have p = 1. A
resample in which either score is undefined counts as extreme, that is, against significance. If a score of the data
themselves is undefined, there is no p (`None`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import InputError
from redink.frozen import frozen
from redink.stats.resampling import Bootstrapped, ScoreFromSums, SwapSums, scores_of

Adjustment: TypeAlias = Callable[[npt.ArrayLike], Floats]
"""(m,) p-values → (m,) adjusted p-values, e.g. `holm`."""

SAME = 1e-12
"""Differences that agree to within this share of the scores count as equal: they differ only by rounding."""

_BLOCK = 16_384
"""Resamples that are scored at a time: their sums fit into the processor's cache."""


@frozen
class PairedResult:
    """The result of a paired test of second − first."""

    difference: float | None
    """Score of the second minus score of the first; `None` when either is undefined."""
    p: float | None
    """Two-sided p-value; `None` when there is no difference to test."""
    method: str
    """`paired bootstrap` or `approximate randomisation`."""
    resamples: int
    undefined: int
    """Number of resamples with an undefined score; they count against significance."""


def paired_bootstrap(first: Bootstrapped, second: Bootstrapped) -> PairedResult:
    """Test δ = second − first by c = #{|δ* − δ| ≥ |δ|}: how often chance alone moves δ that far.

    The resampled δ* scatter around δ, not around 0, and are therefore shifted by δ (Berg-Kirkpatrick, Burkett and Klein
    2012 count δ* > 2δ, the one-sided form of this test). Both must come from the same `Resamples`.
    """
    moved = second.minus(first)
    size = max(abs(first.estimate), abs(second.estimate))
    return _result("paired bootstrap", moved.estimate, moved.scores - moved.estimate, size)


def approximate_randomisation(first: SwapSums, second: SwapSums, score_from_sums: ScoreFromSums) -> PairedResult:
    """Test δ = second − first by c = #{|δ*| ≥ |δ|}, where the toss of a coin exchanges outputs.

    If the systems were equally good, it would not matter which of them made which output (Noreen 1989).
    Both must come from the same `Swaps`.
    """
    low, high = (scores_of(sums.total[np.newaxis], score_from_sums)[0] for sums in (first, second))
    by_chance = np.empty(len(first.exchanged))
    for start in range(0, len(by_chance), _BLOCK):
        from_first, from_second = (sums.exchanged[start : start + _BLOCK] for sums in (first, second))
        moved = from_second - from_first
        low_mixed = scores_of(first.total + moved, score_from_sums)
        high_mixed = scores_of(second.total - moved, score_from_sums)
        by_chance[start : start + _BLOCK] = high_mixed - low_mixed
    return _result("approximate randomisation", float(high - low), by_chance, max(abs(low), abs(high)))


def _result(method: str, difference: float, by_chance: Floats, size: float) -> PairedResult:
    """Give the result of a test from the chance differences that are, up to rounding, as large as the one seen."""
    resamples, undefined = len(by_chance), int(np.isnan(by_chance).sum())
    if math.isnan(difference):
        return PairedResult(None, None, method, resamples, undefined)
    smaller = int(np.count_nonzero(np.abs(by_chance) < abs(difference) - SAME * size))
    return PairedResult(difference, (resamples - smaller + 1) / (resamples + 1), method, resamples, undefined)


def fewest_resamples(tests: int, alpha: float = 0.05) -> int:
    """Give the least r with which one of m adjusted tests can be significant: 1 / (r + 1) ≤ α / m.

    With fewer resamples, the smallest possible p = 1 / (r + 1) is above the level that `holm` requires of the best of m
    tests, whatever the data. For example, the 66 pairs of 12 systems at 5 % need 1,319 resamples.
    """
    return max(1, math.ceil(tests / alpha * (1 - 1e-12)) - 1)


def holm(p_values: npt.ArrayLike) -> Floats:
    """Give p̃₍ᵢ₎ = max over j ≤ i of min(1, (m − j + 1) p₍ⱼ₎), which controls the chance of any false alarm (Holm 1979).

    NaN stays NaN and is not counted among the m tests.
    """
    values, order = _sorted_p_values(p_values)
    m = len(order)
    adjusted = values.copy()
    adjusted[order] = np.maximum.accumulate(np.minimum(values[order] * np.arange(m, 0, -1), 1.0))
    return adjusted


def benjamini_hochberg(p_values: npt.ArrayLike) -> Floats:
    """Give p̃₍ᵢ₎ = min over j ≥ i of min(1, m p₍ⱼ₎ / j), which controls the share of false alarms (1995).

    NaN stays NaN and is not counted among the m tests.
    """
    values, order = _sorted_p_values(p_values)
    m = len(order)
    steps = np.minimum(values[order] * m / np.arange(1, m + 1), 1.0)
    adjusted = values.copy()
    adjusted[order] = np.minimum.accumulate(steps[::-1])[::-1]
    return adjusted


def _sorted_p_values(p_values: npt.ArrayLike) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Give the values, and the places of those that are not NaN in ascending order."""
    values = np.asarray(p_values, dtype=np.float64)
    if values.ndim != 1 or ((values < 0) | (values > 1)).any():
        raise InputError("p-values must be one row of numbers between 0 and 1")
    order = np.argsort(values, kind="stable")
    return values, order[: np.count_nonzero(~np.isnan(values))]


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Test whether two systems are right equally often, from a 2 × 2 table of right and wrong.

    Args:
        only_first: b, the number of sentences that only the first system got right.
        only_second: c, the number that only the second got right. The other sentences do not matter.

    Returns:
        p = min(1, 2 · P(X ≤ min(b, c))) for X ~ Binomial(b + c, ½); 1 when b + c = 0.
    """
    if only_first < 0 or only_second < 0:
        raise InputError(f"McNemar's test cannot take negative counts: {only_first} and {only_second}")
    n, k = only_first + only_second, min(only_first, only_second)
    log_top = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) - n * math.log(2)
    # P(X = i−1) / P(X = i) = i / (n − i + 1): summing from the largest term downwards loses no digits.
    i = np.arange(k, 0, -1)
    tail = 1.0 + float(np.cumprod(i / (n - i + 1)).sum())
    return min(1.0, 2 * math.exp(log_top) * tail)
