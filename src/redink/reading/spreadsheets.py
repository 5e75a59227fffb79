"""Text in, CSV cells that no spreadsheet takes for a formula out, and back.

Excel and LibreOffice take a cell that begins with `=`, `+`, `-` or `@` for a formula, whoever wrote it: a judge's note
could send the organiser's table elsewhere. OWASP advises an apostrophe before such a cell. Text that begins with
apostrophes and then such a character gets one more, so that the text can be restored.
"""

from __future__ import annotations

import re

_RISKY = re.compile(r"'*[=+\-@\t\r\n\0＝＋－＠]")  # spreadsheets take wide forms for narrow ones
_GUARDED = re.compile(r"'" + _RISKY.pattern)


def guarded(text: str) -> str:
    """Put an apostrophe before text that would be a formula."""
    return f"'{text}" if _RISKY.match(text) else text


def unguarded(cell: str) -> str:
    """Give the text of a guarded cell."""
    return cell[1:] if _GUARDED.match(cell) else cell
