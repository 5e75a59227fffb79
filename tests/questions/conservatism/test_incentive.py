from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.questions.coverage.mathematics.incentive import (
    CROWD_COVERAGE,
    coverage_needed,
    disincentive,
    is_disincentive,
    reward,
)

shares = st.floats(0, 1)


@pytest.mark.parametrize(
    ("p_detect", "p_correct", "alpha", "needed"),
    [
        (0.9, 0.8, 0, 0.125),
        (0.9, 0.8, 0.25, 0.35),
        (0.9, 0.8, 1, 0.6875),
        (0.9, 0.8, 4, 1.025),
        (0.8, 0.6, 0, 1 / 3),
        (0.8, 0.6, 0.25, 0.6),
        (0.8, 0.6, 1, 1.0),
        (0.7, 0.4, 0, 0.75),
    ],
)
def test_examples_of_the_specification(p_detect, p_correct, alpha, needed):
    assert coverage_needed(p_detect, p_correct, alpha) == pytest.approx(needed)


def test_smallest_number_of_references():
    found = [disincentive(0.9, 0.8, CROWD_COVERAGE, alpha) for alpha in (0, 0.25, 1, 4)]
    assert [own.smallest for own in found] == [2, 10, None, None]
    assert [own.verdict for own in found] == ["from M = 2", "from M = 10", "not up to M = 20", "never"]
    assert disincentive(0.5, 0, CROWD_COVERAGE).verdict == "never"
    assert disincentive(0.9, 0.8, {}).verdict == "depends on the coverage"


def test_exactly_enough_is_enough():
    assert disincentive(0.8, 0.6, {1: 1 / 3}).smallest == 1
    assert not is_disincentive(0.8, 0.6, 1 / 3)
    assert is_disincentive(0.8, 0.6, 0.33)


@given(shares, shares, shares, st.floats(0, 10))
def test_condition_and_coverage_needed_agree(one, other, coverage, alpha):
    p_correct, p_detect = sorted((one, other))
    needed = coverage_needed(p_detect, p_correct, alpha)
    gain = reward(p_correct, coverage, alpha) - (1 - p_detect)
    if needed is not None and abs(gain) > 1e-9:
        assert is_disincentive(p_detect, p_correct, coverage, alpha) == (coverage < needed)
    if needed is None:
        assert p_correct == 0


@given(shares, shares, st.floats(0, 10), st.dictionaries(st.integers(1, 30), shares, max_size=5))
def test_what_pays_has_enough_coverage(one, other, alpha, curve):
    p_correct, p_detect = sorted((one, other))
    found = disincentive(p_detect, p_correct, curve, alpha)
    if found.smallest is not None:
        assert not is_disincentive(p_detect, p_correct, curve[found.smallest], alpha)


@pytest.mark.parametrize(
    "wrong", [(0.5, 0.6, 0), (1.2, 0.6, 0), (0.5, -0.1, 0), (0.9, 0.8, -1), (0.9, 0.8, nan), (0.9, 0.8, inf)]
)
def test_impossible_chances_are_refused(wrong):
    with pytest.raises(UsageError):
        coverage_needed(*wrong)


@pytest.mark.parametrize("curve", [{0: 0.5}, {1: 1.5}])
def test_impossible_curves_are_refused(curve):
    with pytest.raises(UsageError, match="coverage"):
        disincentive(0.9, 0.8, curve)
