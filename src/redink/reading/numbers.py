"""The text of a cell in, a whole number out, or `None` if it is not one."""

from __future__ import annotations

_LONGEST = 15
"""The most digits a number may have; Python itself refuses thousands of digits."""


def natural(text: str) -> int | None:
    """Read a whole number ≥ 0, with or without blanks around it; `None` for any other text.

    Unlike `int`, this takes only the digits 0 to 9: no sign, no underscore, no digits of other scripts. Blanks are
    spaces, tabs and line ends.
    """
    digits = text.strip(" \t\r\n")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST else None
