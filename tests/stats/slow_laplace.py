"""The posterior of a Gaussian field by dense matrices and a general search, the slow twin of `joint_scale._laplace`."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit


def slow_laplace(mean, covariance, games, slope):
    """Give ĥ, K⁻¹(ĥ − m), K⁻¹, H and the logarithm of the evidence."""
    size, won = len(mean), (games.outcome + 1) / 2
    precision = np.linalg.inv(covariance)

    def likelihood(h):
        x = slope * (h[games.first] - h[games.second])
        return (won * x - np.logaddexp(0, x)).sum()

    def cost(h):
        return (h - mean) @ precision @ (h - mean) / 2 - likelihood(h)

    def gradient(h):
        slopes = precision @ (h - mean)
        chance = expit(slope * (h[games.first] - h[games.second]))
        for first, second, surprise in zip(games.first, games.second, slope * (won - chance), strict=True):
            slopes[first] -= surprise
            slopes[second] += surprise
        return slopes

    def curvature(h):
        matrix = np.zeros((size, size))
        chance = expit(slope * (h[games.first] - h[games.second]))
        for first, second, weight in zip(games.first, games.second, slope**2 * chance * (1 - chance), strict=True):
            matrix[[first, second], [first, second]] += weight
            matrix[[first, second], [second, first]] -= weight
        return matrix

    h = minimize(
        cost, mean, jac=gradient, hess=lambda h: precision + curvature(h), method="trust-exact", options={"gtol": 1e-9}
    ).x
    shift = precision @ (h - mean)
    _, log_ratio = np.linalg.slogdet(np.eye(size) + covariance @ curvature(h))
    return h, shift, precision, curvature(h), likelihood(h) - (h - mean) @ shift / 2 - log_ratio / 2
