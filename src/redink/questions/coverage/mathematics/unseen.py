"""Counts of the corrections that were seen in; an estimate of the whole distribution, with unseen corrections, out.

Two linear programmes estimate the histogram h of a distribution ("h(x) corrections have probability x") from the
fingerprint f of a sample ("f_i corrections were seen i times"): that of Valiant and Valiant (2013; 2017), `vv`, and
that of Zou et al. (2016), `zou`, which the thesis used. Both are written from the formulas (docs/coverage.md). They
do not estimate which correction has which probability.

The number of corrections depends on the smallest probability allowed (the floor): a floor ten times lower gives about
ten times as many "corrections", with the same coverage. Never quote the number without its floor.
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
"""Largest number of places of the grid; a floor of 10⁻¹⁰ with a ratio of 1.01 needs 2,300."""
LARGEST_SUPPORT = 65e6
"""Largest number of corrections that a sentence may have (`zou`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """An estimated distribution: h(x) corrections have probability x; Σ x·h(x) = 1."""

    x: Floats
    """Probabilities, rising."""
    h: Floats
    """How many corrections have each probability; may be fractional."""
    n: int
    """Number of corrections given, on which the estimate rests; 0 when unknown."""
    floor: float
    """Smallest probability that was allowed."""
    objective: float
    """How far the fingerprint is from the expected one; NaN when unknown."""
    method: str
    """`vv`, `zou`, or the file that the histogram was read from."""

    @property
    def mass(self) -> float:
        """Σ x·h(x)."""
        return float((self.x * self.h).sum())


class Frequent(NamedTuple):
    """The corrections that have at least a given probability."""

    gamma: float
    """γ, the smallest probability that counts."""
    corrections: float
    """Number of corrections with at least this probability."""
    mass: float
    """Sum of their probabilities."""
    extrapolated: bool
    """Whether γ < 1/n: a sample of n shows nothing that rare."""


def unseen(
    counts: SentenceCounts | Sequence[int],
    method: Method = "vv",
    *,
    floor: float | None = None,
    grid: float | None = None,
    alpha: float = 0.5,
) -> Histogram:
    """Give an estimate of the distribution that the counts were drawn from.

    Args:
        counts: How often each distinct correction was given.
        method: `vv`: two programmes, frequent corrections are taken as seen; `zou`: one programme for all.
        floor: Smallest probability; by default 1/(n·max(10, n)) for `vv` and 1/(100 n) for `zou`.
        grid: Ratio of neighbouring probabilities; by default 1.1 for `vv` and 1.05 for `zou`.
        alpha: How much worse than the best fit the solution with the smallest support may fit (`vv`).
    """
    sentence_counts = counts if isinstance(counts, SentenceCounts) else SentenceCounts((), tuple(counts))
    if not sentence_counts.n:
        raise InputError(
            "there are no corrections to estimate a distribution from",
            remedy="leave out sentences that nobody corrected",
        )
    possible = (floor is None or 0 < floor < 1) and (grid is None or 1 < grid < math.inf) and 0 <= alpha < math.inf
    if not possible:  # NaN is not either
        raise UsageError(
            "floor must lie between 0 and 1, grid above 1, and alpha not below 0",
            remedy="leave them out to use the defaults",
        )
    fingerprint = np.array(sentence_counts.fingerprint(), dtype=np.float64)
    if method == "vv":
        return _valiant_valiant(fingerprint, sentence_counts.n, floor, grid or 1.1, alpha)
    if method == "zou":
        return _zou(fingerprint, sentence_counts.n, floor, grid or 1.05)
    raise UsageError(f"there is no estimator {method!r}", remedy="use vv or zou")


def _zou(fingerprint: Floats, n: int, floor: float | None, ratio: float) -> Histogram:
    """Give the estimate of one programme: the mass at each x for which expected and seen fingerprints differ least."""
    smallest = 1 / (100 * n) if floor is None else floor
    x = _grid(smallest, len(fingerprint) / n, ratio)
    wanted = np.append(fingerprint, np.zeros(math.ceil(math.sqrt(len(fingerprint)))))
    fit = _fit(_binomial(len(wanted), n, x), x, wanted, mass=1.0, most=LARGEST_SUPPORT)
    return _histogram(x, fit.mass / x, n, smallest, fit.objective, "zou")


def _valiant_valiant(fingerprint: Floats, n: int, floor: float | None, ratio: float, alpha: float) -> Histogram:
    """Give the estimate of two programmes for rare corrections: the best fit, then the smallest support near it."""
    seen = _seen_as_is(fingerprint)
    times = np.arange(1, len(fingerprint) + 1)
    as_is = np.where(seen, fingerprint, 0.0)
    rare = np.where(seen, 0.0, fingerprint)
    mass = 1.0 - float((as_is * times).sum()) / n
    smallest = 1 / (n * max(10, n)) if fingerprint[0] else int(np.flatnonzero(fingerprint)[0] + 1) / n
    smallest = smallest if floor is None else floor
    x, h, objective = times[seen] / n, fingerprint[seen], 0.0
    if mass > 1e-12:
        last = int(np.flatnonzero(rare)[-1]) + 1
        wanted = np.append(rare[:last], np.zeros(math.ceil(math.sqrt(last))))
        places = _grid(smallest, last / n, ratio)
        expected = _poisson(len(wanted), n, places)
        best = _fit(expected, places, wanted, mass=mass)
        least = _fit(expected, places, wanted, mass=mass, worst=best.objective + alpha)
        x, h, objective = np.append(x, places), np.append(h, least.mass / places), best.objective
    order = np.argsort(x, kind="stable")
    return _histogram(x[order], h[order], n, smallest, objective, "vv")


def _histogram(x: Floats, h: Floats, n: int, floor: float, objective: float, method: str) -> Histogram:
    """Give a histogram without empty places, so a saved histogram gives exactly the same draws."""
    return Histogram(x[h > 0], h[h > 0], n, floor, objective, method)


def _seen_as_is(fingerprint: Floats) -> Any:
    """Tell which f_i are taken as seen: those where f summed over i ± ⌈√i⌉ is below 2√i, too few for a fit."""
    sums = np.concatenate([[0.0], np.cumsum(fingerprint)])
    last = len(fingerprint)
    thin = np.zeros(last, dtype=np.bool_)
    for i in range(1, last + 1):
        reach = math.ceil(math.sqrt(i))
        near = sums[min(last, i + reach)] - sums[max(1, i - reach) - 1]
        thin[i - 1] = near < 2 * math.sqrt(i) and fingerprint[i - 1] > 0
    return thin


def _grid(smallest: float, largest: float, ratio: float) -> Floats:
    """Give smallest · ratio^k up to the first value not below the largest; all probabilities are below 1."""
    needed = math.log(max(largest, smallest) / smallest) / math.log(ratio) - 1e-9  # ∞ for the smallest floors
    if needed > MOST_PLACES:
        raise UsageError(
            f"the grid would have {needed:,.0f} probabilities", remedy="choose a larger ratio (grid), or a larger floor"
        )
    steps = max(0, math.ceil(needed))
    x: Floats = smallest * np.power(ratio, np.arange(steps + 1, dtype=np.float64))
    return x[x < 1] if (x < 1).any() else np.array([smallest])


def _binomial(rows: int, n: int, x: Floats) -> Floats:
    """Give P(seen i times) for i = 1 … rows, (rows × x), when there are n draws; 0 for i > n."""
    i = np.arange(1, rows + 1)[:, np.newaxis]
    choose = np.array(
        [math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(max(n - k, 0) + 1) for k in range(1, rows + 1)]
    )
    logs = choose[:, np.newaxis] + i * np.log(x) + (n - i) * np.log1p(-x)
    probabilities: Floats = np.where(i <= n, np.exp(logs), 0.0)
    return probabilities


def _poisson(rows: int, n: int, x: Floats) -> Floats:
    """Give P(seen i times) for i = 1 … rows, (rows × x), when the number of draws is Poisson with mean n."""
    i = np.arange(1, rows + 1)[:, np.newaxis]
    factorial = np.array([math.lgamma(k + 1) for k in range(1, rows + 1)])[:, np.newaxis]
    probabilities: Floats = np.exp(i * np.log(n * x) - n * x - factorial)
    return probabilities


class _Fit(NamedTuple):
    mass: Floats
    objective: float


def _fit(
    expected: Floats, x: Floats, wanted: Floats, *, mass: float, most: float | None = None, worst: float | None = None
) -> _Fit:
    """Give the best mass v(x) = x·h(x) ≥ 0 at each x.

    Without `worst`, minimise Σ_i |E_i − f_i| / √(f_i + 1), E_i = Σ_x h(x) P(i; x). With it, minimise the support
    Σ v(x)/x among all solutions no worse than `worst`. Each error is the difference of two non-negative numbers.
    """
    from scipy.optimize import linprog

    rows, places = expected.shape
    weights = 1 / np.sqrt(wanted + 1)
    error_weights = np.concatenate([weights, weights])
    per_mass = expected / x
    equal = np.block([[per_mass, np.eye(rows), -np.eye(rows)], [np.ones((1, places)), np.zeros((1, 2 * rows))]])
    support = np.concatenate([1 / x, np.zeros(2 * rows)])
    error = np.concatenate([np.zeros(places), error_weights])
    limits: dict[str, Any] = {}
    if most is not None:
        # In units of `most`, so the numbers of this row are no larger than those of the others.
        limits = {"A_ub": support[np.newaxis] / most, "b_ub": [1.0]}
    if worst is not None:
        limits = {"A_ub": error[np.newaxis], "b_ub": [worst]}
    solution = linprog(
        error if worst is None else support * x[0],
        A_eq=equal,
        b_eq=np.append(wanted, mass),
        bounds=(0, None),
        method="highs",
        **limits,
    )
    if solution.x is None or solution.status > 1:  # 1: a limit was reached, with a solution in hand
        raise InputError(f"no distribution fits the counts: {solution.message}", remedy="choose another floor or grid")
    return _Fit(np.maximum(solution.x[:places], 0.0), float(error @ solution.x))


def frequent(histogram: Histogram, gammas: Sequence[float]) -> list[Frequent]:
    """Count the corrections with p ≥ γ, and their mass, for each γ."""
    rows = []
    for gamma in gammas:
        # A place of the grid that equals γ up to rounding counts.
        frequent_enough = histogram.x >= gamma * (1 - 1e-9)
        mass = float((histogram.h * histogram.x)[frequent_enough].sum())
        rows.append(Frequent(gamma, float(histogram.h[frequent_enough].sum()), mass, gamma * histogram.n < 1))
    return rows
