"""Answers that have an order in; weighted κ and Krippendorff's α with intervals out."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.records import Interval
from redink.stats.agreement import NO_KAPPA, Kappa, kappa_of

Scale: TypeAlias = Literal["nominal", "ordinal", "interval"]
"""Whether two different answers are just different, or differ by ranks, or by a number."""

_RESAMPLES = 1000
_NO_SPREAD = 1e-12


def weighted_kappa(table: npt.ArrayLike, *, level: float = 0.95) -> Kappa:
    """Give Cohen's (1968) κ of a k × k table with linear weights 1 − |i − j| / (k − 1).

    The interval is the large-sample one of Fleiss, Cohen and Everitt (1969).
    """
    counts = np.asarray(table, dtype=np.float64)
    n = counts.sum()
    if n == 0:
        return NO_KAPPA
    place = np.arange(len(counts))
    weight = 1 - np.abs(place[:, np.newaxis] - place) / max(len(counts) - 1, 1)
    p = counts / n
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    observed, expected = float((weight * p).sum()), float(rows @ weight @ columns)
    value = kappa_of(observed, expected)
    if value is None:
        return Kappa(None, observed, expected)
    usual = (weight @ columns)[:, np.newaxis] + rows @ weight
    spread = float((p * (weight - usual * (1 - value)) ** 2).sum()) - (value - expected * (1 - value)) ** 2
    if spread <= _NO_SPREAD:
        return Kappa(value, observed, expected)
    half = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(spread / n) / (1 - expected)
    return Kappa(
        value, observed, expected, Interval(max(-1.0, value - half), min(1.0, value + half), level, "asymptotic")
    )


def krippendorff_alpha(counts: npt.ArrayLike, scale: Scale, rng: np.random.Generator, *, level: float = 0.95) -> Kappa:
    """Give Krippendorff's (1980) α = 1 − D_o/D_e of (items × answers) counts, with a bootstrap interval over items.

    Items with fewer than two answers do not count.
    """
    table = np.asarray(counts, dtype=np.float64)
    table = table[table.sum(axis=1) > 1]
    if not len(table):
        return NO_KAPPA
    size = table.shape[1]
    judges = table.sum(axis=1)
    together = table[:, :, np.newaxis] * table[:, np.newaxis, :] - np.einsum("uc,cd->ucd", table, np.eye(size))
    pairs = (together / (judges - 1)[:, np.newaxis, np.newaxis]).reshape(len(table), -1)  # U × k²
    apart, by_chance = (float(part[0]) for part in _disagreement(pairs.sum(axis=0)[np.newaxis], size, scale))
    if by_chance <= 0:
        return NO_KAPPA
    value = 1 - apart / by_chance
    drawn = rng.multinomial(len(table), np.full(len(table), 1 / len(table)), _RESAMPLES)
    resampled = _disagreement(drawn @ pairs, size, scale)
    defined = resampled[1] > 0
    alphas = 1 - resampled[0][defined] / resampled[1][defined]
    tail = (1 - level) / 2
    if len(alphas) < _RESAMPLES / 2 or float(np.ptp(alphas)) <= _NO_SPREAD:
        return Kappa(value, None, None)
    low, high = (float(end) for end in np.quantile(alphas, (tail, 1 - tail)))
    return Kappa(value, None, None, Interval(low, high, level, "bootstrap"))


def _disagreement(pairs: Floats, size: int, scale: Scale) -> tuple[Floats, Floats]:
    """Give observed and expected disagreement of (B × k²) coincidences, (B,) each."""
    coincidences = pairs.reshape(len(pairs), size, size)
    totals = coincidences.sum(axis=2)  # B × k
    n = totals.sum(axis=1)
    distance = _distance(totals, scale)
    observed = (coincidences * distance).sum(axis=(1, 2)) / n
    expected = np.einsum("bc,bcd,bd->b", totals, distance, totals) / (n * np.maximum(n - 1, 1))
    return observed, expected


def _distance(totals: Floats, scale: Scale) -> Floats:
    """Give the squared distances between answers, (B × k × k)."""
    size = totals.shape[1]
    place = np.arange(size)
    if scale == "nominal":
        return np.broadcast_to(1 - np.eye(size), (len(totals), size, size))
    if scale == "interval":
        return np.broadcast_to(((place[:, np.newaxis] - place) / (size - 1.0)) ** 2, (len(totals), size, size))
    middle = np.cumsum(totals, axis=1) - totals / 2  # the mean rank of each answer
    ranks: Floats = (middle[:, :, np.newaxis] - middle[:, np.newaxis, :]) ** 2
    return ranks
