"""How scores and answers vary in; what a test can show, and how many sentences or judged items it needs, out.

A score of sums is nearly a mean of influences, one for each sentence. So the standard error of a difference of two
systems is deviation / √N, where the deviation is that of the difference of their influences (docs/design.md). The test
compares the difference with those that arise when outputs are exchanged. They may vary more or less: `ratio`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from redink.arrays import Floats
from redink.stats.resampling import ScoreFromSums, scores_of

POWER = 0.8
"""How often a test that has enough sentences shows the difference."""


def needed_units(
    difference: float,
    *,
    spread: float,
    units: int,
    alpha: float,
    tests: int = 1,
    power: float = POWER,
    ratio: float = 1.0,
) -> int:
    """Give the number of sentences (or documents) with which a two-sided test at `alpha` shows a difference.

    The standard error falls with the root of their number: n = units · ((z(1 − α/2m) + z(0.8)) · spread / difference)²
    for m tests (the strictest step of Holm's correction). A test that exchanges outputs needs 2^(1−n) ≤ α/m too,
    because there are only so many ways to exchange them.

    Args:
        difference: The size that must be shown, above 0.
        spread: Standard error of the difference with the units at hand.
        units: How many there are.
        alpha: Level of the test.
        tests: How many tests share the level.
        power: How often the test must show it.
        ratio: Standard error when outputs are exchanged, over `spread`.
    """
    errors = reach(alpha=alpha, tests=tests, power=power, ratio=ratio) * spread / difference
    return max(math.ceil(units * errors**2), 1 + math.ceil(math.log2(tests / alpha)))


def reach(*, alpha: float, tests: int = 1, power: float = POWER, ratio: float = 1.0) -> float:
    """Give how many standard errors a difference must have to be shown: ratio · z(1 − α/2m) + z(power)."""
    from scipy.special import ndtri

    return float(ratio * ndtri(1 - alpha / (2 * tests)) + ndtri(power))


def power_of(difference: float, error: float, *, alpha: float, tests: int = 1, ratio: float = 1.0) -> float:
    """Give how often a two-sided test at α/m shows a difference whose standard error is `error`."""
    from scipy.special import ndtr, ndtri

    if error <= 0:
        return float(difference != 0)
    limit, shift = ratio * float(ndtri(1 - alpha / (2 * tests))), abs(difference) / error
    return float(ndtr(shift - limit) + ndtr(-shift - limit))


def influences(rows: Floats, formula: ScoreFromSums) -> Floats:
    """Give (units,) how far each unit moves the score, times their number: jackknife values, whose mean is 0."""
    left_out = scores_of(rows.sum(axis=0) - rows, formula)
    moved: Floats = (len(rows) - 1) * (left_out.mean() - left_out)
    return moved


def difference_deviations(moved: Floats, weights: Floats | None = None) -> Floats:
    """Give (k × k) deviations of the difference of two systems, for one sentence each, from (k × n) influences.

    They come from one matrix product, so that the work does not grow with pairs × sentences of arrays. `weights` says
    how often each sentence counts, as in a bootstrap resample. The deviation is NaN where a score is undefined.
    """
    counted = np.ones(moved.shape[1]) if weights is None else weights
    number = max(float(counted.sum()), 1.0)
    centred = moved - (moved @ counted / number)[:, np.newaxis]
    products = (centred * counted) @ centred.T / number
    squares = np.diag(products)
    deviations: Floats = np.sqrt(np.maximum(squares[:, np.newaxis] + squares - 2 * products, 0.0))
    return deviations


def pair_deviations(moved: Floats, weights: Floats | None = None) -> Floats:
    """Give the deviations of all pairs of systems that have a score and differ anywhere, from (k × n) influences."""
    deviations = difference_deviations(moved, weights)[np.triu_indices(len(moved), 1)]
    known: Floats = deviations[np.isfinite(deviations) & (deviations > 0)]
    return known


def exchange_deviations(tables: Sequence[Floats], formula: ScoreFromSums, *, centred: bool = False) -> Floats:
    """Give (k × k) deviations of differences of two systems whose outputs are exchanged by the toss of a coin.

    Sentence i moves the sums of the pair by ± the difference dᵢ of its rows, around the mean of both sums. With the
    gradient g of the score there, the variance is N Σ (g · dᵢ)² = N gᵀ (Σ dᵢ dᵢᵀ) g: one matrix product for all pairs.
    If `centred`, the mean of the dᵢ is taken from them, as if the systems had the same score.
    """
    systems, (sentences, columns) = len(tables), tables[0].shape
    wide = np.hstack(tables)
    products = (wide.T @ wide).reshape(systems, columns, systems, columns).transpose(0, 2, 1, 3)
    within = products[np.arange(systems), np.arange(systems)]
    moments = within[:, np.newaxis] + within - products - products.transpose(1, 0, 2, 3)
    sums = np.stack([table.sum(axis=0) for table in tables])
    if centred:
        gaps = sums[:, np.newaxis] - sums
        moments = moments - gaps[..., np.newaxis] * gaps[:, :, np.newaxis] / max(sentences, 1)
    middle = ((sums[:, np.newaxis] + sums) / 2).reshape(-1, columns)
    steps = np.eye(columns) / 2
    gradients = np.stack([scores_of(middle + step, formula) - scores_of(middle - step, formula) for step in steps], -1)
    gradients = gradients.reshape(systems, systems, columns)
    squares = np.einsum("ija,ijab,ijb->ij", gradients, moments, gradients)
    deviations: Floats = np.sqrt(np.maximum(sentences * squares, 0.0))
    return deviations


def exchange_ratio(tables: Sequence[Floats], formula: ScoreFromSums) -> float:
    """Give the median over pairs of systems: deviation when outputs are exchanged, over that of drawn sentences.

    It is meant for small differences, whatever those of the pairs at hand are.
    """
    drawn = difference_deviations(np.stack([influences(rows, formula) for rows in tables]))
    exchanged = exchange_deviations(tables, formula, centred=True)
    known = np.triu(np.isfinite(drawn) & np.isfinite(exchanged) & (drawn > 0), 1)
    return float(np.median(exchanged[known] / drawn[known])) if known.any() else 1.0


def typical_deviation(tables: Sequence[Floats], formula: ScoreFromSums) -> float | None:
    """Give the median deviation over all pairs of systems; `None` if no two systems have scores and differ."""
    if not tables or not len(tables[0]):
        return None
    pairs = pair_deviations(np.stack([influences(rows, formula) for rows in tables]))
    return float(np.median(pairs)) if pairs.size else None


def kappa_half_width(items: int, kappa: float, *, judges: int = 2, answers: int = 2, level: float = 0.95) -> float:
    """Give half the width of the interval of κ after so many items that all judges answered.

    n · var(κ) = (1 − κ) (κ + 1 / ((k − 1) · J(J − 1)/2)) for J judges and k equally frequent answers, if judges agree
    because some items are clear to all of them and on the other items they guess. For two judges, this is the formula
    of Fleiss, Cohen and Everitt (1969).
    """
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(_kappa_variance(kappa, judges, answers) / items)


def kappa_items(half_width: float, kappa: float, *, judges: int = 2, answers: int = 2, level: float = 0.95) -> int:
    """Give the number of items, answered by all judges, after which κ is known to ± `half_width`."""
    from statistics import NormalDist

    z = NormalDist().inv_cdf((1 + level) / 2)
    return max(2, math.ceil(_kappa_variance(kappa, judges, answers) * (z / half_width) ** 2 * (1 - 1e-12)))


def _kappa_variance(kappa: float, judges: int, answers: int) -> float:
    pairs = judges * (judges - 1) / 2
    return (1 - kappa) * (kappa + 1 / ((answers - 1) * pairs))
