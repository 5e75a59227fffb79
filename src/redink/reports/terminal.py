"""A Table in, text for a terminal out: as wide as it may be, in plain letters when nobody looks at colours."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple, TextIO

from redink.reports.escape import one_line
from redink.reports.tables import (
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
_KEPT_BLANK = "\uf6f1"  # of private use: rich takes true blanks off the end of a cell
_JUSTIFY = {"left": "left", "right": "right", "centre": "center"}


class Paper(NamedTuple):
    """What is written on."""

    width: int | None
    """Columns of the terminal; `None` in a file or pipe, which may be as wide as the table."""
    colour: bool
    """Whether bold and colours may be used."""


def paper_of(stream: TextIO, *, environment: Mapping[str, str] | None = None) -> Paper:
    """Find out what a stream is: its width if it is a terminal, and whether NO_COLOR or TERM=dumb forbid colour."""
    known = os.environ if environment is None else environment
    if not stream.isatty():
        return Paper(None, colour=False)
    wish = known.get("COLUMNS", "")
    try:
        width = int(wish) if wish.isdecimal() else os.get_terminal_size(stream.fileno()).columns
    except OSError:
        # A window that is no file, as in a notebook, does not know its width.
        width = 0
    return Paper(width or _USUAL_WIDTH, colour=not known.get("NO_COLOR") and known.get("TERM") != "dumb")


def to_terminal(table: Table, *, width: int | None = None, colour: bool = False) -> str:
    """Write title, table and notes.

    What is too wide first moves its intervals below the numbers, then continues in further blocks of columns,
    each with the first column before it.

    Args:
        table: The table.
        width: Columns there are; `None` for as many as needed.
        colour: Whether the best numbers are bold; in plain text a star follows them.
    """
    console = _console(width or _UNLIMITED, colour=colour)
    _print(console, table.title, "bold")
    stacked = _needs_stacking(console, table, colour=colour)
    for number, block in enumerate(_blocks(console, table, stacked=stacked, colour=colour)):
        if number:
            console.print()
        console.print(block)
    for note in explanations(table, best="Bold" if colour else "*"):
        _print(console, note, "dim")
    assert isinstance(console.file, StringIO)
    written = console.file.getvalue().replace(_KEPT_BLANK, " ")
    return "".join(line.rstrip() + "\n" for line in written.splitlines())


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


def _needs_stacking(console: Console, table: Table, *, colour: bool) -> bool:
    everything = range(len(table.columns))
    return not _fits(console, _draw(table, everything, console.width, stacked=False, colour=colour))


def _fits(console: Console, drawn: RichTable) -> bool:
    from rich.measure import Measurement

    unbounded = console.options.update(width=_UNLIMITED)
    return Measurement.get(console, unbounded, drawn).maximum <= console.width


def _blocks(console: Console, table: Table, *, stacked: bool, colour: bool) -> list[RichTable]:
    """Cut the columns into as few blocks as fit, in order."""
    blocks: list[list[int]] = [[0]]
    for index in range(1, len(table.columns)):
        longer = [*blocks[-1], index]
        # A block of the first column and one more stays, however wide: there is nothing left to cut.
        if len(longer) > 2 and not _fits(console, _draw(table, longer, console.width, stacked=stacked, colour=colour)):
            blocks.append([0, index])
        else:
            blocks[-1] = longer
    return [_draw(table, block, console.width, stacked=stacked, colour=colour) for block in blocks]


def _draw(table: Table, indices: Sequence[int], width: int, *, stacked: bool, colour: bool) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold" if colour else "none")
    best = best_places(table)
    for index in indices:
        drawn.add_column(
            Text(one_line(table.columns[index].heading)),
            justify=_JUSTIFY[alignment(table, index)],  # type: ignore[arg-type]
            overflow="fold",
            no_wrap=is_numeric(table, index),
            max_width=max(12, width // 2) if index == 0 else max(12, width - 16),
        )
    columns = [_column_texts(table, index, best, stacked=stacked, colour=colour) for index in indices]
    for row in zip(*columns, strict=True):
        drawn.add_row(*row)
    return drawn


def _column_texts(table: Table, index: int, best: frozenset[Place], *, stacked: bool, colour: bool) -> list[Text]:
    """Lay out one column so that numbers line up whatever follows them."""
    from rich.text import Text

    column = table.columns[index]
    shown = []
    for number, row in enumerate(table.rows):
        cell, bold = row.cells[index], (number, index) in best
        marks = one_line(show_marks(cell))
        after = ("*" if bold and not colour else "") + (f" {marks}" if marks else "")
        value = Text(one_line(show_value(cell, column)), style="bold green" if bold and colour else "")
        shown.append((value, after, show_cell_interval(cell, column)))
    trail = max((len(after) for _, after, _ in shown), default=0)
    span = max((len(interval) for _, _, interval in shown), default=0)
    return [
        Text.assemble(value, (_padded(after, trail) + _beside(interval, span, stacked=stacked)))
        for value, after, interval in shown
    ]


def _beside(interval: str, span: int, *, stacked: bool) -> str:
    """Put an interval beside its number or, stacked, below it."""
    if stacked:
        return f"\n{interval}" if interval else ""
    return _padded(" " + _KEPT_BLANK * (span - len(interval)) + interval, span + 1) if span else ""


def _padded(text: str, width: int) -> str:
    return text + _KEPT_BLANK * (width - len(text))
