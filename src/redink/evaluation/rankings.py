"""Paired tests of all systems in; differences, ranks, clusters and letters of significance out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from redink.arrays import Floats
from redink.evaluation.estimate import Pair, Scorer, adjusted
from redink.evaluation.results import Difference, Procedure, Ranking, Results, Standing
from redink.evaluation.trust import Correction, Draws
from redink.scoring.names import lower_is_better
from redink.stats.power import POWER, exchange_ratio, reach, typical_deviation
from redink.stats.ranking import letter_sets, rank_clusters, rank_ranges, ranks, significantly_better
from redink.stats.significance import PairedResult


def differences_from_base(
    measure: str, names: Sequence[str], base: str, tests: Mapping[Pair, PairedResult], correction: Correction
) -> list[Difference]:
    """Give the comparisons with one system, adjusted for their number."""
    place = list(names).index(base)
    others = [other for other in range(len(names)) if other != place]
    results = [tests[place, other] if place < other else _turned_result(tests[other, place]) for other in others]
    return tested_differences(measure, [(base, names[other]) for other in others], results, correction)


def _turned_result(test: PairedResult) -> PairedResult:
    return replace(test, difference=None if test.difference is None else -test.difference)


def differences_from_winner(ranking: Ranking) -> list[Difference]:
    """Give the comparisons with the best system, in the order of ranks, adjusted for all pairs."""
    ranked = sorted(ranking.standings, key=lambda standing: (standing.rank is None, standing.rank))
    base = ranked[0].system
    pairs = {}
    for pair in ranking.pairs:
        if pair.base == base:
            pairs[pair.system] = pair
        elif pair.system == base:
            turned = None if pair.difference is None else -pair.difference
            pairs[pair.base] = replace(pair, base=base, system=pair.base, difference=turned)
    return [pairs[standing.system] for standing in ranked[1:]]


def best_first(results: Results) -> Results:
    """Order systems by the first measure, undefined scores last."""
    if not results.systems:
        return results
    first = results.measures[0]
    sign = 1 if lower_is_better(first) else -1
    ordered = sorted(
        results.systems, key=lambda system: (system[first].value is None, sign * (system[first].value or 0.0))
    )
    names = [system.name for system in ordered]
    rankings = [
        replace(ranking, standings=tuple(sorted(ranking.standings, key=lambda one: names.index(one.system))))
        for ranking in results.rankings
    ]
    statistics = None if results.statistics is None else results.statistics.ordered(names)
    return replace(results, systems=tuple(ordered), statistics=statistics, rankings=tuple(rankings))


def resolved(tables: Sequence[Floats], scorer: Scorer, draws: Draws) -> float | None:
    """Give the smallest difference of a typical pair of systems that the tests show with a power of 0.8.

    The level is that of the first step of Holm's correction over all pairs.
    """
    units = draws.units
    rows = [units.rows(table) for table in tables]
    deviation = typical_deviation(rows, scorer.score_from_sums)
    if deviation is None:
        return None
    ratio = exchange_ratio(rows, scorer.score_from_sums) if draws.trust.test == "randomisation" else 1.0
    errors = reach(alpha=draws.trust.alpha, tests=_sharing(len(tables), draws), ratio=ratio)
    return errors * deviation / math.sqrt(units.n_units)


def _sharing(systems: int, draws: Draws) -> int:
    """Give the number of tests that share the level."""
    return systems * (systems - 1) // 2 if draws.trust.correction == "holm" else 1


def resolution_notes(rankings: Sequence[Ranking], draws: Draws) -> tuple[str, ...]:
    """Say below which difference nothing can be expected of the test set, for every measure."""
    known = [ranking for ranking in rankings if ranking.resolved is not None]
    if not known:
        return ()
    pairs = _sharing(len(known[0].standings), draws)
    kind = "sentences" if draws.documents is None else "documents"
    limits = " and ".join(f"{(ranking.resolved or 0) * 100:.1f} points of {ranking.measure}" for ranking in known)
    over = f", Holm correction over {pairs} pairs" if pairs > 1 else ""
    return (
        f"{draws.units.n_units:,} {kind} are too few to detect differences below {limits} "
        f"(power {POWER:g}, α = {draws.trust.alpha:g}{over}).",
    )


def merits(measure: str, scores: Sequence[float | None]) -> Floats:
    """Give the scores with a sign that makes larger numbers better; NaN where there is none."""
    values = np.array([math.nan if score is None else score for score in scores], dtype=np.float64)
    return -values if lower_is_better(measure) else values


def rank_systems(
    measure: str,
    names: Sequence[str],
    scores: Sequence[float | None],
    tests: Mapping[Pair, PairedResult],
    testing: Procedure,
) -> Ranking:
    """Rank the systems by their scores and say what of it is significant."""
    pairs = _differences(measure, names, list(tests), tests, testing.correction)
    values = merits(measure, scores)
    p_values = np.ones((len(names), len(names)))
    for (i, j), pair in zip(tests, pairs, strict=True):
        p_values[i, j] = p_values[j, i] = 1.0 if pair.adjusted_p is None else pair.adjusted_p
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
