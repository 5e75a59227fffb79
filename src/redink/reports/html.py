"""A Table in, an HTML fragment out: well-formed, escaped, accessible to screen readers, and without a style sheet."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Sequence

from redink.reports.escape import escape_html
from redink.reports.tables import (
    ARROWS,
    Cell,
    Column,
    Place,
    Row,
    Table,
    alignment,
    best_places,
    explanations,
    is_numeric,
    show_cell_interval,
    show_marks,
    show_value,
)


def to_html(table: Table) -> str:
    """Give `<div class="redink-table">` with the table, its caption and its notes.

    The first cell of a row is its heading. The box can be scrolled by keyboard if the table is wider than the page.
    """
    best = best_places(table)
    places = [_place(table, index) for index in range(len(table.columns))]
    head = "".join(map(_heading, table.columns, places))
    rows = "\n".join(_row(table, number, row, best, places) for number, row in enumerate(table.rows))
    notes = "".join(f'<p class="note" dir="auto">{escape_html(note)}</p>\n' for note in explanations(table))
    title = escape_html(table.title)
    return (
        f'<div class="redink-table" role="region" aria-label="{title}" tabindex="0">\n'
        f'<table>\n<caption dir="auto">{title}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n{notes}</div>\n"
    )


def packed(text: str) -> str:
    """Give text compressed (zlib) in Base64, as `unpack` of the page's script expects it."""
    return b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode()


def link(address: str, content: str) -> str:
    """Give a link whose filters (`#errors?type=DET`) a script adds: without one, it leads to the section."""
    anchor, _, wish = address.partition("?")
    filters = f' data-wish="{escape_html(wish)}"' if wish else ""
    return f'<a href="{escape_html(anchor)}"{filters}>{content}</a>'


def _heading(column: Column, place: str) -> str:
    arrow = ""
    if column.direction != "none":
        arrow = f' <abbr title="{column.direction} is better">{ARROWS[column.direction]}</abbr>'
    return f'<th scope="col"{place}>{escape_html(column.name)}{arrow}</th>'


def _place(table: Table, index: int) -> str:
    """Give the class for the alignment of a column; text may run from right to left, numbers never do."""
    direction = "" if is_numeric(table, index) else ' dir="auto"'
    return f' class="{alignment(table, index)}"{direction}'


def _row(table: Table, number: int, row: Row, best: frozenset[Place], places: Sequence[str]) -> str:
    cells = []
    for index, (cell, column) in enumerate(zip(row.cells, table.columns, strict=True)):
        name, scope = ("th", ' scope="row"') if index == 0 else ("td", "")
        content = _content(cell, column, bold=(number, index) in best)
        cells.append(f"<{name}{scope}{places[index]}>{content}</{name}>")
    kind = "" if row.competes else ' class="aside"'
    return f"<tr{kind}>{''.join(cells)}</tr>"


def _content(cell: Cell, column: Column, *, bold: bool) -> str:
    value = escape_html(show_value(cell, column))
    value = link(cell.address, value) if cell.address else value
    marks = f"<sup>{escape_html(show_marks(cell))}</sup>" if cell.marks else ""
    interval = escape_html(show_cell_interval(cell, column))
    shown = f"<strong>{value}</strong>{marks}" if bold else value + marks
    return f'{shown} <span class="interval">{interval}</span>' if interval else shown
