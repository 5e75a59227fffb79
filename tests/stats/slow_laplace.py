"""The posterior of a Gaussian field by dense matrices, the slow twin of `joint_scale._laplace`."""

import numpy as np
from scipy.special import expit


def slow_laplace(mean, covariance, games, slope):
    """Give K⁻¹(ĥ − m), K⁻¹, H and the logarithm of the evidence."""
    size, won = len(mean), (games.outcome + 1) / 2
    precision = np.linalg.inv(covariance)
    h = mean.copy()
    for _ in range(50):
        x = slope * (h[games.first] - h[games.second])
        chance = expit(x)
        gradient, curvature = precision @ (mean - h), np.zeros((size, size))
        for first, second, surprise, weight in zip(
            games.first, games.second, slope * (won - chance), slope**2 * chance * (1 - chance), strict=True
        ):
            gradient[first] += surprise
            gradient[second] -= surprise
            curvature[[first, second], [first, second]] += weight
            curvature[[first, second], [second, first]] -= weight
        h = h + np.linalg.solve(precision + curvature, gradient)
    shift = precision @ (h - mean)
    likelihood = (won * x - np.logaddexp(0, x)).sum()
    _, log_ratio = np.linalg.slogdet(np.eye(size) + covariance @ curvature)
    return shift, precision, curvature, likelihood - (h - mean) @ shift / 2 - log_ratio / 2
