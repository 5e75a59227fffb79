"""A number or `None` in, the text that a reader sees out: the same for all tables and charts."""

from __future__ import annotations

import math
from typing import Final

from redink.records import Interval

MISSING: Final = "–"
"""Text for "not available"."""
_LEAST_SHOWN: Final = 0.00005
"""p-values below this would be rounded to 0.0000, but no p-value is 0."""
_TOO_LONG: Final = 1e15
"""Numbers from this size on are written with a power of ten: nobody counts sixteen digits."""


def finite(value: float | None) -> float | None:
    """Give the number, or `None` for NaN and infinities, which mean "not available"."""
    return value if value is not None and math.isfinite(value) else None


def show_number(value: float | None, *, digits: int = 2, percent: bool = False) -> str:
    """Give 0.37331 as `0.37`, in per cent as `37.33`; whole numbers as `1,312`; with a true minus sign.

    Args:
        value: A fraction, count or score; an `int` has no decimals, except in per cent.
        digits: Number of decimals.
        percent: Whether to show a hundred times the value (the sign % belongs in the heading).
    """
    number = finite(value)
    if number is None:
        return MISSING
    if isinstance(number, int) and not percent:
        shown = f"{number:,}"
    elif abs(number) >= _TOO_LONG:
        shown = f"{number * 100 if percent else number:.{digits}e}"
    else:
        shown = f"{number * 100 if percent else number:,.{digits}f}"
    if shown.startswith("-"):
        # A number that rounds to zero has no minus sign: no "-0.00".
        return "−" + shown[1:] if shown.strip("-0.,") else shown[1:]
    return shown


def in_words(value: float | None, *, digits: int = 3) -> str:
    """Give a number for use in a sentence, where the dash for a missing number would be read as punctuation."""
    return "not available" if finite(value) is None else show_number(value, digits=digits)


def show_p(p: float | None, *, least: float | None = None) -> str:
    """Give a p-value with four decimals: `0.0420`, or `< 0.0001` if it would be rounded to 0.

    Args:
        p: The p-value.
        least: The smallest p that the draws of the test can give; a p that small is shown as a bound: `≤ 1/1001`.
    """
    number = finite(p)
    if number is None:
        return MISSING
    if least and number <= least * (1 + 1e-9):
        return f"≤ 1/{round(1 / least)}"
    return "< 0.0001" if number < _LEAST_SHOWN else show_number(float(number), digits=4)


def show_interval(interval: Interval | None, *, digits: int = 2, percent: bool = False) -> str:
    """Give `[35.10, 39.40]`; the empty text if there is no interval."""
    if interval is None:
        return ""
    low, high = (show_number(float(end), digits=digits, percent=percent) for end in (interval.low, interval.high))
    return f"[{low}, {high}]"
