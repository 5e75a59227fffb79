"""Result records in, tables to show out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from redink.evaluate.results import Difference, Results
from redink.records import EvalSet, Score
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.edit_overlap import full_type_of, main_type_of, operation_of
from redink.scoring.measure import Conventions
from redink.scoring.measures import EditOverlap
from redink.scoring.ratios import Floats

GROUPS: Mapping[str, Callable[[str], str | None]] = {
    "operation": operation_of,
    "type": main_type_of,
    "operation-type": full_type_of,
}
"""How `--by` groups error types."""


def score_table(results: Results) -> Table:
    """One row a system, one column a measure; counts where there is one measure that has them."""
    measures = [score.measure for score in results.systems[0].scores] if results.systems else []
    has_counts = bool(results.systems) and results.systems[0].scores[0].counts is not None
    counted = [Column(name, name.upper(), digits=0) for name in ("tp", "fp", "fn")] if has_counts else []
    columns = [Column("system"), *counted, *(Column(name, direction="higher", digits=4) for name in measures)]
    rows = [
        Row(
            (
                Cell(system.name),
                *(_counts(system.scores[0]) if has_counts else ()),
                *(Cell(score.value, score.interval) for score in system.scores),
            ),
            competes=system.name != "source",
        )
        for system in results.systems
    ]
    return Table("Scores", tuple(columns), tuple(rows), notes=(*results.footnotes, f"Signature: {results.signature}."))


def _counts(score: Score) -> tuple[Cell, ...]:
    counts = score.counts
    assert counts is not None
    return Cell(int(counts.tp)), Cell(int(counts.fp)), Cell(int(counts.fn))


def difference_table(results: Results, *, alpha: float = 0.05) -> Table:
    """One row a comparison with the base system."""
    columns = (
        Column("measure"),
        Column("system"),
        Column("base"),
        Column("difference", digits=4),
        Column("p", digits=4),
        Column("adjusted_p", "p (Holm)", digits=4),
        Column("verdict"),
    )
    rows = tuple(
        Row(
            (
                Cell(one.measure),
                Cell(one.system),
                Cell(one.base),
                Cell(one.difference),
                Cell(one.p),
                Cell(one.adjusted_p),
                Cell(_verdict(one, alpha)),
            )
        )
        for one in results.differences
    )
    note = f"Verdict at α = {alpha:g} after Holm's correction over the systems of a measure."
    return Table("Paired comparisons", columns, rows, notes=(note,))


def _verdict(one: Difference, alpha: float) -> str:
    if one.adjusted_p is None or one.difference is None:
        return "not available"
    if one.adjusted_p > alpha:
        return "no significant difference"
    return "better" if one.difference > 0 else "worse"


def breakdown_table(
    data: EvalSet, by: str, *, beta: float = 0.5, conventions: Conventions | None = None, level: str = "correction"
) -> Table:
    """One row a group of error types, one column a system: F_β; the first columns count reference edits."""
    conventions = conventions or Conventions()
    measure = EditOverlap("F", beta, level, conventions)  # type: ignore[arg-type]
    tables = {system.name: measure.compare(data, system).by_type(GROUPS[by]) for system in data.systems}
    names = sorted({name for own in tables.values() for name in own})
    columns = (
        Column(by),
        Column("edits", "edits (most)", digits=0),
        *(Column(system, digits=4) for system in tables),
    )
    rows = tuple(Row((Cell(name), Cell(_edits(tables, name)), *_cells(tables, name, measure))) for name in names)
    notes = (
        "F of each group; – where a system neither proposed nor missed any. "
        "'edits (most)': reference edits of the group, the largest number over systems (the reference that is "
        "chosen for a sentence depends on the system).",
    )
    return Table(f"{measure.name} by {by}", columns, rows, notes=notes)


def _edits(tables: Mapping[str, Mapping[str, Floats]], name: str) -> int:
    return max(int(own[name][:, [0, 2]].sum()) if name in own else 0 for own in tables.values())


def _cells(tables: Mapping[str, Mapping[str, Floats]], name: str, measure: EditOverlap) -> Sequence[Cell]:
    empty = np.zeros((1, 3))
    return [
        Cell(float(measure.score_from_sums(own.get(name, empty).sum(axis=0)[np.newaxis])[0])) for own in tables.values()
    ]
