"""Shapley's values: by hand, the axioms, and drawn orders against all orders."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.stats.shapley import contributions

RNG = np.random.default_rng(0)


def game(seed, players):
    values = np.random.default_rng(seed).normal(size=2**players)
    return lambda members: float(values[sum(1 << player for player in members)])


def test_a_glove_game_by_hand():
    # Player 0 has the left glove, 1 and 2 have right ones; only a pair is worth something.
    found = contributions(lambda members: float(0 in members and len(members) > 1), 3, RNG)
    assert found.shapley.tolist() == pytest.approx([2 / 3, 1 / 6, 1 / 6])
    assert found.left_out.tolist() == [1, 0, 0]
    assert found.exact


@settings(max_examples=30)
@given(st.integers(0, 5), st.integers(0, 10**6), st.booleans())
def test_the_values_add_up_to_the_whole(players, seed, exact):
    value = game(seed, players)
    found = contributions(value, players, np.random.default_rng(seed), most_exact=8 if exact else -1)
    assert found.shapley.sum() == pytest.approx(value(frozenset(range(players))) - value(frozenset()))
    assert found.exact == exact


def test_all_orders_by_the_book():
    value = game(3, 4)
    shares = np.zeros(4)
    for order in permutations(range(4)):
        for place, player in enumerate(order):
            shares[player] += value(frozenset(order[: place + 1])) - value(frozenset(order[:place]))
    assert contributions(value, 4, RNG).shapley == pytest.approx(shares / 24)


def test_who_adds_nothing_gets_nothing_and_equals_get_the_same():
    found = contributions(lambda members: float(len(members - {2}) ** 2), 3, RNG)
    assert found.shapley == pytest.approx([2, 2, 0])


def test_drawn_orders_come_close():
    def value(members):
        return float(len(members) ** 1.5 + (0 in members and 1 in members))

    exact, drawn = (contributions(value, 9, np.random.default_rng(1), most_exact=most) for most in (9, 8))
    assert not drawn.exact
    assert drawn.shapley == pytest.approx(exact.shapley, abs=0.15)


def test_an_undefined_value_makes_contributions_undefined():
    found = contributions(lambda members: float("nan") if not members else 1.0, 2, RNG)
    assert np.isnan(found.shapley).all()
    assert found.left_out.tolist() == [0, 0]
