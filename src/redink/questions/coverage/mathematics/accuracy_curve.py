"""Counts or estimated distributions of corrections in; coverage as a function of the number of references out.

D_x is the distribution of people's corrections of x. Coverage(M) = P(y ∈ Y) for y ~ D_x and Y = M draws
from D_x: what a perfect corrector scores in accuracy against M references. b_M = 1 − coverage is the bias.
Formulas, zero cases and what was measured: docs/coverage.md.
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
"""Simulated annotators a sentence, where distinct corrections are drawn."""


def coverage_of_counts(counts: Sequence[int], references: Sequence[int]) -> Floats:
    """Estimate coverage without bias from the counts alone, for M < n; NaN where M ≥ n.

    1 − Σ_j (c_j / n) · C(n − c_j, M) / C(n − 1, M): take one of the n corrections for the system's output
    and M of the others for the references, in all ways at once.
    """
    n = sum(counts)
    often = Counter(counts)
    found = np.full(len(references), np.nan)
    for place, m in enumerate(_checked(references)):
        if m < n:
            missed = sum(number * c / n * _ratio(n - c, n - 1, m) for c, number in often.items())
            found[place] = 1.0 - missed
    clipped: Floats = np.clip(found, 0.0, 1.0)
    return clipped


def _ratio(few: int, many: int, m: int) -> float:
    """Give C(few, m) / C(many, m) for few ≤ many; 0 where m > few."""
    if m > few:
        return 0.0
    return math.exp(math.lgamma(few + 1) - math.lgamma(few - m + 1) - math.lgamma(many + 1) + math.lgamma(many - m + 1))


def chao_jost(counts: Sequence[int], references: Sequence[int]) -> Floats:
    """Give the unbiased estimate for M < n, and from n on Chao and Jost's extrapolation (2012).

    1 − (f₁/n) · [(n−1) f₁ / ((n−1) f₁ + 2 f₂)]^(M−n+1), f₁ and f₂ corrections being given once and twice. Without
    f₂ their bias-corrected form stands in its place: f₁ − 1 for f₁ in the bracket, and 1 for f₂. NaN for n < 2: the
    bracket of one correction is 0/0, and one alone says nothing about others.
    """
    n, often = sum(counts), Counter(counts)
    found = coverage_of_counts(counts, references)
    if n < 2:
        return found
    f1, f2 = often[1], often[2]
    top = (n - 1) * (f1 if f2 else f1 - 1)
    bracket = top / (top + 2 * (f2 or 1)) if f1 and top > 0 else 0.0
    for place, m in enumerate(references):
        if m >= n:
            found[place] = 1.0 - f1 / n * bracket ** (m - n + 1)
    return found


def coverage_of_histogram(histogram: Histogram, references: Sequence[int]) -> Floats:
    """Give Σ_x h(x) · x · (1 − (1−x)^M): references drawn with replacement from a known distribution."""
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
    """Simulate one annotator who gives M distinct corrections (successive sampling).

    Correction j arrives at an exponential time of rate p_j; the first M arrivals are drawn one after the
    other in proportion to p among those not drawn yet. What they cover is averaged over the runs.
    """
    wanted = np.array(_checked(references))
    covered = np.mean([_one_annotator(histogram, int(wanted.max(initial=1)), rng) for _ in range(runs)], axis=0)
    most: Floats = np.minimum(covered[wanted - 1], 1.0)
    return most


def _one_annotator(histogram: Histogram, most: int, rng: np.random.Generator) -> Floats:
    """Draw distinct corrections until there are so many, or no more; give the mass covered after each.

    h may be fractional: a share ½ of a correction is there in every second run, so that the mass is right on average.
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
    """Give the jackknife variance of the unbiased estimate when other people had corrected the sentence.

    Leaves one correction out at a time, (n−1)/n · Σ (cov₍₋ᵢ₎ − mean)²; drawing with replacement would make
    matches that people did not make. NaN where the estimate without one is not defined.
    """
    n, often = sum(counts), Counter(counts)
    if n < 2:
        return np.full(len(references), np.nan)
    left = []
    for c in often:
        without = list(counts)
        without.remove(c)
        left.append(coverage_of_counts([*without, c - 1] if c > 1 else without, references))
    table = np.array(left)
    shares = np.array([c * number / n for c, number in often.items()])[:, np.newaxis]
    mean = (shares * table).sum(axis=0)
    variance: Floats = (n - 1) * (shares * (table - mean) ** 2).sum(axis=0)
    return variance


def spread_over(coverage: npt.ArrayLike, sentences: int) -> Floats:
    """Let a test set of so many sentences be like the sample: the same mix of coverages, as evenly as can be."""
    values = np.sort(np.asarray(coverage, dtype=np.float64))
    places = np.floor((np.arange(sentences) + 0.5) * len(values) / max(sentences, 1)).astype(np.intp)
    spread: Floats = values[places]
    return spread
