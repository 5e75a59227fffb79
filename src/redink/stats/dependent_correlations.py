"""Two measures and what people say in; whether one measure correlates with people better than the other out.

Both correlations are over the same systems and with the same human scores, so they depend on each other.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.stats.correlation import Coefficient, average_ranks, pearson

MOST_EXACT = 13
"""With more systems, exchanges are drawn instead of all being tried."""
_DRAWN = 10_000


def williams(first: npt.ArrayLike, second: npt.ArrayLike, human: npt.ArrayLike) -> float | None:
    """Give the two-sided p of Williams' test (1959) that two measures correlate equally (Pearson) with people.

    `None` with fewer than four systems, where a column is constant, or where the correlations leave no variance.
    """
    n = len(np.asarray(human))
    a, b, c = pearson(first, human), pearson(second, human), pearson(first, second)
    if n < 4 or any(map(math.isnan, (a, b, c))):
        return None
    left = 1 - a**2 - b**2 - c**2 + 2 * a * b * c
    spread = 2 * left * (n - 1) / (n - 3) + (a + b) ** 2 / 4 * (1 - c) ** 3
    if a == b:
        return 1.0
    if spread <= 0:
        return None
    from scipy.special import stdtr

    t = (a - b) * math.sqrt((n - 1) * (1 + c) / spread)
    return float(2 * stdtr(n - 3, -abs(t)))


def permutation(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    human: npt.ArrayLike,
    rng: np.random.Generator,
    *,
    coefficient: Coefficient = "pearson",
) -> float | None:
    """Give the two-sided p of exchanging the two measures' scores of systems by the toss of a coin.

    Scores are put on one scale first: ranks for Spearman, else mean 0 and deviation 1. Up to 13 systems, all exchanges
    are tried; beyond, 10,000 are drawn. `None` where a column is constant.
    """
    columns = [np.asarray(values, dtype=np.float64) for values in (first, second, human)]
    if coefficient == "spearman":
        columns = [average_ranks(values) for values in columns]
    if any(len(values) < 2 or np.ptp(values) == 0 for values in columns):
        return None
    a, b, people = ((values - values.mean()) / values.std() for values in columns)
    swaps = _exchanges(len(people), rng)
    by_chance = _rowwise(np.where(swaps, b, a), people) - _rowwise(np.where(swaps, a, b), people)
    seen = abs(float((_rowwise(a[np.newaxis], people) - _rowwise(b[np.newaxis], people))[0]))
    extreme = int((np.abs(by_chance) >= seen - 1e-12).sum() + np.isnan(by_chance).sum())
    exact = len(people) <= MOST_EXACT
    return extreme / len(by_chance) if exact else (extreme + 1) / (len(by_chance) + 1)


def _exchanges(systems: int, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    if systems <= MOST_EXACT:
        return np.array(list(product([False, True], repeat=systems)))
    return rng.random((_DRAWN, systems)) < 0.5


def _rowwise(rows: Floats, people: Floats) -> Floats:
    """Give Pearson's r of each row with a column of mean 0; NaN for a constant row."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    sizes = np.sqrt((centred**2).sum(axis=1) * (people**2).sum())
    r: Floats = np.divide(centred @ people, sizes, out=np.full(len(rows), np.nan), where=sizes > 1e-12)
    return r
