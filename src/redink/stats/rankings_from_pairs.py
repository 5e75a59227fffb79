"""Outcomes of pairwise comparisons in; one strength for each item out: expected wins, Bradley–Terry, Gaussian rating.

Items are numbered 0 … n−1. An outcome is +1 (the first of the pair was better), −1 (the second was better) or 0
(a tie). The three rankings treat ties differently: expected wins leaves them out, Bradley–Terry counts half a win for
each side, the Gaussian rating expects them with a given probability.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import erfc, exp
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats, ratio
from redink.errors import InputError, UsageError
from redink.frozen import frozen

Integers: TypeAlias = npt.NDArray[np.intp]


class Pairs(NamedTuple):
    """Comparisons in the order in which they were made."""

    first: Integers
    """(m,) the first item of each pair."""
    second: Integers
    """(m,) the second item."""
    outcome: Integers
    """(m,) +1, −1 or 0."""
    n_items: int
    """Number of items; some may never be compared."""

    @classmethod
    def of(cls, first: npt.ArrayLike, second: npt.ArrayLike, outcome: npt.ArrayLike, n_items: int) -> Pairs:
        """Give checked comparisons: equal lengths, known items, no item against itself."""
        columns = [np.asarray(column, dtype=np.intp).reshape(-1) for column in (first, second, outcome)]
        first_items, second_items, result = columns
        if len({len(column) for column in columns}) != 1:
            raise InputError("the columns of pairwise comparisons differ in length")
        items = np.concatenate([first_items, second_items])
        if ((items < 0) | (items >= n_items)).any() or (np.abs(result) > 1).any():
            raise InputError(f"pairs must name items 0 to {n_items - 1} and have outcomes −1, 0 or +1")
        if (first_items == second_items).any():
            raise InputError("an item was compared with itself", remedy="remove such pairs")
        return cls(first_items, second_items, result, n_items)


class Tally(NamedTuple):
    """How often each item won against and tied with each other item."""

    wins: Floats
    """(n × n) number of wins of the row's item over the column's."""
    ties: Floats
    """(n × n) number of ties, symmetric."""

    def with_half_ties(self) -> Tally:
        """Give the same with each tie as half a win for both."""
        return Tally(self.wins + self.ties / 2, np.zeros_like(self.ties))


def count_pairs(pairs: Pairs) -> Tally:
    """Count wins and ties of every pair of items."""
    n = pairs.n_items
    wins, ties = np.zeros((n, n)), np.zeros((n, n))
    won, lost, tied = pairs.outcome > 0, pairs.outcome < 0, pairs.outcome == 0
    np.add.at(wins, (pairs.first[won], pairs.second[won]), 1)
    np.add.at(wins, (pairs.second[lost], pairs.first[lost]), 1)
    np.add.at(ties, (pairs.first[tied], pairs.second[tied]), 1)
    return Tally(wins, ties + ties.T)


def expected_wins(tally: Tally) -> Floats:
    """Give the mean over opponents j of wins(i, j) / (wins(i, j) + wins(j, i)); ties are left out.

    An opponent without a decided pair does not count; without any opponent the value is NaN. Tallies may be (…, n, n).
    """
    decided = tally.wins + np.swapaxes(tally.wins, -1, -2)
    shares = ratio(tally.wins, decided, nothing=0.0)
    return ratio(shares.sum(axis=-1), np.count_nonzero(decided, axis=-1))


@dataclass(frozen=True, slots=True, eq=False)
class Strengths:
    """The strengths by Bradley–Terry: P(i beats j) = 1 / (1 + exp(θⱼ − θᵢ))."""

    theta: Floats
    """(n,) log strengths θ, with mean 0."""
    standard_error: Floats
    """(n,) standard errors of θ under the constraint that the mean is 0."""
    component: Integers
    """(n,) number of the strongly connected part of the "won or tied against" graph that the item belongs to."""
    iterations: int
    """Number of steps taken."""
    converged: bool
    """Whether the last step moved no θ by more than the tolerance."""

    @property
    def connected(self) -> bool:
        """Whether all items are in one part; if not, only the prior orders the parts."""
        return len(set(self.component.tolist())) <= 1


def bradley_terry(
    tally: Tally, *, prior: float = 0.1, tolerance: float = 1e-10, most_iterations: int = 100_000
) -> Strengths:
    """Fit strengths πᵢ = exp θᵢ by MM iteration (Hunter 2004): πᵢ ← wᵢ / Σⱼ nᵢⱼ / (πᵢ + πⱼ).

    Args:
        tally: Wins and ties; a tie is half a win for each side.
        prior: Number of imagined ties of every item, spread evenly over the other items. Without them, an item that
            won (or lost) everything would have an infinite strength. They shrink θ a little towards 0.
        tolerance: Stop when no θ moves by more than this.
        most_iterations: Stop after this many steps in any case.
    """
    if prior <= 0:
        raise UsageError(f"the prior cannot be {prior}", remedy="give a positive number; 0.1 is usual")
    n = len(tally.wins)
    imagined = (1 - np.eye(n)) * (prior / max(n - 1, 1))
    halves = tally.wins + (tally.ties + imagined) / 2
    games = halves + halves.T
    theta, iterations, change = np.zeros(n), 0, np.inf if n > 1 else 0.0
    while change > tolerance and iterations < most_iterations:
        step = _mm_step(theta, halves.sum(axis=1), games)
        change, theta, iterations = float(np.abs(step - theta).max()), step, iterations + 1
    return Strengths(theta, _standard_errors(theta, games), _components(tally), iterations, change <= tolerance)


def _mm_step(theta: Floats, won: Floats, games: Floats) -> Floats:
    strength = np.exp(theta)
    moved = np.log(won / (games / (strength[:, np.newaxis] + strength)).sum(axis=1))
    centred: Floats = moved - moved.mean()
    return centred


def _standard_errors(theta: Floats, games: Floats) -> Floats:
    """Give the standard errors of θ. Fisher's information is singular only along (1, …, 1): the mean is fixed at 0."""
    chance = 1 / (1 + np.exp(theta - theta[:, np.newaxis]))  # of the row against the column
    weight = games * chance * chance.T
    information = np.diag(weight.sum(axis=1)) - weight
    errors: Floats = np.sqrt(np.maximum(np.diag(np.linalg.pinv(information, hermitian=True)), 0))
    return errors


def _components(tally: Tally) -> Integers:
    """Give the strongly connected part of each item; the likelihood has a finite maximum only for one (Ford 1957)."""
    reach = (tally.wins + tally.ties > 0) | np.eye(len(tally.wins), dtype=np.bool_)
    for middle in range(len(reach)):  # Warshall's transitive closure
        reach |= reach[:, [middle]] & reach[[middle], :]
    mutual = reach & reach.T
    leaders = [row.argmax() for row in mutual]
    numbered: Integers = np.unique(leaders, return_inverse=True)[1].astype(np.intp)
    return numbered


@frozen
class RatingPlan:
    """Settings of the Gaussian rating; the defaults are those used for correction systems."""

    mu: float = 0.0
    """Rating of an item before any comparison."""
    sigma: float = 0.5
    """Standard deviation of this rating."""
    beta: float = 0.25
    """Standard deviation of one performance around the rating."""
    tau: float = 0.0
    """Added to the deviation before each comparison: how fast items change."""
    draw: float = 0.25
    """Probability of a tie between equal items."""

    @property
    def margin(self) -> float:
        """ε: performances closer than this tie; P(|d| < ε) = `draw` for d ~ N(0, 2β²)."""
        from statistics import NormalDist

        return NormalDist().inv_cdf((self.draw + 1) / 2) * math.sqrt(2) * self.beta


class Ratings(NamedTuple):
    """Ratings of all items."""

    mu: Floats
    sigma: Floats


def gaussian_rating(pairs: Pairs, plan: RatingPlan | None = None) -> Ratings:
    """Give ratings from one pass over the comparisons, updating both items each time (TrueSkill, Herbrich et al. 2006).

    The order matters: later comparisons move a rating less. `mean_rating` averages over orders.
    """
    plan = plan or RatingPlan()
    margin = plan.margin
    mu, variance = [plan.mu] * pairs.n_items, [plan.sigma**2] * pairs.n_items
    for first, second, outcome in zip(*(column.tolist() for column in pairs[:3]), strict=True):
        winner, loser = (second, first) if outcome < 0 else (first, second)
        winner_variance, loser_variance = variance[winner] + plan.tau**2, variance[loser] + plan.tau**2
        spread = winner_variance + loser_variance + 2 * plan.beta**2
        scale = spread**0.5
        surprise = _tie_shift if outcome == 0 else _win_shift
        v, w = surprise((mu[winner] - mu[loser]) / scale, margin / scale)
        mu[winner] += winner_variance / scale * v
        mu[loser] -= loser_variance / scale * v
        variance[winner] = winner_variance * (1 - winner_variance / spread * w)
        variance[loser] = loser_variance * (1 - loser_variance / spread * w)
    return Ratings(np.array(mu), np.sqrt(variance))


def mean_rating(pairs: Pairs, rng: np.random.Generator, *, orders: int, plan: RatingPlan | None = None) -> Ratings:
    """Give the mean of the Gaussian ratings over random orders of the comparisons."""
    if orders < 1:
        raise UsageError(f"the number of orders cannot be {orders}", remedy="ask for at least one")
    ratings = []
    for _ in range(orders):
        order = rng.permutation(len(pairs.first))
        shuffled = Pairs(pairs.first[order], pairs.second[order], pairs.outcome[order], pairs.n_items)
        ratings.append(gaussian_rating(shuffled, plan))
    return Ratings(*(np.mean(column, axis=0) for column in zip(*ratings, strict=True)))


def rating_without_order(tally: Tally, plan: RatingPlan | None = None) -> Floats:
    """Give the ratings at which the posterior of the Gaussian model is highest; tallies may be (…, n, n).

    `gaussian_rating` approximates this posterior one comparison at a time, so that its result depends on the order. The
    mean over many orders has these ratings but for a common shift, which says nothing about the items: here the mean
    is 0. Newton's method; the log posterior is concave.
    """
    plan = plan or RatingPlan()
    scale, precision = math.sqrt(2) * plan.beta, plan.sigma**-2
    margin = plan.margin / scale
    wins, ties = tally
    mu = np.zeros(wins.shape[:-1])
    diagonal = np.arange(wins.shape[-1])
    for _ in range(_NEWTON):
        t = (mu[..., :, np.newaxis] - mu[..., np.newaxis, :]) / scale
        win_slope, win_curve = _win_shifts(t - margin)
        tie_slope, tie_curve = _tie_shifts(t, margin)
        won = wins * win_slope
        slope = (won - np.swapaxes(won, -1, -2) + ties * tie_slope).sum(axis=-1) / scale - precision * mu
        narrowed = wins * win_curve
        curve = (narrowed + np.swapaxes(narrowed, -1, -2) + ties * tie_curve) / scale**2
        hessian = -curve
        hessian[..., diagonal, diagonal] += curve.sum(axis=-1) + precision
        step = np.linalg.solve(hessian, slope[..., np.newaxis])[..., 0]
        # Far from the top a step may be too long; the model's scale is about β.
        mu = mu + step * np.minimum(1.0, plan.beta / np.abs(step).max(axis=-1, keepdims=True, initial=1e-300))
        if np.abs(step).max(initial=0.0) < _CLOSE:
            break
    return mu


def _win_shifts(x: Floats) -> tuple[Floats, Floats]:
    """Give `_win_shift` for arrays."""
    from scipy.special import log_ndtr

    v = _PEAK * np.exp(-x * x / 2 - log_ndtr(x))
    return v, v * (v + x)


def _tie_shifts(t: Floats, margin: float) -> tuple[Floats, Floats]:
    """Give `_tie_shift` for arrays; ratings of this model stay within a few deviations of each other."""
    from scipy.special import ndtr

    low, high = -margin - np.abs(t), margin - np.abs(t)
    inside = np.maximum(ndtr(high) - ndtr(low), 1e-300)
    at_low, at_high = _PEAK * np.exp(-low * low / 2), _PEAK * np.exp(-high * high / 2)
    v = (at_low - at_high) / inside
    return np.where(t >= 0, v, -v), v * v + (high * at_high - low * at_low) / inside


_NEWTON, _CLOSE = 100, 1e-10
"""Most steps, and the largest step that ends them."""
_PEAK, _ROOT = 1 / math.sqrt(2 * math.pi), math.sqrt(0.5)
_FAR = 30.0
"""Beyond this many deviations a truncated normal is replaced by its limit, a point at the cut."""


def _win_shift(t: float, margin: float) -> tuple[float, float]:
    """Give v = φ(x) / Φ(x) and w = v (v + x) at x = t − ε: the shift and narrowing of a normal cut from below."""
    x = t - margin
    if x < -_FAR:
        return -x, 1.0
    v = _PEAK * exp(-x * x / 2) / (erfc(-x * _ROOT) / 2)
    return v, v * (v + x)


def _tie_shift(t: float, margin: float) -> tuple[float, float]:
    """Give v and w of a normal cut to (−ε, ε): the performances were closer than the margin."""
    # By symmetry t ≥ 0 is enough: the nearer end is then in the lower tail, where Φ keeps its digits.
    low, high = -margin - abs(t), margin - abs(t)
    sign = 1.0 if t >= 0 else -1.0
    inside = (erfc(-high * _ROOT) - erfc(-low * _ROOT)) / 2
    if high < -_FAR or inside <= 0:
        return sign * high, 1.0
    at_low, at_high = _PEAK * exp(-low * low / 2), _PEAK * exp(-high * high / 2)
    v = (at_low - at_high) / inside
    return sign * v, v * v + (high * at_high - low * at_low) / inside
