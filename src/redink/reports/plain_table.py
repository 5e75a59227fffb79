"""A Table in, the text for a file or a pipe out: of any width, without colours.

`terminal.to_terminal` lays out tables of all kinds with rich, whose import takes a tenth of the start-up of a command.
This gives the same characters for a table whose width is its number of characters, which is nearly every table.
"""

from __future__ import annotations

import re

from redink.reports.escape import one_line
from redink.reports.tables import (
    Place,
    Table,
    alignment,
    best_places,
    explanations,
    show_cell_interval,
    show_marks,
    show_value,
)

_KEPT = "\x7f"
"""A blank that keeps numbers in line whatever follows them; `one_line` removes this character from texts."""
_NARROW = re.compile("[ -~¡-¬®-ʯΑ-ΡΣ-Ωα-ω–—‘’“”…′−×↑↓→↔≤≥≈≠\x7f]*")
"""Texts of characters that every terminal shows one column wide."""
_MOST = 10_000
"""Longest line; rich breaks lines, though far longer ones."""
_BETWEEN = "   "
_ALIGN = {"left": str.ljust, "right": str.rjust}


def to_plain(table: Table) -> str | None:
    """Give title, table and notes; `None` if the width of a text cannot be told by counting."""
    best = best_places(table)
    columns = [_column(table, index, best) for index in range(len(table.columns))]
    around = [one_line(text) for text in (table.title, *explanations(table, best="*")) if text.strip()]
    texts = [*around, *(text for column in columns for text in column)]
    if not columns or not all(map(_is_simple, texts)):
        return None
    laid = [_laid(column, alignment(table, index)) for index, column in enumerate(columns)]
    if None in laid or sum(len(column[0]) + len(_BETWEEN) for column in laid if column) > _MOST:
        return None
    head, *rows = (_BETWEEN.join(cells) for cells in zip(*(column for column in laid if column), strict=True))
    title = around[:1] if table.title.strip() else []
    lines = [*title, head, "─" * len(head), *rows, *around[len(title) :]]
    return "".join(line.rstrip() + "\n" for line in lines)


def _is_simple(text: str) -> bool:
    """Tell whether a text has a plain width and no blank at an end, which rich would move."""
    return len(text) < _MOST and text == text.strip() and _NARROW.fullmatch(text) is not None


def _laid(column: list[str], align: str) -> list[str] | None:
    width = max(map(len, column))
    return [_ALIGN[align](text.replace(_KEPT, " "), width) for text in column] if align in _ALIGN else None


def _column(table: Table, index: int, best: frozenset[Place]) -> list[str]:
    """Give the heading and the cells of one column, padded so that numbers line up."""
    column = table.columns[index]
    shown = []
    for number, row in enumerate(table.rows):
        cell = row.cells[index]
        marks = one_line(show_marks(cell))
        after = ("*" if (number, index) in best else "") + (f" {marks}" if marks else "")
        shown.append((one_line(show_value(cell, column)), after, show_cell_interval(cell, column)))
    trail = max((len(after) for _, after, _ in shown), default=0)
    span = max((len(interval) for _, _, interval in shown), default=0)
    return [one_line(column.heading)] + [
        value + after.ljust(trail, _KEPT) + (f" {interval.rjust(span, _KEPT)}" if span else "")
        for value, after, interval in shown
    ]
