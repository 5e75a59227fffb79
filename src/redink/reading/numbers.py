"""Cells of files in, numbers out, where they are what they should be."""

from __future__ import annotations

_LONGEST = 15
"""Digits of a number we believe; Python itself balks at thousands of them."""


def natural(text: str) -> int | None:
    """Read a whole number from 0 on, blanks around it allowed; nothing if it is anything else.

    Unlike `int`, this takes only the digits 0 to 9: no sign, no underscore, no digits of other scripts, and
    no blanks that only some functions call blank.
    """
    digits = text.strip(" \t\r\n")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST else None
