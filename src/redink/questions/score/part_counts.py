"""An `EvalSet` in; TP, FP, FN, P, R and F of parts of it out: of error types, of slices of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from redink.arrays import Floats
from redink.evaluation.results import precision_and_recall
from redink.evaluation.tables import GROUPS, compare_groups
from redink.questions.score.slices import natural_order
from redink.records import Counts, EvalSet
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Conventions, Measure, counts_of, parse_measures
from redink.scoring.measures import EditOverlap


def group_counts_table(data: EvalSet, by: str, measure: EditOverlap) -> Table:
    """One row a group of error types and system.

    Args:
        data: What is evaluated, with edits.
        by: `operation`, `type` or `operation-type`.
        measure: Its level and β are used.
    """
    tables = compare_groups(data, measure, GROUPS[by])
    names = sorted({name for own in tables.values() for name in own})
    nothing = np.zeros(len(measure.columns))
    sums = (
        (name, system, own[name].sum(axis=0) if name in own else nothing)
        for name in names
        for system, own in tables.items()
    )
    return _table(f"Counts of {measure.name} by {by}", by, sums, measure, measure.conventions.rule)


def slice_counts_table(
    data: EvalSet, measure: str, labels: Sequence[str], *, by: str, conventions: Conventions | None = None
) -> Table | None:
    """One row a slice and system; `None` for a measure that counts no edits."""
    conventions = conventions or Conventions()
    (parsed,) = parse_measures((measure,), conventions)
    if counts_of(parsed, np.zeros(len(parsed.columns))) is None:
        return None
    tables = {system.name: parsed.sentence_stats(data, system) for system in data.systems}
    here = {label: np.array([own == label for own in labels]) for label in sorted(set(labels), key=natural_order)}
    sums = ((label, name, table[rows].sum(axis=0)) for label, rows in here.items() for name, table in tables.items())
    return _table(f"Counts of {parsed.name} by {by}", by, sums, parsed, conventions.rule)


def _table(title: str, by: str, parts: Iterator[tuple[str, str, Floats]], measure: Measure, rule: Rule) -> Table:
    columns = (
        Column("part", by),
        Column("system"),
        *(Column(key, key.upper(), digits=0) for key in ("tp", "fp", "fn")),
        Column("precision", "P", digits=4),
        Column("recall", "R", digits=4),
        Column("score", measure.name, digits=4),
    )
    rows = []
    for part, system, sums in parts:
        counts = counts_of(measure, sums)
        assert counts is not None
        score = float(measure.score_from_sums(sums[np.newaxis])[0])
        rows.append(Row((Cell(part), Cell(system), *_cells(counts, rule), Cell(score))))
    return Table(title, columns, tuple(rows))


def _cells(counts: Counts, rule: Rule) -> Iterator[Cell]:
    yield from (Cell(int(number)) for number in (counts.tp, counts.fp, counts.fn))
    yield from map(Cell, precision_and_recall(counts, rule))
