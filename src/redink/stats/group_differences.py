"""Who succeeds at which item in; whether a group does better at some items than its abilities explain out.

In the Rasch model, a subject s with the ability θ_s succeeds at an item i of the difficulty b_i with the probability
1/(1 + exp(b_i − θ_s)). Given how many subjects succeed at an item, n_i, who they are does not depend on b_i:

    P(set S succeeds | |S| = n) = Π_{s ∈ S} exp θ_s / e_n(exp θ)      e_n: elementary symmetric polynomial

So θ is estimated without the b_i (conditional maximum likelihood; Andersen 1972), and the number of successes of a
group A at an item has an exact distribution under the hypothesis that nothing but ability matters:

    P(T = t | n) = e_t(exp θ_A) · e_{n−t}(exp θ_B) / e_n(exp θ)

With equal abilities this is Fisher's exact test. For many items the distributions are convolved.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from redink.arrays import Flags, Floats, Ints

_PRIOR = 1.0
"""Precision of a normal prior of the abilities, which keeps those finite that never or always succeed."""
_ALIKE = 1 + 1e-9
"""Outcomes whose probabilities differ by less are equally likely."""


def abilities(success: Flags) -> Floats:
    """Give (N,) θ of each subject from (items × N) successes; their mean is about 0."""
    from scipy.optimize import minimize

    totals = success.sum(axis=0).astype(np.float64)
    items = np.bincount(success.sum(axis=1), minlength=success.shape[1] + 1)

    def loss(theta: Floats) -> tuple[float, Floats]:
        level = float(theta.mean()) if len(theta) else 0.0  # e_n of scaled weights stays within floats
        weights = np.exp(theta - level)
        whole = _elementary(weights)
        chances = np.stack([_with(weights, place, whole) for place in range(len(theta))])
        value = items @ (np.log(whole) + level * np.arange(len(whole))) - totals @ theta + _PRIOR / 2 * theta @ theta
        return float(value), chances @ items - totals + _PRIOR * theta

    start = np.zeros(success.shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="BFGS", options={"gtol": 1e-8}).x, dtype=np.float64)


def _elementary(weights: Floats) -> Floats:
    """(N + 1,) e_0 … e_N: the coefficients of Π (1 + w z)."""
    polynomial = np.ones(1)
    for weight in weights.tolist():
        polynomial = np.convolve(polynomial, (1.0, weight))
    return polynomial


def _with(weights: Floats, place: int, whole: Floats) -> Floats:
    """(N + 1,) the probability that one subject is among the n that succeed, for n = 0 … N."""
    others = _elementary(np.delete(weights, place))
    chances: Floats = np.concatenate(([0.0], others)) * weights[place] / whole
    return chances


def chances_given_successes(theta: Floats) -> Floats:
    """(N + 1 × N) the probability that a subject succeeds at an item, given that n = 0 … N do."""
    weights = np.exp(theta - theta.mean())
    whole = _elementary(weights)
    return np.stack([_with(weights, place, whole) for place in range(len(theta))], axis=1)


def group_densities(theta: Floats, members: Flags) -> Floats:
    """(N + 1 × members + 1) P(T = t | n): how many of a group succeed at an item, given that n = 0 … N subjects do."""
    weights = np.exp(theta - theta.mean())
    inside, outside, whole = map(_elementary, (weights[members], weights[~members], weights))
    densities = np.zeros((len(whole), len(inside)))
    for n in range(len(whole)):
        least, most = max(0, n - len(outside) + 1), min(n, len(inside) - 1)
        t = np.arange(least, most + 1)
        densities[n, t] = inside[t] * outside[n - t] / whole[n]
    return densities


def sum_density(densities: Floats, successes: Ints) -> Floats:
    """Give the distribution of a group's successes at several items, where `successes` subjects succeed at each."""
    total = np.ones(1)
    for n, count in enumerate(np.bincount(successes, minlength=len(densities)).tolist()):
        total = np.convolve(total, _power(densities[n], count)) if count else total
    return total


def _power(density: Floats, count: int) -> Floats:
    """Convolve a density with itself; all terms are positive, so small probabilities keep their digits."""
    if count == 1:
        return density
    half = _power(density, count // 2)
    twice = np.convolve(half, half)
    return np.convolve(twice, density) if count % 2 else twice


def two_sided_p(density: Floats, observed: int) -> float:
    """Give the probability of all outcomes that are not more likely than the observed one."""
    return float(min(density[density <= density[observed] * _ALIKE].sum(), 1.0))


def alike_groups(success: Flags, number: int = 2) -> Ints:
    """Cluster subjects by what they succeed at beyond what their abilities explain; (N,) groups from 0.

    The distance of two subjects is 1 − the correlation of their residuals (success − its probability, given how many
    succeed at the item). Clusters are joined by the mean distance of their members (average linkage).
    """
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    residuals = success - chances_given_successes(abilities(success))[success.sum(axis=1)]
    spread = residuals.std(axis=0)
    scaled = (residuals - residuals.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    # Rounding makes the distance of two subjects that succeed alike a little less than 0.
    distance = np.maximum(1 - scaled.T @ scaled / max(len(scaled), 1), 0.0)
    np.fill_diagonal(distance, 0.0)
    labels = fcluster(linkage(squareform(distance, checks=False), "average"), number, "maxclust")
    return in_order_of_appearance(labels.tolist())


def in_order_of_appearance(labels: Iterable[object]) -> Ints:
    """Number labels from 0 in the order in which they first appear."""
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)
