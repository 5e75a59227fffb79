"""Paired tests of all systems in; differences, ranks, clusters and letters of significance out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from redink.evaluation.estimate import Pair, adjusted
from redink.evaluation.results import Difference, Procedure, Ranking, Standing
from redink.evaluation.trust import Correction
from redink.scoring.names import lower_is_better
from redink.stats.ranking import letter_sets, rank_clusters, rank_ranges, ranks, significantly_better
from redink.stats.significance import PairedResult


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
    """Rank the systems by their scores and say what of it is significant."""
    pairs = _differences(measure, names, list(tests), tests, testing.correction)
    values = np.array([math.nan if score is None else score for score in scores])
    p_values = np.ones((len(names), len(names)))
    for (i, j), pair in zip(tests, pairs, strict=True):
        p_values[i, j] = p_values[j, i] = 1.0 if pair.adjusted_p is None else pair.adjusted_p
    values = -values if lower_is_better(measure) else values
    better = significantly_better(values, p_values, alpha=testing.alpha)
    clusters = rank_clusters(values, better)
    ranges = [(None, None) if ends is None else ends for ends in rank_ranges(values, better)]
    letters = letter_sets(values, better | better.T)
    standings = [
        Standing(name, score, None if math.isnan(rank) else int(rank), best, worst, cluster, shared)
        for name, score, rank, (best, worst), cluster, shared in zip(
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
    return tested_differences(
        measure, [(names[i], names[j]) for i, j in pairs], [tests[pair] for pair in pairs], correction
    )


def tested_differences(
    measure: str, pairs: Sequence[tuple[str, str]], tests: Sequence[PairedResult], correction: Correction
) -> list[Difference]:
    """Give the differences of (base, system) pairs, with p-values adjusted for their number."""
    corrected = adjusted([test.p for test in tests], correction)
    return [
        Difference(measure, base, system, test.difference, test.p, p, 1 / (test.resamples + 1))
        for (base, system), test, p in zip(pairs, tests, corrected, strict=True)
    ]
