"""A number as somebody printed it in; the scores that would be printed so out."""

from __future__ import annotations

import re

from redink.errors import UsageError
from redink.frozen import frozen

_NUMBER = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*(%?)")
ROUNDING = 1e-12
"""65.25 is printed as 65.2 or as 65.3, and no float is exactly at the end of the range."""


@frozen
class Claim:
    """A claimed score."""

    text: str
    """As it was printed."""
    value: float
    """The score as a fraction."""
    decimals: int
    """Number of printed decimals."""
    is_percent: bool
    """Whether it was printed in percent."""

    @property
    def half(self) -> float:
        """Half of the last printed digit, as a fraction."""
        return 0.5 * 10.0 ** -(self.decimals + 2 * self.is_percent)

    def distance(self, score: float) -> float:
        """Tell how far a score is from the claim."""
        return abs(score - self.value)

    def is_met(self, score: float) -> bool:
        """Tell whether a score is printed as the claim, whichever way a tie is rounded."""
        return self.distance(score) <= self.half + ROUNDING


def read_claim(text: object) -> Claim:
    """Read a claim: a number above 1 is in percent, any other is a fraction; the digits give its precision."""
    # A number has lost the digits that say how precise it is: 65.20 is 65.2.
    parts = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    number = float(parts[1]) if parts else -1.0
    if parts is None or not 0 <= number <= 100:
        raise UsageError(
            f"the claimed score is {text!r}",
            remedy="give the number as it was printed: 65.2 (in percent) or 0.652 (a fraction); in Python, as text",
        )
    is_percent = bool(parts[2]) or number > 1
    decimals = len(parts[1].partition(".")[2])
    return Claim(
        text.strip() if isinstance(text, str) else "", number / (100 if is_percent else 1), decimals, is_percent
    )
