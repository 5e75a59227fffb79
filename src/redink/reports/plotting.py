"""A column of a table in, a bar chart out: ours, or drawn on axes of matplotlib that the caller hands in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redink.errors import UsageError
from redink.records import Interval
from redink.reports.bars import Bar, score_bars
from redink.reports.scales import Axis
from redink.reports.tables import Table, is_numeric


def plot_bars(title: str, bars: Sequence[Bar], *, axes: Any = None) -> Any:
    """Give a `Chart` of ours or, with `axes`, draw on them and give them back."""
    if axes is None:
        return score_bars(title, bars, axis=Axis(title, low=0.0))
    drawn = [
        (bar.name, bar.value, bar.interval or Interval(bar.value, bar.value)) for bar in bars if bar.value is not None
    ]
    names, values = [name for name, _, _ in drawn], [value for _, value, _ in drawn]
    ends = [[value - ends.low for _, value, ends in drawn], [ends.high - value for _, value, ends in drawn]]
    whiskers = {"xerr": ends, "capsize": 3} if any(bar.interval for bar in bars) else {}
    axes.barh(names, values, **whiskers)
    axes.invert_yaxis()  # the first system at the top, as in our tables
    axes.set_xlabel(title)
    return axes


def plot_table(table: Table, column: str | None = None, *, axes: Any = None) -> Any:
    """Draw a column of numbers by the first column, which names the rows; the last such column if none is named."""
    columns = {table.columns[index].key: index for index in range(1, len(table.columns)) if is_numeric(table, index)}
    if not columns:
        raise UsageError(f"the table {table.title!r} has no numbers to draw", remedy="look at .to_dicts()")
    key = column or list(columns)[-1]
    if key not in columns:
        raise UsageError(f"there is no column {key!r} to draw", remedy=f"choose from {', '.join(columns)}")
    cells = [(str(row.cells[0].value), row.cells[columns[key]]) for row in table.rows]
    bars = [
        Bar(name, float(cell.value) if isinstance(cell.value, int | float) else None, cell.interval)
        for name, cell in cells
    ]
    return plot_bars(table.columns[columns[key]].name, bars, axes=axes)
