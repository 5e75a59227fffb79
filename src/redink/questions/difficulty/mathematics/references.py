"""Counts of a system under several references in, one table of counts out: the best reference of each sentence, or all.

The paper uses one reference and leaves several open (§5.3). Both rules here make weights incomparable with those of a
single reference: the more references there are, the fewer systems solve a given error of any one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from redink.arrays import Flags, Floats, Ints, ratio
from redink.errors import InputError, Place
from redink.questions.difficulty.mathematics.formulas import COLUMNS, WEIGHTED, Formula, Kind, Settings, formulas

ReferenceRule: TypeAlias = Literal["one", "best", "mean"]
"""A single reference (the paper); for each sentence the one with the best weighted F_β; the mean score over all."""


def best_reference(tables: Sequence[Floats], present: Sequence[Flags], beta: float) -> Ints:
    """Choose for each sentence the reference under which the system looks best.

    By weighted F_β of the sentence (1 when there is nothing to count), then the larger TP, then the earlier reference.

    Args:
        tables: (S × 7) counts under each reference.
        present: (S,) for each reference, where it has the sentence.
        beta: β of F_β.

    Returns:
        (S,) index of the reference.
    """
    there = np.array(present)
    if not there.any(axis=0).all():
        missing = int(np.flatnonzero(~there.any(axis=0))[0])
        raise InputError(
            "no reference has this sentence",
            place=Place("references", sentence=missing + 1),
            remedy="give a reference that has it, or choose a reading of absent annotators: --absent agree or noop",
        )
    square = beta * beta
    counts = np.stack(tables)  # references × sentences × columns
    tp, fp, fn = counts[..., 0], counts[..., 1], counts[..., 2]
    f = ratio((1 + square) * tp, (1 + square) * tp + fp + square * fn, nothing=1.0)
    f[~there] = -1.0
    best = np.zeros(f.shape[1], dtype=np.int64)
    columns = np.arange(f.shape[1])
    for index in range(1, len(f)):
        old_f, old_tp = f[best, columns], tp[best, columns]
        better = (f[index] > old_f) | ((f[index] == old_f) & (tp[index] > old_tp))
        best[better] = index
    return best


def chosen(tables: Sequence[Floats], choice: Ints) -> Floats:
    """Take each sentence's counts under the reference chosen for it."""
    taken: Floats = np.stack(tables)[choice, np.arange(len(choice))]
    return taken


@dataclass(frozen=True, slots=True)
class MeanOverReferences:
    """The mean of a score over references, as a function of counts that stand side by side."""

    formula: Formula
    """The score under one reference."""

    @property
    def name(self) -> str:
        """The name of the score."""
        return self.formula.name

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, 7k) sums into scores; undefined if one reference leaves it so."""
        each = sums.reshape(*sums.shape[:-1], -1, len(COLUMNS))
        means: Floats = self.formula.score_from_sums(each).mean(axis=-1)
        return means


def scorers(
    settings: Settings, several: ReferenceRule, prefix: str = WEIGHTED, kinds: Iterable[Kind] = ("P", "R", "F", "A")
) -> Sequence[Formula | MeanOverReferences]:
    """Give P, R, F_β and A as functions of the counts that the rule makes."""
    each = formulas(settings, prefix, kinds)
    return [MeanOverReferences(formula) for formula in each] if several == "mean" else each
