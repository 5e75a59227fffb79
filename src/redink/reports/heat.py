"""A grid of numbers in, a heat table out: the larger the number in a cell, the deeper its colour."""

from __future__ import annotations

from collections.abc import Sequence

from redink.errors import UsageError
from redink.frozen import frozen
from redink.reports.figure import MARGIN, PHONE, Chart, empty_chart, for_both_screens, make_chart
from redink.reports.lettering import distinct, isolate, shorten, text_width, thin_out
from redink.reports.numbers import MISSING
from redink.reports.scales import Axis
from redink.reports.svg import QUIET, SIZE, SMALL, Svg, group, rectangle, text
from redink.reports.tables import Column, make_table
from redink.reports.theme import STEPS, colour, heat, heat_ink, heat_step

_ROW_ROOM = 170.0
_COLUMN_ROOM = 150.0
_SLANT = 0.7071
_MOST_NUMBERED_COLUMNS = 32
_WIDEST = 200.0
"""Most width of a column."""


@frozen
class _Grid:
    """Position and size of the cells."""

    left: float
    top: float
    wide: float
    high: float
    slanted: bool
    turned: bool
    """Whether the label of the rows is rotated because it is too long for the column of row names."""
    row_room: float
    overhang: float
    """Room for slanted column names beyond the last column."""


def heat_table(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    *,
    axis: Axis,
    row_label: str = "",
    column_label: str = "",
) -> Chart:
    """Draw a table whose cells are coloured by their value.

    `values` has a sequence for each row, with a number for each column; `None` is a cell with a dash and no colour. The
    low and high of the axis are the ends of the colour scale.
    """
    labels = (row_label, column_label)
    return for_both_screens(lambda width: _heat_table(title, rows, columns, values, axis, labels, width))


def _heat_table(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    axis: Axis,
    labels: tuple[str, str],
    width: float,
) -> Chart:
    row_label, column_label = labels
    if len(values) != len(rows) or any(len(row) != len(columns) for row in values):
        raise UsageError(f"heat table {title!r}: values must be {len(rows)} rows of {len(columns)} numbers")
    heads = [Column("row", row_label or "Row")]
    heads += [
        Column(f"{number} {name}", name, digits=axis.digits, percent=axis.percent)
        for number, name in enumerate(columns, start=1)
    ]
    table = make_table(title, heads, [[name, *row] for name, row in zip(rows, values, strict=True)])
    numbers = [value for row in values for value in map(axis.drawable, row) if value is not None]
    if not numbers:
        return empty_chart(table, width)
    low = min(numbers) if axis.low is None else axis.low
    high = max(numbers) if axis.high is None else axis.high
    with_numbers = len(columns) <= _MOST_NUMBERED_COLUMNS
    longest = max(text_width(axis.show(value), SMALL) for value in numbers)
    grid = _place(rows, columns, longest if with_numbers else 0.0, labels, width)
    body = [*_row_names(rows, grid, row_label), *_column_names(columns, grid, column_label)]
    body += _cells(rows, columns, values, axis, grid, (low, high), with_numbers=with_numbers)
    bottom = grid.top + grid.high * len(rows)
    whole = max(width, grid.left + grid.wide * len(columns) + MARGIN + grid.overhang)
    body += _key(axis, low, high, grid.left, bottom + 22, whole)
    summary = f"Heat table of {axis.title}: {len(rows)} rows by {len(columns)} columns."
    return make_chart(table, body, width=whole, height=bottom + 50, description=summary)


def _place(rows: Sequence[str], columns: Sequence[str], longest: float, labels: tuple[str, str], width: float) -> _Grid:
    row_room = _row_room(width)
    left = MARGIN + 10 + max(text_width(shorten(name, row_room, SIZE), SIZE) for name in rows)
    turned = text_width(labels[0], SMALL) > left - 16
    left += 18 if turned else 0
    least = max(longest + 8, 16.0)
    wide = min(max(least, (width - left - MARGIN) / len(columns)), _WIDEST)
    widest = max(text_width(shorten(name, _COLUMN_ROOM, SIZE), SIZE) for name in columns)
    # If the column names are numbers, some are left out instead.
    slanted = widest + 6 > wide and not _all_numbers(columns)
    # On a phone, the last name has just the room that it needs, and the columns share the rest.
    overhang = 90.0 if slanted else 0.0
    if slanted and width <= PHONE:
        overhang = max(0.0, text_width(shorten(columns[-1], _COLUMN_ROOM, SIZE), SIZE) * _SLANT - least / 2)
        wide = max(least, (width - left - MARGIN - overhang) / len(columns))
    top = (widest * _SLANT + 18 if slanted else 20.0) + (20 if labels[1] else 0)
    return _Grid(left, top, wide, 22.0 if longest else 16.0, slanted, turned, row_room, overhang)


def _row_room(width: float) -> float:
    return min(_ROW_ROOM, 0.33 * width)


def _all_numbers(names: Sequence[str]) -> bool:
    return all(name.replace(".", "", 1).strip("-−+≥≤<>").isdecimal() for name in names)


def _row_names(rows: Sequence[str], grid: _Grid, label: str) -> list[Svg]:
    shown = distinct([shorten(name, grid.row_room, SIZE) for name in rows])
    places = [grid.top + grid.high * (number + 0.5) for number in range(len(rows))]
    named = thin_out(places, [SIZE] * len(rows), space=0) if _all_numbers(rows) else range(len(rows))
    names = [text(grid.left - 8, places[number], shown[number], full=rows[number]) for number in named]
    shapes = [group(names, text_anchor="end")]
    middle = grid.top + grid.high * len(rows) / 2
    if grid.turned:
        fitting = shorten(label, max(grid.high * len(rows), 60), SMALL)
        shapes.append(text(16, middle, fitting, size=SMALL, fill=QUIET, anchor="middle", rotate=-90, full=label))
    elif label:
        shapes.append(text(grid.left - 8, grid.top - 10, label, size=SMALL, fill=QUIET, anchor="end"))
    return shapes


def _column_names(columns: Sequence[str], grid: _Grid, label: str) -> list[Svg]:
    shown = distinct([shorten(name, _COLUMN_ROOM, SIZE) for name in columns])
    places = [grid.left + grid.wide * (number + 0.5) for number in range(len(columns))]
    shapes = []
    if label:
        shapes.append(text(grid.left, 6, label, size=SMALL, fill=QUIET))
    if grid.slanted:
        names = zip(places, shown, columns, strict=True)
        return shapes + [text(x, grid.top - 10, name, rotate=-45, full=full) for x, name, full in names]
    named = thin_out(places, [text_width(name, SIZE) for name in shown], space=4)
    return shapes + [
        text(places[number], grid.top - 10, shown[number], anchor="middle", full=columns[number]) for number in named
    ]


def _cells(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    axis: Axis,
    grid: _Grid,
    ends: tuple[float, float],
    *,
    with_numbers: bool,
) -> list[Svg]:
    boxes, numbers = [], []
    for row, (row_name, line) in enumerate(zip(rows, values, strict=True)):
        for column, (column_name, raw) in enumerate(zip(columns, line, strict=True)):
            value = axis.drawable(raw)
            x, y = grid.left + grid.wide * column, grid.top + grid.high * row
            step = None if value is None else heat_step(value, *ends)
            fill = "none" if step is None else heat("score", step)
            full = f"{isolate(row_name)}, {isolate(column_name)}: {axis.show(value)}"
            boxes.append(rectangle(x, y, grid.wide - 1, grid.high - 1, fill=fill, full=full))
            if with_numbers:
                ink = colour("quiet") if step is None else heat_ink("score", step)
                shown = MISSING if value is None else axis.show(value)
                numbers.append(text(x + grid.wide / 2 - 0.5, y + grid.high / 2, shown, fill=ink))
    # The numbers ignore the mouse, so that the cell below shows its full text.
    return [*boxes, group(numbers, text_anchor="middle", font_size=SMALL, pointer_events="none")]


def _key(axis: Axis, low: float, high: float, x: float, y: float, width: float) -> list[Svg]:
    """Draw the shades from low to high with the values at both ends."""
    first, last = axis.show(low), axis.show(high)
    long = text_width(first, SMALL) + 16.0 * STEPS + text_width(last, SMALL) + text_width(axis.title, SMALL) + 24
    x = max(MARGIN, min(x, width - MARGIN - long))
    start = x + text_width(first, SMALL) + 6
    end = start + 16.0 * STEPS
    return [
        text(x, y, first, size=SMALL, fill=QUIET),
        *(rectangle(start + 16 * step, y - 6, 16, 12, fill=heat("score", step)) for step in range(STEPS)),
        text(end + 6, y, last, size=SMALL, fill=QUIET),
        text(end + text_width(last, SMALL) + 18, y, axis.title, size=SMALL),
    ]
