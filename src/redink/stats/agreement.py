"""Answers of two or more judges in; agreement rates, Cohen's, Fleiss' and free-marginal κ, and tests of shares out.

Answers are numbered 0 … k−1; −1 stands for "did not answer".
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats, Ints
from redink.errors import InputError
from redink.records import Interval

_NO_SPREAD = 1e-14
"""A variance no larger than this is rounding error."""


def contingency(first: npt.ArrayLike, second: npt.ArrayLike, n_answers: int) -> Ints:
    """Give (k × k) how often the first judge gave answer i and the second answer j, without missing answers."""
    rows, columns = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    if rows.shape != columns.shape or rows.ndim != 1:
        raise InputError("two judges' answers differ in length")
    answered = (rows >= 0) & (columns >= 0)
    flat = np.bincount(rows[answered] * n_answers + columns[answered], minlength=n_answers * n_answers)
    table: Ints = flat.reshape(n_answers, n_answers).astype(np.int64)
    return table


class Kappa(NamedTuple):
    """A κ with the two shares that it is computed from."""

    value: float | None
    """κ = (p_o − p_e) / (1 − p_e); `None` when nobody answered, or when p_e = 1."""
    observed: float | None
    """p_o: share of items on which the judges agree."""
    expected: float | None
    """p_e: share of items on which they would agree by chance."""
    interval: Interval | None = None
    """Confidence interval of κ; `None` when it is unknown."""


NO_KAPPA = Kappa(None, None, None)


def kappa_of(observed: float, expected: float) -> float | None:
    """Give κ = (p_o − p_e) / (1 − p_e); `None` when p_e = 1."""
    return None if expected >= 1 else (observed - expected) / (1 - expected)


def cohen_kappa(table: npt.ArrayLike, *, level: float = 0.95) -> Kappa:
    """Give Cohen's (1960) κ of a k × k table, with the large-sample interval of Fleiss, Cohen and Everitt (1969).

    There is no interval where the variance is 0, as with judges who always agree: it would have no width, however few
    the items.
    """
    counts = np.asarray(table, dtype=np.float64)
    n = counts.sum()
    if n == 0:
        return NO_KAPPA
    p = counts / n
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    observed, expected = float(np.trace(p)), float(rows @ columns)
    value = kappa_of(observed, expected)
    if value is None:
        return Kappa(None, observed, expected)
    variance = _variance(p, value, expected)
    if variance <= _NO_SPREAD:
        return Kappa(value, observed, expected)
    from statistics import NormalDist

    half = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(variance / n)
    return Kappa(
        value, observed, expected, Interval(max(-1.0, value - half), min(1.0, value + half), level, "asymptotic")
    )


def _variance(p: Floats, kappa: float, expected: float) -> float:
    """Give n · var(κ), the variance of the contribution of one item to κ when κ is not 0."""
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    sums = columns[:, np.newaxis] + rows  # p(·i) + p(j·)
    agreed = float((np.diag(p) * (1 - np.diag(sums) * (1 - kappa)) ** 2).sum())
    apart = float((p * sums**2).sum() - (np.diag(p) * np.diag(sums) ** 2).sum()) * (1 - kappa) ** 2
    bias = (kappa - expected * (1 - kappa)) ** 2
    return max(agreed + apart - bias, 0.0) / (1 - expected) ** 2


def answer_counts(answers: npt.ArrayLike, n_answers: int) -> Ints:
    """Turn (judges × items) answers into (items × answers) counts."""
    table = np.asarray(answers, dtype=np.int64)
    return np.stack([(table == answer).sum(axis=0) for answer in range(n_answers)], axis=1).astype(np.int64)


def _observed(counts: Floats) -> tuple[Floats, float | None]:
    """Give the items with at least two answers, and the mean share of pairs of judges that agree on them."""
    judges = counts.sum(axis=1)
    counts, judges = counts[judges > 1], judges[judges > 1]
    if not len(counts):
        return counts, None
    agreeing = ((counts**2).sum(axis=1) - judges) / (judges * (judges - 1))
    return counts, float(agreeing.mean())


def fleiss_kappa(counts: npt.ArrayLike) -> Kappa:
    """Give Fleiss' (1971) κ of (items × answers) counts; items may have different numbers of judges."""
    answered, observed = _observed(np.asarray(counts, dtype=np.float64))
    if observed is None:
        return NO_KAPPA
    shares = answered.sum(axis=0) / answered.sum()
    expected = float((shares**2).sum())
    return Kappa(kappa_of(observed, expected), observed, expected)


def free_marginal_kappa(counts: npt.ArrayLike) -> Kappa:
    """Give Randolph's (2005) κ_free: like Fleiss' κ, but agreement by chance is 1/k, whatever judges prefer."""
    answered, observed = _observed(np.asarray(counts, dtype=np.float64))
    if observed is None:
        return NO_KAPPA
    expected = 1 / answered.shape[1]
    return Kappa(kappa_of(observed, expected), observed, expected)


class ProportionTest(NamedTuple):
    """The comparison of two shares, taken as shares of different items."""

    z: float | None
    """z; `None` when both shares are 0 or both are 1."""
    p: float | None
    """Two-sided p-value."""


def two_proportion_z(first: int, n_first: int, second: int, n_second: int) -> ProportionTest:
    """Test x₁/n₁ against x₂/n₂: z = (p₁ − p₂) / √(p (1 − p) (1/n₁ + 1/n₂)) with the pooled p."""
    if not (0 <= first <= n_first and 0 <= second <= n_second):
        raise InputError(f"a share cannot be {first} of {n_first} or {second} of {n_second}")
    if not n_first or not n_second:
        return ProportionTest(None, None)
    pooled = (first + second) / (n_first + n_second)
    spread = math.sqrt(pooled * (1 - pooled) * (1 / n_first + 1 / n_second))
    if spread == 0:
        return ProportionTest(None, None)
    z = (first / n_first - second / n_second) / spread
    return ProportionTest(z, math.erfc(abs(z) / math.sqrt(2)))


def wilson_interval(successes: int, n: int, *, level: float = 0.95) -> Interval | None:
    """Give Wilson's (1927) interval of a share; `None` when n = 0."""
    if n == 0:
        return None
    from statistics import NormalDist

    z = NormalDist().inv_cdf((1 + level) / 2)
    share, denominator = successes / n, 1 + z * z / n
    middle = (share + z * z / (2 * n)) / denominator
    half = z / denominator * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Interval(max(0.0, middle - half), min(1.0, middle + half), level, "Wilson")
