"""Two long texts in; for each word of the first, the words of the second that it may belong to out.

The expected way goes through runs of three words that each text has exactly once, in the same order (`long_alignment`).
Between two such runs everything is allowed, and a margin on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from redink.annotation.long_alignment import pieces
from redink.arrays import Ints
from redink.frozen import frozen

_RUN = 3
"""Words of a run: one word alone occurs once in each text by chance too often."""


@frozen
class Corridor:
    """The part of the table that is filled."""

    low: Ints
    """After each number of words of the source (from 0), the fewest words of the output that may be used up."""
    high: Ints
    """The most words of the output that may be used up."""

    @property
    def cells(self) -> int:
        """How many cells are filled."""
        return int((self.high - self.low + 1).sum())

    @property
    def widest(self) -> int:
        """The cells of the widest row."""
        return int((self.high - self.low + 1).max())

    def keeps_away(self, rows: Ints, columns: Ints, distance: int) -> bool:
        """Tell whether places keep a distance from edges of the corridor that are not the edges of the table."""
        low, high = self.low[rows], self.high[rows]
        from_low = (low == 0) | (columns - low >= distance)
        from_high = (high == self.high[-1]) | (high - columns >= distance)
        return bool((from_low & from_high).all())


def corridor(source: Sequence[str], output: Sequence[str], margin: int) -> Corridor:
    """Give the corridor around the runs of words that both texts have exactly once."""
    low = np.zeros(len(source) + 1, dtype=np.int64)
    high = np.zeros(len(source) + 1, dtype=np.int64)
    for piece in pieces(source, output, _RUN):
        rows = slice(piece.start, piece.end + 1)
        low[rows] = np.where(low[rows], low[rows], piece.target_start)
        high[rows] = piece.target_end
    low[0], high[-1] = 0, len(output)
    return Corridor(
        np.maximum.accumulate(np.maximum(low - margin, 0)),
        np.maximum.accumulate(np.minimum(high + margin, len(output))),
    )
