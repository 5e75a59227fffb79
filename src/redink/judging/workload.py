"""Hours, judges and overlap in; how many pairs are drawn, and how many of them each judge is asked, out."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from redink.errors import UsageError
from redink.frozen import frozen
from redink.stats.agreement import cohen_kappa

FIRST_MINUTES = 10
"""The first block, which everybody judges in the same order, takes so long."""
_POOL = 2
"""Adaptive pairs are chosen from so many times as many as can be asked."""
_PAIRS_PER_ERROR = 3
"""Adaptive pairs are about so few errors that each error can be in twice so many of the pairs that are asked."""


def kappa_half_width(pairs: int, *, kappa: float = 0.5, answers: int = 3) -> float:
    """Give half the width of the 95 % interval of two judges' κ over so many pairs, for equally frequent answers."""
    by_chance = np.full((answers, answers), (1 - kappa) / answers**2)
    interval = cohen_kappa(pairs * (by_chance + np.eye(answers) * kappa / answers)).interval
    assert interval is not None
    return (interval.high - interval.low) / 2


@frozen
class Workload:
    """What the judges can do, as the organiser says."""

    count: int | None = None
    """Number of different pairs that are judged."""
    hours: float | None = None
    """Working time of each judge."""
    judges: int | None = None
    """Number of judges who share the work; `None` if everybody judges every pair."""
    overlap: float = 0.2
    """Share of the answers of a judge that are about pairs that all judge."""
    pace: float = 15.0
    """Seconds of an answer."""
    adaptive: bool = False
    """Whether the answers so far decide which pair comes next."""
    precision: float = 0.9
    """Mean chance that the harder error of a pair is known, at which adaptive asking stops."""

    def __post_init__(self) -> None:
        """Refuse what cannot be planned."""
        if self.count is not None and self.hours is not None:
            raise UsageError("--count and --hours both give the number of pairs", remedy="give one of them")
        if self.adaptive and self.count is None and self.hours is None:
            raise UsageError(
                "adaptive pairs need to know how many answers there can be", remedy="give --hours, or --count"
            )
        if not 0 <= self.overlap <= 1:
            raise UsageError(f"an overlap of {self.overlap} is not possible", remedy="give a share from 0 to 1")
        for name, number in (("hours", self.hours), ("pace", self.pace)):
            if number is not None and not 0 < number < math.inf:
                raise UsageError(f"{name} cannot be {number}", remedy="give a number above 0")

    @property
    def is_shared_out(self) -> bool:
        """Whether each judge is asked only some of the pairs."""
        return self.judges is not None or self.adaptive

    @property
    def each(self) -> int | None:
        """Number of different pairs that each judge is asked; `None` for every pair that is drawn."""
        if self.hours is not None:
            return max(1, int(self.hours * 3600 / self.pace))
        if self.count is None or not self.is_shared_out:
            return self.count
        return max(1, round(self.count / (self.overlap + (self.judges or 1) * (1 - self.overlap))))

    @property
    def asked(self) -> int | None:
        """Number of different pairs that are judged."""
        each = self.each
        if each is None or not self.is_shared_out:
            return each
        return self.shared_of(each) + (self.judges or 1) * (each - self.shared_of(each))

    @property
    def drawn(self) -> int | None:
        """Number of different pairs in the file; adaptive pairs are chosen from more than are asked."""
        each, asked = self.each, self.asked
        if each is None or asked is None or not self.adaptive:
            return asked
        return self.shared_of(each) + _POOL * (asked - self.shared_of(each))

    @property
    def errors(self) -> int | None:
        """Number of errors that adaptive pairs are about; `None` for no limit."""
        return None if not self.adaptive or self.asked is None else max(2, self.asked // _PAIRS_PER_ERROR)

    def limited_to(self, pairs: int) -> Workload:
        """Give the work that is left if there are only so many different pairs."""
        if self.asked is None or pairs >= self.asked:
            return self
        return replace(self, count=pairs, hours=None)

    def shared_of(self, each: int) -> int:
        """Give the number of pairs that everybody is asked, of so many that each judge is asked."""
        return round(self.overlap * each) if self.is_shared_out else each

    def first_of(self, shared: int) -> int:
        """Give the number of shared pairs in the first block."""
        return min(shared, max(1, round(FIRST_MINUTES * 60 / self.pace)))
