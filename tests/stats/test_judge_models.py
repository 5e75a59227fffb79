"""Models of judges find the parameters that simulated judges were made with."""

import numpy as np
import pytest

from redink.stats.judge_models import _cost, fit_pair_judges, fit_raters

NOISE, TIE, BIAS = np.array([0.3, 0.7, 1.5]), np.array([0.15, 0.4, 0.3]), np.array([0.0, 0.6, -0.5])


def simulated(pairs=500, seed=0):
    rng = np.random.default_rng(seed)
    shown = rng.choice([-1, 1], (3, pairs))
    x = rng.standard_normal(pairs) / NOISE[:, np.newaxis] + BIAS[:, np.newaxis] * shown
    width = (TIE / NOISE)[:, np.newaxis]
    harder, easier = 1 / (1 + np.exp(width - x)), 1 / (1 + np.exp(width + x))
    drawn = rng.random((3, pairs))
    return np.where(drawn < harder, 0, np.where(drawn < harder + easier, 1, 2)), shown


def test_judges_of_pairs():
    fitted = fit_pair_judges(*simulated())
    assert (np.abs(np.log(fitted.noise.value / NOISE)) < 3 * fitted.noise.error).all()
    assert fitted.noise.value.tolist() == sorted(fitted.noise.value.tolist())
    assert (np.abs(np.log(fitted.tie.value / TIE)) < 3 * fitted.tie.error).all()
    assert (np.abs(fitted.bias.value - BIAS) < 3 * fitted.bias.error).all()
    assert (fitted.noise.error < 0.4).all()


def test_the_gradient_is_that_of_the_cost():
    answers, shown = simulated(40)
    answers[0, :5] = -1
    place = np.random.default_rng(1).normal(0, 0.5, (3, 3))
    _, gradient = _cost(place, answers, shown)
    for number in range(9):
        moved = [place.reshape(-1) + sign * 1e-5 * (np.arange(9) == number) for sign in (1, -1)]
        slope = (
            _cost(moved[0].reshape(3, 3), answers, shown)[0] - _cost(moved[1].reshape(3, 3), answers, shown)[0]
        ) / 2e-5
        assert slope == pytest.approx(gradient[number], abs=1e-4)


def test_raters():
    rng = np.random.default_rng(0)
    severity, noise = np.array([0.5, 0.0, -0.5]), np.array([0.3, 0.6, 1.0])
    ratings = rng.normal(3, 1, 400) + severity[:, np.newaxis] + rng.standard_normal((3, 400)) * noise[:, np.newaxis]
    ratings[0, 100:200] = np.nan
    fitted = fit_raters(ratings)
    assert fitted.severity.value == pytest.approx(severity, abs=0.12)
    assert fitted.noise == pytest.approx(noise, abs=0.12)
    assert fitted.severity.value.sum() == pytest.approx(0, abs=1e-9)
