"""Which system solves which error in; errors solved by one system or by none, and the best teams of k systems, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from math import comb
from operator import or_
from typing import NamedTuple

import numpy as np

from redink.arrays import Flags, Floats, Ints

MOST_TEAMS = 50_000
"""If there are more teams of one size than this, systems are added greedily instead."""


class Team(NamedTuple):
    """k systems that together solve the most errors."""

    members: tuple[str, ...]
    solved: int
    """Number of errors that at least one of them solves."""
    recall: float | None
    """Solved share of all errors: a perfect choice among their outputs would reach it (oracle recall)."""
    exact: bool
    """Whether all teams of this size were tried; otherwise systems were added one by one."""


def solved_by_one(correct: Flags) -> list[Ints]:
    """Give for each system the errors that only this system solves. `correct` is (E × N)."""
    alone = correct.sum(axis=1) == 1
    return [np.flatnonzero(alone & correct[:, column]) for column in range(correct.shape[1])]


def solved_by_none(correct: Flags) -> Ints:
    """Give the errors that no system solves."""
    return np.flatnonzero(~correct.any(axis=1))


def best_teams(names: Sequence[str], correct: Flags) -> tuple[Team, ...]:
    """Give for k = 1 … N the k systems that together solve the most errors; ties go to the first named."""
    # The errors that a system solves are the bits of one long integer: joining teams is then nearly free.
    solutions = [int("".join("1" if flag else "0" for flag in flags) or "0", 2) for flags in correct.T.tolist()]
    teams: list[Team] = []
    members: tuple[int, ...] = ()
    for k in range(1, len(names) + 1):
        exact = comb(len(names), k) <= MOST_TEAMS
        tried = combinations(range(len(names)), k) if exact else _one_more(members, len(names))
        members = max(tried, key=lambda team: _together(solutions, team))
        solved = _together(solutions, members)
        recall = solved / len(correct) if len(correct) else None
        teams.append(Team(tuple(names[column] for column in members), solved, recall, exact))
    return tuple(teams)


def _together(solutions: Sequence[int], team: Iterable[int]) -> int:
    return reduce(or_, (solutions[column] for column in team), 0).bit_count()


def _one_more(members: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    return (tuple(sorted((*members, column))) for column in range(size) if column not in members)


class Influence(NamedTuple):
    """How the weights of the errors change when one system does not judge."""

    system: str
    """The system left out."""
    mean_weight: float | None
    """Mean weight of the errors without this system."""
    moved: float | None
    """Mean absolute change of the errors' weights."""
    ranks_changed: int
    """Number of the other systems whose rank among themselves, by weighted F_β, changes."""


def mean_shift(before: Floats, after: Floats) -> tuple[float | None, float | None]:
    """Give the mean of the new weights and their mean absolute change."""
    if not len(after):
        return None, None
    return float(after.mean()), float(np.abs(after - before).mean())
