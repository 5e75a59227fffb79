"""A number (or nothing) in, the text a reader sees out: one way for all tables and charts."""

from __future__ import annotations

import math
from typing import Final

from redink.records import Interval

MISSING: Final = "–"
"""How "not available" looks."""
_LEAST_SHOWN: Final = 0.00005
"""p-values below this would be shown as 0.0000, which none is."""
_TOO_LONG: Final = 1e15
"""From here on a number is written with its power of ten: nobody counts sixteen digits."""


def finite(value: float | None) -> float | None:
    """Give the number, or `None` for NaN and infinities, which mean "not available"."""
    return value if value is not None and math.isfinite(value) else None


def show_number(value: float | None, *, digits: int = 2, percent: bool = False) -> str:
    """Write 0.37331 as `0.37`, in per cent as `37.33`; whole numbers as `1,312`; with a true minus sign.

    Args:
        value: A fraction, count or score; an `int` outside per cent keeps no decimals.
        digits: Decimals shown.
        percent: Whether to show a hundred times the value (the sign % belongs into the heading).
    """
    known = finite(value)
    if known is None:
        return MISSING
    if isinstance(known, int) and not percent:
        shown = f"{known:,}"
    elif abs(known) >= _TOO_LONG:
        shown = f"{known * 100 if percent else known:.{digits}e}"
    else:
        shown = f"{known * 100 if percent else known:,.{digits}f}"
    if shown.startswith("-"):
        # What rounds to zero is zero: no "-0.00".
        return "−" + shown[1:] if shown.strip("-0.,") else shown[1:]
    return shown


def in_words(value: float | None, *, digits: int = 3) -> str:
    """Write a number within a sentence, where a dash for a missing one would be read as a dash."""
    return "not available" if finite(value) is None else show_number(value, digits=digits)


def show_p(p: float | None, *, least: float | None = None) -> str:
    """Write a p-value with four decimals: `0.0420`, `< 0.0001` for what would look like nothing.

    Args:
        p: The p-value.
        least: The smallest that the draws of a test could give; a p no larger is a bound: `≤ 1/1001`.
    """
    known = finite(p)
    if known is None:
        return MISSING
    if least and known <= least * (1 + 1e-9):
        return f"≤ 1/{round(1 / least)}"
    return "< 0.0001" if known < _LEAST_SHOWN else show_number(float(known), digits=4)


def show_interval(interval: Interval | None, *, digits: int = 2, percent: bool = False) -> str:
    """Write `[35.10, 39.40]`, or nothing where there is no interval."""
    if interval is None:
        return ""
    low, high = (show_number(float(end), digits=digits, percent=percent) for end in (interval.low, interval.high))
    return f"[{low}, {high}]"
