"""A judging table and weights in; weighted TP, FP, FN, TN of each sentence, and P, R, F_β and A of their sums out.

With w the weight of a chunk, b whether the system's chunk is the gold chunk, ℰ the errors and 𝒞 the chunks
the system touched:

    TP = Σ w over 𝒞 with b = 1        R = TP / (TP + FN)          formula (1)
    FP = Σ w over 𝒞 with b = 0        P = TP / (TP + FP)          formula (2)
    FN = Σ w over ℰ with b = 0        A = (TP + TN) / Σ w         formula (3)
    TN = Σ w of what is right and untouched

An error that was corrected wrongly is in FP and in FN. If b = 1 for all chunks, every score is 1, whatever the weights:
the paper says so for P, R (§3.3) and A, and it also holds where all weights are 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np

from redink.arrays import Flags, Floats, ratio
from redink.errors import UsageError
from redink.frozen import frozen
from redink.questions.difficulty.mathematics.judging_table import JudgingTable, Matching
from redink.questions.difficulty.mathematics.pool import Pool
from redink.questions.difficulty.mathematics.weights import FalsePositives, Mode, WeightFunction, constant, linear
from redink.scoring.beta import LARGEST_BETA, beta_digits
from redink.scoring.measure import expect_choice

COLUMNS = ("tp", "fp", "fn", "tn", "all", "chunks", "wrong")
"""Columns of the sentence table; `all` is Σ w. The last two have no weights: M, and the number of chunks with b = 0."""
WEIGHTED, UNWEIGHTED = "w", "u"
"""How the names of weighted scores and of their unweighted twins begin."""
Kind: TypeAlias = Literal["P", "R", "F", "A"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How chunks are weighed."""

    mode: Mode = "paper"
    """`paper`, or `faithful` to its program: an insertion before an untouched error is two FP, and 0/0 is 0."""
    weight: WeightFunction = field(default_factory=linear)
    """f(n, N)."""
    false_positives: FalsePositives = "paper"
    """Whether a false positive weighs w, or 1."""
    leave_one_out: bool = False
    """Whether a system has no say in the weights it is scored with."""
    beta: float = 0.5
    matching: Matching = "look-up"
    """How chunks of the system are found for those of the gold."""
    need: bool = False
    """Whether an error's weight is multiplied by the share of annotators who change something there."""

    def __post_init__(self) -> None:
        """Refuse words and numbers that mean nothing, which would be signed all the same."""
        expect_choice("mode", self.mode, get_args(Mode))
        expect_choice("matching", self.matching, get_args(Matching))
        if self.mode == "faithful" and self.matching == "elastic":
            raise UsageError("the published program has no elastic matching", remedy="use the mode paper")
        expect_choice("weight of false positives", self.false_positives, get_args(FalsePositives))
        if not 0 <= self.beta <= LARGEST_BETA:
            raise UsageError(f"β cannot be {self.beta:g}", remedy=f"give a number from 0 to {LARGEST_BETA:.0f}")

    @property
    def nothing(self) -> float:
        """Value of 0/0 where not all chunks are right."""
        return 0.0 if self.mode == "faithful" else float("nan")

    def unweighted(self) -> Settings:
        """Give the same without weights."""
        return Settings(self.mode, constant(), "paper", leave_one_out=False, beta=self.beta, matching=self.matching)


def touched_in(table: JudgingTable, column: int, mode: Mode) -> Flags:
    """(R,) 𝒞 of one system."""
    touched: Flags = table.touched[:, column]
    return touched | table.brushed[:, column] if mode == "faithful" else touched


def row_weights(table: JudgingTable, pool: Pool, settings: Settings, column: int | None = None) -> tuple[Floats, float]:
    """Give w of each row, as it counts for one system or in general, and w of every chunk without a row."""
    if column is not None and settings.leave_one_out and table.systems[column] in pool.systems:
        correct = table.correct[:, column].astype(np.int64)
        weights, unlisted = pool.weights_without(settings.weight, table.systems[column], correct)
    else:
        weights, unlisted = pool.weights(settings.weight)
    # The last number is for correct text, whose error is −1.
    return (weights * np.append(table.gold.need, 1.0)[table.error] if settings.need else weights), unlisted


def sentence_stats(table: JudgingTable, column: int, pool: Pool, settings: Settings) -> Floats:
    """Give the weighted counts of one system, (S × 7) as in `COLUMNS`."""
    weight, untouched = row_weights(table, pool, settings, column)
    b, error = table.correct[:, column], table.is_error
    touched = touched_in(table, column, settings.mode)
    fp_weight = weight if settings.false_positives == "paper" else np.ones_like(weight)
    sums = np.empty((table.gold.n_sentences, len(COLUMNS)))
    outcomes = (weight * (touched & b), fp_weight * (touched & ~b), weight * (error & ~b), weight * (~touched & b))
    for index, part in enumerate((*outcomes, weight, np.ones_like(weight), (~b).astype(np.float64))):
        sums[:, index] = np.bincount(table.sentence, part, minlength=len(sums))
    sums[:, 3:5] += (table.rest() * untouched)[:, np.newaxis]
    sums[:, 5] += table.rest()
    return sums


@frozen
class Formula:
    """One of P, R, F_β and A, as a function of summed counts."""

    kind: Kind
    prefix: str = WEIGHTED
    """`w` for weighted counts, `u` for unweighted ones."""
    beta: float = 0.5
    nothing: float = float("nan")
    """Value of 0/0 where a chunk is wrong; in mode `paper`, 0/0 of an output that is right everywhere is 1."""

    @property
    def name(self) -> str:
        """`wP`, `wR`, `wF0.5`, `wA`; with `u` for the unweighted twins."""
        return f"{self.prefix}F{beta_digits(self.beta)}" if self.kind == "F" else f"{self.prefix}{self.kind}"

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, 7) sums into scores."""
        scores = ratio(*self._parts(sums), nothing=self.nothing)
        chunks, wrong = sums[..., 5], sums[..., 6]
        # NaN is the value of 0/0 in mode `paper` alone.
        scores[np.isnan(scores) & (chunks > 0) & (wrong == 0)] = 1.0
        return scores

    def _parts(self, sums: Floats) -> tuple[Floats, Floats]:
        """Give numerator and denominator."""
        tp, fp, fn, tn, everything = np.moveaxis(sums[..., :5], -1, 0)
        if self.kind == "P":
            return tp, tp + fp
        if self.kind == "R":
            return tp, tp + fn
        if self.kind == "A":
            return tp + tn, everything
        square = self.beta * self.beta
        return (1 + square) * tp, (1 + square) * tp + fp + square * fn


def formulas(settings: Settings, prefix: str = WEIGHTED, kinds: Iterable[Kind] = ("P", "R", "F", "A")) -> list[Formula]:
    """Give P, R, F_β and A, or those of them that are asked for, under the given settings."""
    return [Formula(kind, prefix, settings.beta, settings.nothing) for kind in kinds]


def free_false_positives(table: JudgingTable, column: int, pool: Pool, settings: Settings) -> tuple[int, int]:
    """Count a system's false positives on correct text that weigh nothing, and all of them."""
    weight, _ = row_weights(table, pool, settings, column)
    false = touched_in(table, column, settings.mode) & ~table.correct[:, column] & ~table.is_error
    return int((false & (weight == 0)).sum()), int(false.sum())
