"""Statistics by error type in; the best system of each type, and whether that is more than chance, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from redink.arrays import Floats
from redink.evaluation.estimate import adjusted, all_pairs, too_few_resamples
from redink.evaluation.statistics import Statistics
from redink.evaluation.tables import p_cells
from redink.evaluation.trust import Draws, Trust
from redink.frozen import frozen
from redink.questions.score.by_type import group_tables, groups
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.edit_measures import EditOverlap


@frozen
class Leader:
    """The best system for one group of error types, held against the next one."""

    group: str
    """The group, e.g. `VERB:SVA`."""
    systems: tuple[str, ...]
    """The best system; several when they tie."""
    score: float
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


def find_leaders(statistics: Statistics, by: str, measure: EditOverlap, trust: Trust | None = None) -> list[Leader]:
    """Find the best system of every group and test it against the second best.

    A group of which no system corrected anything has no leader. The two systems are picked by looking at the
    scores, so p is for orientation: a claim wants a comparison that was planned.

    The β of the measure is used.
    """
    draws = Draws(trust or Trust(), len(statistics.data.sources), statistics.data.documents)
    tables = group_tables(statistics, measure, by)
    leaders = [leader for group in groups(tables) if (leader := _leader(group, tables, measure, draws)) is not None]
    corrected = adjusted([leader.p for leader in leaders], "holm")
    return [replace(leader, adjusted_p=p) for leader, p in zip(leaders, corrected, strict=True)]


def _leader(
    group: str, tables: Mapping[str, Mapping[str, Floats]], measure: EditOverlap, draws: Draws
) -> Leader | None:
    here = {system: by_group[group] for system, by_group in tables.items() if group in by_group}
    formula = measure.score_from_sums
    scores = {system: float(formula(table.sum(axis=0))) for system, table in here.items()}
    ranked = sorted(scores, key=lambda system: -scores[system])
    best = scores[ranked[0]]
    if not best > 0:
        return None
    first = tuple(system for system in ranked if scores[system] == best)
    if len(ranked) == 1:
        return Leader(group, first, best, None, None, None, None)
    test = all_pairs([here[ranked[1]], here[ranked[0]]], formula, draws)[0, 1]
    return Leader(group, first, best, ranked[1], test.difference, test.p, None, 1 / (test.resamples + 1))


def leaders_table(
    leaders: Sequence[Leader], *, by: str = "type", beta: float = 0.5, trust: Trust | None = None
) -> Table:
    """One row per group: who leads, by how much, and how sure that is; below, how many groups each leads."""
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
                Cell(leader.group),
                Cell(", ".join(leader.systems)),
                Cell(leader.score),
                Cell(leader.second),
                Cell(leader.difference),
                *p_cells(leader),
            )
        )
        for leader in leaders
    )
    tests = sum(leader.p is not None for leader in leaders)
    notes = (_tally(leaders), *too_few_resamples(tests, trust or Trust()))
    return Table(f"Leaders by {by}", columns, rows, notes=tuple(note for note in notes if note))


def _tally(leaders: Sequence[Leader], alpha: float = 0.05) -> str:
    leads = Counter(system for leader in leaders for system in leader.systems)
    sure = Counter(
        leader.systems[0]
        for leader in leaders
        if leader.adjusted_p is not None and leader.adjusted_p <= alpha and len(leader.systems) == 1
    )
    parts = [f"{system} {number} ({sure[system]} significantly)" for system, number in leads.most_common()]
    return (
        f"Number of groups led, ties counted for each (significant at α = {alpha:g} after Holm): {', '.join(parts)}."
        if parts
        else ""
    )
