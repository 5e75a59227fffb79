"""A result and the form a user asked for in; text on standard output or in a file out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from redink.reading.files import Source, write_whole
from redink.reports.rendering import render
from redink.reports.shown import Shown
from redink.reports.tables import Cell, Table
from redink.reports.terminal import Paper, paper_of


def write_result(
    result: Shown | Sequence[Table],
    form: str,
    path: Source,
    *,
    percent: bool = False,
    tables: Sequence[Table] | None = None,
) -> None:
    """Write a result in one form: JSON is one object with all numbers unrounded, everything else is tables.

    Args:
        result: A result, or tables that belong to none.
        form: One of the names of `--format`.
        path: Where to.
        percent: Whether scores are shown times 100.
        tables: The tables to show instead of the result's own; JSON is always the result's.
    """
    if isinstance(result, Shown) and form == "json":
        with write_whole(path) as out:
            out.write(result.to_json())
        return
    write_tables(tables or (result.to_tables() if isinstance(result, Shown) else result), form, path, percent=percent)


def write_tables(tables: Sequence[Table], form: str, path: Source, *, percent: bool = False) -> None:
    """Write tables one below the other, or as a JSON list if there are several."""
    with write_whole(path) as out:
        paper = paper_of(sys.stdout) if str(path) == "-" else Paper(None, colour=False)
        if percent:
            tables = [in_percent(table, scaled=form == "tsv") for table in tables]
        parts = [render(table, form, paper=paper) for table in tables]
        several = form == "json" and len(parts) > 1
        out.write(f"[{','.join(parts)}]\n" if several else "\n".join(parts))


_NOT_PERCENT = {"p", "adjusted_p", "above"}


def in_percent(table: Table, *, scaled: bool = False) -> Table:
    """Show scores (columns with four decimals but p) times 100 with two decimals.

    Args:
        table: The table.
        scaled: Whether the numbers themselves become so, for a format that would write them out in full.
    """
    chosen = [column.digits == 4 and column.key not in _NOT_PERCENT for column in table.columns]
    columns = tuple(
        replace(column, percent=not scaled, digits=2) if is_score else column
        for column, is_score in zip(table.columns, chosen, strict=True)
    )
    if not scaled:
        return replace(table, columns=columns)
    rows = tuple(
        replace(
            row,
            cells=tuple(_scaled(cell) if is_score else cell for cell, is_score in zip(row.cells, chosen, strict=True)),
        )
        for row in table.rows
    )
    return replace(table, columns=columns, rows=rows)


def _scaled(cell: Cell) -> Cell:
    if not isinstance(cell.value, int | float):
        return cell
    ends = cell.interval
    if ends is not None:
        ends = replace(ends, low=round(100 * ends.low, 2), high=round(100 * ends.high, 2))
    return replace(cell, value=f"{round(100.0 * cell.value, 2) + 0.0:.2f}", interval=ends)  # no −0.00
