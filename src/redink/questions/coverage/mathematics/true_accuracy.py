"""Exact matches and the coverage of the references in; the true accuracy of a system, and tests of it, out.

A valid correction of sentence i is among the M references with probability p_i = coverage_i(M). A system of true
accuracy a (the share of its outputs that are valid) hits sentence i with probability a·p_i, and the number of hits is
Poisson-binomial. Its mean a·Σp_i gives the estimate of a, its tails give the interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import UsageError
from redink.frozen import frozen
from redink.records import Interval
from redink.stats.poisson_binomial import central_interval, difference_density, poisson_binomial, tail_probability

_CLOSE = 1e-6
_ROUNDING = 1e-12


@frozen
class TrueAccuracy:
    """The accuracy of a system, estimated from its exact matches."""

    hits: int
    """k, the number of outputs equal to a reference."""
    sentences: int
    """N, the number of sentences that need correction."""
    naive: float
    estimate: float
    """k / Σp_i; above 1 when the system matches more often than people do."""
    interval: Interval | None
    """Values of a that a test does not reject; `None` when all are rejected because there are too many hits."""
    above_perfect: float
    """P(K ≥ k) of a perfect corrector; small when the system matches more often than people do."""


def true_accuracy(hits: int, coverage: npt.ArrayLike, *, level: float = 0.95) -> TrueAccuracy | None:
    """Give the true accuracy of a system, by inverting the two one-sided tests; `None` if nothing is covered.

    `hits` is k, `coverage` has p_i of the sentences.
    """
    p = np.asarray(coverage, dtype=np.float64)
    if not 0 <= hits <= len(p):
        raise UsageError(
            f"there cannot be {hits} hits in {len(p)} sentences",
            remedy="give a number from 0 to the number of sentences",
        )
    expected = float(p.sum())
    if expected == 0:
        return None
    alpha = (1 - level) / 2
    low = 0.0 if not hits else _crossing(lambda a: tail_probability(hits, a * p, tail="upper") - alpha)
    high = 1.0 if hits == len(p) else _crossing(lambda a: alpha - tail_probability(hits, a * p))
    perfect = tail_probability(hits, p, tail="upper")
    accuracy_interval = None if perfect < alpha else Interval(low, high, level, "test inversion")
    return TrueAccuracy(hits, len(p), hits / len(p), hits / expected, accuracy_interval, perfect)


def _crossing(rising: Callable[[float], float]) -> float:
    """Give the place in 0 … 1 where a rising function becomes positive; 1 if it never does."""
    low, high = 0.0, 1.0
    if rising(high) <= 0:
        return 1.0
    while high - low > _CLOSE:
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return (low + high) / 2


def compare_accuracies(
    first: int, first_coverage: npt.ArrayLike, second: int, second_coverage: npt.ArrayLike
) -> float | None:
    """Give the two-sided p-value that two systems have the same true accuracy (two samples).

    Under the hypothesis both have â = (k₁ + k₂) / (Σp + Σq). The difference between k₁/Σp and k₂/Σq is compared with
    its distribution for two independent numbers of hits. Systems scored on the same sentences and references tend to
    hit the same ones, which makes this test cautious; a paired test is sharper. `None` if nothing is covered for one
    of the systems: its hits then say nothing about its accuracy.
    """
    p, q = np.asarray(first_coverage, dtype=np.float64), np.asarray(second_coverage, dtype=np.float64)
    if not p.sum() or not q.sum():
        return None
    pooled = min(1.0, (first + second) / float(p.sum() + q.sum()))
    if p.sum() == q.sum():
        density = difference_density(pooled * p, pooled * q)
        apart = np.abs(np.arange(len(density)) - len(q))
        return min(1.0, float(density[apart >= abs(first - second)].sum()))
    first_density, second_density = poisson_binomial(pooled * p), poisson_binomial(pooled * q)
    first_rates, second_rates = np.arange(len(first_density)) / p.sum(), np.arange(len(second_density)) / q.sum()
    # Differences that are equal up to rounding count as equal.
    seen = abs(first / p.sum() - second / q.sum()) - _ROUNDING * max(first_rates[-1], second_rates[-1])
    return min(1.0, _as_far(first_density, first_rates, second_density, second_rates, float(seen)))


def _as_far(
    first_density: Floats, first_rates: Floats, second_density: Floats, second_rates: Floats, seen: float
) -> float:
    """Give P(|first rate − second rate| ≥ seen) from the tail sums of the second, without a table of all pairs."""
    if seen <= 0:
        return 1.0
    below = np.append(0.0, np.cumsum(second_density))
    above = np.append(np.cumsum(second_density[::-1])[::-1], 0.0)
    lower = np.searchsorted(second_rates, first_rates - seen, side="right")
    upper = np.searchsorted(second_rates, first_rates + seen, side="left")
    return float((first_density * (below[lower] + above[upper])).sum())


@dataclass(frozen=True, slots=True, eq=False)
class PerfectAccuracy:
    """The accuracy that a perfect corrector shows on a test set with M references."""

    references: int
    """M."""
    mean: float
    """Expected accuracy."""
    interval: Interval
    """Central interval of its accuracy."""
    density: Floats
    """(N + 1,) probabilities of 0 … N hits."""


def perfect_accuracy(
    references: int, coverage: npt.ArrayLike, *, clean: int = 0, level: float = 0.95
) -> PerfectAccuracy:
    """Give the distribution of a perfect corrector's accuracy.

    `coverage` has p_i of the sentences that need correction; `clean` further ones need none and always match.
    """
    p = np.append(np.asarray(coverage, dtype=np.float64), np.ones(clean))
    density = poisson_binomial(p)
    low, high = central_interval(density, level=level)
    ends = Interval(low / len(p), high / len(p), level, "Poisson-binomial")
    return PerfectAccuracy(references, float(p.mean()), ends, density)
