"""Accuracy corrected for coverage, and its tests."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.questions.coverage.mathematics.accuracy_curve import coverage_of_counts, spread_over
from redink.questions.coverage.mathematics.true_accuracy import (
    compare_accuracies,
    perfect_accuracy,
    true_accuracy,
)
from redink.stats.poisson_binomial import poisson_binomial, tail_probability
from tests.questions.coverage.samples import released_counts
from tests.shared_files import needs_shared

coverages = st.lists(st.floats(0.05, 1), min_size=2, max_size=40)


def test_full_coverage_needs_no_correction() -> None:
    found = true_accuracy(5, [1.0] * 10)
    assert found is not None
    assert found.naive == found.estimate == 0.5
    # Clopper and Pearson's interval for 5 of 10.
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((0.1871, 0.8129), abs=1e-4)


def test_half_coverage_doubles() -> None:
    found = true_accuracy(20, [0.5] * 100)
    assert found is not None
    assert found.estimate == pytest.approx(0.4)
    assert found.naive == pytest.approx(0.2)


@given(coverages, st.data())
@settings(max_examples=30)
def test_the_ends_are_where_the_tests_begin_to_reject(coverage: list[float], data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, len(coverage)))
    found = true_accuracy(hits, coverage)
    assert found is not None
    if found.interval is None:
        assert tail_probability(hits, coverage, tail="upper") < 0.025
        return
    low, high = found.interval.low, found.interval.high
    assert 0 <= low <= high <= 1
    if low > 0:
        assert tail_probability(hits, low * np.array(coverage), tail="upper") == pytest.approx(0.025, abs=1e-4)
    if high < 1:
        assert tail_probability(hits, high * np.array(coverage)) == pytest.approx(0.025, abs=1e-4)


def test_more_hits_than_people_make() -> None:
    found = true_accuracy(60, [0.3] * 100)
    assert found is not None
    assert found.estimate == pytest.approx(2)
    assert found.interval is None
    assert found.above_perfect < 1e-6


def test_nothing_covered_says_nothing() -> None:
    assert true_accuracy(0, [0.0, 0.0]) is None
    with pytest.raises(UsageError, match="3 hits"):
        true_accuracy(3, [0.5])


@given(st.lists(st.floats(0.1, 1), min_size=1, max_size=6), st.lists(st.floats(0.1, 1), min_size=1, max_size=6))
def test_two_samples_is_enumeration(first: list[float], second: list[float]) -> None:
    a, b = len(first) // 2, len(second)
    pooled = min(1.0, (a + b) / (sum(first) + sum(second)))
    own, other = poisson_binomial(pooled * np.array(first)), poisson_binomial(pooled * np.array(second))
    apart = abs(a / sum(first) - b / sum(second))
    expected = sum(
        own[i] * other[j]
        for i in range(len(own))
        for j in range(len(other))
        if abs(i / sum(first) - j / sum(second)) >= apart * (1 - 1e-9)
    )
    assert compare_accuracies(a, first, b, second) == pytest.approx(min(1.0, expected), abs=1e-9)


def test_two_samples_with_the_same_coverage() -> None:
    p = [0.4] * 50
    assert compare_accuracies(10, p, 10, p) == pytest.approx(1)
    assert compare_accuracies(5, p, 15, p) == pytest.approx(compare_accuracies(15, p, 5, p))
    assert compare_accuracies(2, p, 18, p) < 0.001


def test_no_p_value_where_nothing_is_covered() -> None:
    assert compare_accuracies(0, [0.0], 1, [0.5]) is None
    assert compare_accuracies(1, [0.5], 0, []) is None


def test_two_samples_of_unlike_coverage_take_no_table_of_all_pairs() -> None:
    rng = np.random.default_rng(0)
    p, q = rng.random(1500), rng.random(1400)
    tracemalloc.start()
    found = compare_accuracies(350, p, 390, q)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # From the table of all pairs (the slow way), which takes 1501 · 1401 · 8 = 17 MB.
    assert found == pytest.approx(_from_all_pairs(350, p, 390, q), rel=1e-12)
    assert peak < 2e6


def _from_all_pairs(a, p, b, q) -> float:
    pooled = (a + b) / (p.sum() + q.sum())
    apart = np.abs(np.arange(len(p) + 1)[:, np.newaxis] / p.sum() - np.arange(len(q) + 1) / q.sum())
    both = np.outer(poisson_binomial(pooled * p), poisson_binomial(pooled * q))
    return float(both[apart >= abs(a / p.sum() - b / q.sum()) * (1 - 1e-12)].sum())


@needs_shared
def test_the_specs_example() -> None:
    coverage = np.array([coverage_of_counts(own.counts, [1, 2, 10, 20]) for own in released_counts("exact")])
    found = true_accuracy(120, spread_over(coverage[:, 1], 1176))
    assert found is not None
    assert found.interval is not None
    # SPEC-conservatism §5: .515 [.433, .605], with another way to spread 48 sentences over 1176.
    assert (found.estimate, found.interval.low, found.interval.high) == pytest.approx((0.515, 0.433, 0.605), abs=0.0015)
    expected = {
        1: (0.212, 0.197, 0.228),
        2: (0.281, 0.263, 0.300),
        10: (0.468, 0.446, 0.491),
        20: (0.537, 0.514, 0.559),
    }
    for place, (m, numbers) in enumerate(expected.items()):
        own = perfect_accuracy(m, spread_over(coverage[:, place], 1176), clean=136)
        assert (own.mean, own.interval.low, own.interval.high) == pytest.approx(numbers, abs=0.0015)
        assert own.density.sum() == pytest.approx(1)
