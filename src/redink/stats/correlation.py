"""Two columns of numbers in; how far they agree out: Pearson, Spearman, Kendall τ-b, and agreement on pairs.

0/0 (a constant column, fewer than two rows) is undefined: NaN from the plain functions, `None` in a `Correlation`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import InputError, UsageError
from redink.frozen import frozen
from redink.records import Interval
from redink.stats.resampling import expect_resamples

Coefficient: TypeAlias = Literal["pearson", "spearman", "kendall"]
CorrelationInterval: TypeAlias = Literal["fisher", "bootstrap"]
Ties: TypeAlias = Literal["dropped", "counted"]
"""Pairs to which a measure gives equal scores: left out, or counted in the denominator only."""


def pearson(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Give r = Σ dx dy / √(Σ dx² Σ dy²) with deviations from the mean; NaN for a constant column."""
    first, second = _columns(x, y)
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return math.nan
    # Scaled to the largest deviation, so the squares of tiny or huge numbers neither vanish nor overflow.
    scaled_x, scaled_y = _scaled(first), _scaled(second)
    r = float(scaled_x @ scaled_y / math.sqrt(float(scaled_x @ scaled_x) * float(scaled_y @ scaled_y)))
    return _bounded(r)


def _bounded(value: float) -> float:
    # Rounding may put a perfect fit slightly beyond 1.
    return max(-1.0, min(1.0, value))


def _scaled(values: Floats) -> Floats:
    deviations = values / np.abs(values).max()
    deviations = deviations - deviations.mean()
    largest = float(np.abs(deviations).max())
    scaled: Floats = deviations / largest if largest else deviations
    return scaled


def spearman(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Give Pearson's r of the ranks; equal values share the mean of their ranks."""
    first, second = _columns(x, y)
    return pearson(average_ranks(first), average_ranks(second))


def kendall(x: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Give τ-b = (C − D) / √((C + D + T_x) (C + D + T_y)), where T_x pairs are tied in x only and T_y in y only.

    It needs memory for all n² pairs: it is meant for systems, not for sentences.
    """
    first, second = _columns(x, y)
    # The numbers are compared, not subtracted: x − x' of two tiny numbers may underflow to 0.
    signs = [(x[:, np.newaxis] > x).astype(np.int8) - (x[:, np.newaxis] < x) for x in (first, second)]
    untied = [int(np.count_nonzero(sign)) for sign in signs]
    if not all(untied):
        return math.nan
    balance = int((signs[0] * signs[1]).sum(dtype=np.int64))
    return _bounded(balance / math.sqrt(untied[0]) / math.sqrt(untied[1]))


def average_ranks(values: npt.ArrayLike) -> Floats:
    """Give the ranks from 1 (smallest) to n; ties share the mean of their ranks."""
    _, inverse, counts = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: Floats = (last - (counts - 1) / 2)[inverse]
    return ranks


def _columns(x: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Floats, Floats]:
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise InputError(f"columns of shapes {first.shape} and {second.shape} cannot be correlated")
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise InputError("columns to correlate hold values that are not finite", remedy="remove those rows")
    return first, second


COEFFICIENTS: Mapping[Coefficient, Callable[[npt.ArrayLike, npt.ArrayLike], float]] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
}


@frozen
class Correlation:
    """A coefficient of correlation with its interval."""

    coefficient: Coefficient
    """Name of the coefficient."""
    value: float | None
    """From −1 to 1; `None` when a column is constant."""
    interval: Interval | None
    """Confidence interval; `None` when there are too few rows."""
    n: int


def correlate(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    coefficient: Coefficient = "pearson",
    *,
    level: float = 0.95,
    method: CorrelationInterval = "fisher",
    resamples: int = 1000,
    rng: np.random.Generator | None = None,
) -> Correlation:
    """Give the correlation of two columns, with its interval.

    The interval is by `fisher` (the inverse hyperbolic tangent is nearly normal), or by `bootstrap` (rows are
    resampled; percentile interval), which alone needs `rng`.
    """
    if not 0 < level < 1:
        raise UsageError(f"a confidence level cannot be {level}", remedy="give a share between 0 and 1, such as 0.95")
    first, second = _columns(x, y)
    value = COEFFICIENTS[coefficient](first, second)
    if math.isnan(value):
        return Correlation(coefficient, None, None, len(first))
    if method == "fisher":
        spread = fisher_interval(value, len(first), coefficient, level=level)
    elif rng is None:
        raise UsageError("a bootstrap interval needs a random generator", remedy="give rng")
    else:
        spread = _bootstrap_interval(first, second, coefficient, level, resamples, rng)
    return Correlation(coefficient, value, spread, len(first))


def fisher_interval(value: float, n: int, coefficient: Coefficient, *, level: float = 0.95) -> Interval | None:
    """Give tanh(artanh r ± z s); s² = 1/(n−3), (1 + r²/2)/(n−3) or 0.437/(n−4).

    The three variances are for Pearson (Fisher 1915), Spearman (Bonett and Wright 2000) and Kendall
    (Fieller, Hartley and Pearson 1957). `None` when the denominator is below 1, and for |r| = 1, where the
    formula would give an interval without width.
    """
    freedom = n - (4 if coefficient == "kendall" else 3)
    if freedom < 1 or abs(value) >= 1:
        return None
    top = {"pearson": 1.0, "spearman": 1 + value**2 / 2, "kendall": 0.437}[coefficient]
    from statistics import NormalDist

    reach = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(top / freedom)
    middle = math.atanh(value)
    return Interval(math.tanh(middle - reach), math.tanh(middle + reach), level, "fisher")


def _bootstrap_interval(
    x: Floats, y: Floats, coefficient: Coefficient, level: float, resamples: int, rng: np.random.Generator
) -> Interval | None:
    rows = rng.integers(0, len(x), size=(expect_resamples(resamples, len(x)), len(x)))
    measure = COEFFICIENTS[coefficient]
    values = np.array([measure(x[drawn], y[drawn]) for drawn in rows])
    defined = values[~np.isnan(values)]
    # The rule of `stats.intervals`: there is no interval if undefined draws could fill a whole tail.
    if 1 - len(defined) / resamples > 1 - level + 1e-12:
        return None
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), level, "percentile")


def agreement_table(first: npt.ArrayLike, second: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
    """Tell for each human choice whether a measure agrees with it.

    Args:
        first: (m,) scores that the measure gives to the first of each pair.
        second: (m,) scores that it gives to the second.
        outcome: (m,) human choices: +1 if the first is better, −1 if the second is, 0 for a tie.

    Returns:
        (m × 3) concordant, discordant, tied by the measure. A pair that people tied has 0 in all columns, because the
        measure cannot be wrong about it. Rows can be added, so resampling by sentence gives intervals of `agreement`.
    """
    first_scores, second_scores = _columns(first, second)
    human = np.sign(np.asarray(outcome, dtype=np.float64))
    measured = (first_scores > second_scores).astype(np.float64) - (first_scores < second_scores)
    table = np.stack([human * measured > 0, human * measured < 0, (human != 0) & (measured == 0)], axis=1)
    return table.astype(np.float64)


def agreement(sums: Floats, *, ties: Ties = "dropped") -> Floats:
    """Give (C − D) / (C + D) for (…, 3) sums of `agreement_table`; NaN where there is no decided pair.

    With `ties="counted"`, pairs that the measure ties are in the denominator too, (C − D) / (C + D + T): a measure
    then gains nothing by giving the same score to everything.
    """
    c, d, t = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    denominator = c + d + t if ties == "counted" else c + d
    tau: Floats = np.divide(c - d, denominator, out=np.full_like(c, np.nan), where=denominator > 0)
    return tau
