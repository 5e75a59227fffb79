"""A Table and the name of a format in, text out: the formats that `--format` of every command offers."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from redink.errors import UsageError
from redink.reports.html import to_html
from redink.reports.latex import to_latex
from redink.reports.machine import to_json, to_tsv
from redink.reports.markdown import to_markdown
from redink.reports.tables import Table
from redink.reports.terminal import Paper, to_terminal

Format: TypeAlias = Literal["table", "tsv", "json", "md", "latex", "html"]

FORMATS: Final[tuple[str, ...]] = get_args(Format)
"""Names of formats that a user may type."""

_RENDERERS = {"tsv": to_tsv, "json": to_json, "md": to_markdown, "latex": to_latex, "html": to_html}


def render(table: Table, form: str = "table", *, paper: Paper = Paper(None, colour=False)) -> str:  # noqa: B008
    """Give a table in one of `FORMATS`, ending in a newline.

    Args:
        table: The table.
        form: One of `FORMATS`.
        paper: Width and colour of the terminal (see `paper_of`); only `table` uses it.
    """
    if form == "table":
        return to_terminal(table, width=paper.width, colour=paper.colour)
    if form not in _RENDERERS:
        raise UsageError(f"there is no format {form!r}", remedy=f"choose from {', '.join(FORMATS)}")
    return _RENDERERS[form](table)
