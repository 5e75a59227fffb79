"""Corrections of sentences in; their distributions, coverage by M and a perfect corrector's scores by M out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from statistics import NormalDist

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.evaluation.estimate import Named, estimates
from redink.evaluation.trust import Draws
from redink.questions.coverage.mathematics.accuracy_curve import (
    annotator_variance,
    chao_jost,
    coverage_of_histogram,
    coverage_without_replacement,
    spread_over,
)
from redink.questions.coverage.mathematics.changes import ChangeCoverage, Group, GroupPoint, by_size, by_type
from redink.questions.coverage.mathematics.counts import count_corrections
from redink.questions.coverage.mathematics.f_curve import Design, f_curves
from redink.questions.coverage.mathematics.matching import Match, key_of
from redink.questions.coverage.mathematics.pair_table import Pool
from redink.questions.coverage.mathematics.true_accuracy import perfect_accuracy
from redink.questions.coverage.mathematics.unseen import Frequent, Histogram, frequent, unseen
from redink.questions.coverage.results import (
    CoveragePoint,
    CoverageSettings,
    Estimate,
    MatchResults,
    MeasureCurve,
)
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import Interval
from redink.scoring.measure import Conventions
from redink.scoring.names import need_of, parse_measures
from redink.stats.resampling import Resamples


def estimate_corrections(sentences: Sequence[CorrectedSentence], match: Match, settings: CoverageSettings) -> Estimate:
    """Estimate the distribution of the corrections of every sentence, unseen ones included."""
    counts = tuple(count_corrections(sentences, key_of(match)))
    # Sentences with few corrections often have the same counts, and hence the same estimate.
    histograms = {
        distinct: unseen(distinct, settings.method, floor=settings.floor, grid=settings.grid, alpha=settings.alpha)
        for distinct in {sentence.counts for sentence in counts}
    }
    return Estimate(match, counts, tuple(histograms[sentence.counts] for sentence in counts))


def match_results(estimate: Estimate, settings: CoverageSettings) -> MatchResults:
    """Draw all curves of one kind of match from its distributions."""
    coverage = np.array([chao_jost(sentence.counts, settings.references) for sentence in estimate.counts])
    needy = settings.sentences - settings.clean
    return MatchResults(
        estimate.match,
        _points(estimate, coverage, settings),
        _frequent(estimate.histograms, settings.gammas),
        min(histogram.floor for histogram in estimate.histograms),
        tuple(
            perfect_accuracy(m, spread_over(column, needy), clean=settings.clean, level=settings.level)
            for m, column in zip(settings.references, coverage.T, strict=True)
        ),
    )


def _mean_of(place: int, sums: Floats) -> Floats:
    """Give the mean of a column of coverages over the sentences that are drawn, counted in the last column."""
    mean: Floats = sums[:, place] / sums[:, -1]
    return mean


def _points(estimate: Estimate, coverage: Floats, settings: CoverageSettings) -> tuple[CoveragePoint, ...]:
    """Give coverage by M from the (sentences × M) coverages of single sentences."""
    numbers, trust = settings.references, settings.trust
    rng = np.random.default_rng(trust.seed)
    Resamples.draw(len(coverage), trust.resamples, rng)  # simulated annotators come after the draws of sentences
    rows = np.append(coverage, np.ones((len(coverage), 1)), axis=1)
    means = [Named(f"M = {m}", partial(_mean_of, place)) for place, m in enumerate(numbers)]
    scores = estimates(rows, means, Draws(trust, len(coverage)))
    variances = np.array([annotator_variance(sentence.counts, numbers) for sentence in estimate.counts]).sum(axis=0)
    deviations = np.sqrt(variances) / len(coverage)
    unseen_too = np.mean([coverage_of_histogram(histogram, numbers) for histogram in estimate.histograms], axis=0)
    distinct = np.mean(
        [coverage_without_replacement(histogram, numbers, rng) for histogram in estimate.histograms], axis=0
    )
    fewest = min(sentence.n for sentence in estimate.counts)
    mean = [float(column.mean()) for column in coverage.T]
    before = {0: 0.0} | {
        m - 1: float(np.mean([chao_jost(sentence.counts, [m - 1])[0] for sentence in estimate.counts]))
        for m in numbers
        if m > 1
    }
    return tuple(
        CoveragePoint(
            m,
            mean[place],
            scores[place].interval,
            _normal(mean[place], float(deviations[place]), settings.level),
            float(unseen_too[place]),
            float(distinct[place]),
            m >= fewest,
            mean[place] - before[m - 1],
        )
        for place, m in enumerate(numbers)
    )


def _normal(mean: float, deviation: float, level: float) -> Interval | None:
    if np.isnan(deviation):
        return None
    reach = NormalDist().inv_cdf((1 + level) / 2) * deviation
    return Interval(max(0.0, mean - reach), min(1.0, mean + reach), level, "jackknife")


def _frequent(histograms: Iterable[Histogram], gammas: Sequence[float]) -> tuple[Frequent, ...]:
    """Average over sentences; γ is extrapolation if it is for any of them."""
    by_gamma = zip(*(frequent(histogram, gammas) for histogram in histograms), strict=True)
    return tuple(
        Frequent(
            rows[0].gamma,
            float(np.mean([row.corrections for row in rows])),
            float(np.mean([row.mass for row in rows])),
            any(row.extrapolated for row in rows),
        )
        for rows in by_gamma
    )


def change_coverage(
    pool: Pool, settings: CoverageSettings
) -> tuple[tuple[ChangeCoverage, ...], tuple[ChangeCoverage, ...]]:
    """Give coverage by the size of changes, and by the type of edits if these are known."""
    numbers = [m for m in settings.references if m < int(pool.given.min())]
    if not numbers:
        return (), ()
    draws = Draws(settings.trust, len(pool.sentences))
    types = [] if pool.edits is None else by_type(pool, numbers)
    sizes, kinds = (
        tuple(_covered(group, numbers, draws) for group in groups)
        for groups in (by_size(pool.sentences, numbers), types)
    )
    return sizes, kinds


def _covered(group: Group, numbers: Sequence[int], draws: Draws) -> ChangeCoverage:
    shares = [Named(f"M = {m}", partial(_mean_of, place)) for place, m in enumerate(numbers)]
    scores = estimates(group.rows, shares, draws)
    points = (GroupPoint(m, score.value, score.interval) for m, score in zip(numbers, scores, strict=True))
    return ChangeCoverage(group.name, group.number, tuple(points))


def measure_curves(
    pool: Pool, settings: CoverageSettings, references: int | None
) -> tuple[tuple[MeasureCurve, ...], tuple[str, ...]]:
    """Score the perfect corrector by every measure, for as many references as there are people for.

    The number of references at hand is scored too.

    Returns:
        The curves, and what a reader of them should know.
    """
    if not settings.measures:
        return (), ()
    if need_of(settings.measures) != "texts" and pool.edits is None:
        raise UsageError(
            "these measures need edits, but there is no annotator to find them", remedy="give an annotator"
        )
    wanted = sorted({*settings.references, *((references,) if references else ())})
    fewest = int(pool.given.min())
    possible = tuple(m for m in wanted if m < fewest or settings.draw != "people")
    left_out = [str(m) for m in wanted if m not in possible]
    notes: tuple[str, ...] = ()
    if left_out:
        some = "each sentence has" if fewest == int(pool.given.max()) else "some sentences have"
        left = {1: "none is left as reference", 2: "only 1 is left as reference"}
        many = left.get(fewest, f"only {fewest - 1} are left as references")
        corrections = "1 correction" if fewest == 1 else f"{fewest} corrections"
        notes = (
            f"No score with {', '.join(left_out)} references: {some} only {corrections}. One is used as the output, so "
            f"{many}.",
        )
    if not possible:
        return (), notes
    design = Design(possible, settings.sentences, settings.clean, settings.draw, settings.resamples, settings.level)
    measures = parse_measures(settings.measures, Conventions(settings.rule))
    points = f_curves(pool, measures, design, np.random.default_rng(settings.seed))
    return tuple(MeasureCurve(measure.name, curve) for measure, curve in zip(measures, points, strict=True)), notes
