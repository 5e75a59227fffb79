"""Tables of per-sentence statistics and one random generator in; resampled sums and scores out.

All draws are made once, before any work is split. A `Resamples` (bootstrap) or `Swaps` (approximate randomisation) is
then shared by all systems and all measures. So comparisons are paired, and the digits do not depend on the number of
processes. Both hold one small number for each unit, never a copy of the data: the sums of the resamples are
draw counts × table, one matrix product.

The unit of drawing is the sentence. When groups are given, it is the group (essay, document) as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import InputError, UsageError
from redink.stats.exact_sums import BLOCK_CELLS, as_table, exact_sums

MOST_RESAMPLES = 1_000_000
_MOST_CELLS = 1_000_000_000
"""Resamples times units: a byte each."""

Groups: TypeAlias = Sequence[str] | Sequence[int] | npt.NDArray[Any]
"""One id for each sentence; sentences with equal ids form a group."""

ScoreFromSums: TypeAlias = Callable[[Floats], Floats]
"""(r × k) summed statistics → (r,) scores; NaN where the score is undefined."""


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The units that are drawn, swapped or left out as a whole: sentences or groups."""

    n_sentences: int
    """Number of rows of every table."""
    n_units: int
    unit_of: npt.NDArray[np.intp] | None
    """(n_sentences,) unit of each sentence, numbered by first appearance; `None` when every sentence is a unit."""

    @classmethod
    def of(cls, n_sentences: int, groups: Groups | None = None) -> Self:
        """Give the units of sentences or of groups.

        Units are numbered by first appearance. So the digits do not depend on the names of the groups, and groups of
        one sentence each give the same digits as no groups.
        """
        if groups is None:
            return cls(n_sentences, n_sentences, None)
        ids = np.asarray(groups)
        if ids.shape != (n_sentences,):
            raise InputError(
                f"{ids.size} group ids for {n_sentences} sentences",
                remedy="give one document id for each sentence, in the same order",
            )
        _, first, inverse = np.unique(ids, return_index=True, return_inverse=True)
        appearance = np.argsort(np.argsort(first))
        return cls(n_sentences, len(first), appearance[inverse])

    def rows(self, table: npt.ArrayLike) -> Floats:
        """Sum an (n_sentences × k) table within units: (n_units × k)."""
        checked = as_table(table, self.n_sentences)
        if self.unit_of is None or not self.n_units:
            return checked
        order = np.argsort(self.unit_of, kind="stable")
        starts = np.searchsorted(self.unit_of[order], np.arange(self.n_units))
        sums: Floats = np.add.reduceat(checked[order], starts, axis=0)
        return sums


@dataclass(frozen=True, slots=True, eq=False)
class Resamples:
    """A bootstrap plan: how often each unit is drawn in each resample."""

    units: Units
    """The units that are drawn."""
    counts: npt.NDArray[np.uint8]
    """(resamples × n_units) draw counts; each row adds up to n_units."""

    @classmethod
    def draw(cls, n_sentences: int, resamples: int, rng: np.random.Generator, groups: Groups | None = None) -> Self:
        """Draw all resamples at once from one generator."""
        units = Units.of(n_sentences, groups)
        return cls(units, _unit_counts(units.n_units, expect_resamples(resamples, units.n_units), rng))

    def sums(self, table: npt.ArrayLike) -> Floats:
        """Give the (resamples × k) sums of an (n_sentences × k) table."""
        return exact_sums(self.counts, self.units.rows(table))


class SwapSums(NamedTuple):
    """The sums of one system that a test needs to exchange its outputs with those of another."""

    total: Floats
    """(k,) sums over all sentences."""
    exchanged: Floats
    """(resamples × k) sums over the exchanged sentences."""


@dataclass(frozen=True, slots=True, eq=False)
class Swaps:
    """A plan for approximate randomisation: the units in which two systems exchange their outputs."""

    units: Units
    """The units that may be exchanged."""
    exchanged: npt.NDArray[np.bool_]
    """(resamples × n_units) whether a unit is exchanged, by the toss of a fair coin."""

    @classmethod
    def draw(cls, n_sentences: int, resamples: int, rng: np.random.Generator, groups: Groups | None = None) -> Self:
        """Toss all coins at once from one generator."""
        units = Units.of(n_sentences, groups)
        drawn = expect_resamples(resamples, units.n_units)
        coins = rng.integers(0, 2, size=(drawn, units.n_units), dtype=np.uint8)
        return cls(units, coins.view(np.bool_))  # the same bytes: a copy would take twice the memory

    def sums(self, table: npt.ArrayLike) -> SwapSums:
        """Give the sums of an (n_sentences × k) table over all sentences and over the exchanged ones."""
        rows = self.units.rows(table)
        return SwapSums(_total(rows), exact_sums(self.exchanged, rows))


def swap_sums(tables: Sequence[Floats], swaps: Swaps) -> list[SwapSums]:
    """Give the sums of several systems, (n_sentences × k) tables with the same k, from one matrix product."""
    total, exchanged = swaps.sums(np.hstack(tables)) if tables else SwapSums(np.empty(0), np.empty((0, 0)))
    # Column by column in memory: a test looks at the sums of a system again for each of its partners.
    columns = [np.asfortranarray(part) for part in _split(exchanged, len(tables))]
    return [SwapSums(*sums) for sums in zip(_split(total, len(tables)), columns, strict=True)]


def _split(sums: Floats, parts: int) -> list[Floats]:
    return np.split(sums, parts, axis=-1) if parts else []


class Bootstrapped(NamedTuple):
    """A score and how it varies when the data are resampled."""

    estimate: float
    """Score of the data themselves; NaN when undefined."""
    scores: Floats
    """(resamples,) scores of the resamples; NaN where undefined."""
    left_out: Floats
    """(n_units,) jackknife: scores of the data, each without one unit."""

    def minus(self, other: Bootstrapped) -> Bootstrapped:
        """Give the paired difference self − other; both must come from the same `Resamples`."""
        return Bootstrapped(self.estimate - other.estimate, self.scores - other.scores, self.left_out - other.left_out)


def bootstrap(table: npt.ArrayLike, score_from_sums: ScoreFromSums, resamples: Resamples) -> Bootstrapped:
    """Give the scores of the data, of every resample, and of the data without each unit.

    The draws are shared by all scores that are to be compared.
    """
    return bootstrap_all(table, [score_from_sums], resamples)[0]


def bootstrap_all(table: npt.ArrayLike, formulas: Sequence[ScoreFromSums], resamples: Resamples) -> list[Bootstrapped]:
    """Do the same for several scores of one table, whose resampled sums are added up once."""
    return bootstrap_tables([table], formulas, resamples)[0]


def bootstrap_tables(
    tables: Sequence[npt.ArrayLike], formulas: Sequence[ScoreFromSums], resamples: Resamples
) -> list[list[Bootstrapped]]:
    """Do the same for several tables with the same columns, whose sums come from one matrix product."""
    if not tables:
        return []
    rows = [resamples.units.rows(table) for table in tables]
    drawn = _split(exact_sums(resamples.counts, np.hstack(rows)), len(tables))
    return [[_bootstrapped(row, sums, formula) for formula in formulas] for row, sums in zip(rows, drawn, strict=True)]


def _bootstrapped(rows: Floats, drawn: Floats, formula: ScoreFromSums) -> Bootstrapped:
    total = _total(rows)
    estimate = float(scores_of(total[np.newaxis], formula)[0])
    return Bootstrapped(estimate, scores_of(drawn, formula), scores_of(total - rows, formula))


def scores_of(sums: Floats, score_from_sums: ScoreFromSums) -> Floats:
    """Give the scores of some sums, without warnings for 0/0; infinite scores become NaN (undefined)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = np.asarray(score_from_sums(sums), dtype=np.float64)
    if scores.shape != (len(sums),):
        raise InputError(
            f"score_from_sums gave shape {scores.shape} for {len(sums)} rows of sums",
            remedy="it must give one score for each row",
        )
    finite = np.isfinite(scores)
    return scores if finite.all() else np.where(finite, scores, np.nan)


def _total(rows: Floats) -> Floats:
    total: Floats = exact_sums(np.ones((1, len(rows)), dtype=np.uint8), rows)[0]
    return total


def expect_resamples(resamples: int, units: int = 1) -> int:
    """Give the number of resamples; refuse one that makes no sense or, with so many units, would fill the memory."""
    if not 1 <= resamples <= MOST_RESAMPLES:
        raise UsageError(
            f"the number of resamples cannot be {resamples}",
            remedy=f"ask for 1 to {MOST_RESAMPLES:,}; 1,000 is usual",
        )
    if resamples * units > _MOST_CELLS:
        raise UsageError(
            f"{resamples:,} resamples of {units:,} units need {resamples * units / 1e9:.0f} GB of memory",
            remedy=f"ask for at most {max(1, _MOST_CELLS // units):,}; 1,000 is usual",
        )
    return resamples


def _unit_counts(n_units: int, resamples: int, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Give (resamples × n_units) how often each unit is drawn, with n_units draws with replacement in each resample."""
    counts = np.zeros((resamples, n_units), dtype=np.uint8)
    if not n_units:
        return counts
    block = max(1, BLOCK_CELLS // n_units)
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        drawn = rng.integers(0, n_units, size=(rows, n_units))
        drawn += n_units * np.arange(rows)[:, np.newaxis]
        drawn_counts = np.bincount(drawn.ravel(), minlength=rows * n_units).reshape(rows, n_units)
        # A count is nearly Poisson(1): the chance of more than 255 is about 1/256! ≈ 10⁻⁵⁰⁷.
        assert drawn_counts.max() <= np.iinfo(np.uint8).max
        counts[start : start + rows] = drawn_counts
    return counts
