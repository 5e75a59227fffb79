"""Weight functions: values by hand, what is refused and what is warned about."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.questions.difficulty.mathematics.breakpoint import breakpoint_of
from redink.questions.difficulty.mathematics.weights import (
    check_weights,
    constant,
    linear,
    log,
    parse_weight,
    reciprocal,
)


def values(weight, size=2):
    return weight(np.arange(size + 1), size).tolist()


def test_values():
    assert values(linear()) == [1, 0.5, 0]
    assert values(linear(2, 1, 1)) == pytest.approx([5 / 3, 4 / 3, 1])
    assert values(reciprocal()) == [3, 1.5, 1]
    assert values(log()) == pytest.approx([np.log(3), np.log(1.5), 0])
    assert values(constant()) == [1, 1, 1]


@given(st.sampled_from(["linear", "linear:1.5,0.25,1", "reciprocal", "log:0.5"]), st.integers(1, 20))
def test_the_more_systems_solve_it_the_easier(name, size):
    assert (np.diff(values(parse_weight(name), size)) < 0).all()


@pytest.mark.parametrize("name", ["cubic", "linear:1,2,3,4", "linear:x", "linear:nan", "constant:1", "reciprocal:inf"])
def test_other_names_are_refused(name):
    with pytest.raises(UsageError, match="weight function"):
        parse_weight(name)


@pytest.mark.parametrize("name", ["reciprocal:-1", "log:0", "log:-1"])
def test_what_has_no_value_must_be_smoothed(name):
    with pytest.raises(UsageError, match="smooth"):
        parse_weight(name)


def test_the_papers_reciprocal_of_the_success_rate():
    # §3.1: success rates of .5 and 1 give the weights 2.0 and 1.0. N/0 has no value: N, as for one success.
    assert values(parse_weight("reciprocal:0"))[1:] == [2.0, 1.0]
    assert values(parse_weight("reciprocal:0"), 4) == [4, 4, 2, pytest.approx(4 / 3), 1]
    assert parse_weight("reciprocal:0").name == "reciprocal:0"
    assert check_weights(parse_weight("reciprocal:0"), 5) == ()


def test_negative_weights_are_refused_but_by_the_faithful_mode():
    # a = 1: negative when b > c.
    with pytest.raises(UsageError, match="negative"):
        check_weights(linear(1, 0.5, 0), 8)
    assert "rewarded" in check_weights(linear(1, 0.5, 0), 8, mode="faithful")[0]
    assert check_weights(linear(1, 0.5, 0.5), 8) == ()


def test_division_by_zero_is_refused():
    with pytest.raises(UsageError, match="no value"):
        check_weights(linear(1, 0, -8), 8)


@pytest.mark.parametrize(
    ("size", "word"),
    [(1, "solved errors get weight 0. Do not use these scores"), (2, "become stable"), (4, "become stable")],
)
def test_small_pools_are_warned_about(size, word):
    assert word in check_weights(linear(), size)[0]
    assert check_weights(linear(), 5) == ()


def test_no_pool_is_refused():
    with pytest.raises(UsageError, match="no system is left"):
        check_weights(linear(), 0)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        # The paper's example: 2600 errors, recall 0.45, 10 systems (§5.2); the others from SPEC-difficulty §1.7.
        ((1, 0, 0), 130.0),
        ((1, 0.25, 0), 100.3),
        ((1, 0.5, 0), 68.8),
        ((1, -0.5, 0), 184.7),
        ((1, 0, 1), 234.0),
        ((1, 0, 2), 319.1),
        ((1.25, 0, 0), 356.1),
        ((1.5, 0, 0), 501.4),
        ((2, 0, 0), 677.4),
    ],
)
def test_breakpoints(parameters, expected):
    assert breakpoint_of(2600, 0.45, 10, linear(*parameters)) == pytest.approx(expected, abs=0.05)


def test_breakpoints_that_do_not_exist():
    assert breakpoint_of(100, 0.5, 2, linear(1, 1, 0)) is None  # w(1) = 0
    with pytest.raises(UsageError, match="two systems"):
        breakpoint_of(100, 0.5, 1)
