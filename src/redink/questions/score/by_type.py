"""Statistics by error type in; tables of F, and of the counts behind it, for each group of types out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from redink.arrays import Floats
from redink.evaluation.estimate import plain_score
from redink.evaluation.statistics import Statistics
from redink.questions.score.part_counts import part_table
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring.edit_measures import EditOverlap


def breakdown_table(statistics: Statistics, by: str, measure: EditOverlap, *, macro: bool = False) -> Table:
    """Show F_β of each group of error types and system; the first columns count reference edits.

    The level and β of the measure are used. With `macro`, a last line gives the mean over groups, each with the same
    weight.
    """
    tables = group_tables(statistics, measure, by)
    columns = (Column(by), Column("edits", "edits (most)", digits=0), *(Column(system, digits=4) for system in tables))
    rows = [
        Row((Cell(group), Cell(_edits(tables, group)), *_cells(tables, group, measure))) for group in groups(tables)
    ]
    if macro and rows:
        rows.append(_macro_row(rows))
    has_gaps = any(cell.value is None for row in rows for cell in row.cells)
    notes = (
        *(
            ("M: something is missing, R: something is to be replaced, U: something is unnecessary.",)
            if "operation" in by
            else ()
        ),
        *(("–: neither the system nor its reference has an edit in this group.",) if has_gaps else ()),
        "edits (most): the number of reference edits in the group. It can differ between systems, because redink "
        "chooses the best reference for each system; the largest number is shown.",
        *(("Macro average: the mean over the groups that have a score, all with equal weight.",) if macro else ()),
    )
    return Table(f"{measure.name} by {by}", columns, tuple(rows), notes=notes)


def group_counts_table(statistics: Statistics, by: str, measure: EditOverlap) -> Table:
    """Show TP, FP, FN, P, R and F of each group of error types and system."""
    tables = group_tables(statistics, measure, by)
    nothing = np.zeros(len(measure.columns))
    sums = (
        (group, system, by_group[group].sum(axis=0) if group in by_group else nothing)
        for group in groups(tables)
        for system, by_group in tables.items()
    )
    return part_table(f"Counts of {measure.name} by {by}", by, sums, measure, measure.conventions.rule)


def group_tables(statistics: Statistics, measure: EditOverlap, by: str) -> Mapping[str, Mapping[str, Floats]]:
    """Give for each system and group of error types the table of TP, FP, FN (sentences × 3)."""
    return statistics.by_type(measure, by)


def groups(tables: Mapping[str, Mapping[str, Floats]]) -> list[str]:
    """Name the groups that any system has, in alphabetical order."""
    return sorted({group for by_group in tables.values() for group in by_group})


def _macro_row(rows: Sequence[Row]) -> Row:
    means: list[Cell] = []
    for column in range(2, len(rows[0].cells)):
        known = [float(cell.value) for row in rows if isinstance((cell := row.cells[column]).value, int | float)]
        means.append(Cell(math.fsum(known) / len(known) if known else None))
    return Row((Cell("macro average"), Cell(None), *means), competes=False)


def _edits(tables: Mapping[str, Mapping[str, Floats]], group: str) -> int:
    return max(int(by_group[group][:, [0, 2]].sum()) if group in by_group else 0 for by_group in tables.values())


def _cells(tables: Mapping[str, Mapping[str, Floats]], group: str, measure: EditOverlap) -> list[Cell]:
    return [
        Cell(plain_score(by_group[group], measure.score_from_sums) if group in by_group else None)
        for by_group in tables.values()
    ]
