"""Rankings from pairs: smallest cases by hand, a slow twin, an optimiser as oracle, and properties."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.optimize import minimize
from scipy.stats import norm

from redink.errors import InputError, UsageError
from redink.stats.rankings_from_pairs import (
    Pairs,
    RatingPlan,
    Tally,
    bradley_terry,
    count_pairs,
    expected_wins,
    gaussian_rating,
    mean_rating,
)

comparison = st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(-1, 1)).filter(lambda one: one[0] != one[1])
comparisons = st.lists(comparison, min_size=1, max_size=40)


def pairs_of(rows, n=5):
    return Pairs.of(*(zip(*rows, strict=True) if rows else ([], [], [])), n)


def test_wins_and_ties_are_counted():
    tally = count_pairs(pairs_of([(0, 1, 1), (0, 1, -1), (1, 0, 1), (1, 2, 0)], 3))
    assert tally.wins.tolist() == [[0, 1, 0], [2, 0, 0], [0, 0, 0]]
    assert tally.ties.tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0]]


def test_expected_wins_by_hand():
    # 0 against 1: 1 of 3; 0 against 2: 2 of 2; 1 against 2: only a tie, which says nothing.
    rows = [(0, 1, 1), (0, 1, -1), (0, 1, -1), (0, 2, 1), (2, 0, -1), (1, 2, 0)]
    assert expected_wins(count_pairs(pairs_of(rows, 4)))[:3] == pytest.approx([(1 / 3 + 1) / 2, 2 / 3, 0.0])


def test_without_a_decided_pair_there_are_no_expected_wins():
    assert np.isnan(expected_wins(count_pairs(pairs_of([(0, 1, 0)], 3)))).all()


@pytest.mark.parametrize(
    ("rows", "n"),
    [([(0, 0, 1)], 2), ([(0, 2, 1)], 2), ([(-1, 0, 1)], 2), ([(0, 1, 2)], 2)],
)
def test_impossible_pairs_are_refused(rows, n):
    with pytest.raises(InputError):
        pairs_of(rows, n)


def test_columns_of_unequal_length_are_refused():
    with pytest.raises(InputError, match="length"):
        Pairs.of([0], [1, 1], [1], 2)


def slow_expected_wins(rows, n):
    means = []
    for item in range(n):
        shares = []
        for other in range(n):
            won = sum((a, b, o) in {(item, other, 1), (other, item, -1)} for a, b, o in rows)
            lost = sum((a, b, o) in {(other, item, 1), (item, other, -1)} for a, b, o in rows)
            if won + lost:
                shares.append(won / (won + lost))
        means.append(sum(shares) / len(shares) if shares else math.nan)
    return means


@given(rows=comparisons)
def test_expected_wins_equal_the_slow_twin_and_stay_within_bounds(rows):
    found = expected_wins(count_pairs(pairs_of(rows)))
    assert found == pytest.approx(slow_expected_wins(rows, 5), nan_ok=True)
    defined = found[~np.isnan(found)]
    assert ((defined >= 0) & (defined <= 1)).all()


@given(rows=comparisons)
def test_turning_every_pair_round_changes_nothing(rows):
    turned = [(b, a, -o) for a, b, o in rows]
    one, other = count_pairs(pairs_of(rows)), count_pairs(pairs_of(turned))
    assert (one.wins == other.wins).all()
    assert (one.ties == other.ties).all()


def test_bradley_terry_by_hand():
    # Two items, 3 wins to 1 and a prior of nearly nothing: exp(θ₀ − θ₁) = 3; information 4 · ¾ · ¼.
    found = bradley_terry(Tally(np.array([[0.0, 3.0], [1.0, 0.0]]), np.zeros((2, 2))), prior=1e-9)
    assert found.theta == pytest.approx([math.log(3) / 2, -math.log(3) / 2])
    # se of θ₀ − θ₁ is √(1 / 0.75), and θ₀ is half of that difference.
    assert found.standard_error == pytest.approx([math.sqrt(1 / 0.75) / 2] * 2)
    assert found.connected
    assert found.converged


def test_a_tie_is_half_a_win():
    ties = np.array([[0.0, 2.0], [2.0, 0.0]])
    halves = bradley_terry(Tally(np.array([[0.0, 3.0], [1.0, 0.0]]), ties))
    wins = bradley_terry(Tally(np.array([[0.0, 4.0], [2.0, 0.0]]), np.zeros((2, 2))))
    assert halves.theta == pytest.approx(wins.theta)


@pytest.mark.parametrize("n", [0, 1])
def test_one_item_or_none(n):
    found = bradley_terry(Tally(np.zeros((n, n)), np.zeros((n, n))))
    assert found.theta.tolist() == found.standard_error.tolist() == [0.0] * n
    assert found.connected
    assert found.converged


def test_a_prior_must_be_positive():
    with pytest.raises(UsageError):
        bradley_terry(Tally(np.zeros((2, 2)), np.zeros((2, 2))), prior=0)


def test_who_won_everything_stays_finite_and_stands_apart():
    found = bradley_terry(count_pairs(pairs_of([(0, 1, 1)] * 5 + [(1, 2, 1), (1, 2, -1)], 3)))
    assert np.isfinite(found.theta).all()
    assert found.theta[0] > found.theta[1] == pytest.approx(found.theta[2], abs=0.1)
    assert not found.connected
    assert found.component.tolist() == [0, 1, 1]


def test_separate_groups_are_reported():
    found = bradley_terry(count_pairs(pairs_of([(0, 1, 0), (2, 3, 1), (2, 3, -1)], 5)))
    assert len(set(found.component.tolist())) == 3
    assert found.component[0] == found.component[1]
    assert found.component[2] == found.component[3]


def likelihood_top(rows, n, prior):
    """Find the top of the log likelihood with a general optimiser."""
    halves = np.full((n, n), prior / (n - 1) / 2)
    np.fill_diagonal(halves, 0)
    for a, b, o in rows:
        halves[a, b] += (1 + o) / 2
        halves[b, a] += (1 - o) / 2

    def loss(theta):
        return float((halves * np.logaddexp(0, theta[np.newaxis] - theta[:, np.newaxis])).sum() + theta.sum() ** 2)

    return minimize(loss, np.zeros(n), method="BFGS", options={"gtol": 1e-7}).x


@given(rows=comparisons)
def test_bradley_terry_is_the_top_of_the_likelihood(rows):
    found = bradley_terry(count_pairs(pairs_of(rows)), prior=1.0)
    assert found.converged
    assert found.theta == pytest.approx(likelihood_top(rows, 5, 1.0), abs=1e-3)
    assert found.theta.sum() == pytest.approx(0, abs=1e-8)


@given(seed=st.integers(0, 2**32 - 1), gaps=st.lists(st.floats(1.0, 2.0), min_size=1, max_size=4))
def test_bradley_terry_recovers_order_and_size_of_synthetic_strengths(seed, gaps):
    theta = np.concatenate([[0], np.cumsum(gaps)])
    theta -= theta.mean()
    rng = np.random.default_rng(seed)
    n = len(theta)
    rows = [(a, b, 0) for a in range(n) for b in range(a)] * 400
    first, second = np.array(rows)[:, 0], np.array(rows)[:, 1]
    won = rng.random(len(rows)) < 1 / (1 + np.exp(theta[second] - theta[first]))
    found = bradley_terry(count_pairs(Pairs.of(first, second, np.where(won, 1, -1), n)))
    assert (np.argsort(found.theta) == np.arange(n)).all()
    # Six standard errors: about one in 10⁹, and the examples are fixed.
    assert (np.abs(found.theta - theta) < 6 * found.standard_error + 0.05).all()


def cut_normal(mean, spread, low, high):
    """Mean and variance of N(mean, spread²) cut to (low, high), by numerical integration."""
    whole = quad(lambda x: norm.pdf(x, mean, spread), low, high)[0]
    centre = quad(lambda x: x * norm.pdf(x, mean, spread), low, high)[0] / whole
    return centre, quad(lambda x: (x - centre) ** 2 * norm.pdf(x, mean, spread), low, high)[0] / whole


@pytest.mark.parametrize("outcome", [1, 0])
@pytest.mark.parametrize("mu", [-0.4, 0.0, 0.7])
def test_one_update_matches_the_integral(outcome, mu):
    """The difference of performances is cut; its shift is shared out by variance."""
    plan = RatingPlan()
    rows = [(0, 1, 1)] * 3 if mu > 0 else [(0, 1, -1)] * 2 if mu < 0 else []
    before = gaussian_rating(pairs_of(rows, 2), plan)
    after = gaussian_rating(pairs_of([*rows, (0, 1, outcome)], 2), plan)
    variance = before.sigma**2
    spread = math.sqrt(variance.sum() + 2 * plan.beta**2)
    ends = (plan.margin, plan.margin + 20) if outcome else (-plan.margin, plan.margin)
    centre, narrowed = cut_normal(before.mu[0] - before.mu[1], spread, *ends)
    shift = (centre - (before.mu[0] - before.mu[1])) / spread**2
    assert after.mu == pytest.approx(before.mu + variance * np.array([1, -1]) * shift, abs=1e-6)
    expected = variance - variance**2 / spread**4 * (spread**2 - narrowed)
    assert after.sigma**2 == pytest.approx(expected, abs=1e-6)


def test_the_margin_gives_equals_the_set_share_of_ties():
    plan = RatingPlan(draw=0.25, beta=0.25)
    scale = math.sqrt(2) * plan.beta
    assert norm.cdf(plan.margin, scale=scale) - norm.cdf(-plan.margin, scale=scale) == pytest.approx(0.25)


def test_the_trueskill_package_gives_the_same_numbers():
    """Printed by the package trueskill 0.4.5 with mu 0, sigma .5, beta .25, tau 0, draw .25; it stops at 1e-4 steps."""
    found = gaussian_rating(pairs_of([(0, 1, 1), (1, 2, 0), (2, 0, 1), (0, 1, -1)], 3))
    assert found.mu == pytest.approx([-0.300018456, 0.019032196, 0.155117040], abs=1e-6)
    assert found.sigma == pytest.approx([0.309247270, 0.307811129, 0.324915837], abs=1e-6)


def test_astonishing_outcomes_stay_finite():
    sure = [(0, 1, 1)] * 2000
    plan = RatingPlan(sigma=50, beta=0.01)
    for upset in (-1, 0):
        found = gaussian_rating(pairs_of([*sure, *[(0, 1, upset)] * 50], 2), plan)
        assert np.isfinite(found.mu).all()
        assert (found.sigma > 0).all()


@given(rows=comparisons)
def test_ratings_get_surer_and_a_mirror_image_mirrors_them(rows):
    found = gaussian_rating(pairs_of(rows))
    assert (found.sigma <= 0.5).all()
    mirrored = gaussian_rating(pairs_of([(a, b, -o) for a, b, o in rows]))
    assert mirrored.mu == pytest.approx(-found.mu)


def test_the_mean_over_orders_repeats_for_a_seed_and_seed_0_is_one():
    rows = [(0, 1, 1), (1, 2, -1), (0, 2, 0), (0, 2, 1)]
    one, same, other = (mean_rating(pairs_of(rows, 3), np.random.default_rng(s), orders=2) for s in (0, 0, 1))
    assert (one.mu == same.mu).all()
    assert not (one.mu == other.mu).all()
    with pytest.raises(UsageError):
        mean_rating(pairs_of(rows, 3), np.random.default_rng(0), orders=0)


@given(rows=comparisons)
def test_a_clear_winner_is_first_in_all_three(rows):
    rows = [*rows, *((0, other, 1) for other in range(1, 5) for _ in range(60))]
    assume(sum(0 in row[:2] and row[2] != 0 for row in rows) < 300)
    tally = count_pairs(pairs_of(rows))
    rating = mean_rating(pairs_of(rows), np.random.default_rng(0), orders=1)
    for values in (expected_wins(tally), bradley_terry(tally).theta, rating.mu):
        assert np.nanargmax(values) == 0
