"""What a machine knows of items, and pairs of items that people compared, in; one scale of difficulty out.

The machine knows bᵢ ~ N(mᵢ, vᵢ). For people, item i of group g is as hard as hᵢ = bᵢ + δ_g + uᵢ: what machines find
hard, a discrepancy δ_g ~ N(0, ν²) of the group, and one of the item, uᵢ ~ N(0, ω²). They call i harder than j with the
chance 1/(1 + exp(−κ(hᵢ − hⱼ))) (Bradley and Terry 1952). "Equally hard" is half an answer either way. h is a Gaussian
field; its posterior is found by Newton's method and taken as normal (Laplace). κ, ν and ω maximise the marginal
likelihood. The common difficulty of an item is halfway between both: cᵢ = (bᵢ + hᵢ)/2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats, Ints
from redink.errors import InputError
from redink.stats.rankings_from_pairs import Pairs

METHOD = "laplace2"
"""What signatures say of the method; it moves when a number does."""
_START = (1.5, 0.5, 0.5)
"""κ, ν and ω before any answer; their logarithms have normal priors of spread 1."""


class Estimates(NamedTuple):
    """Posterior means and standard deviations."""

    mean: Floats
    sd: Floats


@dataclass(frozen=True, slots=True, eq=False)
class JointScale:
    """Difficulties of I items in G groups, for machines and for people."""

    machine: Estimates
    """(I,) b, given the answers of people too."""
    people: Estimates
    """(I,) h."""
    common: Estimates
    """(I,) c = (b + h)/2."""
    groups: Estimates
    """(G,) δ: how much harder the items of a group are for people than for machines."""
    slope: float
    """κ."""
    group_spread: float
    """ν."""
    item_spread: float
    """ω."""


class _Field(NamedTuple):
    """The posterior of h at the J items that were compared."""

    mode: Floats
    """(J,) ĥ."""
    shift: Floats
    """(J,) K⁻¹(ĥ − m)."""
    precision: Floats
    """(J × J) K⁻¹."""
    curvature: Floats
    """(J × J) H."""
    evidence: float
    """Logarithm of the marginal likelihood, by Laplace."""

    def gain(self) -> Floats:
        """Give K⁻¹ − K⁻¹(K⁻¹ + H)⁻¹K⁻¹ (J × J)."""
        spread = np.linalg.inv(self.precision + self.curvature)
        gain: Floats = self.precision - self.precision @ spread @ self.precision
        return gain


def join_scales(mean: Floats, variance: Floats, group: Ints, pairs: Pairs) -> JointScale:
    """Join what a machine knows with what people say.

    Args:
        mean: (I,) m.
        variance: (I,) v; with 0 for m and v, people are on their own.
        group: (I,) the group of each item, from 0.
        pairs: Which item people called harder (+1: the first), or equally hard (0).
    """
    from scipy.optimize import minimize

    if not len(pairs.first):
        raise InputError("there is no comparison to join", remedy="give judgements about pairs of these errors")
    compared = np.unique(np.concatenate((pairs.first, pairs.second)))
    deviations = np.eye(int(group.max()) + 1)
    deviations -= np.bincount(group) / len(group)  # pairs say nothing of a shift of everything: δ has mean 0 over items
    member = deviations[group]
    same = member @ member[compared].T  # I × J
    matches = (np.arange(len(mean))[:, np.newaxis] == compared).astype(np.float64)
    games = _Games(np.searchsorted(compared, pairs.first), np.searchsorted(compared, pairs.second), pairs.outcome)

    start = mean[compared]

    def field(spreads: Floats) -> _Field:
        nonlocal start  # spreads that are tried one after the other have nearly the same h
        slope, nu, omega = np.exp(spreads)
        noise = variance[compared] + omega**2
        likely = _laplace(mean[compared], noise, nu * member[compared], games, float(slope), start)
        start = likely.mode
        return likely

    def cost(spreads: Floats) -> float:
        return float(((spreads - np.log(_START)) ** 2).sum() / 2) - field(spreads).evidence

    best = minimize(
        cost, np.log(_START), method="Nelder-Mead", options={"xatol": 0.02, "fatol": 0.01, "maxiter": 120}
    ).x
    slope, nu, omega = (float(spread) for spread in np.exp(best))
    posterior = field(best)
    gain = posterior.gain()
    everywhere = variance[:, np.newaxis] * matches

    def given(prior: Floats, cross: Floats, spread: Floats) -> Estimates:
        """Give what follows for quantities with this prior, these covariances with h, and this prior variance."""
        told = np.einsum("ij,jk,ik->i", cross, gain, cross, optimize=True)
        return Estimates(prior + cross @ posterior.shift, np.sqrt(np.maximum(spread - told, 1e-12)))

    own_group = nu**2 * (member**2).sum(axis=1)
    return JointScale(
        machine=given(mean, everywhere, variance),
        people=given(mean, everywhere + omega**2 * matches + nu**2 * same, variance + omega**2 + own_group),
        common=given(mean, everywhere + (omega**2 * matches + nu**2 * same) / 2, variance + (omega**2 + own_group) / 4),
        groups=given(
            np.zeros(len(deviations)),
            nu**2 * deviations @ member[compared].T,
            nu**2 * (deviations**2).sum(axis=1),
        ),
        slope=slope,
        group_spread=nu,
        item_spread=omega,
    )


class _Games(NamedTuple):
    first: Ints
    second: Ints
    outcome: Ints


def _laplace(mean: Floats, noise: Floats, loadings: Floats, games: _Games, slope: float, start: Floats) -> _Field:
    """Find the most likely h, and the curvature there.

    Args:
        mean: (J,) prior mean of h.
        noise: (J,) the diagonal D of its covariance K = D + VVᵀ.
        loadings: (J × G) V; G is small, so that K⁻¹ and |K| follow from a G × G matrix (Woodbury).
        games: The answers.
        slope: κ.
        start: (J,) where the search for h begins.
    """
    from scipy.linalg import cho_factor, cho_solve
    from scipy.special import expit

    size = len(mean)
    scaled = loadings / noise[:, np.newaxis]
    inner = cho_factor(np.eye(loadings.shape[1]) + loadings.T @ scaled)
    precision: Floats = np.diag(1 / noise) - scaled @ cho_solve(inner, scaled.T)
    won = (games.outcome + 1) / 2

    def height(h: Floats) -> float:
        x = slope * (h[games.first] - h[games.second])
        return float((won * x - np.logaddexp(0, x)).sum() - (h - mean) @ precision @ (h - mean) / 2)

    h, step = start, np.full(size, np.inf)
    for _ in range(50):
        x = slope * (h[games.first] - h[games.second])
        chance = expit(x)
        force = slope * (won - chance)
        pull = np.bincount(games.first, force, size) - np.bincount(games.second, force, size)
        curvature = _laplacian(slope**2 * chance * (1 - chance), games, size)
        factor = cho_factor(precision + curvature)
        if np.abs(step).max() < 1e-8:
            break
        step = cho_solve(factor, precision @ (mean - h) + pull)
        reached = height(h)
        while height(h + step) < reached - 1e-9 * abs(reached):  # too far: where chances are 0 or 1, H is nearly 0
            step /= 2
        h = h + step
    shift = precision @ (h - mean)
    likelihood = float((won * x - np.logaddexp(0, x)).sum())
    # ln |1 + KH| = ln |K| + ln |K⁻¹ + H|
    log_ratio = float(np.log(noise).sum() + 2 * _log_diagonal(inner[0]) + 2 * _log_diagonal(factor[0]))
    evidence = likelihood - float((h - mean) @ shift) / 2 - log_ratio / 2
    return _Field(h, shift, precision, curvature, evidence)


def _log_diagonal(factor: Floats) -> float:
    return float(np.log(np.diag(factor)).sum())


def _laplacian(weight: Floats, games: _Games, size: int) -> Floats:
    """(J × J) second derivatives of the answers' −ln likelihood."""
    first, second = games.first, games.second
    rows, columns = np.concatenate((first, second, first, second)), np.concatenate((first, second, second, first))
    weights = np.concatenate((weight, weight, -weight, -weight))
    return np.bincount(rows * size + columns, weights, size * size).astype(np.float64).reshape(size, size)


class Agreement(NamedTuple):
    """How many held-out answers a scale predicts."""

    scale: str
    """`joint`, `machine` or `people`."""
    right: float
    """Answers whose direction is predicted; a tie of the scale is half."""
    answers: int
    """Answers that call one of two items harder."""


def held_out_agreement(
    mean: Floats, variance: Floats, group: Ints, pairs: Pairs, *, folds: int = 5
) -> tuple[Agreement, ...]:
    """Predict the answers about each fold of pairs from the other folds: joined, by the machine, and by people alone.

    All answers about one pair of items are in one fold.
    """
    ends = np.sort(np.stack((pairs.first, pairs.second)), axis=0)
    fold = np.unique(ends, axis=1, return_inverse=True)[1].reshape(-1) % folds
    nothing = np.zeros(len(mean))
    right = dict.fromkeys(("joint", "machine", "people"), 0.0)
    answers = 0
    for number in range(folds):
        held = (fold == number) & (pairs.outcome != 0)
        kept = fold != number
        seen = Pairs(pairs.first[kept], pairs.second[kept], pairs.outcome[kept], pairs.n_items)
        if not held.any() or not len(seen.first):
            continue
        answers += int(held.sum())
        scales = {
            "joint": join_scales(mean, variance, group, seen).people.mean,
            "machine": mean,
            "people": join_scales(nothing, nothing, group, seen).people.mean,
        }
        for name, scale in scales.items():
            said = np.sign(scale[pairs.first[held]] - scale[pairs.second[held]])
            right[name] += float(((said * pairs.outcome[held] + 1) / 2).sum())
    return tuple(Agreement(name, count, answers) for name, count in right.items())
