"""TrueSkill on the scale of WMT's program: cases by hand, the program itself as a slow twin, properties."""

import math
from bisect import bisect
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.stats.rankings_from_pairs import (
    Pairs,
    RatingPlan,
    Tally,
    _tie_shift,
    _win_shift,
    count_pairs,
    gaussian_rating,
)
from redink.stats.wmt_trueskill import wmt_trueskill


def tally_of(wins, ties):
    return Tally(np.array(wins, dtype=float), np.array(ties, dtype=float))


def test_two_items_by_hand():
    # Every match is between the two, so that μ = g · (P(win) − P(loss)), with g = 20√2 · φ(z)/Φ(−z)/2 · 2.
    z = 0.31863936396437514
    gain = 20 / math.sqrt(2) * 2 * math.exp(-z * z / 2) / math.sqrt(2 * math.pi) / 0.375 / 2
    mu = wmt_trueskill(tally_of([[0, 600], [300, 0]], [[0, 100], [100, 0]]))
    assert mu.tolist() == pytest.approx([0.3 * gain, -0.3 * gain])


def test_an_item_without_comparisons_has_no_value():
    mu = wmt_trueskill(tally_of([[0, 2, 0], [1, 0, 0], [0, 0, 0]], np.zeros((3, 3))))
    assert math.isnan(mu[2])
    assert mu[0] > 0 > mu[1]


def program(wins, ties, rng):
    """Play one run as the program does: the greatest σ against a near μ, an outcome drawn with replacement."""
    n, judgements = len(wins), int(wins.sum() + ties.sum() / 2)
    beta = 0.5 * judgements / 40
    margin = RatingPlan(beta=beta).margin
    won = (wins / (wins + wins.T + ties + np.eye(n))).tolist()
    decided = [[won[i][j] + won[j][i] for j in range(n)] for i in range(n)]
    mu, variance = [0.0] * n, [0.25] * n
    for opponent, outcome in rng.random((judgements, 2)).tolist():
        first = max(range(n), key=variance.__getitem__)
        others = [item for item in range(n) if item != first]
        weights = list(accumulate(math.exp(-abs(mu[item] - mu[first])) for item in others))
        second = others[bisect(weights, opponent * weights[-1])]
        is_loss = won[first][second] <= outcome < decided[first][second]
        winner, loser = (second, first) if is_loss else (first, second)
        shift = _win_shift if outcome < decided[first][second] else _tie_shift
        spread = variance[winner] + variance[loser] + 2 * beta**2
        v, w = shift((mu[winner] - mu[loser]) / spread**0.5, margin / spread**0.5)
        mu[winner] += variance[winner] / spread**0.5 * v
        mu[loser] -= variance[loser] / spread**0.5 * v
        for item in (winner, loser):
            variance[item] *= 1 - variance[item] / spread * w
    return mu


def test_the_limit_is_the_mean_of_the_programs_runs():
    rng = np.random.default_rng(0)
    wins = np.array([[0, 900, 700, 1500], [600, 0, 800, 900], [500, 500, 0, 600], [100, 300, 400, 0]], dtype=float)
    ties = np.array([[0, 300, 900, 100], [300, 0, 200, 500], [900, 200, 0, 700], [100, 500, 700, 0]], dtype=float)
    runs = np.array([program(wins, ties, rng) for _ in range(10)])
    error = runs.std(axis=0, ddof=1) / math.sqrt(len(runs))
    ours = wmt_trueskill(tally_of(wins, ties))
    assert np.abs(ours).max() > 0.5
    assert (np.abs(ours - runs.mean(axis=0)) < 4 * error + 0.02 * np.abs(ours).max()).all()


counts = st.lists(st.integers(0, 30), min_size=16, max_size=16).map(lambda cells: np.array(cells, float).reshape(4, 4))


@settings(max_examples=20)
@given(wins=counts, ties=counts)
def test_values_sum_to_0_mirror_outcomes_and_do_not_depend_on_order(wins, ties):
    np.fill_diagonal(wins, 0)
    ties = np.triu(ties, 1) + np.triu(ties, 1).T
    mu = wmt_trueskill(Tally(wins, ties))
    assert np.nansum(mu) == pytest.approx(0, abs=1e-9)
    assert wmt_trueskill(Tally(wins.T, ties)) == pytest.approx(-mu, abs=1e-6, nan_ok=True)
    turned = wmt_trueskill(Tally(wins[::-1, ::-1], ties[::-1, ::-1]))
    assert turned[::-1] == pytest.approx(mu, abs=1e-6, nan_ok=True)


def test_the_number_of_judgements_does_not_change_the_limit_and_the_order_is_that_of_one_rating():
    rows = [(0, 1, 1), (0, 1, 1), (1, 2, 1), (0, 2, 1), (1, 2, 0), (0, 1, -1)]
    once, often = (count_pairs(Pairs.of(*zip(*(rows * times), strict=True), 3)) for times in (1, 50))
    assert wmt_trueskill(once) == pytest.approx(wmt_trueskill(often))
    rated = gaussian_rating(Pairs.of(*zip(*(rows * 50), strict=True), 3))
    assert np.argsort(rated.mu).tolist() == np.argsort(wmt_trueskill(once)).tolist()
