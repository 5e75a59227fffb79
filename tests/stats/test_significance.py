"""Paired tests: by hand, against loops and scipy; adjusted p-values against textbook numbers."""

from functools import partial
from itertools import combinations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.stats.resampling import Bootstrapped, Resamples, Swaps, bootstrap
from redink.stats.significance import (
    approximate_randomisation,
    benjamini_hochberg,
    fewest_resamples,
    holm,
    mcnemar_exact,
    paired_bootstrap,
)
from tests.stats.slow_twins import (
    benjamini_hochberg_by_definition,
    f_half,
    holm_by_definition,
    mcnemar_by_fractions,
    ratio,
    swap_by_loops,
)

counts_tables = st.lists(st.tuples(*[st.integers(0, 3)] * 6), min_size=1, max_size=12).map(np.array)


def bootstrap_test(first, second, score, seed=0, resamples=200, groups=None):
    plan = Resamples.draw(len(first), resamples, np.random.default_rng(seed), groups)
    return paired_bootstrap(bootstrap(first, score, plan), bootstrap(second, score, plan))


def swap_test(first, second, score, seed=0, resamples=200, groups=None):
    plan = Swaps.draw(len(first), resamples, np.random.default_rng(seed), groups)
    return approximate_randomisation(plan.sums(first), plan.sums(second), score)


both_tests = pytest.mark.parametrize("test", [bootstrap_test, swap_test])


def made(estimate, scores):
    return Bootstrapped(estimate, np.array(scores, dtype=float), np.zeros(2))


# --- paired bootstrap ------------------------------------------------------------------------


def test_paired_bootstrap_by_hand():
    """δ = 2; δ* − δ = 0, 1, −2, 3, −1.5: two of five are at least 2 away."""
    found = paired_bootstrap(made(1, [0, 0, 0, 0, 0]), made(3, [2, 3, 0, 5, 0.5]))
    assert found.difference == 2
    assert found.p == 3 / 6
    assert (found.resamples, found.undefined, found.method) == (5, 0, "paired bootstrap")


def test_undefined_resamples_count_against_significance():
    found = paired_bootstrap(made(1, [0, np.nan, 0]), made(3, [2, 2, np.nan]))
    assert (found.p, found.undefined) == (3 / 4, 2)


# --- approximate randomisation ---------------------------------------------------------------


@given(counts_tables, st.integers(0, 99), st.booleans())
def test_swaps_equal_exchanging_rows(both, seed, grouped):
    first, second = both[:, :3].astype(float), both[:, 3:].astype(float)
    groups = [i // 2 if grouped else i for i in range(len(both))]
    found = swap_test(first, second, f_half, seed, 40, groups)
    coins = Swaps.draw(len(both), 40, np.random.default_rng(seed), groups).exchanged
    if first.any() and second.any():
        assert found.p == swap_by_loops(first, second, coins, f_half, groups)
    else:
        assert (found.p, found.difference) == (None, None)


@pytest.mark.parametrize("score", [f_half, ratio])
@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_scipys_exact_permutation_test(score, seed):
    """scipy tries all 2¹⁰ exchanges; with 20,000 of ours, four standard errors of p are at most .0142."""
    rng = np.random.default_rng(seed)
    first, second = rng.poisson(1.0, size=(10, 3)) + 0.5, rng.poisson(1.6, size=(10, 3)) + 0.5
    pool = np.vstack([first, second])

    def difference(x, y, axis=-1):
        one, other = (pool[np.moveaxis(np.asarray(rows), axis, -1)].sum(axis=-2) for rows in (x, y))
        flat = [sums.reshape(-1, 3) for sums in (one, other)]
        return (score(flat[1]) - score(flat[0])).reshape(one.shape[:-1])

    exact = scipy.stats.permutation_test(
        (np.arange(10), np.arange(10, 20)), difference, permutation_type="samples", n_resamples=np.inf, vectorized=True
    )
    found = swap_test(first, second, score, seed, 20_000)
    assert found.difference == pytest.approx(float(exact.statistic))
    assert found.p == pytest.approx(exact.pvalue, abs=0.0145)


def test_ties_in_real_numbers_are_seen_in_spite_of_rounding():
    """With one sentence every exchange gives ±δ exactly, so p is 1, whatever the rounding."""
    first, second = np.array([[0.1, 0.3]]), np.array([[0.7, 0.9]])
    assert swap_test(first, second, ratio).p == 1
    three = np.array([[0.7, 0.8], [0.1, 0.2], [0.5, 0.6]]), np.array([[0.7, 0.4], [0.1, 0.2], [0.5, 0.4]])
    coins = Swaps.draw(3, 200, np.random.default_rng(0)).exchanged
    as_seen = np.count_nonzero(coins[:, 0] == coins[:, 2])  # the second sentence is the same in both
    assert swap_test(*three, ratio).p == (as_seen + 1) / 201


# --- both ------------------------------------------------------------------------------------


@both_tests
def test_identical_systems_have_p_1(test):
    table = np.random.default_rng(0).random((30, 3))
    found = test(table, table.copy(), f_half)
    assert (found.difference, found.p) == (0, 1)


@both_tests
def test_equal_scores_of_unlike_systems_have_p_1(test):
    assert test(np.array([[1.0, 2], [0, 2], [1, 1]]), np.array([[0.0, 2], [1, 2], [1, 1]]), ratio).p == 1


@both_tests
@pytest.mark.parametrize("which", [0, 1])
def test_an_undefined_score_has_no_p(test, which):
    tables = [np.ones((4, 2)), np.ones((4, 2))]
    tables[which] = np.zeros((4, 2))
    found = test(*tables, ratio)
    assert (found.difference, found.p) == (None, None)


@both_tests
def test_p_is_never_0(test):
    found = test(np.array([[0.0, 1]] * 40), np.array([[1.0, 1]] * 40), ratio)
    assert found.p == 1 / 201
    assert type(found.p) is type(found.difference) is float
    assert found.difference == 1


@both_tests
@given(both=counts_tables, seed=st.integers(0, 99))
def test_direction_does_not_matter(test, both, seed):
    one, other = (test(*pair, f_half, seed, 50) for pair in ((both[:, :3], both[:, 3:]), (both[:, 3:], both[:, :3])))
    assert one.p == other.p
    assert one.p is None or one.difference == -other.difference


@both_tests
@given(both=counts_tables, seed=st.integers(0, 99))
def test_singleton_groups_are_no_groups(test, both, seed):
    names = [f"e{-i}" for i in range(len(both))]
    pair = both[:, :3], both[:, 3:]
    assert test(*pair, f_half, seed, 50) == test(*pair, f_half, seed, 50, names)


@both_tests
def test_seed_0_is_a_seed(test):
    rng = np.random.default_rng(0)
    pair = rng.poisson(1, size=(60, 3)), rng.poisson(1.1, size=(60, 3))
    found = [test(*pair, f_half, seed, 999).p for seed in (0, 0, 1)]
    assert found[0] == found[1] != found[2]


@both_tests
def test_false_alarms_come_as_rarely_as_they_should(test):
    """400 pairs of equally good systems: p ≤ .05 in 5 % ± 4 standard errors (.011)."""
    alarms = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        shared = rng.gamma(3.0, size=50)
        pair = [np.c_[shared + rng.normal(0, 1, size=50), np.ones(50)] for _ in range(2)]
        alarms += test(*pair, ratio, seed, 199).p <= 0.05
    assert 0.015 < alarms / 400 < 0.095


# --- many systems ----------------------------------------------------------------------------


def p_matrix(systems, test):
    """Give (s × s) p-values of all pairs, 1 on the diagonal, NaN where there is none."""
    matrix = np.eye(len(systems))
    for i, j in combinations(range(len(systems)), 2):
        p = test(systems[i], systems[j]).p
        matrix[i, j] = matrix[j, i] = np.nan if p is None else p
    return matrix


def adjust_matrix(matrix):
    """Give the p-values adjusted by Holm for the number of pairs; each pair is counted once."""
    above = np.triu_indices(len(matrix), k=1)
    adjusted = matrix.copy()
    adjusted[above] = holm(matrix[above])
    adjusted.T[above] = adjusted[above]
    return adjusted


def all_pairs(tables, groups=None):
    n = len(tables[0])
    resamples, swaps = (
        kind.draw(n, 300, rng, groups)
        for kind, rng in zip((Resamples, Swaps), np.random.default_rng(0).spawn(2), strict=True)
    )
    return (
        p_matrix([bootstrap(table, f_half, resamples) for table in tables], paired_bootstrap),
        p_matrix([swaps.sums(table) for table in tables], partial(approximate_randomisation, score_from_sums=f_half)),
    )


@given(st.permutations(range(5)))
def test_order_of_systems_does_not_matter(order):
    rng = np.random.default_rng(4)
    tables = [rng.random((40, 3)) + np.array([i / 10, 0, 0]) for i in range(5)]
    for plain, shuffled in zip(all_pairs(tables), all_pairs([tables[i] for i in order]), strict=True):
        assert np.array_equal(shuffled, plain[np.ix_(order, order)])
        assert np.array_equal(adjust_matrix(shuffled), adjust_matrix(plain)[np.ix_(order, order)])


def test_pairs_by_hand():
    systems = [made(1, [1, 1]), made(3, [1, 3]), made(np.nan, [1, 1])]
    assert [paired_bootstrap(*pair).p for pair in combinations(systems, 2)] == [2 / 3, None, None]


def test_each_pair_is_adjusted_once():
    assert np.array_equal(holm([0.01, 0.04, np.nan]), [0.02, 0.04, np.nan], equal_nan=True)
    assert holm([]).tolist() == []


@pytest.mark.parametrize(("tests", "least"), [(1, 19), (66, 1319), (0, 1)])
def test_fewest_resamples(tests, least):
    assert fewest_resamples(tests) == least
    assert tests * (1 / (least + 1)) <= 0.05 + 1e-15
    assert least == 1 or tests * (1 / least) > 0.05


# --- adjustments -----------------------------------------------------------------------------

BENJAMINI_HOCHBERG_1995 = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]
"""The 15 p-values of section 3.2 of their paper: 4 stand at a share of 5 %, 3 by step-down control of any error."""

p_lists = st.lists(st.floats(0, 1), max_size=12)


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_benjamini_hochberg_by_hand():
    assert benjamini_hochberg([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.02, 0.04, 0.04, 0.02])


def test_the_example_of_benjamini_and_hochberg():
    assert np.count_nonzero(benjamini_hochberg(BENJAMINI_HOCHBERG_1995) <= 0.05) == 4
    assert np.count_nonzero(holm(BENJAMINI_HOCHBERG_1995) <= 0.05) == 3
    assert benjamini_hochberg(BENJAMINI_HOCHBERG_1995)[3] == pytest.approx(0.0095 * 15 / 4)
    assert holm(BENJAMINI_HOCHBERG_1995)[2] == pytest.approx(0.0019 * 13)


@given(p_lists)
def test_adjustments_equal_their_definitions(p_values):
    assert holm(p_values) == pytest.approx(holm_by_definition(p_values))
    assert benjamini_hochberg(p_values) == pytest.approx(benjamini_hochberg_by_definition(p_values))
    if p_values:
        assert benjamini_hochberg(p_values) == pytest.approx(scipy.stats.false_discovery_control(p_values))


@given(p_lists)
def test_adjusted_p_values_are_ordered(p_values):
    plain = np.array(p_values, dtype=float)
    bh, step_down = benjamini_hochberg(plain), holm(plain)
    assert (plain <= bh + 1e-15).all()
    assert (bh <= step_down + 1e-15).all()
    assert (step_down <= np.minimum(1, len(plain) * plain) + 1e-15).all()


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_missing_p_values_are_no_tests(adjust):
    found = adjust([np.nan, 0.01, 0.04, np.nan])
    assert np.isnan(found).tolist() == [True, False, False, True]
    assert found[1:3] == pytest.approx(adjust([0.01, 0.04]))
    with pytest.raises(InputError, match="between 0 and 1"):
        adjust([1.5])


# --- McNemar ---------------------------------------------------------------------------------


def test_mcnemar_by_hand():
    """b = 1, c = 5: 2 (1 + 6) / 64."""
    assert mcnemar_exact(1, 5) == pytest.approx(14 / 64)
    assert mcnemar_exact(0, 0) == 1
    assert mcnemar_exact(4, 4) == 1


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_equals_fractions(b, c):
    assert mcnemar_exact(b, c) == pytest.approx(float(mcnemar_by_fractions(b, c)), rel=1e-12)
    assert mcnemar_exact(b, c) == mcnemar_exact(c, b)


@pytest.mark.parametrize(("b", "c"), [(480, 530), (10_000, 10_200), (500_000, 498_000), (3, 400)])
def test_mcnemar_of_large_counts_equals_scipy(b, c):
    assert mcnemar_exact(b, c) == pytest.approx(scipy.stats.binomtest(b, b + c).pvalue, rel=1e-8)


def test_mcnemar_refuses_negative_counts():
    with pytest.raises(InputError, match="negative"):
        mcnemar_exact(-1, 3)
