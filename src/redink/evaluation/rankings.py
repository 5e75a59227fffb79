"""Sentence statistics of systems in; every pair of them tested, with ranks, clusters and letters, out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.evaluation.results import Correction, Difference, Procedure, Ranking, Standing, TestName
from redink.records import EvalSet
from redink.scoring.measure import Measure
from redink.stats.ranking import letter_sets, rank_clusters, rank_ranges, ranks, significantly_better
from redink.stats.resampling import Resamples, Swaps, bootstrap
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

_USUAL = 1000
_COMFORT = 5
"""How many times the fewest resamples are taken, so that not only differences without any counterexample count."""
_PLENTY = 20_000


def adjustment(correction: Correction) -> Adjustment:
    """Give the function that adjusts p-values."""
    kinds: dict[Correction, Adjustment] = {"holm": holm, "bh": benjamini_hochberg, "none": np.asarray}
    if correction not in kinds:
        raise UsageError(f"there is no correction {correction!r}", remedy=f"choose from {', '.join(kinds)}")
    return kinds[correction]


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


@dataclass(frozen=True, slots=True)
class PairTester:
    """A paired test whose draws are made, and which sums up each system once for all its pairs."""

    data: EvalSet
    test: TestName
    resamples: int
    seed: int

    def all_pairs(self, tables: Sequence[Floats], measure: Measure) -> dict[Pair, PairedResult]:
        """Test every pair of systems; the difference is the later system's score minus the earlier one's."""
        rng = np.random.default_rng(self.seed)
        score, size, groups = measure.score_from_sums, len(self.data.sources), self.data.documents
        compare: Callable[[int, int], PairedResult]
        if self.test == "bootstrap":
            plan = Resamples.draw(size, self.resamples, rng, groups)
            moved = [bootstrap(table, score, plan) for table in tables]
            compare = lambda i, j: paired_bootstrap(moved[i], moved[j])  # noqa: E731
        else:
            swaps = Swaps.draw(size, self.resamples, rng, groups)
            sums = [swaps.sums(table) for table in tables]
            compare = lambda i, j: approximate_randomisation(sums[i], sums[j], score)  # noqa: E731
        return {(i, j): compare(i, j) for i, j in combinations(range(len(tables)), 2)}


def differences_from_first(
    measure: str, names: Sequence[str], tests: Mapping[Pair, PairedResult], correction: Correction
) -> list[Difference]:
    """Give the comparisons with the first system, adjusted for their number."""
    return _differences(measure, names, [(0, j) for j in range(1, len(names))], tests, correction)


def rank_systems(
    measure: str,
    names: Sequence[str],
    scores: Sequence[float | None],
    tests: Mapping[Pair, PairedResult],
    testing: Procedure,
) -> Ranking:
    """Rank the systems by their scores and say what of it is significant.

    Args:
        measure: Name of the measure.
        names: The systems.
        scores: Their scores.
        tests: Every pair of them.
        testing: Level and correction.
    """
    pairs = _differences(measure, names, list(tests), tests, testing.correction)
    values = np.array([math.nan if score is None else score for score in scores])
    p_values = np.ones((len(names), len(names)))
    for (i, j), pair in zip(tests, pairs, strict=True):
        p_values[i, j] = p_values[j, i] = 1.0 if pair.adjusted_p is None else pair.adjusted_p
    better = significantly_better(values, p_values, alpha=testing.alpha)
    clusters = rank_clusters(values, better)
    ranges = [(None, None) if own is None else own for own in rank_ranges(values, better)]
    letters = letter_sets(values, better | better.T)
    standings = [
        Standing(name, score, None if math.isnan(rank) else int(rank), best, worst, cluster, own)
        for name, score, rank, (best, worst), cluster, own in zip(
            names, scores, ranks(values).tolist(), ranges, clusters, letters, strict=True
        )
    ]
    return Ranking(measure, tuple(standings), tuple(pairs))


def _differences(
    measure: str,
    names: Sequence[str],
    pairs: Sequence[Pair],
    tests: Mapping[Pair, PairedResult],
    correction: Correction,
) -> list[Difference]:
    found = [tests[pair] for pair in pairs]
    adjusted = adjustment(correction)([math.nan if test.p is None else test.p for test in found]).tolist()
    return [
        Difference(
            measure,
            names[i],
            names[j],
            test.difference,
            test.p,
            None if test.p is None else p,
            1 / (test.resamples + 1),
        )
        for (i, j), test, p in zip(pairs, found, adjusted, strict=True)
    ]
