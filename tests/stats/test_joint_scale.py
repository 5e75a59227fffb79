"""People and machines on one scale: simulated judges with known truth, and the ends where one of them says nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit

from redink.errors import InputError
from redink.stats.joint_scale import _Games, _laplace, held_out_agreement, join_scales
from redink.stats.rankings_from_pairs import Pairs, bradley_terry, count_pairs
from tests.stats.slow_laplace import slow_laplace

DELTA = np.array([0.9, -0.9, 0.0, 0.0])


def simulated(seed, items=120, games=900, noise=0.3):
    """Give what the machine knows, groups, answers of people, and the truth: b, δ and h."""
    rng = np.random.default_rng(seed)
    b = rng.normal(size=items)
    group = np.arange(items) % len(DELTA)
    h = b + DELTA[group] + rng.normal(scale=noise, size=items)
    variance = np.full(items, 0.3)
    mean = 0.7 * (b + rng.normal(scale=np.sqrt(0.3 / 0.7), size=items))
    first, second = rng.integers(items, size=games), rng.integers(items - 1, size=games)
    second += second >= first
    outcome = np.where(rng.random(games) < expit(2.5 * (h[first] - h[second])), 1, -1)
    return mean, variance, group, Pairs.of(first, second, outcome, items), b, h


def test_simulated_judges_give_back_the_truth():
    mean, variance, group, pairs, b, h = simulated(1)
    scale = join_scales(mean, variance, group, pairs)
    assert (np.abs(scale.groups.mean - DELTA) < 3 * scale.groups.sd).all()
    assert scale.groups.mean[0] > 0.5
    assert scale.groups.mean[1] < -0.5
    for estimates, truth in ((scale.people, h), (scale.machine, b), (scale.common, (b + h) / 2)):
        assert np.corrcoef(estimates.mean, truth)[0, 1] > np.corrcoef(mean, truth)[0, 1]
        inside = np.abs(estimates.mean - truth) < 1.645 * estimates.sd
        assert 0.8 < inside.mean() < 0.98


def test_the_joint_scale_predicts_held_out_answers_best():
    mean, variance, group, pairs, _, _ = simulated(2, games=300)
    rows = held_out_agreement(mean, variance, group, pairs)
    shares = {row.scale: row.right / row.answers for row in rows}
    assert shares["joint"] > shares["machine"]
    assert shares["joint"] > shares["people"]
    assert all(row.answers == 300 for row in rows)


def test_people_who_agree_with_the_machine_leave_no_discrepancy():
    mean, variance, group, pairs, b, _ = simulated(3)
    outcome = np.where(b[pairs.first] > b[pairs.second], 1, -1)
    scale = join_scales(mean, variance, group, pairs._replace(outcome=outcome))
    assert np.abs(scale.groups.mean).max() < 0.4
    assert np.corrcoef(scale.machine.mean, b)[0, 1] > 0.9


def test_items_that_nobody_compared_follow_their_group():
    mean, variance, group, pairs, _, _ = simulated(4)
    kept = (pairs.first > 7) & (pairs.second > 7)
    fewer = Pairs(pairs.first[kept], pairs.second[kept], pairs.outcome[kept], pairs.n_items)
    scale = join_scales(mean, variance, group, fewer)
    assert scale.people.mean[:4] == pytest.approx(mean[:4] + scale.groups.mean)
    assert scale.machine.mean[:8] == pytest.approx(mean[:8])
    assert scale.machine.sd[:8] == pytest.approx(np.sqrt(variance[:8]))


def test_people_alone_are_ranked_as_by_bradley_and_terry():
    """One item to a group, many answers: the slow twin is the MM iteration."""
    _, _, _, pairs, _, _ = simulated(5, items=8, games=2000)
    nothing = np.zeros(8)
    scale = join_scales(nothing, nothing, np.zeros(8, dtype=np.int64), pairs)
    twin = bradley_terry(count_pairs(pairs)).theta
    logits = scale.slope * scale.people.mean
    assert logits - logits.mean() == pytest.approx(twin, abs=0.2)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 100))
def test_turning_every_answer_and_pair_round_changes_nothing(seed):
    mean, variance, group, pairs, _, _ = simulated(seed, items=12, games=15)
    turned = Pairs(pairs.second, pairs.first, -pairs.outcome, pairs.n_items)
    scale, again = (join_scales(mean, variance, group, answers) for answers in (pairs, turned))
    assert again.common.mean == pytest.approx(scale.common.mean, abs=1e-6)
    assert (scale.people.sd <= np.sqrt(variance + scale.item_spread**2 + scale.group_spread**2) + 1e-9).all()


@pytest.mark.parametrize(
    ("seed", "slope", "nu", "omega"), [(1, 1.5, 0.5, 0.5), (2, 4.0, 2.0, 0.05), (3, 0.2, 0.01, 3.0)]
)
def test_the_posterior_is_that_of_the_slow_twin(seed, slope, nu, omega):
    mean, variance, group, pairs, _, _ = simulated(seed, items=40, games=150)
    loadings, noise = nu * np.eye(4)[group], variance + omega**2
    games = _Games(pairs.first, pairs.second, pairs.outcome)
    twin = slow_laplace(mean, np.diag(noise) + loadings @ loadings.T, games, slope)
    for start in (mean, mean + np.linspace(-3, 3, 40)):
        for value, slow_value in zip(_laplace(mean, noise, loadings, games, slope, start), twin, strict=True):
            assert value == pytest.approx(slow_value, rel=1e-7, abs=1e-8)


def test_bug_the_search_for_the_posterior_jumped_to_and_fro():
    """Found by reading: where all chances are 0 or 1, Newton's step is that of the prior alone, and far too long."""
    mean, noise = np.array([12.0, -12.0, 3.0]), np.full(3, 9.0)
    games = _Games(np.array([0, 1, 2]), np.array([1, 2, 0]), np.array([-1, 1, -1]))
    field = _laplace(mean, noise, np.zeros((3, 1)), games, 4.0, mean)
    h = mean + noise * field.shift  # K is diagonal here
    force = 4 * ((games.outcome + 1) / 2 - expit(4 * (h[games.first] - h[games.second])))
    pull = np.bincount(games.first, force, 3) - np.bincount(games.second, force, 3)
    assert pull == pytest.approx(field.shift, abs=1e-6), "nothing pulls any more"


def test_equally_hard_pulls_two_items_together():
    group = np.zeros(2, dtype=np.int64)
    answers = Pairs.of([0] * 6, [1] * 6, [0] * 6, 2)
    scale = join_scales(np.array([1.0, -1.0]), np.ones(2), group, answers)
    assert 0 < scale.people.mean[0] - scale.people.mean[1] < 1.5


def test_nothing_to_join_is_refused():
    with pytest.raises(InputError, match="no comparison"):
        join_scales(np.zeros(2), np.ones(2), np.zeros(2, dtype=np.int64), Pairs.of([], [], [], 2))
