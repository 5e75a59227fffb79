"""Text in, CSV cells that no spreadsheet takes for a formula out, and back.

Excel and LibreOffice take a cell that begins with `=`, `+`, `-` or `@` for a formula, whoever wrote it: a judge's note
could send the organiser's table elsewhere. OWASP advises an apostrophe before such a cell. In many countries,
spreadsheets separate cells by `;` or by tabs, whatever quotation marks are around a text that begins after a comma.
The text after a `;`, a tab or a line end is therefore guarded like the text of a cell. Text that begins with
apostrophes and then such a character gets one more, so that the text can be restored.
"""

from __future__ import annotations

import re

_START = r"(?:^|(?<=[;\t\r\n]))"
_RISKY = r"(?='*[=+\-@\t\r\n\0＝＋－＠])"  # spreadsheets take wide forms for narrow ones
_UNGUARDED = re.compile(_START + _RISKY)
_GUARDED = re.compile(_START + "'" + _RISKY)


def guarded(text: str) -> str:
    """Put an apostrophe before every part of a text that would be a formula."""
    return _UNGUARDED.sub("'", text)


def unguarded(cell: str) -> str:
    """Give the text of a guarded cell."""
    return _GUARDED.sub("", cell)
