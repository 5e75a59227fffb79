"""Sums of statistics of parts of the data in; a table of TP, FP, FN, P, R and the score of each part out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from redink.arrays import Floats
from redink.evaluation.tables import precision_and_recall
from redink.records import Counts
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Measure, counts_of


def part_table(title: str, by: str, parts: Iterable[tuple[str, str, Floats]], measure: Measure, rule: Rule) -> Table:
    """Show one line for each (part, system, sums)."""
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
