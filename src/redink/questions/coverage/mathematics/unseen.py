"""How often corrections were seen in; an estimate of the whole distribution, unseen corrections included, out.

Two linear programmes estimate the histogram h of a distribution ("h(x) corrections have probability x")
from the fingerprint f of a sample ("f_i corrections were seen i times"): the one of Valiant and Valiant
(2013; 2017), `vv`, and that of Zou et al. (2016), `zou`, which the thesis used. Written from the formulas
(docs/coverage.md). Which correction has which probability is not estimated.

The number of corrections hangs on the smallest probability allowed (the floor): a floor ten times lower
makes about ten times as many "corrections", with the same coverage. Never quote it without its floor.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.errors import InputError, UsageError
from redink.questions.coverage.mathematics.counts import SentenceCounts

Method: TypeAlias = Literal["vv", "zou"]

MOST_PLACES = 10_000
"""Places of the grid; floors of 10⁻¹⁰ with a ratio of 1.01 need 2,300."""
LARGEST_SUPPORT = 65e6
"""Most corrections a sentence may have (`zou`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """An estimated distribution: h(x) corrections have probability x; Σ x·h(x) = 1."""

    x: Floats
    """Probabilities, rising."""
    h: Floats
    """How many corrections have each; may be fractional."""
    n: int
    """Corrections given, on which the estimate rests; 0 when not known."""
    floor: float
    """Smallest probability that was allowed."""
    objective: float
    """How far the fingerprint is from the expected one; NaN when not known."""
    method: str
    """`vv`, `zou`, or where it was read from."""

    @property
    def support(self) -> float:
        """Number of corrections; means nothing without `floor`."""
        return float(self.h.sum())

    @property
    def mass(self) -> float:
        """Σ x·h(x)."""
        return float((self.x * self.h).sum())


class Frequent(NamedTuple):
    """Corrections that are not too rare."""

    gamma: float
    """γ, the smallest probability that counts."""
    corrections: float
    """How many have at least this probability."""
    mass: float
    """Their probability together."""
    extrapolated: bool
    """Whether γ < 1/n: rarer than anything a sample of n can tell."""


def unseen(
    counts: SentenceCounts | Sequence[int],
    method: Method = "vv",
    *,
    floor: float | None = None,
    grid: float | None = None,
    alpha: float = 0.5,
) -> Histogram:
    """Estimate the distribution behind counts.

    Args:
        counts: How often each distinct correction was given.
        method: `vv`: two programmes, frequent corrections taken as seen; `zou`: one programme for all.
        floor: Smallest probability; 1/(n·max(10, n)) for `vv`, 1/(100 n) for `zou` when left out.
        grid: Ratio of neighbouring probabilities; 1.1 for `vv`, 1.05 for `zou` when left out.
        alpha: How much worse than the best fit the smallest support may fit (`vv`).
    """
    own = counts if isinstance(counts, SentenceCounts) else SentenceCounts((), tuple(counts))
    if not own.n:
        raise InputError(
            "there is no correction to estimate a distribution from", remedy="leave out sentences that nobody corrected"
        )
    possible = (floor is None or 0 < floor < 1) and (grid is None or 1 < grid < math.inf) and 0 <= alpha < math.inf
    if not possible:  # NaN is not either
        raise UsageError(
            "floor must lie between 0 and 1, grid above 1, and alpha not below 0",
            remedy="leave them out for the usual ones",
        )
    fingerprint = np.array(own.fingerprint(), dtype=np.float64)
    if method == "vv":
        return _valiant_valiant(fingerprint, own.n, floor, grid or 1.1, alpha)
    if method == "zou":
        return _zou(fingerprint, own.n, floor, grid or 1.05)
    raise UsageError(f"no estimator is called {method!r}", remedy="use vv or zou")


def _zou(fingerprint: Floats, n: int, floor: float | None, ratio: float) -> Histogram:
    """One programme: the mass at each x, chosen so that expected and seen fingerprints differ least."""
    smallest = 1 / (100 * n) if floor is None else floor
    x = _grid(smallest, len(fingerprint) / n, ratio)
    wanted = np.append(fingerprint, np.zeros(math.ceil(math.sqrt(len(fingerprint)))))
    fit = _fit(_binomial(len(wanted), n, x), x, wanted, mass=1.0, most=LARGEST_SUPPORT)
    return _histogram(x, fit.mass / x, n, smallest, fit.objective, "zou")


def _valiant_valiant(fingerprint: Floats, n: int, floor: float | None, ratio: float, alpha: float) -> Histogram:
    """Two programmes for what was seldom seen: the best fit, then the smallest support that fits almost as well."""
    seen = _seen_as_is(fingerprint)
    times = np.arange(1, len(fingerprint) + 1)
    as_is = np.where(seen, fingerprint, 0.0)
    rest = np.where(seen, 0.0, fingerprint)
    mass = 1.0 - float((as_is * times).sum()) / n
    smallest = 1 / (n * max(10, n)) if fingerprint[0] else int(np.flatnonzero(fingerprint)[0] + 1) / n
    smallest = smallest if floor is None else floor
    x, h, objective = times[seen] / n, fingerprint[seen], 0.0
    if mass > 1e-12:
        last = int(np.flatnonzero(rest)[-1]) + 1
        wanted = np.append(rest[:last], np.zeros(math.ceil(math.sqrt(last))))
        places = _grid(smallest, last / n, ratio)
        expected = _poisson(len(wanted), n, places)
        best = _fit(expected, places, wanted, mass=mass)
        least = _fit(expected, places, wanted, mass=mass, worst=best.objective + alpha)
        x, h, objective = np.append(x, places), np.append(h, least.mass / places), best.objective
    order = np.argsort(x, kind="stable")
    return _histogram(x[order], h[order], n, smallest, objective, "vv")


def _histogram(x: Floats, h: Floats, n: int, floor: float, objective: float, method: str) -> Histogram:
    """Leave out where there is nothing: a saved histogram then gives the very draws of this one."""
    return Histogram(x[h > 0], h[h > 0], n, floor, objective, method)


def _seen_as_is(fingerprint: Floats) -> Any:
    """Tell which f_i are taken as they are: f summed over i ± ⌈√i⌉ is below 2√i, too thin for a fit."""
    sums = np.concatenate([[0.0], np.cumsum(fingerprint)])
    last = len(fingerprint)
    thin = np.zeros(last, dtype=np.bool_)
    for i in range(1, last + 1):
        reach = math.ceil(math.sqrt(i))
        near = sums[min(last, i + reach)] - sums[max(1, i - reach) - 1]
        thin[i - 1] = near < 2 * math.sqrt(i) and fingerprint[i - 1] > 0
    return thin


def _grid(smallest: float, largest: float, ratio: float) -> Floats:
    """Give smallest · ratio^k up to the first place not below the largest; probabilities stay below 1."""
    needed = math.log(max(largest, smallest) / smallest) / math.log(ratio) - 1e-9  # ∞ for the smallest floors
    if needed > MOST_PLACES:
        raise UsageError(
            f"a grid of {needed:,.0f} probabilities", remedy="choose a larger ratio (grid), or a larger floor"
        )
    steps = max(0, math.ceil(needed))
    x: Floats = smallest * np.power(ratio, np.arange(steps + 1, dtype=np.float64))
    return x[x < 1] if (x < 1).any() else np.array([smallest])


def _binomial(rows: int, n: int, x: Floats) -> Floats:
    """Give P(seen i times) for i = 1 … rows (rows × x), n draws; no more than n times."""
    i = np.arange(1, rows + 1)[:, np.newaxis]
    choose = np.array(
        [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(max(n - k, 0) + 1) for k in range(1, rows + 1)]
    )
    logs = choose[:, np.newaxis] + i * np.log(x) + (n - i) * np.log1p(-x)
    found: Floats = np.where(i <= n, np.exp(logs), 0.0)
    return found


def _poisson(rows: int, n: int, x: Floats) -> Floats:
    """Give P(seen i times) for i = 1 … rows (rows × x) when the number of draws is Poisson with mean n."""
    i = np.arange(1, rows + 1)[:, np.newaxis]
    factorial = np.array([math.lgamma(k + 1) for k in range(1, rows + 1)])[:, np.newaxis]
    found: Floats = np.exp(i * np.log(n * x) - n * x - factorial)
    return found


class _Fit(NamedTuple):
    mass: Floats
    objective: float


def _fit(
    expected: Floats,
    x: Floats,
    wanted: Floats,
    *,
    mass: float,
    most: float | None = None,
    worst: float | None = None,
) -> _Fit:
    """Choose the mass v(x) = x·h(x) ≥ 0 at each x.

    Without `worst`: minimise Σ_i |E_i − f_i| / √(f_i + 1), E_i = Σ_x h(x) P(i; x). With it: minimise the support
    Σ v(x)/x among all that reach `worst`. Each error is the difference of two numbers that are not negative.
    """
    from scipy.optimize import linprog

    rows, places = expected.shape
    weights = 1 / np.sqrt(wanted + 1)
    both = np.concatenate([weights, weights])
    per_mass = expected / x
    equal = np.block([[per_mass, np.eye(rows), -np.eye(rows)], [np.ones((1, places)), np.zeros((1, 2 * rows))]])
    support = np.concatenate([1 / x, np.zeros(2 * rows)])
    error = np.concatenate([np.zeros(places), both])
    limits: dict[str, Any] = {}
    if most is not None:
        # In units of `most`, so that the row is no larger than the others.
        limits = {"A_ub": support[np.newaxis] / most, "b_ub": [1.0]}
    if worst is not None:
        limits = {"A_ub": error[np.newaxis], "b_ub": [worst]}
    found = linprog(
        error if worst is None else support * x[0],
        A_eq=equal,
        b_eq=np.append(wanted, mass),
        bounds=(0, None),
        method="highs",
        **limits,
    )
    if found.x is None or found.status > 1:  # 1: a limit was reached, with a solution in hand
        raise InputError(f"no distribution fits the counts: {found.message}", remedy="choose another floor or grid")
    return _Fit(np.maximum(found.x[:places], 0.0), float(error @ found.x))


def frequent(histogram: Histogram, gammas: Sequence[float]) -> list[Frequent]:
    """Count the corrections with p ≥ γ, and their mass, for each γ."""
    rows = []
    for gamma in gammas:
        # A place of the grid that is γ but for rounding counts.
        there = histogram.x >= gamma * (1 - 1e-9)
        mass = float((histogram.h * histogram.x)[there].sum())
        rows.append(Frequent(gamma, float(histogram.h[there].sum()), mass, gamma * histogram.n < 1))
    return rows
