"""Tests of two correlations with the same human scores: by hand, calibrated under the null, and against a slow twin."""

from itertools import product

import numpy as np
import pytest

from redink.stats.correlation import pearson, spearman
from redink.stats.dependent_correlations import permutation, williams

RNG = np.random.default_rng(0)


def test_williams_by_hand():
    # r = 0.9, 0.3 and 0.5 over 15 systems; t = 0.6·√(14·1.5 / (2·14/12·0.12 + 0.36·0.125)) with 12 degrees of freedom.
    correlations = np.array([[1, 0.5, 0.9], [0.5, 1, 0.3], [0.9, 0.3, 1]])
    normal = np.linalg.qr(np.column_stack([np.ones(15), np.random.default_rng(1).normal(size=(15, 3))]))[0][:, 1:]
    a, b, human = (normal @ np.linalg.cholesky(correlations).T).T
    assert (pearson(a, human), pearson(b, human), pearson(a, b)) == pytest.approx((0.9, 0.3, 0.5))
    left = 1 - 0.81 - 0.09 - 0.25 + 2 * 0.9 * 0.3 * 0.5
    t = 0.6 * np.sqrt(14 * 1.5 / (2 * left * 14 / 12 + 0.36 * 0.125))
    from scipy.stats import t as student

    assert williams(a, b, human) == pytest.approx(2 * student.sf(t, 12))
    assert williams(b, a, human) == pytest.approx(williams(a, b, human))


def test_zero_cases():
    assert williams([1, 2, 3], [1, 3, 2], [1, 2, 3]) is None
    assert williams([1, 1, 1, 1], [1, 3, 2, 4], [1, 2, 3, 4]) is None
    assert williams([1, 2, 3, 5], [1, 2, 3, 5], [1, 2, 3, 4]) == 1
    assert permutation([1, 1, 1], [1, 2, 3], [1, 2, 3], RNG) is None
    assert permutation([1, 2, 4], [1, 2, 4], [1, 2, 3], RNG) == 1


@pytest.mark.parametrize(("coefficient", "measure"), [("pearson", pearson), ("spearman", spearman)])
def test_all_exchanges_are_tried(coefficient, measure):
    a, b, human = np.random.default_rng(2).normal(size=(3, 6))
    b = (a + 3 * b) * 100  # on another scale, which must not matter
    scaled = (lambda x: np.argsort(np.argsort(x)) * 1.0) if coefficient == "spearman" else (lambda x: x)
    x, y, z = ((v - v.mean()) / v.std() for v in map(scaled, (a, b, human)))
    seen = abs(pearson(x, z) - pearson(y, z))
    extreme = 0
    for coins in product([False, True], repeat=6):
        first, second = np.where(coins, y, x), np.where(coins, x, y)
        extreme += abs(pearson(first, z) - pearson(second, z)) >= seen - 1e-12
    assert permutation(a, b, human, RNG, coefficient=coefficient) == extreme / 64
    assert seen == pytest.approx(abs(measure(a, human) - measure(b, human)))


def test_both_hold_their_level_when_the_measures_are_equally_good():
    rng = np.random.default_rng(7)
    rejected = np.zeros(2)
    for _ in range(200):
        human = rng.normal(size=10)
        a, b = human + rng.normal(size=(2, 10))
        rejected += [williams(a, b, human) <= 0.1, permutation(a, b, human, rng) <= 0.1]
    assert (rejected / 200 < 0.16).all()
    assert (rejected / 200 > 0.04).all()


def test_many_systems_are_drawn_and_a_clear_case_is_seen():
    rng = np.random.default_rng(3)
    human = rng.normal(size=30)
    a, b = human + 0.1 * rng.normal(size=30), rng.normal(size=30)
    assert permutation(a, b, human, rng) < 0.01
    assert williams(a, b, human) < 0.01
