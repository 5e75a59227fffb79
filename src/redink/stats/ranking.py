"""Scores and p-values of pairs in; ranks, rank clusters and letters of significance out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from redink.arrays import Flags, Floats
from redink.errors import InputError


def ranks(scores: npt.ArrayLike) -> Floats:
    """Give the rank of each system; the best has rank 1, and systems that tie for second place have rank 2 (then 4).

    An undefined score (NaN) gets the rank NaN.
    """
    values = np.asarray(scores, dtype=np.float64)
    better = (values > values[:, np.newaxis]).sum(axis=1)
    return np.where(np.isnan(values), np.nan, 1.0 + better)


def significantly_better(scores: npt.ArrayLike, p_values: Floats, *, alpha: float = 0.05) -> Flags:
    """Tell for every pair, (s × s), whether the system of the row is better than that of the column with p ≤ alpha.

    Args:
        scores: (s,) scores; a system with an undefined score (NaN) is neither better nor worse than any other.
        p_values: (s × s) two-sided p-values, adjusted or not; NaN is not significant.
        alpha: The level of significance.
    """
    values = np.asarray(scores, dtype=np.float64)
    _expect_square(p_values, len(values))
    flags: Flags = (values[:, np.newaxis] > values) & (p_values <= alpha)
    return flags


def rank_clusters(scores: npt.ArrayLike, better: Flags) -> tuple[int | None, ...]:
    """Give the cluster of each system; the best cluster is 1 (as in the WMT human evaluations).

    In the order of scores, a new cluster begins wherever every system above is significantly better than
    every system below.

    Args:
        scores: (s,) scores; a system with an undefined score (NaN) is in no cluster (`None`).
        better: (s × s) result of `significantly_better`.
    """
    values = np.asarray(scores, dtype=np.float64)
    _expect_square(better, len(values))
    order = _best_first(values)
    clusters: list[int | None] = [None] * len(values)
    cluster = 1
    for place, system in enumerate(order):
        if place and better[np.ix_(order[:place], order[place:])].all():
            cluster += 1
        clusters[system] = cluster
    return tuple(clusters)


def rank_ranges(scores: npt.ArrayLike, better: Flags) -> tuple[tuple[int, int] | None, ...]:
    """Give the best and the worst rank that each system may have, e.g. (2, 4).

    The best rank is 1 + the number of systems that are significantly better. The worst rank is the number of systems
    minus the number of those that are significantly worse. An undefined score (NaN) has no range (`None`).
    """
    values = np.asarray(scores, dtype=np.float64)
    _expect_square(better, len(values))
    defined = ~np.isnan(values)
    above, below = better.sum(axis=0), better.sum(axis=1)
    count = int(defined.sum())
    return tuple((1 + int(above[i]), count - int(below[i])) if defined[i] else None for i in range(len(values)))


def letter_sets(scores: npt.ArrayLike, differs: Flags) -> tuple[tuple[str, ...], ...]:
    """Give each system its letters: two systems share a letter exactly when they do not differ significantly.

    A letter stands for a set of systems of which no two differ. Starting with the best system, each pair that shares no
    letter yet gets a new one. That letter is then given to every further system that can have it; the systems that need
    it most come first. Letters that prove unnecessary are removed. The work is bounded by the number of pairs, unlike a
    list of all maximal sets, and common cases get the common letters a, ab, b.

    Args:
        scores: (s,) scores; a system with an undefined score (NaN) gets no letter.
        differs: (s × s) symmetric, whether two systems differ (p ≤ alpha).

    Returns:
        The letters of each system, such as ("a",) or ("a", "b"); after z come aa, ab, ….
    """
    values = np.asarray(scores, dtype=np.float64)
    _expect_square(differs, len(values))
    order = _best_first(values)
    alike: Flags = ~differs[np.ix_(order, order)]
    if not (alike == alike.T).all():
        raise InputError("whether two systems differ must not depend on their order", remedy="give a symmetric table")
    np.fill_diagonal(alike, val=True)
    sets = _without_needless(_covering_sets(alike))
    sets.sort(key=lambda members: np.flatnonzero(members).tolist())
    names = [_letter(number) for number in range(len(sets))]
    letters: list[tuple[str, ...]] = [()] * len(values)
    for place, system in enumerate(order):
        letters[system] = tuple(name for name, members in zip(names, sets, strict=True) if members[place])
    return tuple(letters)


def _covering_sets(alike: Flags) -> list[Flags]:
    """Give sets of systems such that no two systems of a set differ, and any two that do not differ share a set."""
    covered = np.zeros_like(alike)
    sets: list[Flags] = []
    for i, j in np.argwhere(np.triu(alike)):
        if covered[i, j]:
            continue
        members = np.zeros(len(alike), dtype=np.bool_)
        members[[i, j]] = True
        possible = alike[i] & alike[j] & ~members
        while possible.any():
            gain = (~covered[members]).sum(axis=0)
            taken = int(np.where(possible, gain, -1).argmax())
            members[taken] = True
            possible &= alike[taken]
            possible[taken] = False
        covered |= np.outer(members, members)
        sets.append(members)
    return sets


def _without_needless(sets: Sequence[Flags]) -> list[Flags]:
    """Give the sets without those whose pairs are all in other sets too; small sets are dropped first."""
    if not sets:
        return []
    shared = np.zeros((len(sets[0]), len(sets[0])), dtype=np.int64)
    for members in sets:
        shared += np.outer(members, members)
    needed = []
    for members in sorted(sets, key=lambda flags: int(flags.sum())):
        pairs = np.outer(members, members)
        if shared[pairs].min() > 1:
            shared -= pairs
        else:
            needed.append(members)
    return needed


def _letter(number: int) -> str:
    """Give a, b, …, z, aa, ab, … for 0, 1, …."""
    letters = ""
    number += 1
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(ord("a") + place) + letters
    return letters


def _best_first(values: Floats) -> npt.NDArray[np.intp]:
    """Give the places of the defined values from best to worst; ties in the order given."""
    order = np.argsort(-values, kind="stable")
    return order[: np.count_nonzero(~np.isnan(values))]


def _expect_square(table: npt.NDArray[np.generic], size: int) -> None:
    if table.shape != (size, size):
        raise InputError(
            f"a table of pairs has shape {table.shape}, not ({size}, {size})",
            remedy="give one row and one column for each system",
        )
