"""Who solved which item, and features of the items, in; abilities, difficulties, their intervals and their fit out.

S systems, I items, K features. System s solves item i with the chance P = 1/(1 + exp(−α aᵢ(θₛ − bᵢ))): θₛ is its
ability, bᵢ the difficulty of the item, and aᵢ how well the item tells able systems from others. aᵢ is 1 in the
one-parameter model (Rasch 1960). Difficulties have a hierarchical prior, bᵢ ~ N(xᵢ·γ, σ²), so that features say
something about items that all systems solve, or none. In the two-parameter model ln aᵢ ~ N(0, τ²). Systems are few and
items are many: aᵢ and bᵢ are integrated out on a grid, and α, θ, γ, σ and τ maximise what remains (marginal maximum
likelihood). The items of the fit have mean difficulty 0 and spread 1: this sets the scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from redink.arrays import Flags, Floats
from redink.errors import InputError

_FARTHEST, _STEP = 18.0, 0.3
LOGITS = np.arange(-_FARTHEST, _FARTHEST + _STEP / 2, _STEP)
"""The grid of α·b. The trapezium rule is exact to many digits where a step is below the spread of a factor."""
_NODES = 7
"""Nodes of the discrimination (Gauss–Hermite)."""
_ABILITY_SD = 5.0
"""Weak prior of α·θ, N(0, 5²): a system that solves nothing has a finite ability."""
_EFFECTS_SD = 0.9
"""Prior of α·γ, N(0, 0.9²/K), for features of spread 1. Wider priors learn what is peculiar to a small pool."""
_SIGMA, _LOG_SIGMA_SD = 1.6, 0.1
"""Prior of ln(α·σ): few systems say little about the spread. Both were set on CoNLL-14 (docs/difficulty-models.md)."""
_FEW_SYSTEMS = 2.5
"""Widens the intervals of small pools; set on annotator 0 of CoNLL-14, and checked on annotator 1."""
_TAU_SD = 0.5
"""Prior of τ."""


class Grid(NamedTuple):
    """Q values of b, with the logarithm of the discrimination in units of τ."""

    b: Floats
    """(Q,) difficulties."""
    z: Floats
    """(Q,) ln a / τ; all 0 in the one-parameter model."""
    log_weight: Floats
    """(Q,) logarithm of the weight of each value."""


def _grid(parameters: int) -> Grid:
    b = LOGITS
    z, weight = np.polynomial.hermite_e.hermegauss(_NODES if parameters == 2 else 1)
    log_weight = np.log(weight / weight.sum()) + np.log(_STEP / np.sqrt(2 * np.pi))
    return Grid(np.tile(b, len(z)), np.repeat(z, len(b)), np.repeat(log_weight, len(b)))


@dataclass(frozen=True, slots=True, eq=False)
class ItemResponse:
    """A fitted model."""

    ability: Floats
    """(S,) θ."""
    ability_error: Floats
    """(S,) standard error of θ, from the observed information."""
    effects: Floats
    """(K,) γ, for one unit of a feature."""
    effect_errors: Floats
    """(K,) standard error of γ."""
    centre: Floats
    """(K,) mean of each feature over the items; at these values the prior mean of b is 0."""
    sigma: float
    """σ, the spread of difficulties that the features do not explain; all difficulties have the spread 1."""
    slope: float
    """α."""
    tau: float
    """Spread of ln a; 0 in the one-parameter model."""
    posterior: Floats
    """(I × Q) what is known of each item, on the grid."""
    grid: Grid
    """The values that the posterior is about."""
    log_likelihood: float
    """Logarithm of the marginal likelihood of the answers."""

    @property
    def difficulty(self) -> Floats:
        """(I,) posterior mean of b."""
        means: Floats = self.posterior @ self.grid.b
        return means

    def intervals(self, level: float = 0.95) -> tuple[Floats, Floats]:
        """Give the (I,) lower and upper ends of the credible intervals of b, with equal tails.

        They are widened by √(1 + 2.5/S²): a few systems may have peculiarities in common that the model does not know.
        """
        b, mass = self.masses()
        mean, wider = self.difficulty, np.sqrt(1 + _FEW_SYSTEMS / len(self.ability) ** 2)
        low, high = (quantiles(b, mass, (1 + sign * level) / 2) for sign in (-1, 1))
        return mean + wider * (low - mean), mean + wider * (high - mean)

    def masses(self) -> tuple[Floats, Floats]:
        """Give the values of b, and the (I × values) posterior of b alone."""
        folded = self.posterior.reshape(len(self.posterior), -1, len(np.unique(self.grid.b)))
        return self.grid.b[: folded.shape[2]], folded.sum(axis=1)

    def chances(self, ability: Floats | None = None) -> Floats:
        """(I × T) the chance of each system to solve each item, given all answers; or of systems of other abilities."""
        chances: Floats = self.posterior @ self._chance(self.ability if ability is None else ability).T
        return chances

    def others_solve(self, solved: Flags) -> Floats:
        """(I × S) how many of the S − 1 other systems are expected to solve an item, given their answers alone."""
        chance = self._chance(self.ability)
        expected = np.empty(solved.shape)
        for column, answers in enumerate(solved.T):
            seen = np.where(answers[:, np.newaxis], chance[column], 1 - chance[column])
            without = self.posterior / np.maximum(seen, 1e-300)
            expected[:, column] = (without @ np.delete(chance, column, 0).sum(axis=0)) / without.sum(axis=1)
        return expected

    def _chance(self, ability: Floats) -> Floats:
        return _chance(ability, self.grid, self.slope, self.tau)


def quantiles(values: Floats, mass: Floats, share: float) -> Floats:
    """(I,) quantiles of (I × Q) masses at ascending, evenly spaced values; each mass is spread evenly over its step."""
    below = np.cumsum(mass, axis=1)
    place = np.minimum((below < share).sum(axis=1), len(values) - 1)
    rows = np.arange(len(mass))
    within = (share - (below - mass)[rows, place]) / np.maximum(mass[rows, place], 1e-300)
    ends: Floats = values[place] + (np.clip(within, 0, 1) - 0.5) * (values[1] - values[0])
    return ends


def _chance(ability: Floats, grid: Grid, slope: float, tau: float) -> Floats:
    """(S × Q) P at every value of the grid."""
    from scipy.special import expit

    chances: Floats = expit(slope * np.exp(tau * grid.z) * (ability[:, np.newaxis] - grid.b))
    return chances


class Fit(NamedTuple):
    """How well answers fit: mean squares of residuals in units of their variance, of which 1 is expected."""

    infit: Floats
    """Weighted by variance: what happens where the outcome is open."""
    outfit: Floats
    """Unweighted: what happens against all odds."""


def fit_of(solved: Flags, chances: Floats, axis: int) -> Fit:
    """Give the fit of items (`axis` 1) or of systems (`axis` 0) from (I × S) answers and chances."""
    likely = np.clip(chances, 1e-9, 1 - 1e-9)
    square, variance = (solved - likely) ** 2, likely * (1 - likely)
    return Fit(square.sum(axis) / variance.sum(axis), (square / variance).mean(axis))


def abilities(solved: Floats, mass: Floats, b: Floats, slope: float) -> Floats:
    """(…) the ability at which as many items are expected to be solved as were solved; NaN for none and for all.

    Args:
        solved: (…) numbers of items solved.
        mass: (… × Q) numbers of items at each difficulty, fractions included.
        b: (Q,) the difficulties.
        slope: α.
    """
    from scipy.special import expit

    low, high = (np.full(np.shape(solved), slope * b[end] + sign * 40) for end, sign in ((0, -1), (-1, 1)))
    for _ in range(60):  # halves the interval; the expected number rises with the ability
        middle = (low + high) / 2
        more = (mass * expit(middle[..., np.newaxis] - slope * b)).sum(axis=-1) < solved
        low, high = np.where(more, middle, low), np.where(more, high, middle)
    total = mass.sum(axis=-1)
    ability: Floats = np.where((solved > 0) & (solved < total), (low + high) / (2 * slope), np.nan)
    return ability


class _Marginal:
    """The negative logarithm of the marginal posterior, and its gradient, as functions of (αθ, αγ, ln ασ[, τ])."""

    def __init__(self, answers: Floats, features: Floats, grid: Grid) -> None:
        self.answers, self.features, self.grid = answers, features, grid
        self.with_tau = bool(grid.z.any())
        self.effect_sd = _EFFECTS_SD / np.sqrt(max(features.shape[1], 1))

    def split(self, point: Floats) -> tuple[Floats, Floats, float, float]:
        """Give θ, γ, σ and τ, each times α."""
        systems, features = self.answers.shape[1], self.features.shape[1]
        theta, gamma, spreads = np.split(point, [systems, systems + features])
        return theta, gamma, float(np.exp(spreads[0])), float(spreads[1]) if self.with_tau else 0.0

    def posterior(self, point: Floats) -> tuple[Floats, float]:
        """(I × Q) the posterior of the items, and the logarithm of the marginal likelihood."""
        theta, gamma, sigma, tau = self.split(point)
        x = np.exp(tau * self.grid.z) * (theta[:, np.newaxis] - self.grid.b)
        mean = self.features @ gamma
        # ln P = x − ln(1 + exp x) and ln(1 − P) = −ln(1 + exp x). Of −(b − mean)² / 2σ², only b·mean / σ² needs both
        # item and b, so that one matrix product does it; the part of mean² is that of all b alike.
        joint = np.column_stack([self.answers, mean / sigma**2]) @ np.vstack([x, self.grid.b])
        joint += self.grid.log_weight - np.logaddexp(0, x).sum(axis=0) - (self.grid.b / sigma) ** 2 / 2
        most = joint.max(axis=1, keepdims=True)
        mass: Floats = np.exp(np.subtract(joint, most, out=joint), out=joint)
        total = mass.sum(axis=1, keepdims=True)
        mass /= total
        outside = (mean**2).sum() / (2 * sigma**2) + len(mass) * np.log(sigma)
        return mass, float((np.log(total) + most).sum() - outside)

    def __call__(self, point: Floats) -> tuple[float, Floats]:
        """Give value and gradient; by Fisher's identity, the gradient is that of complete data, averaged."""
        theta, gamma, sigma, tau = self.split(point)
        posterior, log_likelihood = self.posterior(point)
        slope = np.exp(tau * self.grid.z)
        chance = _chance(theta, self.grid, 1.0, tau)
        surprise = (self.answers.T @ posterior - chance * posterior.sum(axis=0)) * slope  # S × Q
        mean = self.features @ gamma
        shift = posterior @ self.grid.b - mean
        square = posterior @ self.grid.b**2 - mean**2 - 2 * mean * shift
        sigma_shift = (np.log(sigma) - np.log(_SIGMA)) / _LOG_SIGMA_SD
        gradient = [
            surprise.sum(axis=1) - theta / _ABILITY_SD**2,
            self.features.T @ shift / sigma**2 - gamma / self.effect_sd**2,
            [(square / sigma**2 - 1).sum() - sigma_shift / _LOG_SIGMA_SD],
        ]
        if self.with_tau:
            away = theta[:, np.newaxis] - self.grid.b
            gradient.append([(surprise * away * self.grid.z).sum() - tau / _TAU_SD**2])
        priors = ((theta / _ABILITY_SD) ** 2).sum() + ((gamma / self.effect_sd) ** 2).sum()
        priors += sigma_shift**2 + (tau / _TAU_SD) ** 2
        return float(priors / 2 - log_likelihood), -np.concatenate(gradient)


def fit_item_response(
    solved: Flags, features: Floats | None = None, *, parameters: int = 1, with_errors: bool = True
) -> ItemResponse:
    """Fit the one- or two-parameter model.

    Args:
        solved: (I × S) which system solved which item.
        features: (I × K) what is known of the items before any system tries; none by default.
        parameters: 1 or 2.
        with_errors: Whether standard errors are wanted, which take most of the time; they are NaN otherwise.
    """
    from scipy.optimize import minimize

    answers = np.asarray(solved, dtype=np.float64)
    if not answers.size:
        raise InputError("there is no answer to fit", remedy="give at least one system and one item")
    raw = np.zeros((len(answers), 0)) if features is None else features
    centre, spread = raw.mean(axis=0), raw.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    marginal = _Marginal(answers, (raw - centre) / spread, _grid(parameters))
    share = (answers.sum(axis=0) + 0.5) / (len(answers) + 1)
    start = [*(1.5 * np.log(share / (1 - share))), *np.zeros(raw.shape[1]), np.log(_SIGMA)]
    bounds = [(-_FARTHEST, _FARTHEST)] * (len(start) - 1) + [(np.log(0.3), np.log(6.0))]
    if marginal.with_tau:
        start, bounds = [*start, 0.3], [*bounds, (0.0, 1.5)]
    point = minimize(marginal, np.array(start), jac=True, method="L-BFGS-B", bounds=bounds).x
    theta, gamma, sigma, tau = marginal.split(point)
    posterior, log_likelihood = marginal.posterior(point)
    slope = float(np.hypot((marginal.features @ gamma).std(), sigma))
    errors = _standard_errors(marginal, point) / slope if with_errors else np.full(len(point), np.nan)
    grid = marginal.grid
    return ItemResponse(
        ability=theta / slope,
        ability_error=errors[: len(theta)],
        effects=gamma / spread / slope,
        effect_errors=errors[len(theta) : len(theta) + len(gamma)] / spread,
        centre=centre,
        sigma=sigma / slope,
        slope=slope,
        tau=tau,
        posterior=posterior,
        grid=Grid(grid.b / slope, grid.z, grid.log_weight),
        log_likelihood=log_likelihood,
    )


def _standard_errors(marginal: _Marginal, point: Floats, step: float = 1e-4) -> Floats:
    """Give the roots of the diagonal of the inverse observed information (central differences of the gradient)."""
    moves = np.eye(len(point)) * step
    information = np.array([marginal(point + move)[1] - marginal(point - move)[1] for move in moves]) / (2 * step)
    variances = np.diag(np.linalg.pinv((information + information.T) / 2, hermitian=True))
    errors: Floats = np.sqrt(np.maximum(variances, 0))
    return errors


def prior_masses(mean: Floats, sigma: float | Floats, b: Floats) -> Floats:
    """(I × Q) the prior N(mean, σ²) of each item at evenly spaced values of b; σ is one number, or (I,)."""
    density = np.exp(-(((b - mean[:, np.newaxis]) / np.reshape(sigma, (-1, 1))) ** 2) / 2)
    masses: Floats = density / density.sum(axis=1, keepdims=True)
    return masses
