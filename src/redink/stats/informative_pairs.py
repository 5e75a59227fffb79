"""Answers about pairs of items in, one at a time; what is known of every item, and how much a pair would teach, out.

The model is Bradley and Terry's (1952) with ties (Rao and Kupper 1967). With d = θᵢ − θⱼ, a judge calls i harder with
the chance σ(d − c), j harder with σ(−d − c), and both equally hard otherwise. Before any answer,
θᵢ = λ·mᵢ + uᵢ, where m is the machine's difficulty, λ ~ N(1, 1) tells how far people follow the machine, and
uᵢ ~ N(0, 1). After each answer, d gets the mean and the variance of its exact posterior, and all θ follow (assumed
density filtering, the first pass of expectation propagation, Minka 2001). An answer can be taken out again.

c is set so that the model expects as many ties as there were. A judge cannot judge a pair with the chance
1 − (1 − qᵢ)(1 − qⱼ), where qᵢ is the shrunken share of "cannot judge" among the answers about i.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats, Ints

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(15)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()
_FIRST_TIES = (1.0, 5.0)
"""Ties and answers that are imagined before any answer."""
_FIRST_UNSURE = (0.5, 10.0)
"""Answers "cannot judge", and answers, that are imagined before any answer."""
_SHRINK = 4.0
"""Number of imagined answers with which the share of "cannot judge" of an item is drawn to that of all."""
_REFIT = (20, 1.2)
"""c is set anew after so many answers, and then whenever there are so many times as many."""


class Site(NamedTuple):
    """What one answer added to the precision and to the shift of d."""

    first: int
    second: int
    precision: float
    shift: float


class Belief:
    """What is known of n items."""

    def __init__(self, machine: Floats) -> None:
        """Begin with the machine's difficulties, (n,); zeros if there is no machine."""
        size = len(machine)
        self.mean: Floats = machine.astype(np.float64)
        self.covariance: Floats = np.eye(size) + np.outer(machine, machine)
        self.tie = 0.5
        """c."""
        self._answers: dict[str, tuple[int, int, int | None]] = {}
        self._sites: dict[str, Site] = {}
        self._unsure = 0  # answers "cannot judge"
        self._seen = np.zeros((2, size))  # answers about each item; those that cannot judge
        self._refit = _REFIT[0]

    def learn(self, key: str, first: int, second: int, outcome: int | None) -> None:
        """Take in an answer: +1 (the first item is harder), −1, 0 (equally hard), or `None` (cannot judge)."""
        self._answers[key] = (first, second, outcome)
        self._seen[0, [first, second]] += 1
        if outcome is None:
            self._seen[1, [first, second]] += 1
            self._unsure += 1
            return
        spread = self.covariance
        variance = float(spread[first, first] + spread[second, second] - 2 * spread[first, second])
        mu = float(self.mean[first] - self.mean[second])
        d = mu + math.sqrt(variance) * _NODES
        weight = _WEIGHTS * self.chances(d)[1 - outcome]
        weight /= weight.sum()
        new_mu = float(weight @ d)
        new_variance = min(float(weight @ (d - new_mu) ** 2), variance * (1 - 1e-9))  # an answer never adds doubt
        site = Site(first, second, 1 / new_variance - 1 / variance, new_mu / new_variance - mu / variance)
        self._add(site, 1)
        self._sites[key] = site
        if len(self._sites) >= self._refit:
            self.tie = self._fitted_tie()
            self._refit = round(len(self._sites) * _REFIT[1])

    def chances(self, d: Floats) -> Floats:
        """Give the chances of harder, equally hard and easier, (3, …), for differences d, with the c of now."""
        return chances(d, self.tie)

    def forget(self, key: str) -> None:
        """Take an answer out again."""
        first, second, outcome = self._answers.pop(key)
        self._seen[0, [first, second]] -= 1
        if outcome is None:
            self._seen[1, [first, second]] -= 1
            self._unsure -= 1
        else:
            self._add(self._sites.pop(key), -1)

    def _add(self, site: Site, sign: int) -> None:
        """Add a site to the normal distribution of θ, or take it away: Σ⁻¹ ± p·aaᵀ and Σ⁻¹μ ± s·a, a = eᵢ − eⱼ."""
        column = self.covariance[:, site.first] - self.covariance[:, site.second]
        variance = float(column[site.first] - column[site.second])
        mu = float(self.mean[site.first] - self.mean[site.second])
        precision, shift = sign * site.precision, sign * site.shift
        gain = 1 / (1 + precision * variance)
        self.mean += column * (shift - precision * mu) * gain
        self.covariance -= np.outer(column * (precision * gain), column)

    def difference(self, first: Ints, second: Ints) -> tuple[Floats, Floats]:
        """Give the mean and the variance of θ(first) − θ(second), (m,) each."""
        variances = np.diagonal(self.covariance)
        variance = variances[first] + variances[second] - 2 * self.covariance[first, second]
        return self.mean[first] - self.mean[second], np.maximum(variance, 1e-9)

    def unsure(self, first: Ints, second: Ints) -> Floats:
        """Give the chance of "cannot judge" for each pair, (m,)."""
        share = (self._unsure + _FIRST_UNSURE[0]) / (len(self._answers) + _FIRST_UNSURE[1])
        usual = 1 - np.sqrt(1 - share)  # of one item, so that two together have the share
        item = (self._seen[1] / 2 + usual * _SHRINK) / (self._seen[0] + _SHRINK)
        chance: Floats = 1 - (1 - item[first]) * (1 - item[second])
        return chance

    def information(self, first: Ints, second: Ints) -> Floats:
        """Give the expected information of an answer about d, in nats, (m,): H(mean chances) − mean H(chances)."""
        mu, variance = self.difference(first, second)
        d = mu[:, np.newaxis] + np.sqrt(variance)[:, np.newaxis] * _NODES  # m × nodes
        outcome = self.chances(d)
        told = _entropy(outcome @ _WEIGHTS) - _entropy(outcome) @ _WEIGHTS
        gained: Floats = (1 - self.unsure(first, second)) * told
        return gained

    def certainty(self, first: Ints, second: Ints) -> Floats:
        """Give the chance that the item with the higher mean is truly the harder one, (m,)."""
        from scipy.special import ndtr

        mu, variance = self.difference(first, second)
        right: Floats = ndtr(np.abs(mu) / np.sqrt(variance))
        return right

    def _fitted_tie(self) -> float:
        """Find the c with which the model expects the ties that there were; the imagined answers have d = 0."""
        decided = [answer for answer in self._answers.values() if answer[2] is not None]
        first, second, outcome = (np.array(column, dtype=np.int64) for column in zip(*decided, strict=True))
        ties = float((outcome == 0).sum()) + _FIRST_TIES[0]
        d = self.mean[first] - self.mean[second]
        low, high = 0.0, 10.0
        for _ in range(30):
            middle = (low + high) / 2
            expected = float(chances(d, middle)[1].sum()) + _FIRST_TIES[1] * float(chances(np.zeros(1), middle)[1, 0])
            low, high = (middle, high) if expected < ties else (low, middle)
        return (low + high) / 2


def chances(d: Floats, tie: float) -> Floats:
    """Give the chances of harder, equally hard and easier, (3, …), for differences d."""
    from scipy.special import expit

    harder, easier = expit(d - tie), expit(-d - tie)
    return np.stack((harder, np.maximum(1 - harder - easier, 1e-12), easier))


def _entropy(outcome: Floats) -> Floats:
    entropy: Floats = -(outcome * np.log(np.maximum(outcome, 1e-300))).sum(axis=0)
    return entropy
