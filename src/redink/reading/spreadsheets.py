"""Text in, cells of CSV that no spreadsheet takes for a formula out, and back.

A cell that begins with `=`, `+`, `-` or `@` is a formula to Excel and LibreOffice, whoever wrote it: a judge's note
could send the organiser's table elsewhere. OWASP's advice is an apostrophe before it. So that text comes back as it
was, text that begins with apostrophes and then such a letter gets one more.
"""

from __future__ import annotations

import re

_RISKY = re.compile(r"'*[=+\-@\t\r\n\0＝＋－＠]")  # wide forms are taken for narrow ones
_GUARDED = re.compile(r"'" + _RISKY.pattern)


def guarded(text: str) -> str:
    """Put an apostrophe before text that would be a formula."""
    return f"'{text}" if _RISKY.match(text) else text


def unguarded(cell: str) -> str:
    """Give the text that was guarded so."""
    return cell[1:] if _GUARDED.match(cell) else cell
