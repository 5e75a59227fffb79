"""β of F_β: how it is written in names and read from them."""

from __future__ import annotations

import numpy as np

from redink.errors import UsageError

LARGEST_BETA = 1e9
"""β² must stay a number; long before that, F equals recall."""


def read_beta(digits: str | None, *, usual: float = 0.5) -> float:
    """Read the β in the name of a measure; the usual one where the name has none."""
    if digits and len(digits) > 1 and digits[0] == "0" and digits[1] != ".":
        if "." in digits:
            raise UsageError(f"F{digits} has a zero too many", remedy=f"write F{beta_digits(float(digits))}")
        raise UsageError(f"F{digits} has no decimal point", remedy=f"write F{digits[0]}.{digits[1:]}")
    beta = float(digits or usual)
    if beta > LARGEST_BETA:
        raise UsageError(
            f"β cannot be {beta:g}", remedy=f"β is at most {LARGEST_BETA:.0f}; long before that, F equals recall"
        )
    return beta


def beta_digits(beta: float) -> str:
    """Write β with all its digits and no exponent, so that the name reads back as the same number."""
    return np.format_float_positional(beta, trim="-")
