"""Answers of judges in; how noisy, how ready to see a tie, how partial and how severe each judge is, out.

Pairs: the two errors of pair p differ by d_p ~ N(0, 1). Judge j feels x = d_p / noise_j + bias_j · s_p, where s_p is 1
if the left error was shown first and −1 otherwise, and answers `>` with the chance σ(x − tie_j), `<` with σ(−x − tie_j)
and `=` otherwise. d_p is integrated out; the parameters maximise the likelihood with wide normal priors.

Ratings: judge j gives error i the rating θᵢ + severity_j + e, with θᵢ ~ N(μ, ω²) and e ~ N(0, noise_j²); the
severities have mean 0. The parameters maximise the likelihood (EM, Dempster, Laird and Rubin 1977).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats, Ints

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(21)
_LOG_WEIGHTS = np.log(_WEIGHTS / _WEIGHTS.sum())
_PRIOR = np.array([[np.log(1.5), np.log(0.5), 0.0], [0.7, 1.0, 0.5]])
"""Means and spreads of ln(1/noise), ln tie and bias before any answer."""


class Estimated(NamedTuple):
    """A number with its standard error, (J,) each."""

    value: Floats
    error: Floats


class PairJudges(NamedTuple):
    """The parameters of J judges of pairs."""

    noise: Estimated
    """Spread of a judge's errors, in units of the spread of true differences; the error is that of ln noise."""
    tie: Estimated
    """Smallest difference that a judge calls a difference, in the same units; the error is that of ln tie."""
    bias: Estimated
    """How much the error shown first gains, in units of the judge's noise."""


def fit_pair_judges(answers: Ints, shown: Ints) -> PairJudges:
    """Fit judges to (J × P) answers 0 (`>`), 1 (`<`), 2 (`=`), below 0 for none; `shown` has s, 0 where unknown."""
    from scipy.optimize import minimize

    judges = len(answers)

    def cost(flat: Floats) -> tuple[float, Floats]:
        return _cost(flat.reshape(judges, 3), answers, shown)

    start = np.tile(_PRIOR[0], (judges, 1)).reshape(-1)
    best = minimize(cost, start, jac=True, method="L-BFGS-B").x
    error = np.sqrt(np.diag(np.linalg.inv(_hessian(cost, best)))).reshape(judges, 3)
    slope, tie, bias = best.reshape(judges, 3).T
    # The smallest difference is tie / slope; its error leaves out their covariance, which is small.
    return PairJudges(
        Estimated(np.exp(-slope), error[:, 0]),
        Estimated(np.exp(tie - slope), np.hypot(error[:, 0], error[:, 1])),
        Estimated(bias, error[:, 2]),
    )


def _cost(parameters: Floats, answers: Ints, shown: Ints) -> tuple[float, Floats]:
    """Give −ln posterior of (J × 3) parameters and its gradient, flat."""
    from scipy.special import expit, logsumexp

    slope, tie = np.exp(parameters[:, :2]).T
    bias = parameters[:, 2]
    x = slope[:, np.newaxis, np.newaxis] * _NODES + (bias[:, np.newaxis] * shown)[:, :, np.newaxis]  # J × P × Q
    width = tie[:, np.newaxis, np.newaxis]
    harder, easier = expit(x - width), expit(-x - width)
    equal = np.maximum(1 - harder - easier, 1e-12)
    said = answers[:, :, np.newaxis]
    chance = np.select((said == 0, said == 1, said == 2), (harder, easier, equal), 1.0)
    log_node = np.log(chance).sum(axis=0) + _LOG_WEIGHTS  # P × Q
    log_pair = logsumexp(log_node, axis=1)
    posterior = np.exp(log_node - log_pair[:, np.newaxis])
    steep, flat = harder * (1 - harder), easier * (1 - easier)
    by_x = np.select(
        (said == 0, said == 1, said == 2), (1 - harder, easier - 1, (flat - steep) / equal), 0.0
    )  # derivatives of ln chance
    by_tie = np.select((said == 0, said == 1, said == 2), (harder - 1, easier - 1, (steep + flat) / equal), 0.0)
    gradient = np.stack(
        (
            np.einsum("jpq,pq,q->j", by_x, posterior, _NODES) * slope,
            np.einsum("jpq,pq->j", by_tie, posterior) * tie,
            np.einsum("jpq,pq,jp->j", by_x, posterior, shown.astype(np.float64)),
        ),
        axis=1,
    )
    off = (parameters - _PRIOR[0]) / _PRIOR[1]
    return float((off**2).sum() / 2 - log_pair.sum()), (off / _PRIOR[1] - gradient).reshape(-1)


def _hessian(cost: Callable[[Floats], tuple[float, Floats]], best: Floats, step: float = 1e-4) -> Floats:
    rows = [(cost(best + move)[1] - cost(best - move)[1]) / (2 * step) for move in step * np.eye(len(best))]
    hessian = np.array(rows)
    symmetric: Floats = (hessian + hessian.T) / 2
    return symmetric


class Raters(NamedTuple):
    """The parameters of J judges who rate."""

    severity: Estimated
    """How much higher than the average of all judges a judge rates the same errors."""
    noise: Floats
    """(J,) spread of a judge's ratings around what the errors and the severity explain."""


def fit_raters(ratings: Floats, *, iterations: int = 300) -> Raters:
    """Fit judges to (J × I) ratings, NaN for none."""
    known = np.isfinite(ratings)
    filled = np.where(known, ratings, 0.0)
    n = np.maximum(known.sum(axis=1), 1)
    mean, omega = float(ratings[known].mean()), max(float(ratings[known].var()) / 2, 1e-3)
    severity, noise = np.zeros(len(ratings)), np.full(len(ratings), omega)
    for _ in range(iterations):
        weight = known / noise[:, np.newaxis]
        variance = 1 / (1 / omega + weight.sum(axis=0))
        theta = variance * (mean / omega + (weight * (filled - severity[:, np.newaxis])).sum(axis=0))
        severity = ((filled - theta) * known).sum(axis=1) / n
        severity = severity - severity.mean()
        left = ((filled - theta - severity[:, np.newaxis]) ** 2 + variance) * known
        noise = np.maximum(left.sum(axis=1) / n, 1e-3)
        mean, omega = float(theta.mean()), max(float(theta.var() + variance.mean()), 1e-3)
    return Raters(Estimated(severity, np.sqrt(noise / n)), np.sqrt(noise))
