"""Correlations: by hand, against scipy, and what must hold always."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.stats.correlation import (
    agreement,
    agreement_table,
    average_ranks,
    correlate,
    fisher_interval,
    kendall,
    pearson,
    spearman,
)

# Few distinct values make ties; wide floats make trouble.
number = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e6, 1e6, width=32))
rows = st.lists(st.tuples(number, number), min_size=2, max_size=30)


def columns(pairs):
    return tuple(np.array(column) for column in zip(*pairs, strict=True))


def is_constant(x, y):
    return np.ptp(x) == 0 or np.ptp(y) == 0


def test_pearson_by_hand():
    # Deviations (−1, 0, 1) and (−1, 1, 0): 1 / √(2 · 2).
    assert pearson([1, 2, 3], [0, 2, 1]) == pytest.approx(0.5)


def test_spearman_by_hand():
    # Ranks (1, 2, 3) and (1, 3, 2).
    assert spearman([1, 10, 100], [-5, 8, 7]) == pytest.approx(0.5)


def test_kendall_by_hand():
    # Pairs of (1,1) (2,3) (3,2) (3,4): 4 concordant, 1 discordant, 1 tied in x: 3 / √(5 · 6).
    assert kendall([1, 2, 3, 3], [1, 3, 2, 4]) == pytest.approx(3 / math.sqrt(30))


def test_rounding_does_not_carry_kendall_beyond_minus_1():
    assert kendall([0, 0, 0, 1], [1, 1, 1, 0]) == -1


def test_equal_values_share_the_mean_rank():
    assert average_ranks([5, 1, 5, 0]).tolist() == [3.5, 2, 3.5, 1]


@pytest.mark.parametrize("measure", [pearson, spearman, kendall])
@pytest.mark.parametrize(("x", "y"), [([], []), ([1], [2]), ([1, 1], [1, 2]), ([1, 2], [3, 3])])
def test_nothing_to_correlate_is_nan(measure, x, y):
    assert math.isnan(measure(x, y))


@pytest.mark.parametrize(("x", "y"), [([1, 2], [1]), ([[1, 2]], [[1, 2]]), ([1, math.nan], [1, 2])])
def test_columns_that_do_not_fit_are_refused(x, y):
    with pytest.raises(InputError):
        pearson(x, y)


@given(rows)
def test_coefficients_equal_scipy(pairs):
    x, y = columns(pairs)
    if is_constant(x, y):
        assert math.isnan(pearson(x, y))
        assert math.isnan(spearman(x, y))
        assert math.isnan(kendall(x, y))
        return
    assert spearman(x, y) == pytest.approx(scipy.stats.spearmanr(x, y).statistic, abs=1e-9)
    assert kendall(x, y) == pytest.approx(scipy.stats.kendalltau(x, y).statistic, abs=1e-9)
    # scipy warns, and loses digits, where deviations are tiny beside the mean.
    if min(np.std(x) / np.abs(x).max(), np.std(y) / np.abs(y).max()) > 1e-6:
        assert pearson(x, y) == pytest.approx(scipy.stats.pearsonr(x, y).statistic, abs=1e-7)


@given(rows)
def test_coefficients_are_symmetric_and_bounded(pairs):
    x, y = columns(pairs)
    for measure in (pearson, spearman, kendall):
        value = measure(x, y)
        assert math.isnan(value) or -1 <= value <= 1
        assert measure(y, x) == pytest.approx(value, nan_ok=True)
        assert measure(-x, y) == pytest.approx(-value, nan_ok=True)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_tiny_and_huge_numbers_correlate_as_well(scale):
    x, y = np.array([1.0, 2, 3]) * scale, np.array([0.0, 2, 1]) * scale
    assert pearson(x, y) == pytest.approx(0.5)
    assert kendall(x, y) == pytest.approx(1 / 3)


def test_fisher_interval_of_pearson_equals_scipy():
    x, y = np.arange(10.0), np.array([2.0, 1, 4, 3, 7, 5, 6, 9, 8, 12])
    found = correlate(x, y, "pearson", level=0.9)
    oracle = scipy.stats.pearsonr(x, y).confidence_interval(0.9)
    assert (found.interval.low, found.interval.high) == pytest.approx((oracle.low, oracle.high))
    assert found.n == 10


def test_fisher_intervals_by_formula():
    z = 1.959963984540054
    for coefficient, variance in (("spearman", (1 + 0.125) / 10), ("kendall", 0.437 / 9)):
        found = fisher_interval(0.5, 13, coefficient)
        assert found.low == pytest.approx(math.tanh(math.atanh(0.5) - z * math.sqrt(variance)))
        assert found.high == pytest.approx(math.tanh(math.atanh(0.5) + z * math.sqrt(variance)))


@pytest.mark.parametrize(("value", "n", "coefficient"), [(0.5, 3, "pearson"), (0.5, 4, "kendall"), (1.0, 9, "pearson")])
def test_there_is_no_fisher_interval_of_too_few_rows_or_a_perfect_fit(value, n, coefficient):
    assert fisher_interval(value, n, coefficient) is None


def test_the_bootstrap_repeats_for_a_seed_and_covers_the_value():
    x, y = np.arange(12.0), np.array([2.0, 1, 4, 3, 7, 5, 6, 9, 8, 12, 10, 11])
    for coefficient in ("pearson", "spearman", "kendall"):
        one, same, other = (
            correlate(x, y, coefficient, method="bootstrap", resamples=200, rng=np.random.default_rng(seed))
            for seed in (0, 0, 1)
        )
        assert one == same
        assert one.interval != other.interval
        assert one.interval.low <= one.value <= one.interval.high


def test_a_bootstrap_of_mostly_constant_draws_has_no_interval():
    found = correlate([0, 1], [0, 1], method="bootstrap", rng=np.random.default_rng(0))
    assert found.value == 1
    assert found.interval is None


def test_wrong_calls():
    with pytest.raises(UsageError, match="generator"):
        correlate([1, 2, 3], [1, 3, 2], method="bootstrap")
    with pytest.raises(UsageError, match="level"):
        correlate([1, 2, 3], [1, 3, 2], level=1.0)


def test_agreement_by_hand():
    # Said +1: measure says +1 (C), −1 (D), 0 (T); said −1: measure −1 (C); said 0: nothing.
    table = agreement_table([2, 1, 1, 1, 5], [1, 2, 1, 2, 1], [1, 1, 1, -1, 0])
    assert table.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 0, 0]]
    assert agreement(table.sum(axis=0)) == pytest.approx(1 / 3)
    assert agreement(table.sum(axis=0), ties="counted") == pytest.approx(1 / 4)


def test_agreement_about_nothing_is_nan():
    assert math.isnan(agreement(np.zeros(3)))
    assert math.isnan(agreement(np.array([0.0, 0, 5])))
    assert agreement(np.array([0.0, 0, 5]), ties="counted") == 0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-1, 1)), min_size=1))
def test_agreement_counts_every_human_decision_once_and_turns_with_the_measure(triples):
    first, second, said = columns(triples)
    table = agreement_table(first, second, said)
    assert (table.sum(axis=1) == (said != 0)).all()
    turned = agreement_table(-first, -second, said)
    for ties in ("dropped", "counted"):
        tau = agreement(table.sum(axis=0), ties=ties)
        assert agreement(turned.sum(axis=0), ties=ties) == pytest.approx(-tau, nan_ok=True)
        assert math.isnan(tau) or -1 <= tau <= 1
