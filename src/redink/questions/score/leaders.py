"""An `EvalSet` in; out which system is best at each error type, and whether that is more than chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from redink.arrays import Floats
from redink.evaluation.tables import GROUPS, compare_groups, p_cells
from redink.questions.score.run import PairedTest, Trust, paired_test, too_few_resamples
from redink.records import EvalSet
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.measure import Conventions
from redink.scoring.measures import EditOverlap
from redink.stats.significance import holm


@dataclass(frozen=True, slots=True)
class Leader:
    """The best system for one group of error types, held against the next one."""

    group: str
    """The group, e.g. `VERB:SVA`."""
    systems: tuple[str, ...]
    """The best system; several when they tie."""
    score: float
    """Its score."""
    second: str | None
    """The next system; `None` when no other has a score."""
    difference: float | None
    """How far ahead of it the best one is."""
    p: float | None
    """Two-sided p-value of that difference."""
    adjusted_p: float | None
    """The same, adjusted by Holm for the number of groups."""
    least_p: float | None = None
    """The smallest p-value the test could have given."""


def find_leaders(
    data: EvalSet,
    by: str = "type",
    *,
    beta: float = 0.5,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
) -> list[Leader]:
    """Find the best system of every group and test it against the second best.

    A group of which no system corrected anything has no leader. The two systems are picked by looking at the
    scores, so p is for orientation: a claim wants a comparison that was planned.

    Args:
        data: What is evaluated, with edits.
        by: `operation`, `type` or `operation-type`.
        beta: β of F_β.
        conventions: Reference rule and the like.
        trust: How the tests are made.
    """
    measure = EditOverlap("F", beta, "correction", conventions or Conventions())
    test = paired_test(data, trust or Trust())
    tables = compare_groups(data, measure, GROUPS[by])
    groups = sorted({name for own in tables.values() for name in own})
    found = [one for group in groups if (one := _leader(group, tables, measure, test)) is not None]
    adjusted = holm([math.nan if one.p is None else one.p for one in found]).tolist() if found else []
    return [_adjusted(one, p) for one, p in zip(found, adjusted, strict=True)]


def _leader(
    group: str, tables: Mapping[str, Mapping[str, Floats]], measure: EditOverlap, test: PairedTest
) -> Leader | None:
    own = {system: by_group[group] for system, by_group in tables.items() if group in by_group}
    scores = {system: float(measure.score_from_sums(table.sum(axis=0))) for system, table in own.items()}
    ranked = sorted(scores, key=lambda system: -scores[system])
    best = scores[ranked[0]]
    if not best > 0:
        return None
    first = tuple(system for system in ranked if scores[system] == best)
    if len(ranked) == 1:
        return Leader(group, first, best, None, None, None, None)
    result = test(own[ranked[1]], own[ranked[0]], measure)
    return Leader(group, first, best, ranked[1], result.difference, result.p, None, 1 / (result.resamples + 1))


def _adjusted(one: Leader, p: float) -> Leader:
    return replace(one, adjusted_p=None if one.p is None else p)


def leaders_table(
    leaders: Sequence[Leader], *, by: str = "type", beta: float = 0.5, trust: Trust | None = None
) -> Table:
    """One row a group: who leads, by how much, and how sure that is; below, how many groups each leads."""
    columns = (
        Column(by),
        Column("leader"),
        Column("score", f"F{beta:g}", digits=4),
        Column("second"),
        Column("difference", digits=4),
        Column("p", digits=4),
        Column("adjusted_p", "p (Holm)", digits=4),
    )
    rows = tuple(
        Row(
            (
                Cell(one.group),
                Cell(", ".join(one.systems)),
                Cell(one.score),
                Cell(one.second),
                Cell(one.difference),
                *p_cells(one),
            )
        )
        for one in leaders
    )
    tests = sum(one.p is not None for one in leaders)
    notes = (_tally(leaders), *too_few_resamples(tests, trust or Trust()))
    return Table(f"Leaders by {by}", columns, rows, notes=tuple(note for note in notes if note))


def _tally(leaders: Sequence[Leader], alpha: float = 0.05) -> str:
    leads = Counter(system for one in leaders for system in one.systems)
    sure = Counter(
        one.systems[0]
        for one in leaders
        if one.adjusted_p is not None and one.adjusted_p <= alpha and len(one.systems) == 1
    )
    parts = [f"{system} {number} ({sure[system]} significantly)" for system, number in leads.most_common()]
    return (
        f"Groups led, ties counted for all (significant at α = {alpha:g} after Holm): {', '.join(parts)}."
        if parts
        else ""
    )
