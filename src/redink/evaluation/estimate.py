"""Sentence statistics in; scores with intervals, paired tests and their corrections out.

This is the only place where rows become a `Score`, where two systems are tested, and where p-values are adjusted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.evaluation.trust import Correction, Draws, Trust
from redink.records import Counts, Interval, Score
from redink.stats.intervals import interval
from redink.stats.resampling import Bootstrapped, ScoreFromSums, bootstrap_tables, scores_of, swap_sums
from redink.stats.significance import (
    Adjustment,
    PairedResult,
    approximate_randomisation,
    benjamini_hochberg,
    fewest_resamples,
    holm,
    paired_bootstrap,
)

Pair: TypeAlias = tuple[int, int]
"""Places of two systems, the earlier first."""


class Scorer(Protocol):
    """A score by its name: a measure, or any other function of sums of statistics."""

    @property
    def name(self) -> str:
        """The name users type and read."""

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, columns) sums into scores; NaN where undefined."""


class Named(NamedTuple):
    """A function of sums as a `Scorer`."""

    name: str
    score_from_sums: ScoreFromSums


def estimates(
    rows: Floats, scorers: Sequence[Scorer], draws: Draws | None = None, *, counts: Counts | None = None
) -> list[Score]:
    """Score one table of statistics by every scorer that looks at it, with intervals if there are draws.

    The resampled sums are shared by all scorers; `counts` are shown beside the scores.
    """
    return estimates_of_all([rows], scorers, draws, counts=[counts])[0]


_TOGETHER = 16
"""Tables that are resampled in one matrix product: more would take memory and save little."""


def estimates_of_all(
    tables: Sequence[Floats], scorers: Sequence[Scorer], draws: Draws | None, *, counts: Sequence[Counts | None]
) -> list[list[Score]]:
    """Do the same for several tables with the same columns."""
    formulas = [scorer.score_from_sums for scorer in scorers]
    if draws is None:
        values = [[plain_score(rows, formula) for formula in formulas] for rows in tables]
        spreads: list[list[Interval | None]] = [[None] * len(formulas) for _ in tables]
    else:
        values, spreads = [], []
        for start in range(0, len(tables), _TOGETHER):
            for moved in bootstrap_tables(tables[start : start + _TOGETHER], formulas, draws.resamples):
                values.append([_known(resampled.estimate) for resampled in moved])
                spreads.append([spread(resampled, draws.trust) for resampled in moved])
    return [
        [Score(scorer.name, value, ends, shown) for scorer, value, ends in zip(scorers, row, row_spreads, strict=True)]
        for row, row_spreads, shown in zip(values, spreads, counts, strict=True)
    ]


def plain_score(rows: Floats, formula: ScoreFromSums) -> float | None:
    """Score a table without any interval; `None` where the score is undefined."""
    return _known(float(scores_of(rows.sum(axis=0)[np.newaxis], formula)[0]))


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def spread(bootstrapped: Bootstrapped, trust: Trust) -> Interval | None:
    """Give the interval of a score that was computed again for every resample."""
    return interval(bootstrapped, level=trust.level, method=trust.method)


def all_pairs(tables: Sequence[Floats], formula: ScoreFromSums, draws: Draws) -> dict[Pair, PairedResult]:
    """Test every pair of systems; the difference is the later system's score minus the earlier one's.

    What a system contributes to its tests is summed up once, not once for each pair.
    """
    test = _paired(tables, formula, draws)
    return {(i, j): test(i, j) for i, j in combinations(range(len(tables)), 2)}


def with_first(tables: Sequence[Floats], formula: ScoreFromSums, draws: Draws) -> list[PairedResult]:
    """Test every system but the first against the first."""
    test = _paired(tables, formula, draws)
    return [test(0, j) for j in range(1, len(tables))]


def _paired(tables: Sequence[Floats], formula: ScoreFromSums, draws: Draws) -> Callable[[int, int], PairedResult]:
    if draws.trust.test == "bootstrap":
        moved = [scores[0] for scores in bootstrap_tables(tables, [formula], draws.resamples)]
        return lambda i, j: paired_bootstrap(moved[i], moved[j])
    sums = swap_sums(tables, draws.swaps)
    return lambda i, j: approximate_randomisation(sums[i], sums[j], formula)


def adjusted(p_values: Iterable[float | None], correction: Correction) -> list[float | None]:
    """Correct p-values for their number; those that are not available stay so and are not counted."""
    adjust: dict[Correction, Adjustment] = {"holm": holm, "bh": benjamini_hochberg, "none": np.asarray}
    values = [math.nan if p is None else p for p in p_values]
    return [_known(p) for p in adjust[correction](values).tolist()] if values else []


_USUAL = 1000
_COMFORT = 5
"""How many times the fewest resamples are taken, so that not only differences without any counterexample count."""
_PLENTY = 20_000


def enough_resamples(systems: int, *, alpha: float = 0.05, correction: Correction = "holm") -> int:
    """Choose a number of resamples with which pairs of so many systems can differ significantly.

    1,000, or for many systems five times the fewest there must be, in whole thousands, though not more than
    20,000 unless they are needed.
    """
    pairs = 1 if correction == "none" else systems * (systems - 1) // 2
    fewest = fewest_resamples(max(1, pairs), alpha)
    return max(_USUAL, _thousands(fewest), min(_PLENTY, _thousands(_COMFORT * fewest)))


def _thousands(number: int) -> int:
    return math.ceil(number / 1000) * 1000


def fewest_for(tests: int, trust: Trust) -> int:
    """Give the fewest resamples with which one of so many tests can be significant.

    Only Holm asks of the best test that it survive all others: by the other corrections all may be alike.
    """
    return fewest_resamples(max(1, tests) if trust.correction == "holm" else 1, trust.alpha)


def too_few_resamples(tests: int, trust: Trust) -> tuple[str, ...]:
    """Say so when no p-value could ever be small enough."""
    enough = fewest_for(tests, trust)
    if trust.resamples >= enough:
        return ()
    return (
        f"With {trust.resamples} resamples no difference can be significant after correction: use {enough} or more.",
    )


def interval_notes(draws: Draws) -> tuple[str, ...]:
    """Say so when there can be no interval, or when its ends are beyond the resamples: each tail needs one of them."""
    if draws.units.n_units == 1:
        return (f"One {'sentence' if draws.documents is None else 'document'} has no interval.",)
    resamples, level = draws.trust.resamples, draws.trust.level
    enough = math.ceil(round(2 / (1 - level), 6))
    if resamples >= enough:
        return ()
    drawn = f"{resamples} resamples are" if resamples > 1 else "1 resample is"
    return (f"{drawn} too few for intervals of {100 * level:g} %: use {enough} or more.",)
