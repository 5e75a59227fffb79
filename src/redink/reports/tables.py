"""Rows of values in, one frozen Table out, which every renderer shows the same way.

This file decides what is bold, what an arrow or a letter means, and which notes appear below the table. `terminal`,
`machine` (TSV, JSON), `markdown`, `latex` and `html` only do the layout.
"""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from redink.errors import UsageError
from redink.frozen import frozen
from redink.records import Interval
from redink.reports.numbers import MISSING, finite, show_interval, show_number, show_p

Value: TypeAlias = str | float | int | None
Direction: TypeAlias = Literal["higher", "lower", "none"]
Align: TypeAlias = Literal["left", "right", "centre"]
Place: TypeAlias = tuple[int, int]
"""Row and column of a cell, from 0."""

ARROWS: dict[Direction, str] = {"higher": "↑", "lower": "↓", "none": ""}


@frozen
class Column:
    """One column: its name and how its numbers are shown."""

    key: str
    """Name for machines: TSV heading and JSON key."""
    header: str = ""
    """Name for people; the key when empty."""
    direction: Direction = "none"
    """Which numbers are better; determines what is bold and which arrow is shown."""
    digits: int = 2
    """Number of decimals shown to people; machines get all of them."""
    percent: bool = False
    """Whether people see a hundred times the value."""
    align: Align | None = None
    """Alignment of the cells; with `None`, numbers are right-aligned and text is left-aligned."""

    @property
    def name(self) -> str:
        """The heading of the column for people, without the arrow."""
        return self.header or self.key

    @property
    def heading(self) -> str:
        """The name with the arrow of its direction."""
        return f"{self.name} {ARROWS[self.direction]}".rstrip()


@frozen
class Cell:
    """One value, with its interval and its marks."""

    value: Value
    """Text, or an unrounded number; NaN and infinities become `None`, shown as –."""
    interval: Interval | None = None
    """Confidence interval; dropped if there is no value or if an end is not finite."""
    marks: tuple[str, ...] = ()
    """Significance letters and the like, shown raised."""
    shown: str = ""
    """Text that people see instead of the number, e.g. `≤ 1/1001`; machines get the number."""
    address: str = ""
    """Where the page that shows the table says more, e.g. `#errors?type=DET`; only pages use it."""

    def __post_init__(self) -> None:
        """Convert numbers of any kind (NumPy's too) to Python's types, and numbers that are not finite to `None`."""
        object.__setattr__(self, "value", _plain_value(self.value))
        object.__setattr__(self, "marks", tuple(self.marks))
        ends = () if self.interval is None else (finite(self.interval.low), finite(self.interval.high))
        if self.value is None or None in ends:
            object.__setattr__(self, "interval", None)

    @property
    def is_number(self) -> bool:
        """Whether the cell can be compared with others."""
        return isinstance(self.value, int | float)


def _plain_value(value: object) -> Value:
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return finite(float(value))
    raise UsageError(f"a table cell cannot show {type(value).__name__} {value!r}", remedy="give text or a number")


@frozen
class Row:
    """One line of a table."""

    cells: tuple[Cell, ...]
    """One cell for each column; the first is the name of the row."""
    competes: bool = True
    """Whether its numbers may be the best of their columns; those of totals and baselines may not."""


@frozen
class Table:
    """A title, columns, rows, and the notes below them."""

    title: str
    """Title of the table, without a final full stop."""
    columns: tuple[Column, ...]
    """At least one column; their keys are unique."""
    rows: tuple[Row, ...]
    """Rows in the order in which they are shown."""
    notes: tuple[str, ...] = ()
    """Whole sentences shown below the table, including the signature."""
    label: str = ""
    """Name for cross-references (LaTeX); made from the title when empty."""

    def __post_init__(self) -> None:
        """Refuse rows of the wrong length and duplicate keys."""
        keys = [column.key for column in self.columns]
        if not keys or len(set(keys)) != len(keys):
            raise UsageError(f"table {self.title!r}: columns need different keys, not {keys}")
        for number, row in enumerate(self.rows, start=1):
            if len(row.cells) != len(keys):
                cause = f"table {self.title!r}: row {number} has {len(row.cells)} cells for {len(keys)} columns"
                raise UsageError(cause)


def make_table(
    title: str,
    columns: Sequence[Column | str],
    rows: Sequence[Row | Sequence[Cell | Value]],
    *,
    notes: Sequence[str] = (),
    label: str = "",
) -> Table:
    """Give a table; a column may be given as its key, a row as a sequence, and a cell as its plain value."""
    return Table(
        title,
        tuple(Column(column) if isinstance(column, str) else column for column in columns),
        tuple(row if isinstance(row, Row) else Row(tuple(map(_as_cell, row))) for row in rows),
        notes=tuple(notes),
        label=label,
    )


def linked(table: Table, key: str, addresses: Sequence[str]) -> Table:
    """Give the table with an address for each row's cell in one column; an empty address makes no link."""
    place = [column.key for column in table.columns].index(key)
    rows = [
        replace(row, cells=(*row.cells[:place], replace(row.cells[place], address=address), *row.cells[place + 1 :]))
        for row, address in zip(table.rows, addresses, strict=True)
    ]
    return replace(table, rows=tuple(rows))


def _as_cell(value: Cell | Value) -> Cell:
    return value if isinstance(value, Cell) else Cell(value)


def p_cell(p: float | None, *, least: float | None = None) -> Cell:
    """Give the cell of a p-value, for a column of four digits; a bound is shown as by `show_p`."""
    shown = show_p(p, least=least)
    return Cell(p, shown=shown if shown[0] in "≤<" else "")


def show_value(cell: Cell, column: Column) -> str:
    """Give the value of a cell as people see it, without interval and marks."""
    if isinstance(cell.value, str):
        return cell.value
    if cell.shown:
        return cell.shown
    return show_number(cell.value, digits=column.digits, percent=column.percent)


def show_cell_interval(cell: Cell, column: Column) -> str:
    """Give the interval of a cell as people see it; empty if there is none."""
    return show_interval(cell.interval, digits=column.digits, percent=column.percent)


def show_marks(cell: Cell) -> str:
    """Give the marks of a cell, joined: `abc` if each is one letter, `a,aa` otherwise."""
    return ("," if any(len(mark) > 1 for mark in cell.marks) else "").join(cell.marks)


def column_cells(table: Table, index: int) -> tuple[Cell, ...]:
    """Give the cells of one column from top to bottom."""
    return tuple(row.cells[index] for row in table.rows)


def is_numeric(table: Table, index: int) -> bool:
    """Tell whether a column holds numbers and no text."""
    cells = column_cells(table, index)
    return any(cell.is_number for cell in cells) and not any(isinstance(cell.value, str) for cell in cells)


def alignment(table: Table, index: int) -> Align:
    """Give the alignment of a column."""
    return table.columns[index].align or ("right" if is_numeric(table, index) else "left")


def best_places(table: Table) -> frozenset[Place]:
    """Give the cells to print bold: the best of each column that has a direction, and all that tie with it.

    Numbers that look the same after rounding tie, because a reader could not tell why only one of them is bold.
    A number without a rival is not bold.
    """
    return frozenset((row, index) for index in range(len(table.columns)) for row in _best_rows(table, index))


def _best_rows(table: Table, index: int) -> list[int]:
    column = table.columns[index]
    sign = {"higher": 1, "lower": -1, "none": 0}[column.direction]
    rivals: dict[int, tuple[float, str]] = {}
    for number, row in enumerate(table.rows):
        cell = row.cells[index]
        if row.competes and isinstance(cell.value, int | float):
            rivals[number] = (sign * cell.value, show_value(cell, column))
    if not sign or len(rivals) < 2:
        return []
    _, winner = max(rivals.values(), key=lambda rival: rival[0])
    return [number for number, (_, shown) in rivals.items() if shown == winner]


def explanations(table: Table, *, best: str = "Bold") -> tuple[str, ...]:
    """Give notes on units, intervals, and the mark of the best numbers, followed by the notes of the table.

    `best` says how the output format marks the best numbers.
    """
    notes = [_unit_note(table), _interval_note(table)]
    if best_places(table):
        notes.append(f"{best}: best in its column (↑ higher, ↓ lower is better).")
    if any(cell.value is None for row in table.rows for cell in row.cells):
        notes.append(f"{MISSING}: not available.")
    return tuple(note for note in (*notes, *table.notes) if note)


def _unit_note(table: Table) -> str:
    measured = [column for index, column in enumerate(table.columns) if is_numeric(table, index)]
    in_percent = [column.name for column in measured if column.percent]
    if not in_percent:
        return ""
    return "Numbers are in %." if len(in_percent) == len(measured) else f"In %: {', '.join(in_percent)}."


def _interval_note(table: Table) -> str:
    kinds = {
        f"{cell.interval.level * 100:g} % ({cell.interval.method})"
        for row in table.rows
        for cell in row.cells
        if cell.interval is not None
    }
    return f"In brackets: confidence intervals, {' or '.join(sorted(kinds))}." if kinds else ""
