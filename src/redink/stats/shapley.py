"""The value of every set of players in; what each player contributes out: by leaving it out, and Shapley's value.

L. Shapley (1953): the mean, over all orders in which players join, of what a player adds when it joins. The values of
all players add up to the value of all of them minus the value of none (efficiency).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
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
    values = np.array([value(frozenset(members)) for members in sets_of(players)])
    shares: Floats = _share_weights(players) @ values
    return shares


@cache
def sets_of(players: int) -> tuple[tuple[int, ...], ...]:
    """Give all 2ⁿ sets of the players 0 … n−1; the k-th has the players whose bits are 1 in k."""
    return tuple(tuple(player for player in range(players) if number >> player & 1) for number in range(2**players))


@cache
def _share_weights(players: int) -> Floats:
    """(n, 2ⁿ) weight of each set's value in the share of each player."""
    weights = np.empty((players, 2**players))
    for number, members in enumerate(sets_of(players)):
        for player in range(players):
            joined = player in members
            size = len(members) - joined
            weights[player, number] = (1 if joined else -1) / (players * comb(players - 1, size))
    return weights


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
