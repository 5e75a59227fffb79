"""Sentence statistics of some systems in; how much differences of two systems vary, with 1, 2, 3 … references, out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from redink.arrays import Floats
from redink.frozen import frozen
from redink.stats.power import exchange_ratio, influences, pair_deviations
from redink.stats.resampling import Resamples, ScoreFromSums, Units, scores_of


@frozen
class Spread:
    """How much the difference of two systems varies with so many references."""

    references: int
    """M."""
    deviations: tuple[float, ...]
    """Of each pair of systems: the deviation that one sentence contributes. The standard error is deviation / √N."""
    low: float
    """Lower end of the interval of the median deviation, over the sentences of the pilot."""
    high: float
    """Upper end."""
    kept: float = 1.0
    """What becomes of a difference of 1 that was seen with the references of the pilot."""
    ratio: float = 1.0
    """How much more a difference varies when outputs are exchanged, as the test does: the median over all pairs."""
    predicted: bool = False
    """Whether this is computed from coverage, not counted."""

    @property
    def deviation(self) -> float:
        """The median over all pairs."""
        return float(np.median(self.deviations))


@frozen
class MeasureSpreads:
    """The spreads by one measure."""

    measure: str
    spreads: tuple[Spread, ...]
    """By the number of references, rising."""

    def with_references(self, number: int) -> Spread | None:
        """Give the spread with so many references, if it is known."""
        return next((spread for spread in self.spreads if spread.references == number), None)


@frozen
class Pilot:
    """What is known before a test set is made."""

    name: str
    """Where the numbers come from, in words."""
    units: int
    """Number of sentences, or of documents."""
    unit: str
    """`sentences` or `documents`."""
    references: int
    systems: int
    measures: tuple[MeasureSpreads, ...]


@frozen
class Counted:
    """Statistics of all systems by one measure with one choice of references."""

    tables: Sequence[Floats]
    """One a system, (sentences × columns)."""
    formula: ScoreFromSums
    """Turns their sums into scores."""


def spread_of(
    choices: Sequence[Counted], references: int, *, at_hand: Counted, resamples: Resamples, level: float = 0.95
) -> Spread | None:
    """Give the spread with so many references, averaged over the choices of them; `None` if no two systems differ."""
    units = resamples.units
    by_choice = [_moved(counted, units) for counted in choices]
    found = [pair_deviations(moved) for moved in by_choice]
    if not all(deviations.size for deviations in found):
        return None
    # The first choice stands for all: what one choice of references adds to the interval is small beside the sentences.
    medians = [
        float(np.median(deviations))
        for weights in resamples.counts
        if (deviations := pair_deviations(by_choice[0], weights.astype(np.float64))).size
    ]
    low, high = np.quantile(medians, [(1 - level) / 2, (1 + level) / 2]).tolist() if medians else (0.0, 0.0)
    shortest = min(deviations.size for deviations in found)
    mean = np.mean([np.sort(deviations)[:shortest] for deviations in found], axis=0)
    shift = float(np.median(mean)) - float(np.median(found[0]))
    kept = float(np.mean([_kept(counted, at_hand) for counted in choices]))
    ratio = float(np.mean([exchange_ratio([units.rows(t) for t in each.tables], each.formula) for each in choices]))
    return Spread(references, tuple(mean.tolist()), max(low + shift, 0.0), high + shift, kept, ratio)


def _moved(counted: Counted, units: Units) -> Floats:
    return np.stack([influences(units.rows(table), counted.formula) for table in counted.tables])


def _kept(counted: Counted, at_hand: Counted) -> float:
    """Give the slope of the differences with other references over those with the references at hand."""
    here, there = (_differences(statistics) for statistics in (at_hand, counted))
    known = np.isfinite(here) & np.isfinite(there)
    total = float((here[known] ** 2).sum())
    return float((here[known] * there[known]).sum()) / total if total else 1.0


def _differences(counted: Counted) -> Floats:
    sums = np.stack([table.sum(axis=0) for table in counted.tables])
    scores = scores_of(sums, counted.formula)
    differences: Floats = (scores[:, np.newaxis] - scores)[np.triu_indices(len(scores), 1)]
    return differences


def thinned(spread: Spread, coverage: float, references: int) -> Spread:
    """Give the spread with more references, from the ratio of what they cover to what the references at hand cover.

    A valid correction counts if a reference has it. If more of them count, differences grow with the ratio, and their
    variance too, so that the deviation grows with its root.
    """
    root = coverage**0.5
    return replace(
        spread,
        references=references,
        deviations=tuple(deviation * root for deviation in spread.deviations),
        low=spread.low * root,
        high=spread.high * root,
        kept=spread.kept * coverage,
        predicted=True,
    )
