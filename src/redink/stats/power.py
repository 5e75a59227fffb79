"""How a paired difference varies in; how many sentences a test needs to show a difference of a given size out."""

from __future__ import annotations

import math

POWER = 0.8
"""How often a test that has enough sentences shows the difference."""


def needed_units(difference: float, *, spread: float, units: int, alpha: float, tests: int = 1) -> int:
    """Give the number of sentences (or documents) with which a two-sided test at `alpha` shows a difference.

    The standard error falls with the root of their number: n = units · ((z(1 − α/2m) + z(0.8)) · spread / difference)²
    for m tests (the strictest step of Holm's correction). A test that exchanges outputs needs 2^(1−n) ≤ α/m too,
    because there are only so many ways to exchange them.

    Args:
        difference: The size that must be shown, above 0.
        spread: Standard error of the difference with the units at hand.
        units: How many there are.
        alpha: Level of the test.
        tests: How many tests share the level.
    """
    from scipy.special import ndtri

    reach = float(ndtri(1 - alpha / (2 * tests)) + ndtri(POWER)) * spread
    return max(math.ceil(units * (reach / difference) ** 2), 1 + math.ceil(math.log2(tests / alpha)))
