r"""A Table in, a LaTeX `table` environment (booktabs) out, ready to be pasted into a paper.

The number, the letters and the interval of a cell are in separate columns, so that numbers line up.
"""

from __future__ import annotations

import re
import unicodedata

from redink.reports.escape import escape_latex, one_line
from redink.reports.tables import (
    Cell,
    Column,
    Table,
    alignment,
    best_places,
    column_cells,
    explanations,
    show_cell_interval,
    show_marks,
    show_value,
)

_ALIGN = {"left": "l", "right": "r", "centre": "c"}


def to_latex(table: Table, *, wide: bool = False) -> str:
    r"""Give caption, label and tabular; the best numbers are bold, letters are explained in the caption.

    Every text is escaped. `wide` spans both columns of a two-column paper (`table*`).
    """
    environment = "table*" if wide else "table"
    caption = " ".join(filter(None, [_as_sentence(table.title), *map(escape_latex, explanations(table))]))
    columns = range(len(table.columns))
    return "\n".join(
        [
            *_requirements(table),
            rf"\begin{{{environment}}}[tb]",
            r"\centering",
            rf"\caption{{{caption}}}",
            rf"\label{{{_label(table)}}}",
            rf"\begin{{tabular}}{{{''.join(_specification(table, index) for index in columns)}}}",
            r"\toprule",
            " & ".join(_heading(table, index) for index in columns) + r" \\",
            r"\midrule",
            *_lines(table),
            r"\bottomrule",
            r"\end{tabular}",
            rf"\end{{{environment}}}",
            "",
        ]
    )


def _as_sentence(title: str) -> str:
    shown = escape_latex(title.strip())
    return shown if not shown or shown.endswith((".", "!", "?")) else shown + "."


def _requirements(table: Table) -> list[str]:
    """Give what the preamble needs, as comments."""
    # The old font encoding of pdfLaTeX lacks some European letters and quotation marks.
    lines = [r"% \usepackage{booktabs}", r"% \usepackage[T1]{fontenc} % with pdfLaTeX"]
    texts = [table.title, *table.notes, *(column.name for column in table.columns)]
    texts += [cell.value for row in table.rows for cell in row.cells if isinstance(cell.value, str)]
    if any(_is_beyond_latin(character) for text in texts for character in text):
        lines.append("% Contains letters beyond Latin: compile with LuaLaTeX or XeLaTeX and a font that has them.")
    if any(unicodedata.bidirectional(character) in {"R", "AL"} for text in texts for character in text):
        lines.append(r"% Contains right-to-left text: \usepackage[bidi=basic]{babel} with LuaLaTeX puts it in order.")
    return lines


def _is_beyond_latin(character: str) -> bool:
    is_letter = unicodedata.category(character).startswith(("L", "M"))
    # A letter that has a command (α, β) needs no special font.
    return is_letter and character > "\u017f" and escape_latex(character) == character


def _label(table: Table) -> str:
    """Give the label, which may have only letters and digits."""
    words = re.findall(r"[a-z0-9:.]+", one_line(table.label or table.title).lower())
    name = "-".join(words) or "results"
    return name if ":" in name else f"tab:{name}"


def _has_marks(table: Table, index: int) -> bool:
    return any(cell.marks for cell in column_cells(table, index))


def _has_intervals(table: Table, index: int) -> bool:
    return any(cell.interval for cell in column_cells(table, index))


def _specification(table: Table, index: int) -> str:
    letters = "@{}l" if _has_marks(table, index) else ""
    interval = r"@{\,}r" if _has_intervals(table, index) else ""
    return _ALIGN[alignment(table, index)] + letters + interval


def _heading(table: Table, index: int) -> str:
    heading = escape_latex(table.columns[index].heading)
    width = 1 + _has_marks(table, index) + _has_intervals(table, index)
    return heading if width == 1 else rf"\multicolumn{{{width}}}{{c}}{{{heading}}}"


def _lines(table: Table) -> list[str]:
    best = best_places(table)
    lines = []
    for number, row in enumerate(table.rows):
        pairs = enumerate(zip(row.cells, table.columns, strict=True))
        cells = [_cell(table, index, cell, column, bold=(number, index) in best) for index, (cell, column) in pairs]
        lines.append(" & ".join(cells) + r" \\")
    return lines


def _cell(table: Table, index: int, cell: Cell, column: Column, *, bold: bool) -> str:
    value = escape_latex(show_value(cell, column))
    parts = [rf"\textbf{{{value}}}" if bold else value]
    if _has_marks(table, index):
        parts.append(rf"\textsuperscript{{{escape_latex(show_marks(cell))}}}" if cell.marks else "")
    if _has_intervals(table, index):
        interval = escape_latex(show_cell_interval(cell, column))
        parts.append(rf"{{\footnotesize {interval}}}" if interval else "")
    return " & ".join(parts)
