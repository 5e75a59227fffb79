"""Success probabilities in; the distribution of the number of successes, its tails and its intervals out.

The number of successes in independent trials with different probabilities p₁ … p_N has a Poisson-binomial
distribution. Its probabilities are the coefficients of Π (1 − pᵢ + pᵢ z). The factors are multiplied in strips of 32,
and the strips in pairs, until one product is left. All terms are positive, so nothing cancels: even probabilities of
10⁻³⁰⁰ keep their digits, which transforms (Hong 2013) cannot achieve. docs/coverage.md has the formulas.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import InputError, UsageError

Tail: TypeAlias = Literal["lower", "upper", "two-sided"]
_STRIP = 32
"""Number of factors that are multiplied one by one, for all strips at once, before polynomials are multiplied."""


def poisson_binomial(probabilities: npt.ArrayLike) -> Floats:
    """Give P(K = k) for k = 0 … N."""
    p = _checked(probabilities)
    parts = list(_strips(p))
    while len(parts) > 1:
        parts = [
            product(parts[place], parts[place + 1]) if place + 1 < len(parts) else parts[place]
            for place in range(0, len(parts), 2)
        ]
    density: Floats = parts[0][: len(p) + 1]
    return density


def product(first: Floats, second: Floats) -> Floats:
    """Multiply two polynomials, given by their coefficients, with the same last digits on every processor.

    `numpy.convolve` leaves its sums to BLAS, which adds up in another order on another processor.
    """
    short, long = sorted((first, second), key=len)
    coefficients = np.zeros(len(first) + len(second) - 1)
    for start in range(0, len(short), _STRIP):
        factors = short[start : start + _STRIP]
        count, width = len(factors), len(long) + len(factors) - 1
        # Each row is the long one times a factor; rows that end one cell too late begin one cell later each.
        rows = np.zeros((count, width + 1))
        np.multiply.outer(factors, long, out=rows[:, : len(long)])
        coefficients[start : start + width] += rows.ravel()[: count * width].reshape(count, width).sum(axis=0)
    return coefficients


def _strips(p: Floats) -> Floats:
    """Give (strips × 33) coefficients of the products of 32 factors; the last strip is filled with p = 0."""
    strips = max(1, math.ceil(len(p) / _STRIP))
    padded = np.zeros(strips * _STRIP)
    padded[: len(p)] = p
    table = np.zeros((strips, _STRIP + 1))
    table[:, 0] = 1.0
    for column in padded.reshape(strips, _STRIP).T:
        success = column[:, np.newaxis]
        table[:, 1:] = table[:, 1:] * (1 - success) + table[:, :-1] * success
        table[:, :1] *= 1 - success
    return table


def _checked(probabilities: npt.ArrayLike) -> Floats:
    p = np.asarray(probabilities, dtype=np.float64)
    if p.ndim != 1 or not ((p >= 0) & (p <= 1)).all():
        raise InputError("success probabilities must be a list of numbers from 0 to 1")
    return p


def tail_probability(successes: int, probabilities: npt.ArrayLike, *, tail: Tail = "lower") -> float:
    """Give the p-value of k successes: P(K ≤ k), P(K ≥ k), or twice the smaller of the two (at most 1)."""
    density = poisson_binomial(probabilities)
    if not 0 <= successes < len(density):
        raise UsageError(f"there cannot be {successes} successes in {len(density) - 1} trials")
    lower, upper = min(1.0, float(density[: successes + 1].sum())), min(1.0, float(density[successes:].sum()))
    return {"lower": lower, "upper": upper, "two-sided": min(1.0, 2 * min(lower, upper))}[tail]


def central_interval(density: Floats, *, level: float = 0.95) -> tuple[int, int]:
    """Give two numbers of successes between which K lies with at least this probability; both tails are equal."""
    cumulative = np.cumsum(density)
    alpha = (1 - level) / 2
    # Rounding may leave the sum slightly below 1; the interval then ends at the last number of successes.
    low, high = np.searchsorted(cumulative, [alpha, 1 - alpha])
    return int(low), int(min(high, len(density) - 1))


def difference_density(first: npt.ArrayLike, second: npt.ArrayLike) -> Floats:
    """Give P(K₁ − K₂ = d) for d = −N₂ … N₁ of two independent numbers of successes."""
    return product(poisson_binomial(first), poisson_binomial(second)[::-1])
