"""Edits of systems and references in, ERRANT's F0.5 of each system out: how far a tagger moves scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from training.english.agreement import TypedSpan

Keys: TypeAlias = frozenset[tuple[int, int, str]]
"""Edits of a sentence as ERRANT compares them: start, end, what stands there instead."""


class Tally(NamedTuple):
    """True positives, false positives, false negatives."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def plus(self, other: Tally) -> Tally:
        """Add component by component."""
        return Tally(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def f05(self) -> float:
        """F0.5 with ERRANT's conventions for empty sides."""
        precision = self.tp / (self.tp + self.fp) if self.fp else 1.0
        recall = self.tp / (self.tp + self.fn) if self.fn else 1.0
        return 1.25 * precision * recall / (0.25 * precision + recall) if precision + recall else 0.0


def keys(edits: Sequence[TypedSpan], correction: str) -> Keys:
    """Give the edits of one sentence in the form that is compared."""
    words = correction.split()
    return frozenset((e.start, e.end, " ".join(words[e.target_start : e.target_end])) for e in edits)


def f05(system: Sequence[Keys], references: Sequence[Sequence[Keys]]) -> float:
    """Score a system; each sentence takes the reference that is best for the running total."""
    total = Tally()
    for i, proposed in enumerate(system):
        options = [_tally(proposed, reference[i]) for reference in references]
        best = max(options, key=lambda option: (total.plus(option).f05, option.tp, -option.fp, -option.fn))
        total = total.plus(best)
    return total.f05


def _tally(proposed: Keys, right: Keys) -> Tally:
    tp = len(proposed & right)
    return Tally(tp, len(proposed) - tp, len(right) - tp)


def largest_difference(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    """Give the largest difference of two sets of scores, in points."""
    return max(abs(first[name] - second[name]) for name in first) * 100
