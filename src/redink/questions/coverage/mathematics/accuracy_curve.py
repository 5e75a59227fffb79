"""Counts or estimated distributions of corrections in; coverage as a function of the number of references out.

D_x is the distribution of people's corrections of x. Coverage(M) = P(y ∈ Y) for y ~ D_x and Y = M draws
from D_x: the accuracy that a perfect corrector reaches against M references. b_M = 1 − coverage is the bias.
docs/coverage.md has the formulas, the zero cases and the measurements.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import UsageError

if TYPE_CHECKING:
    from redink.questions.coverage.mathematics.unseen import Histogram

RUNS = 200
"""Number of annotators simulated for each sentence where distinct corrections are drawn."""


def coverage_of_counts(counts: Sequence[int], references: Sequence[int]) -> Floats:
    """Give the unbiased estimate of coverage from the counts alone, for M < n; NaN where M ≥ n.

    1 − Σ_j (c_j / n) · C(n − c_j, M) / C(n − 1, M): one of the n corrections is taken as the system's output
    and M of the others as the references, averaged over all ways to choose them.
    """
    n = sum(counts)
    multiplicities = Counter(counts)
    coverage = np.full(len(references), np.nan)
    for place, m in enumerate(_checked(references)):
        if m < n:
            missed = math.fsum(number * c / n * _ratio(n - c, n - 1, m) for c, number in multiplicities.items())
            coverage[place] = 1.0 - missed
    clipped: Floats = np.clip(coverage, 0.0, 1.0)
    return clipped


def chance_of_a_miss(times: int, people: int, m: int) -> float:
    """Give the chance that what `times` of so many people wrote is not among M of the others; NaN where M ≥ n."""
    return _ratio(people - times, people - 1, m) if m < people else math.nan


def _ratio(few: int, many: int, m: int) -> float:
    """Give C(few, m) / C(many, m) for few ≤ many; 0 where m > few."""
    if m > few:
        return 0.0
    return math.exp(math.lgamma(few + 1) - math.lgamma(few - m + 1) - math.lgamma(many + 1) + math.lgamma(many - m + 1))


def chao_jost(counts: Sequence[int], references: Sequence[int]) -> Floats:
    """Give the unbiased estimate of coverage for M < n, and Chao and Jost's extrapolation (2012) for M ≥ n.

    1 − (f₁/n) · [(n−1) f₁ / ((n−1) f₁ + 2 f₂)]^(M−n+1), where f₁ corrections were given once and f₂ twice. If f₂ = 0,
    their bias-corrected form is used: f₁ − 1 replaces f₁ in the bracket, and 1 replaces f₂. NaN for n < 2: with a
    single correction the bracket is 0/0, and one correction says nothing about the others.
    """
    n, multiplicities = sum(counts), Counter(counts)
    coverage = coverage_of_counts(counts, references)
    if n < 2:
        return coverage
    f1, f2 = multiplicities[1], multiplicities[2]
    top = (n - 1) * (f1 if f2 else f1 - 1)
    bracket = top / (top + 2 * (f2 or 1)) if f1 and top > 0 else 0.0
    for place, m in enumerate(references):
        if m >= n:
            coverage[place] = 1.0 - f1 / n * bracket ** (m - n + 1)
    return coverage


def coverage_of_histogram(histogram: Histogram, references: Sequence[int]) -> Floats:
    """Give the coverage Σ_x h(x) · x · (1 − (1−x)^M) of references drawn with replacement from a known distribution."""
    m = np.array(_checked(references), dtype=np.float64)[:, np.newaxis]
    x = np.minimum(histogram.x, 1.0)
    with np.errstate(divide="ignore"):
        # 1 − (1−x)^M without losing the digits of small x.
        caught = -np.expm1(m * np.log1p(-x))
    covered: Floats = (caught * (histogram.h * histogram.x)).sum(axis=1)
    clipped: Floats = np.clip(covered, 0.0, 1.0)
    return clipped


def coverage_without_replacement(
    histogram: Histogram, references: Sequence[int], rng: np.random.Generator, *, runs: int = RUNS
) -> Floats:
    """Give the coverage of M distinct corrections by one annotator, by simulation (successive sampling).

    Correction j arrives at an exponential time of rate p_j. The first M arrivals are then as if drawn one after the
    other, in proportion to p among those not drawn yet. Their coverage is averaged over the runs.
    """
    wanted = np.array(_checked(references))
    covered = np.mean([_one_annotator(histogram, int(wanted.max(initial=1)), rng) for _ in range(runs)], axis=0)
    clipped: Floats = np.minimum(covered[wanted - 1], 1.0)
    return clipped


def _one_annotator(histogram: Histogram, most: int, rng: np.random.Generator) -> Floats:
    """Draw up to `most` distinct corrections; give the mass covered after each.

    h may be fractional: half a correction exists in every second run, so the mass is right on average.
    """
    p = np.repeat(histogram.x, np.floor(histogram.h + rng.random(len(histogram.h))).astype(np.int64))
    drawn = min(most, len(p))
    if not drawn:
        return np.zeros(most)
    arrivals = rng.standard_exponential(len(p)) / p
    first = np.argpartition(arrivals, drawn - 1)[:drawn]
    covered = np.cumsum(p[first[np.argsort(arrivals[first])]])
    return np.append(covered, np.full(most - drawn, covered[-1]))


def _checked(references: Sequence[int]) -> Sequence[int]:
    if any(m < 1 for m in references):
        raise UsageError("coverage needs at least one reference", remedy="give numbers from 1 on")
    return references


def annotator_variance(counts: Sequence[int], references: Sequence[int]) -> Floats:
    """Give the jackknife variance of the unbiased estimate: how it would vary if other people corrected the sentence.

    One correction is left out at a time, (n−1)/n · Σ (cov₍₋ᵢ₎ − mean)². Drawing with replacement would create
    matches that people did not make. NaN where the estimate without one correction is undefined.
    """
    n, multiplicities = sum(counts), Counter(counts)
    if n < 2:
        return np.full(len(references), np.nan)
    estimates = []
    for c in multiplicities:
        without = list(counts)
        without.remove(c)
        estimates.append(coverage_of_counts([*without, c - 1] if c > 1 else without, references))
    table = np.array(estimates)
    shares = np.array([c * number / n for c, number in multiplicities.items()])[:, np.newaxis]
    mean = (shares * table).sum(axis=0)
    variance: Floats = (n - 1) * (shares * (table - mean) ** 2).sum(axis=0)
    return variance


def spread_over(coverage: npt.ArrayLike, sentences: int) -> Floats:
    """Give the coverages of a test set of `sentences` sentences that has the mix of coverages of the sample."""
    values = np.sort(np.asarray(coverage, dtype=np.float64))
    places = np.floor((np.arange(sentences) + 0.5) * len(values) / max(sentences, 1)).astype(np.intp)
    spread: Floats = values[places]
    return spread
