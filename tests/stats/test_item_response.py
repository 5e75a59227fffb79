"""Item response theory: against a slow twin, on synthetic truth, and where nothing or everything is solved."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import expit

from redink.errors import InputError
from redink.stats.item_response import LOGITS, _grid, _Marginal, abilities, fit_item_response, fit_of, quantiles


def synthetic(seed, items=600, systems=8, discrimination=0.0):
    """Give answers with the abilities, difficulties and features behind them, on the scale of the model."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(items, 3))
    b = features @ [0.5, -0.3, 0.0] + rng.normal(scale=0.7, size=items)
    b = (b - b.mean()) / b.std()
    theta = np.linspace(-1.5, 1.0, systems)
    slopes = 2.3 * np.exp(discrimination * rng.normal(size=items))
    solved = rng.random((items, systems)) < expit(slopes[:, np.newaxis] * (theta - b[:, np.newaxis]))
    return solved, theta, b, features


@pytest.mark.parametrize("parameters", [1, 2])
def test_the_gradient_is_that_of_the_value(parameters):
    solved, _, _, features = synthetic(1, items=20, systems=3)
    marginal = _Marginal(solved.astype(float), features, _grid(parameters))
    point = np.array([-1.0, 0.2, 0.7, 0.3, -0.2, 0.1, np.log(1.3), 0.4][: 7 + parameters - 1])
    steps = np.eye(len(point)) * 1e-5
    slow = [(marginal(point + step)[0] - marginal(point - step)[0]) / 2e-5 for step in steps]
    assert marginal(point)[1] == pytest.approx(slow, rel=1e-5, abs=1e-5)


def test_the_marginal_likelihood_is_that_of_an_integral():
    solved, _, _, features = synthetic(2, items=5, systems=3)
    theta, gamma, sigma = np.array([-1.0, 0.2, 0.7]), np.array([0.3, -0.2, 0.1]), 1.3
    marginal = _Marginal(solved.astype(float), features, _grid(1))

    def density(b, item):
        chances = expit(theta - b)
        mean = features[item] @ gamma
        prior = np.exp(-(((b - mean) / sigma) ** 2) / 2) / sigma / np.sqrt(2 * np.pi)
        return np.prod(np.where(solved[item], chances, 1 - chances)) * prior

    slow = sum(np.log(quad(density, -20, 20, args=(item,), epsabs=1e-13)[0]) for item in range(5))
    assert marginal.posterior(np.array([*theta, *gamma, np.log(sigma)]))[1] == pytest.approx(slow, abs=1e-9)


def test_known_abilities_and_difficulties_come_back():
    solved, theta, b, features = synthetic(3, items=1500, systems=10)
    model = fit_item_response(solved, features)
    assert model.ability == pytest.approx(theta, abs=0.15)
    assert (np.abs(model.ability - theta) < 3 * model.ability_error).all()
    assert np.corrcoef(model.difficulty, b)[0, 1] > 0.85
    assert model.slope == pytest.approx(2.3, rel=0.15)
    assert model.effects[0] > 0.3
    assert model.effects[1] < -0.15
    assert abs(model.effects[2]) < 0.1
    low, high = model.intervals(0.9)
    assert 0.85 < np.mean((low < b) & (b < high)) < 0.95


def test_features_say_something_of_items_that_nobody_solves():
    solved, _, b, features = synthetic(4)
    nobody = ~solved[:, :3].any(axis=1)
    with_features, without = fit_item_response(solved[:, :3], features), fit_item_response(solved[:, :3])
    assert np.corrcoef(with_features.difficulty[nobody], b[nobody])[0, 1] > 0.3
    assert np.ptp(without.difficulty[nobody]) == pytest.approx(0)


def test_the_second_parameter_is_found_where_there_is_one():
    plain, steep = (synthetic(5, items=1000, systems=12, discrimination=spread)[0] for spread in (0.0, 0.8))
    assert fit_item_response(plain, parameters=2).tau < 0.3 < fit_item_response(steep, parameters=2).tau
    assert fit_item_response(steep, parameters=2).intervals(0.9)[0].shape == (1000,)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000), st.permutations(range(4)))
def test_the_order_of_systems_and_items_does_not_matter(seed, order):
    solved, _, _, features = synthetic(seed, items=30, systems=4)
    model = fit_item_response(solved, features)
    turned = fit_item_response(solved[::-1, order], features[::-1])
    assert turned.ability == pytest.approx(model.ability[list(order)], abs=2e-3)
    assert turned.difficulty[::-1] == pytest.approx(model.difficulty, abs=2e-3)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000))
def test_who_solves_more_is_more_able(seed):
    solved = np.random.default_rng(seed).random((25, 5)) < np.linspace(0.0, 1.0, 5)
    model = fit_item_response(solved)
    counts = solved.sum(axis=0)
    assert (np.diff(model.ability[np.argsort(counts)]) >= -1e-3).all()
    assert np.isfinite(model.ability).all()
    assert np.isfinite(model.ability_error).all()


def test_leave_one_out_does_not_see_the_answers_of_the_system():
    solved = synthetic(6, items=50, systems=4)[0]
    model = fit_item_response(solved)
    alike = (solved[:, 1:] == solved[0, 1:]).all(axis=1)
    assert alike.sum() > 1
    assert np.ptp(model.others_solve(solved)[alike, 0]) == pytest.approx(0, abs=1e-9)
    assert (model.others_solve(solved) <= 3).all()


def test_an_ability_solves_as_many_as_expected():
    mass = np.array([1.0, 1.0])
    assert abilities(np.array(1.0), mass, np.array([-1.0, 1.0]), 2.0) == pytest.approx(0.0)
    one = abilities(np.array(1.5), np.array([2.0]), np.array([0.3]), 2.0)  # chance 3/4: ln 3 above the difficulty
    assert one == pytest.approx(0.3 + np.log(3) / 2)
    assert np.isnan(abilities(np.array([0.0, 2.0]), np.tile(mass, (2, 1)), np.array([-1.0, 1.0]), 1.0)).all()


def test_the_abilities_of_the_fit_solve_their_equation():
    solved = synthetic(7, items=300)[0]
    model = fit_item_response(solved)
    mass = np.tile(model.posterior.sum(axis=0), (solved.shape[1], 1))
    # The weak prior of the fit is the only difference.
    assert abilities(solved.sum(axis=0).astype(float), mass, LOGITS, 1.0) / model.slope == pytest.approx(
        model.ability, abs=5e-3
    )


def test_fit_by_hand():
    fit = fit_of(np.array([[True, False], [False, False]]), np.array([[0.5, 0.5], [0.2, 0.5]]), axis=1)
    assert fit.infit == pytest.approx([1.0, (0.04 + 0.25) / (0.16 + 0.25)])
    assert fit.outfit == pytest.approx([1.0, (0.25 + 1.0) / 2])


def test_quantiles_by_hand():
    mass = np.array([[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]])
    assert quantiles(np.array([0.0, 1.0, 2.0]), mass, 0.5) == pytest.approx([0.5, 1.0])
    assert quantiles(np.array([0.0, 1.0, 2.0]), mass, 0.75) == pytest.approx([1.0, 1.25])


def test_nothing_to_fit_is_refused():
    with pytest.raises(InputError, match="no answer"):
        fit_item_response(np.zeros((0, 3), dtype=bool))
