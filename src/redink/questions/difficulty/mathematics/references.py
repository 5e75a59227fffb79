"""Counts of a system under several references in; one table of counts out, of the best reference or of all of them.

The paper uses one reference and leaves the case of several open (§5.3). Under both rules here, weights cannot be
compared with those of a single reference: the more references there are, the fewer systems solve a given error of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Flags, Floats, Ints, ratio
from redink.errors import InputError, Place
from redink.questions.difficulty.mathematics.measures import COLUMNS, Difficulty

ReferenceRule: TypeAlias = Literal["one", "best", "mean"]
"""A single reference (the paper); the one with the best weighted F_β in each sentence; the mean score over all."""


def best_reference(tables: Sequence[Floats], present: Sequence[Flags], beta: float) -> Ints:
    """Give for each sentence the reference under which the system scores best.

    The best reference has the highest weighted F_β of the sentence (1 when there is nothing to count). Ties go to the
    larger TP, then to the earlier reference.

    Args:
        tables: (S × 5) counts under each reference.
        present: (S,) for each reference, whether it has the sentence.
        beta: β of F_β.

    Returns:
        (S,) index of the reference.
    """
    is_present = np.array(present)
    if not is_present.any(axis=0).all():
        missing = int(np.flatnonzero(~is_present.any(axis=0))[0])
        raise InputError(
            "no reference has this sentence",
            place=Place("references", sentence=missing + 1),
            remedy="give a reference that has it, or let an annotator without a line mean no change: --absent noop",
        )
    square = beta * beta
    counts = np.stack(tables)  # references × sentences × columns
    tp, fp, fn = counts[..., 0], counts[..., 1], counts[..., 2]
    f = ratio((1 + square) * tp, (1 + square) * tp + fp + square * fn, nothing=1.0)
    f[~is_present] = -1.0
    best = np.zeros(f.shape[1], dtype=np.int64)
    columns = np.arange(f.shape[1])
    for index in range(1, len(f)):
        old_f, old_tp = f[best, columns], tp[best, columns]
        better = (f[index] > old_f) | ((f[index] == old_f) & (tp[index] > old_tp))
        best[better] = index
    return best


def chosen(tables: Sequence[Floats], choice: Ints) -> Floats:
    """Give each sentence's counts under the reference chosen for it."""
    taken: Floats = np.stack(tables)[choice, np.arange(len(choice))]
    return taken


@dataclass(frozen=True, slots=True)
class MeanOverReferences:
    """The mean of a score over references, as a function of the counts of all references side by side."""

    measure: Difficulty
    """The score under one reference."""

    @property
    def name(self) -> str:
        """The name of the score."""
        return self.measure.name

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, 5k) sums into scores; the mean is undefined if the score of one reference is."""
        by_reference = sums.reshape(*sums.shape[:-1], -1, len(COLUMNS))
        means: Floats = self.measure.score_from_sums(by_reference).mean(axis=-1)
        return means
