"""A Table in, a Markdown table (GitHub's dialect) with its title and notes out."""

from __future__ import annotations

from redink.reports.escape import escape_markdown
from redink.reports.tables import (
    Cell,
    Column,
    Table,
    alignment,
    best_places,
    explanations,
    show_cell_interval,
    show_marks,
    show_value,
)

_RULES = {"left": ":--", "right": "--:", "centre": ":-:"}


def to_markdown(table: Table) -> str:
    """Give title, table and notes; all text is escaped for Markdown and HTML."""
    best = best_places(table)
    lines = [
        [escape_markdown(column.heading) for column in table.columns],
        [_RULES[alignment(table, index)] for index in range(len(table.columns))],
    ]
    for number, row in enumerate(table.rows):
        pairs = enumerate(zip(row.cells, table.columns, strict=True))
        lines.append([_cell(cell, column, bold=(number, index) in best) for index, (cell, column) in pairs])
    body = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    title = [f"**{escape_markdown(table.title)}**"] if table.title.strip() else []
    return "\n\n".join([*title, body, *map(escape_markdown, explanations(table))]) + "\n"


def _cell(cell: Cell, column: Column, *, bold: bool) -> str:
    value = escape_markdown(show_value(cell, column))
    marks = f"<sup>{escape_markdown(show_marks(cell))}</sup>" if cell.marks else ""
    interval = escape_markdown(show_cell_interval(cell, column))
    return " ".join(part for part in (f"**{value}**{marks}" if bold else value + marks, interval) if part)
