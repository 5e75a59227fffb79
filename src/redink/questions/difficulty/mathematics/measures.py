"""A judging table and weights in; weighted TP, FP, FN, TN of each sentence, and P, R, F_β and A of their sums out.

w is the weight of a chunk, b says whether the system's chunk is the gold chunk, ℰ are the errors, and 𝒞 the chunks
that the system touched:

    TP = Σ w over 𝒞 with b = 1        R = TP / (TP + FN)          formula (1)
    FP = Σ w over 𝒞 with b = 0        P = TP / (TP + FP)          formula (2)
    FN = Σ w over ℰ with b = 0        A = (TP + TN) / Σ w         formula (3)
    TN = Σ w over the chunks that are right and untouched

An error that was corrected wrongly counts in both FP and FN.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from redink.arrays import Flags, Floats, ratio
from redink.questions.difficulty.mathematics.judging_table import JudgingTable
from redink.questions.difficulty.mathematics.pool import Pool
from redink.questions.difficulty.mathematics.weights import FalsePositives, Mode, WeightFunction, constant, linear

COLUMNS = ("tp", "fp", "fn", "tn", "all")
"""Columns of the sentence table; `all` is Σ w."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How chunks are weighed."""

    mode: Mode = "paper"
    """`paper`, or `faithful` to its program: an insertion before an untouched error counts as two FP, and 0/0 is 0."""
    weight: WeightFunction = linear()  # noqa: RUF009 - frozen
    """f(n, N)."""
    false_positives: FalsePositives = "paper"
    """Whether a false positive weighs w, or 1."""
    leave_one_out: bool = False
    """Whether the weights that score a system are computed without this system."""
    beta: float = 0.5
    """β of F_β."""

    @property
    def nothing(self) -> float:
        """Value of 0/0."""
        return 0.0 if self.mode == "faithful" else float("nan")

    def unweighted(self) -> Settings:
        """Give the same settings without weights."""
        return Settings(self.mode, constant(), "paper", leave_one_out=False, beta=self.beta)


def touched_in(table: JudgingTable, column: int, mode: Mode) -> Flags:
    """(R,) 𝒞 of one system."""
    touched: Flags = table.touched[:, column]
    return touched | table.brushed[:, column] if mode == "faithful" else touched


def row_weights(table: JudgingTable, column: int, pool: Pool, settings: Settings) -> tuple[Floats, float]:
    """Give w of each row for one system, and w of every chunk without a row."""
    system = table.systems[column]
    if settings.leave_one_out and system in pool.systems:
        return pool.weights_without(settings.weight, table.correct[:, column].astype(np.int64))
    return pool.weights(settings.weight)


def sentence_stats(table: JudgingTable, column: int, pool: Pool, settings: Settings) -> Floats:
    """Give the weighted counts of one system, (S × 5) as in `COLUMNS`."""
    weight, weight_without_row = row_weights(table, column, pool, settings)
    b, error = table.correct[:, column], table.is_error
    touched = touched_in(table, column, settings.mode)
    fp_weight = weight if settings.false_positives == "paper" else np.ones_like(weight)
    sums = np.empty((table.gold.n_sentences, len(COLUMNS)))
    parts = (
        weight * (touched & b),
        fp_weight * (touched & ~b),
        weight * (error & ~b),
        weight * (~touched & b),
        weight,
    )
    for index, part in enumerate(parts):
        sums[:, index] = np.bincount(table.sentence, part, minlength=len(sums))
    sums[:, 3:] += (table.rest() * weight_without_row)[:, np.newaxis]
    return sums


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One of P, R, F_β and A, as a function of summed counts."""

    name: str
    """`wP`, `wR`, `wF0.5`, `wA`; without the w for the unweighted twins."""
    kind: str
    """`P`, `R`, `F` or `A`."""
    beta: float = 0.5
    """β of F_β."""
    nothing: float = float("nan")
    """Value of 0/0."""

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, 5) sums into scores."""
        tp, fp, fn, tn, everything = np.moveaxis(sums, -1, 0)
        if self.kind == "P":
            return ratio(tp, tp + fp, nothing=self.nothing)
        if self.kind == "R":
            return ratio(tp, tp + fn, nothing=self.nothing)
        if self.kind == "A":
            return ratio(tp + tn, everything, nothing=self.nothing)
        square = self.beta * self.beta
        return ratio((1 + square) * tp, (1 + square) * tp + fp + square * fn, nothing=self.nothing)


def measures(settings: Settings, *, prefix: str = "w") -> tuple[Difficulty, ...]:
    """Give P, R, F_β and A under the given settings."""
    beta, nothing = settings.beta, settings.nothing
    names = {"P": "P", "R": "R", "F": f"F{beta:g}", "A": "A"}
    return tuple(Difficulty(prefix + name, kind, beta, nothing) for kind, name in names.items())


def free_false_positives(table: JudgingTable, column: int, pool: Pool, settings: Settings) -> tuple[int, int]:
    """Give the number of a system's false positives on correct text that weigh nothing, and the number of all."""
    weight, _ = row_weights(table, column, pool, settings)
    false = touched_in(table, column, settings.mode) & ~table.correct[:, column] & ~table.is_error
    return int((false & (weight == 0)).sum()), int(false.sum())
