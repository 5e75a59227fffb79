"""Bootstrapped scores in, confidence intervals out: percentile and BCa (Efron 1987).

A score may be undefined (NaN) in some resamples, such as the precision of an error type of which no edit was drawn.
Undefined resamples are left out if they are at most a share 1 − level of all. If there are more, they could fill a
whole tail, and there is no interval (`None`). For a type that occurs in m of many sentences this share is about e^−m:
at 95 %, fewer than three or four sentences give no interval.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.records import Interval
from redink.stats.normal import normal_cdf
from redink.stats.resampling import Bootstrapped

IntervalMethod: TypeAlias = Literal["percentile", "bca"]


def interval(
    bootstrapped: Bootstrapped, *, level: float = 0.95, method: IntervalMethod = "percentile"
) -> Interval | None:
    """Give the confidence interval of a score, or of a difference (`Bootstrapped.minus`).

    Args:
        bootstrapped: A score with its resamples.
        level: Confidence level: the share of such intervals that cover the true value.
        method: `percentile` or `bca`.

    Returns:
        The interval; `None` when the score is undefined, when there is only one unit (which says nothing
        about spread), or when too many resamples are undefined.
    """
    _check(level, method)
    if math.isnan(bootstrapped.estimate) or len(bootstrapped.left_out) < 2:
        return None
    defined = bootstrapped.scores[~np.isnan(bootstrapped.scores)]
    # The tiny allowance accepts 50 undefined of 1,000 at 0.95, whatever the rounding of 1 − 0.95.
    if 1 - len(defined) / len(bootstrapped.scores) > 1 - level + 1e-12:
        return None
    tails = _tails(bootstrapped, defined, level, method)
    if tails is None:
        return None
    low, high = np.quantile(defined, tails)
    return Interval(float(low), float(high), level, method)


def expect_level(level: float) -> None:
    """Refuse what is no level of an interval."""
    if not 0 < level < 1:
        raise UsageError(f"a confidence level cannot be {level}", remedy="give a share between 0 and 1, such as 0.95")


def _check(level: float, method: str) -> None:
    expect_level(level)
    if method not in ("percentile", "bca"):
        raise UsageError(f"there is no interval method {method!r}", remedy="use percentile or bca")


def _tails(
    bootstrapped: Bootstrapped, defined: Floats, level: float, method: IntervalMethod
) -> tuple[float, float] | None:
    """Give the two quantiles of the resampled scores at which the interval ends."""
    alpha = (1 - level) / 2
    if method == "percentile":
        return alpha, 1 - alpha
    if np.isnan(bootstrapped.left_out).any():
        return None
    bias = _bias(bootstrapped.estimate, defined)
    acceleration = _acceleration(bootstrapped.left_out)
    return _shifted(alpha, bias, acceleration), _shifted(1 - alpha, bias, acceleration)


def _bias(estimate: float, defined: Floats) -> float:
    """Give z₀ = Φ⁻¹(share of resamples below the estimate); ties count half.

    A share of 0 or 1 would make z₀ infinite; the share is kept half a resample away from both.
    """
    from statistics import NormalDist

    below = np.count_nonzero(defined < estimate) + np.count_nonzero(defined == estimate) / 2
    return NormalDist().inv_cdf(min(max(below, 0.5), len(defined) - 0.5) / len(defined))


def _acceleration(left_out: Floats) -> float:
    """Give a = Σ dᵢ³ / (6 (Σ dᵢ²)^{3/2}) with dᵢ = mean − score without unit i; 0 when all dᵢ are 0."""
    deviations = left_out.mean() - left_out
    largest = float(np.abs(deviations).max())
    # Deviations of the size of rounding errors count as 0. Scaling does not change a, and tiny cubes cannot vanish.
    if largest <= 1e-14 * float(np.abs(left_out).max()):
        return 0.0
    scaled = deviations / largest
    return float((scaled**3).sum() / (6 * (scaled**2).sum() ** 1.5))


def _shifted(alpha: float, bias: float, acceleration: float) -> float:
    """Give α' = Φ(z₀ + (z₀ + z_α) / (1 − a (z₀ + z_α)))."""
    from statistics import NormalDist

    reach = bias + NormalDist().inv_cdf(alpha)
    stretch = 1 - acceleration * reach
    if stretch <= 0:  # beyond the pole of the formula: the interval ends at the outermost resample
        return 1.0 if reach > 0 else 0.0
    return normal_cdf(bias + reach / stretch)
