"""Tests of groups that condition on ability: by hand, against Fisher's test, and on simulated truth."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from redink.stats.group_differences import (
    abilities,
    alike_groups,
    chances_given_successes,
    group_densities,
    in_order_of_appearance,
    sum_density,
    two_sided_p,
)


def simulated(theta, difficulty, rng, shift=0.0):
    """Draw successes of the Rasch model; `shift` (items × subjects) is added to the log-odds."""
    logits = np.asarray(theta) - np.asarray(difficulty)[:, np.newaxis] + shift
    return rng.random(logits.shape) < 1 / (1 + np.exp(-logits))


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_equal_abilities_give_fishers_exact_test(inside, outside, data):
    members = np.arange(inside + outside) < inside
    densities = group_densities(np.zeros(inside + outside), members)
    n = data.draw(st.integers(0, inside + outside))
    t = data.draw(st.integers(max(0, n - outside), min(n, inside)))
    expected = fisher_exact([[t, inside - t], [n - t, outside - n + t]])[1]
    assert two_sided_p(densities[n], t) == pytest.approx(expected)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-3, 3), min_size=2, max_size=8), st.data())
def test_probabilities_add_up(theta, data):
    theta = np.array(theta)
    members = np.array(data.draw(st.lists(st.booleans(), min_size=len(theta), max_size=len(theta))))
    densities = group_densities(theta, members)
    assert densities.sum(axis=1) == pytest.approx(1)
    chances = chances_given_successes(theta)
    assert chances.sum(axis=1) == pytest.approx(np.arange(len(theta) + 1))
    assert densities @ np.arange(densities.shape[1]) == pytest.approx(chances[:, members].sum(axis=1))
    total = sum_density(densities, np.array([1, 1, 2]))
    assert total.sum() == pytest.approx(1)
    assert total @ np.arange(len(total)) == pytest.approx((densities @ np.arange(densities.shape[1]))[[1, 1, 2]].sum())


def test_by_hand():
    # Odds 2 and 1; one of the two succeeds: the first in 2 of 3 cases.
    theta = np.log([2.0, 1.0])
    assert group_densities(theta, np.array([True, False]))[1] == pytest.approx([1 / 3, 2 / 3])
    assert two_sided_p(np.array([1 / 3, 2 / 3]), 0) == pytest.approx(1 / 3)
    assert two_sided_p(np.array([1 / 3, 2 / 3]), 1) == pytest.approx(1)


def test_abilities_are_recovered_whatever_the_difficulties():
    rng = np.random.default_rng(1)
    theta = np.linspace(-1.5, 1.5, 8)
    for difficulty in (rng.normal(0, 1, 4000), rng.normal(2, 0.5, 4000)):
        assert abilities(simulated(theta, difficulty, rng)) == pytest.approx(theta, abs=0.2)
    extremes = np.ones((50, 3), dtype=bool)
    extremes[:, 0] = False
    extremes[:25, 1] = False
    low, middle, high = abilities(extremes).tolist()
    assert -10 < low < middle < high < 10


def test_without_a_difference_few_tests_reject_although_one_group_is_better():
    rng = np.random.default_rng(2)
    theta = np.array([1.5, 1.0, 0.5, -0.5, -1.0, -1.5])
    members = theta > 0
    success = simulated(theta, rng.normal(0.5, 1, 6000), rng)
    densities = group_densities(abilities(success), members)
    solved, inside = success.sum(axis=1), success[:, members].sum(axis=1)
    p = [
        two_sided_p(sum_density(densities, solved[rows]), int(inside[rows].sum()))
        for rows in np.split(np.arange(6000), 200)
    ]
    assert np.mean(np.array(p) < 0.05) < 0.09
    assert 0.4 < np.mean(p) < 0.6


def test_a_difference_is_found_in_the_right_place():
    rng = np.random.default_rng(3)
    theta = np.array([1.0, 0.8, 0.6, -0.6, -0.8, -1.0])
    members = theta < 0  # the weaker group is good at the first 200 items
    shift = np.zeros((2000, 6))
    shift[:200, members] = 1.5
    success = simulated(theta, rng.normal(0, 1, 2000), rng, shift)
    densities = group_densities(abilities(success), members)
    solved, inside = success.sum(axis=1), success[:, members].sum(axis=1)
    p = [
        two_sided_p(sum_density(densities, solved[rows]), int(inside[rows].sum()))
        for rows in np.split(np.arange(2000), 10)
    ]
    assert p[0] < 1e-6
    assert min(p[1:]) > 0.001


def test_clusters_are_those_that_share_strengths():
    rng = np.random.default_rng(4)
    theta = np.array([1.5, -1.0, 0.2, 1.4, -1.2, 0.1])
    family = np.array([0, 1, 0, 1, 0, 1])
    shift = np.where((np.arange(1500) % 2)[:, np.newaxis] == family, 1.0, -1.0)
    success = simulated(theta, rng.normal(0, 1, 1500), rng, shift)
    assert alike_groups(success).tolist() == family.tolist()
    assert in_order_of_appearance("bab").tolist() == [0, 1, 0]


def test_bug_subjects_that_succeed_alike_had_a_negative_distance():
    rng = np.random.default_rng(2)
    twin, other = (rng.random((3, 1)) < chance for chance in (0.5, 0.4))
    assert alike_groups(np.hstack([twin, twin, other])).tolist() in ([0, 0, 0], [0, 0, 1])
