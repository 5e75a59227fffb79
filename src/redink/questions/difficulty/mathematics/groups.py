"""Systems in groups, and who solves which error, in; difficulty by group, and what divides the groups, out.

"Difficulty can be algorithm-dependent and training-corpus-dependent" (the study of 2021, §5.1). A group that is better
at everything solves more of every error; that is no difference in difficulty. So the tests ask whether a group solves
more, or fewer, of some errors than the abilities of its systems explain (differential item functioning).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from redink.arrays import Flags, Floats, Ints
from redink.errors import InputError, UsageError
from redink.questions.difficulty.mathematics.by_type import UNNAMED
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.scoring.edit_overlap import GROUPS
from redink.stats.group_differences import abilities, alike_groups, group_densities, sum_density, two_sided_p
from redink.stats.significance import benjamini_hochberg, holm

AUTO = "auto"
"""Asks for groups that are found in the judging table."""


class Division(NamedTuple):
    """How one error, or the errors of one type, divide the groups."""

    errors: tuple[int, ...]
    """Indices of `table.gold.edits`."""
    weights: tuple[float, ...]
    """Mean difficulty for each group."""
    group: str
    """The group that stands out most: the smallest p."""
    excess: float
    """The share that this group solves, minus the share that its abilities explain."""
    p: float | None
    """Two-sided p-value of this group against the others; `None` if no error could be tested."""
    adjusted_p: float | None
    """Adjusted for all errors (Benjamini and Hochberg) or all types (Holm), and for all groups."""


@dataclass(frozen=True, eq=False)
class Groups:
    """The groups of systems that difficulty is compared for."""

    reference: JudgedReference
    names: tuple[str, ...]
    """Names of the groups."""
    members: tuple[tuple[str, ...], ...]
    """Names of the systems in each."""
    found: bool = False
    """Whether the groups were found in the judging table."""

    @property
    def columns(self) -> list[Ints]:
        """The columns of the judging table that belong to each group."""
        systems = self.reference.table.systems
        return [np.array([systems.index(name) for name in group], dtype=np.int64) for group in self.members]

    @cached_property
    def shares(self) -> Floats:
        """(E × groups) the share of the systems of each group that solve an error."""
        solved = self.reference.table.of_errors()
        return np.stack([solved[:, columns].mean(axis=1) for columns in self.columns], axis=1)

    @cached_property
    def weights(self) -> Floats:
        """(E × groups) the weight of each error if only the systems of the group judge."""
        solved, weight = self.reference.table.of_errors(), self.reference.settings.weight
        return np.stack([weight(solved[:, columns].sum(axis=1), len(columns)) for columns in self.columns], axis=1)

    def leaning(self, side: int) -> Floats:
        """(E,) the share of one group that solves an error, minus that of the systems of all other groups."""
        solved = self.reference.table.of_errors()
        others = np.concatenate([columns for place, columns in enumerate(self.columns) if place != side])
        lean: Floats = self.shares[:, side] - solved[:, others].mean(axis=1)
        return lean

    @property
    def tested(self) -> Flags:
        """(E,) the errors that tests look at.

        Groups that were found in the table are found in sentences 1, 3, 5 …, and tested on the others. On the same
        errors, any clusters would differ.
        """
        sentence = self.reference.table.gold.sentence
        return sentence % 2 == 1 if self.found else np.ones(len(sentence), dtype=np.bool_)

    @cached_property
    def _test(self) -> _Test:
        places = np.concatenate(self.columns)
        solved = self.reference.table.of_errors()[:, places]
        owner = np.repeat(np.arange(len(self.names)), [len(columns) for columns in self.columns])
        theta = abilities(solved[self.tested])
        members = [owner == group for group in range(len(self.names))]
        return _Test(
            solved.sum(axis=1),
            np.stack([solved[:, flags].sum(axis=1) for flags in members], axis=1),
            [group_densities(theta, flags) for flags in members],
        )

    def by_error(self) -> tuple[Division, ...]:
        """Give what divides the groups error by error, the smallest p first."""
        total = self._test.total
        can_differ = self.tested & (total > 0) & (total < sum(map(len, self.members)))
        divisions = [self._division((index,), bool(flag)) for index, flag in enumerate(can_differ.tolist())]
        return _adjusted(divisions, benjamini_hochberg, self._comparisons)

    def by_type(self, granularity: str = "type") -> tuple[Division, ...]:
        """Give what divides the groups type by type, the smallest p first; `type_of` names the types."""
        by_type: dict[str, list[int]] = {}
        for index, edit in enumerate(self.reference.table.gold.edits):
            by_type.setdefault(type_name(edit.type, granularity), []).append(index)
        tested = self.tested
        divisions = [self._division(tuple(rows), bool(tested[rows].any())) for rows in by_type.values()]
        return _adjusted(divisions, holm, self._comparisons)

    @property
    def _comparisons(self) -> int:
        """Two groups make one comparison, more make one each."""
        return 1 if len(self.names) == 2 else len(self.names)

    def _division(self, errors: tuple[int, ...], can_differ: bool) -> Division:
        rows = np.array(errors)
        weights = tuple(self.weights[rows].mean(axis=0).tolist())
        rows = rows[self.tested[rows]]
        outcomes = [self._test.outcome(rows, group) for group in range(len(self.names))] if len(rows) else []
        if not outcomes:
            return Division(errors, weights, "", 0.0, None, None)
        # Of two groups, both have the same p: the one that solves more than expected is named.
        group = min(
            range(len(outcomes)), key=lambda place: (len(outcomes) > 2 and outcomes[place].p, -outcomes[place].excess)
        )
        outcome = outcomes[group]
        excess = outcome.excess / (len(rows) * len(self.members[group]))
        p = outcome.p if can_differ else None
        return Division(errors, weights, self.names[group], excess, p, p)


class _Outcome(NamedTuple):
    excess: float
    """Successes of the group, minus those that its abilities explain."""
    p: float


class _Test(NamedTuple):
    total: Ints
    """(E,) systems that solve each error."""
    by_group: Ints
    """(E × groups) systems of each group that do."""
    densities: list[Floats]
    """For each group: P(T = t | n)."""

    def outcome(self, rows: Ints, group: int) -> _Outcome:
        density = sum_density(self.densities[group], self.total[rows])
        observed = int(self.by_group[rows, group].sum())
        return _Outcome(observed - float(density @ np.arange(len(density))), two_sided_p(density, observed))


def _adjusted(
    divisions: Sequence[Division], adjust: Callable[[list[float]], Floats], comparisons: int
) -> tuple[Division, ...]:
    tested = [division.p for division in divisions if division.p is not None]
    # The smallest p of the groups counts; the others are at least as large.
    corrected = iter(np.minimum(adjust(tested) * comparisons, 1.0).tolist() if tested else [])
    rows = [division if division.p is None else division._replace(adjusted_p=next(corrected)) for division in divisions]
    return tuple(sorted(rows, key=lambda row: (row.p is None, row.p, -abs(row.excess), row.errors)))


def type_name(kind: str, granularity: str) -> str:
    """Give the name of an error's type at a granularity."""
    return GROUPS[granularity](kind) or UNNAMED


def make_groups(reference: JudgedReference, asked: str | Mapping[str, str]) -> Groups:
    """Give the groups that are asked for: a group for each system, or `auto` (`auto:3`) to find two (three) of them."""
    systems = reference.table.systems
    if isinstance(asked, str):
        return _found(reference, _number(asked))
    missing = [name for name in systems if name not in asked and name != "source"]
    if missing:
        raise InputError(f"no group for {', '.join(missing)}", remedy="give every system a group")
    names = tuple(dict.fromkeys(asked[name] for name in systems if name in asked))
    if len(names) < 2:
        raise InputError(f"{len(names)} groups", remedy="give the systems at least two groups")
    members = tuple(tuple(name for name in systems if asked.get(name) == group) for group in names)
    return Groups(reference, names, members)


def _number(asked: str) -> int:
    name, _, number = asked.partition(":")
    if name != AUTO or (number and not (number.isdecimal() and int(number) > 1)):
        raise UsageError(f"there are no groups {asked!r}", remedy="give a file, auto or auto:3")
    return int(number or 2)


def _found(reference: JudgedReference, number: int) -> Groups:
    table = reference.table
    if len(table.systems) <= number:
        raise UsageError(
            f"{number} groups of {len(table.systems)} systems", remedy="give more systems, or fewer groups"
        )
    labels = alike_groups(table.of_errors()[table.gold.sentence % 2 == 0], number)
    if not labels.any():
        raise UsageError(
            "the systems cannot be divided into groups: they solve the same errors",
            remedy="give systems that differ, or a file of groups",
        )
    members = tuple(
        tuple(name for name, label in zip(table.systems, labels, strict=True) if label == group)
        for group in range(int(labels.max()) + 1)
    )
    return Groups(reference, tuple(f"group {place}" for place in range(1, len(members) + 1)), members, found=True)
