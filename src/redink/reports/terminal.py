"""A Table in, text for a terminal out: no wider than the terminal, and without colours where none are wanted."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from io import StringIO
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple, TextIO, TypeAlias

from redink.reports.escape import one_line
from redink.reports.plain_table import to_plain
from redink.reports.tables import (
    ARROWS,
    Column,
    Place,
    Table,
    alignment,
    best_places,
    explanations,
    is_numeric,
    show_cell_interval,
    show_marks,
    show_value,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

_UNLIMITED = 100_000
_USUAL_WIDTH = 80
_NARROW = 10
"""Smallest width to which headings are wrapped."""
_KEPT_BLANK = "\uf6f1"  # a private-use character: rich removes real blanks from the end of a cell
Texts: TypeAlias = "Sequence[Sequence[Text]]"
"""The cells of every column."""
_JUSTIFY = {"left": "left", "right": "right", "centre": "center"}


class Paper(NamedTuple):
    """The terminal, file or pipe that a table is written to."""

    width: int | None
    """Number of columns of the terminal; `None` for a file or pipe, where a table may have any width."""
    colour: bool
    """Whether bold and colours may be used."""


def paper_of(stream: TextIO, *, environment: Mapping[str, str] | None = None) -> Paper:
    """Give the width of a stream if it is a terminal, and whether NO_COLOR or TERM=dumb forbid colour."""
    variables = os.environ if environment is None else environment
    if not stream.isatty():
        return Paper(None, colour=False)
    columns = variables.get("COLUMNS", "")
    try:
        width = int(columns) if columns.isdecimal() else os.get_terminal_size(stream.fileno()).columns
    except OSError:
        # A stream without a file descriptor, as in a notebook, does not know its width.
        width = 0
    return Paper(width or _USUAL_WIDTH, colour=not variables.get("NO_COLOR") and variables.get("TERM") != "dumb")


class _Look(NamedTuple):
    """The layout of a table."""

    colour: bool
    wrapped: bool = False
    """Whether headings may have several lines."""
    stacked: bool = False
    """Whether intervals are below their numbers."""


def to_terminal(table: Table, *, width: int | None = None, colour: bool = False) -> str:
    """Give title, table and notes.

    A table that is too wide first wraps its headings, then moves intervals below the numbers, then continues in further
    blocks of columns, as few and as equal as can be. Each block repeats the first columns, which identify the rows.
    Intervals move back beside the numbers if that takes no more blocks.

    Without a width there are as many columns as needed. With colour the best numbers are bold; in plain text a star
    follows them.
    """
    if width is None and not colour and (plain := to_plain(table)) is not None:
        return plain
    return _laid_out(table, width or _UNLIMITED, colour=colour)


def _laid_out(table: Table, width: int, *, colour: bool) -> str:
    console = _console(width, colour=colour)
    _print(console, table.title, "bold")
    columns, blocks, look = _layout(console, table, colour=colour)
    for number, block in enumerate(blocks):
        if number:
            console.print()
        console.print(_draw(table, block, columns, console.width, look))
    for note in explanations(table, best="Bold" if colour else "*"):
        _print(console, note, "dim")
    assert isinstance(console.file, StringIO)
    written = console.file.getvalue().replace(_KEPT_BLANK, " ")
    return "".join(line.rstrip() + "\n" for line in written.splitlines())


def _layout(console: Console, table: Table, *, colour: bool) -> tuple[Texts, list[list[int]], _Look]:
    """Give the cells of every column, the columns of each block, and the look that needs the fewest blocks."""
    everything = list(range(len(table.columns)))
    layouts = []
    for look in (_Look(colour), _Look(colour, wrapped=True), _Look(colour, wrapped=True, stacked=True)):
        columns = _columns(table, look)
        if _fits(console, _draw(table, everything, _widest(columns), console.width, look)):
            return columns, [everything], look
        layouts.append((columns, _blocks(console, table, _widest(columns), look), look))
    return min(layouts, key=lambda layout: len(layout[1]))


def _console(width: int, *, colour: bool) -> Console:
    from rich.console import Console

    return Console(
        file=StringIO(),
        width=width,
        height=100,
        force_terminal=colour,
        force_jupyter=False,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        legacy_windows=False,
    )


def _print(console: Console, text: str, style: str) -> None:
    from rich.text import Text

    if text.strip():
        console.print(Text(one_line(text), style=style))


def _fits(console: Console, drawn: RichTable, *, share: int = 1) -> bool:
    """Tell whether a table is no wider than the console divided by `share`."""
    from rich.measure import Measurement

    unbounded = console.options.update(width=_UNLIMITED)
    return Measurement.get(console, unbounded, drawn).maximum * share <= console.width


def _blocks(console: Console, table: Table, widest: Texts, look: _Look) -> list[list[int]]:
    """Give the columns in as few blocks as fit, in order, and as many in each block as in the others if that fits."""
    naming = _naming_columns(table)
    if not _fits(console, _draw(table, range(naming), widest, console.width, look), share=2):
        naming = 1
    others = len(table.columns) - naming
    filled = _filled(console, table, widest, look, naming, most=others)
    even = _filled(console, table, widest, look, naming, most=ceil(others / len(filled)))
    return even if len(even) == len(filled) else filled


def _filled(console: Console, table: Table, widest: Texts, look: _Look, naming: int, *, most: int) -> list[list[int]]:
    """Give blocks with as many columns as fit, at most `most` beside the naming ones."""
    blocks = [list(range(naming))]
    for index in range(naming, len(table.columns)):
        longer = [*blocks[-1], index]
        fits = len(longer) <= naming + most and _fits(console, _draw(table, longer, widest, console.width, look))
        # A block of the naming columns and one more column cannot be cut further, however wide it is.
        if fits or len(longer) <= naming + 1:
            blocks[-1] = longer
        else:
            blocks.append([*range(naming), index])
    return blocks


def _naming_columns(table: Table) -> int:
    """Give the number of first columns that identify the rows, such as `system` and `measure`; 1 if none do."""
    names: list[tuple[str, ...]] = [()] * len(table.rows)
    for index, column in enumerate(table.columns[:-1]):
        names = [(*name, show_value(row.cells[index], column)) for name, row in zip(names, table.rows, strict=True)]
        if len(set(names)) == len(names):
            return index + 1
    return 1


def _draw(table: Table, indices: Sequence[int], columns: Texts, width: int, look: _Look) -> RichTable:
    """Draw some columns from their cells: all cells or, to measure the width, only the widest of each column."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    style = "bold" if look.colour else "none"
    drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style=style)
    for index in indices:
        column = table.columns[index]
        drawn.add_column(
            Text(_heading(column, columns[index]) if look.wrapped else one_line(column.heading)),
            justify=_JUSTIFY[alignment(table, index)],  # type: ignore[arg-type]
            overflow="fold",
            no_wrap=is_numeric(table, index),
            max_width=max(12, width // 2) if index == 0 else max(12, width - 16),
        )
    for row in zip(*(columns[index] for index in indices), strict=True):
        drawn.add_row(*row)
    return drawn


def _columns(table: Table, look: _Look) -> Texts:
    best = best_places(table)
    return [_column_texts(table, index, best, look) for index in range(len(table.columns))]


def _widest(columns: Texts) -> Texts:
    """Give only the widest cell of each column: it suffices for the width, which is measured often."""
    return [[max(cells, key=_width)] if cells else [] for cells in columns]


def _width(text: Text) -> int:
    return max(line.cell_len for line in text.split("\n", allow_blank=True))


def _heading(column: Column, cells: Sequence[Text]) -> str:
    """Give a heading broken between words into lines no wider than its cells, or about ten letters."""
    width = max(map(_width, cells), default=0)
    heading = f"{one_line(column.name)}{_KEPT_BLANK}{ARROWS[column.direction]}".rstrip(_KEPT_BLANK)
    return "\n".join(wrap(heading, max(_NARROW, width), break_long_words=False))


def _column_texts(table: Table, index: int, best: frozenset[Place], look: _Look) -> list[Text]:
    """Give the cells of one column as text, padded so that numbers line up whatever follows them."""
    from rich.text import Text

    column = table.columns[index]
    shown = []
    for number, row in enumerate(table.rows):
        cell, bold = row.cells[index], (number, index) in best
        marks = one_line(show_marks(cell))
        after = ("*" if bold and not look.colour else "") + (f" {marks}" if marks else "")
        value = Text(one_line(show_value(cell, column)), style="bold green" if bold and look.colour else "")
        shown.append((value, after, show_cell_interval(cell, column)))
    trail = max((len(after) for _, after, _ in shown), default=0)
    span = max((len(interval) for _, _, interval in shown), default=0)
    return [
        Text.assemble(value, (_padded(after, trail) + _beside(interval, span, stacked=look.stacked)))
        for value, after, interval in shown
    ]


def _beside(interval: str, span: int, *, stacked: bool) -> str:
    """Give an interval as text beside its number or, if stacked, below it."""
    if stacked:
        return f"\n{interval}" if interval else ""
    return _padded(" " + _KEPT_BLANK * (span - len(interval)) + interval, span + 1) if span else ""


def _padded(text: str, width: int) -> str:
    return text + _KEPT_BLANK * (width - len(text))
