"""How many sentences a test needs: by hand, and by trying it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from redink.stats.power import needed_units


def test_by_hand():
    # z(0.975) + z(0.8) = 1.96 + 0.8416 = 2.8016; (2.8016 · 0.02 / 0.01)² · 100 = 3139.6
    assert needed_units(0.01, spread=0.02, units=100, alpha=0.05) == 3140


def test_few_units_can_show_nothing_by_exchange():
    assert needed_units(0.5, spread=0, units=3, alpha=0.05) == 6  # 2^(1-6) = 1/32 is below 0.05, and 1/16 is not


@given(st.floats(0.001, 1), st.floats(0, 1), st.integers(1, 1000), st.integers(1, 9))
def test_smaller_differences_and_more_tests_need_more(difference, spread, units, tests):
    needed = needed_units(difference, spread=spread, units=units, alpha=0.05, tests=tests)
    assert needed_units(difference / 2, spread=spread, units=units, alpha=0.05, tests=tests) >= needed
    assert needed_units(difference, spread=spread, units=units, alpha=0.05, tests=tests + 1) >= needed


def test_so_many_sentences_show_the_difference_four_times_in_five():
    rng = np.random.default_rng(3)
    needed = needed_units(0.2, spread=1 / np.sqrt(50), units=50, alpha=0.05)  # differences of sentences vary by 1
    samples = rng.normal(0.2, 1, size=(4000, needed))
    shown = np.abs(samples.mean(axis=1)) * np.sqrt(needed) > 1.96
    assert abs(shown.mean() - 0.8) < 0.03
