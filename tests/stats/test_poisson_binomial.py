"""The number of successes: against enumeration, one trial after the other, and the binomial."""

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from redink.errors import InputError, UsageError
from redink.stats import poisson_binomial as module
from redink.stats.poisson_binomial import central_interval, difference_density, poisson_binomial, tail_probability

probabilities = st.lists(st.floats(0, 1), max_size=8)


@given(probabilities)
def test_density_is_enumeration(p: list[float]) -> None:
    expected = np.zeros(len(p) + 1)
    for outcome in product((0, 1), repeat=len(p)):
        expected[sum(outcome)] += np.prod([own if hit else 1 - own for own, hit in zip(p, outcome, strict=True)])
    assert poisson_binomial(p) == pytest.approx(expected, abs=1e-12)


@given(st.integers(0, 300), st.floats(0.001, 1))
def test_equal_probabilities_are_binomial(trials: int, p: float) -> None:
    expected = binom.pmf(np.arange(trials + 1), trials, p)
    assert poisson_binomial([p] * trials) == pytest.approx(expected, abs=1e-10)


def test_one_trial_after_the_other() -> None:
    p = np.random.default_rng(0).random(200)
    expected = np.array([1.0])
    for own in p:
        expected = np.convolve(expected, [1 - own, own])
    assert poisson_binomial(p) == pytest.approx(expected, abs=1e-12)


def test_far_tails_keep_their_digits() -> None:
    density = poisson_binomial([0.5] * 1000)
    assert density[0] == pytest.approx(0.5**1000, rel=1e-12)
    assert (density >= 0).all()


def test_tails() -> None:
    p = [0.5, 0.5]
    assert tail_probability(0, p) == pytest.approx(0.25)
    assert tail_probability(2, p, tail="upper") == pytest.approx(0.25)
    assert tail_probability(2, p, tail="two-sided") == pytest.approx(0.5)
    assert tail_probability(1, p, tail="two-sided") == 1


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.floats(0.5, 0.99))
def test_central_interval_holds_its_probability(p: list[float], level: float) -> None:
    density = poisson_binomial(p)
    low, high = central_interval(density, level=level)
    assert density[low : high + 1].sum() >= level - 1e-9
    assert density[:low].sum() <= (1 - level) / 2 + 1e-9
    assert density[high + 1 :].sum() <= (1 - level) / 2 + 1e-9


def test_difference_by_hand() -> None:
    # K₁ is 0 or 1, K₂ is 0 or 1, evenly: −1, 0, 0, 1.
    assert difference_density([0.5], [0.5]) == pytest.approx([0.25, 0.5, 0.25])


def test_what_is_no_probability_is_refused() -> None:
    with pytest.raises(InputError, match="0 to 1"):
        poisson_binomial([1.5])
    with pytest.raises(InputError, match="0 to 1"):
        poisson_binomial([float("nan")])
    with pytest.raises(UsageError, match="3 successes"):
        tail_probability(3, [0.5, 0.5])


coefficients = st.lists(st.floats(0, 1), min_size=1, max_size=80).map(np.array)


@given(coefficients, coefficients)
def test_products_are_those_of_numpy(first, second):
    assert module.product(first, second) == pytest.approx(np.convolve(first, second), rel=1e-13)


def test_bug_the_last_digits_depended_on_the_processor():
    code = (
        "import sys, numpy; from redink.stats.poisson_binomial import poisson_binomial; "
        "sys.stdout.buffer.write(poisson_binomial(numpy.arange(1, 400) / 401).tobytes())"
    )
    digits = {
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"OPENBLAS_CORETYPE": kind}, capture_output=True, check=True
        ).stdout
        for kind in ("Nehalem", "Haswell", "SkylakeX")
    }
    assert len(digits) == 1
