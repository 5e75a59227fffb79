"""The value of every set of players in; what each player contributes out: by leaving it out, and Shapley's value.

L. Shapley (1953): the mean, over all orders in which players join, of what a player adds when it joins. The values of
all players add up to the value of all of them minus the value of none (efficiency).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from redink.arrays import Floats

MOST_EXACT = 8
"""With more players, orders are drawn."""
ORDERS = 100
"""Number of orders that are drawn; each is also read backwards."""


class Contributions(NamedTuple):
    """What each player contributes."""

    left_out: Floats
    """(n,) value of all players minus the value without this one."""
    shapley: Floats
    """(n,) Shapley's values."""
    exact: bool
    """Whether all sets of players were valued; otherwise orders were drawn."""


def contributions(
    value: Callable[[frozenset[int]], float], players: int, rng: np.random.Generator, *, most_exact: int = MOST_EXACT
) -> Contributions:
    """Give the contributions of players 0 … n−1; an undefined value (NaN) makes them undefined."""
    valued = cache(value)
    everyone = frozenset(range(players))
    left_out = np.array([valued(everyone) - valued(everyone - {player}) for player in range(players)])
    exact = players <= most_exact
    return Contributions(left_out, _exact(valued, players) if exact else _drawn(valued, players, rng), exact)


def _exact(value: Callable[[frozenset[int]], float], players: int) -> Floats:
    shares = np.zeros(players)
    for player in range(players):
        others = [other for other in range(players) if other != player]
        for size in range(players):
            weight = 1 / (players * comb(players - 1, size))
            for members in map(frozenset, combinations(others, size)):
                shares[player] += weight * (value(members | {player}) - value(members))
    return shares


def _drawn(value: Callable[[frozenset[int]], float], players: int, rng: np.random.Generator) -> Floats:
    shares = np.zeros(players)
    for _ in range(ORDERS):
        order = rng.permutation(players).tolist()
        for joined in (order, order[::-1]):
            members: frozenset[int] = frozenset()
            for player in joined:
                shares[player] += value(members | {player}) - value(members)
                members |= {player}
    return shares / (2 * ORDERS)
