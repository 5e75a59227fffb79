"""Chances of detecting and correcting an error, and a coverage curve, in; whether it pays to correct, out.

Choshen's thesis, ch. 3: a corrector that is evaluated against M references finds a phrase that it takes to be wrong.
Leaving it alone is rewarded with probability 1 − p_detect. Correcting it is rewarded with probability
p_correct · p_coverage, and a wrong correction costs α rewards. It is better not to correct if

    p_correct · p_coverage − (1 − p_correct · p_coverage) · α < 1 − p_detect

Correcting therefore pays from a coverage of (1 − p_detect + α) / ((1 + α) · p_correct) on. p_correct includes
detection: p_correct ≤ p_detect.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from redink.errors import UsageError
from redink.evaluation.calls import checked
from redink.frozen import frozen

CROWD_COVERAGE: Mapping[int, float] = {1: 0.121, 2: 0.198, 3: 0.251, 5: 0.319, 10: 0.407, 20: 0.483}
"""Mean coverage of M references, by M, over 48 short sentences with 50 to 71 crowd corrections each (unbiased)."""
_ROUNDING = 1e-12


@frozen
class Incentive:
    """Whether correcting pays under one setting."""

    p_detect: float
    """Probability that a phrase taken to be wrong is wrong."""
    p_correct: float
    """Probability that it is wrong and that its correction is valid."""
    alpha: float
    """Cost of a wrong correction in rewards of a valid one; 0 for a symmetric measure."""
    needed: float | None
    """Smallest coverage at which correcting pays; `None` if no coverage is enough (p_correct = 0)."""
    smallest: int | None
    """Smallest M of the curve at which correcting pays; `None` if there is none."""
    largest: int | None
    """Largest M of the curve; nothing can be said beyond it."""

    @property
    def verdict(self) -> str:
        """Say how many references it takes for correcting to pay."""
        if self.needed is None or self.needed > 1 + _ROUNDING:
            return "never"
        if self.smallest is not None:
            return f"from M = {self.smallest}"
        return f"not up to M = {self.largest}" if self.largest is not None else "depends on the coverage"


def coverage_needed(p_detect: float, p_correct: float, alpha: float = 0.0) -> float | None:
    """Give the smallest coverage at which correcting pays: above 1 it never does; `None` if p_correct is 0."""
    _check(p_detect, p_correct, alpha)
    if not p_correct:
        return None
    return (1 - p_detect + alpha) / ((1 + alpha) * p_correct)


@checked
def disincentive(p_detect: float, p_correct: float, coverage: Mapping[int, float], alpha: float = 0.0) -> Incentive:
    """Give the smallest number of references at which correcting pays.

    `coverage` has p_coverage of M references, by M; `alpha` is the cost of a wrong correction in rewards of a valid
    one.
    """
    needed = coverage_needed(p_detect, p_correct, alpha)
    for m, share in coverage.items():
        if m < 1 or not 0 <= share <= 1:
            raise UsageError(f"coverage {share:g} at M = {m}", remedy="M is at least 1, a coverage between 0 and 1")
    pays = [m for m in sorted(coverage) if needed is not None and coverage[m] >= needed - _ROUNDING]
    return Incentive(p_detect, p_correct, alpha, needed, min(pays, default=None), max(coverage, default=None))


def penalty(score: float, beta: float = 0.5) -> float:
    """Give α of F_β at a score: what a wrong correction takes away, in units of what a valid one adds.

    F = (1+β²)·TP / (proposed + β²·gold). One more proposal adds ((1+β²) − F) / D if it is valid and takes F / D away
    if it is not, D the denominator. Hence α = F / (1 + β² − F): the better a system is, the dearer a wrong correction.
    """
    if not 0 <= score <= 1 or not 0 < beta < math.inf:
        raise UsageError(f"F{beta:g} = {score:g}", remedy="a score is from 0 to 1, and β is above 0")
    return score / (1 + beta**2 - score)


def _check(p_detect: float, p_correct: float, alpha: float) -> None:
    if not 0 <= p_correct <= p_detect <= 1:
        raise UsageError(
            f"p_detect {p_detect:g} and p_correct {p_correct:g}",
            remedy="both are probabilities, and p_correct ≤ p_detect: an error that is corrected was also detected",
        )
    if not 0 <= alpha < math.inf:
        raise UsageError(f"α = {alpha:g}", remedy="the cost of a wrong correction is 0 or more")
