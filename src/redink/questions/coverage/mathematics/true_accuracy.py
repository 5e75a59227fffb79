"""Exact matches and the coverage of the references in; what accuracy a system truly has, and tests of it, out.

Against M references a valid correction of sentence i is found among them with probability p_i = coverage_i(M).
A system of true accuracy a (the share of its outputs that are valid) hits sentence i with probability a·p_i,
and the number of hits is Poisson-binomial. Its mean a·Σp_i gives the estimate of a, its tails the interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import UsageError
from redink.records import Interval
from redink.stats.poisson_binomial import (
    Tail,
    central_interval,
    difference_density,
    poisson_binomial,
    tail_probability,
)

_CLOSE = 1e-6
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class TrueAccuracy:
    """What a share of exact matches says about a system."""

    hits: int
    """k, outputs equal to a reference."""
    sentences: int
    """N, sentences that need correction."""
    naive: float
    """k/N."""
    estimate: float
    """k / Σp_i; above 1 when a system matches more often than people do."""
    interval: Interval | None
    """Values of a that a test does not reject; `None` when all are rejected, because there are too many hits."""
    above_perfect: float
    """P(K ≥ k) of a perfect corrector: small when the system matches more often than people do."""


def true_accuracy(hits: int, coverage: npt.ArrayLike, *, level: float = 0.95) -> TrueAccuracy | None:
    """Turn hits into a true accuracy by inverting the two one-sided tests; `None` where nothing is covered.

    Args:
        hits: k.
        coverage: (N,) p_i of the sentences.
        level: Of the interval.
    """
    p = np.asarray(coverage, dtype=np.float64)
    if not 0 <= hits <= len(p):
        raise UsageError(f"{hits} hits in {len(p)} sentences", remedy="hits lie between 0 and the number of sentences")
    expected = float(p.sum())
    if expected == 0:
        return None
    alpha = (1 - level) / 2
    low = 0.0 if not hits else _crossing(lambda a: tail_probability(hits, a * p, tail="upper") - alpha)
    high = 1.0 if hits == len(p) else _crossing(lambda a: alpha - tail_probability(hits, a * p))
    perfect = tail_probability(hits, p, tail="upper")
    found = None if perfect < alpha else Interval(low, high, level, "test inversion")
    return TrueAccuracy(hits, len(p), hits / len(p), hits / expected, found, perfect)


def _crossing(rising: Callable[[float], float]) -> float:
    """Find where a rising function of 0 … 1 becomes positive; 1 if it never does."""
    low, high = 0.0, 1.0
    if rising(high) <= 0:
        return 1.0
    while high - low > _CLOSE:
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return (low + high) / 2


def accuracy_test(hits: int, coverage: npt.ArrayLike, *, accuracy: float = 1.0, tail: Tail = "lower") -> float:
    """Give the p-value of so many hits for a system of a given true accuracy a (one sample)."""
    if not 0 <= accuracy <= 1:
        raise UsageError(f"a true accuracy of {accuracy}", remedy="give a share from 0 to 1")
    return tail_probability(hits, accuracy * np.asarray(coverage, dtype=np.float64), tail=tail)


def compare_accuracies(
    first: int, first_coverage: npt.ArrayLike, second: int, second_coverage: npt.ArrayLike
) -> float | None:
    """Give the two-sided p-value that two systems have the same true accuracy (two samples).

    Under the hypothesis both have â = (k₁ + k₂) / (Σp + Σq); how far apart k₁/Σp and k₂/Σq are is then
    judged by the distribution of two independent numbers of hits. Systems scored on the same sentences and
    references hit together, which makes this test cautious; a paired test is sharper. `None` where nothing is
    covered on a side: its hits say nothing about its accuracy.
    """
    p, q = np.asarray(first_coverage, dtype=np.float64), np.asarray(second_coverage, dtype=np.float64)
    if not p.sum() or not q.sum():
        return None
    pooled = min(1.0, (first + second) / float(p.sum() + q.sum()))
    if p.sum() == q.sum():
        density = difference_density(pooled * p, pooled * q)
        apart = np.abs(np.arange(len(density)) - len(q))
        return min(1.0, float(density[apart >= abs(first - second)].sum()))
    own, other = poisson_binomial(pooled * p), poisson_binomial(pooled * q)
    rates, others = np.arange(len(own)) / p.sum(), np.arange(len(other)) / q.sum()
    # As far apart but for rounding counts as as far.
    seen = abs(first / p.sum() - second / q.sum()) - _ROUNDING * max(rates[-1], others[-1])
    return min(1.0, _as_far(own, rates, other, others, float(seen)))


def _as_far(own: Floats, rates: Floats, other: Floats, others: Floats, seen: float) -> float:
    """Give P(|own rate − other rate| ≥ seen) from sums of the other's tails, without a table of all pairs."""
    if seen <= 0:
        return 1.0
    below = np.append(0.0, np.cumsum(other))
    above = np.append(np.cumsum(other[::-1])[::-1], 0.0)
    lower = np.searchsorted(others, rates - seen, side="right")
    upper = np.searchsorted(others, rates + seen, side="left")
    return float((own * (below[lower] + above[upper])).sum())


@dataclass(frozen=True, slots=True, eq=False)
class PerfectAccuracy:
    """How accurate a perfect corrector looks on a test set with M references."""

    references: int
    """M."""
    mean: float
    """Expected accuracy."""
    interval: Interval
    """Between which accuracies it falls."""
    density: Floats
    """(N + 1,) probabilities of 0 … N hits."""


def perfect_accuracy(
    references: int, coverage: npt.ArrayLike, *, clean: int = 0, level: float = 0.95
) -> PerfectAccuracy:
    """Give the distribution of a perfect corrector's accuracy.

    Args:
        references: M, for the record.
        coverage: p_i of the sentences that need correction.
        clean: Further sentences that need none, and always match.
        level: Probability between the ends of the interval.
    """
    p = np.append(np.asarray(coverage, dtype=np.float64), np.ones(clean))
    density = poisson_binomial(p)
    low, high = central_interval(density, level=level)
    ends = Interval(low / len(p), high / len(p), level, "Poisson-binomial")
    return PerfectAccuracy(references, float(p.mean()), ends, density)
