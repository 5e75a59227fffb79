"""A number in, the standard normal distribution at it out; the same digits on every Python.

Python 3.14 computes `statistics.NormalDist.cdf` by another formula than the versions before it.
"""

from __future__ import annotations

import math


def normal_cdf(x: float) -> float:
    """Give the probability that a standard normal variable is at most x."""
    return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))
