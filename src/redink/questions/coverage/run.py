"""Corrections of sentences in; coverage, perfect correctors' scores and systems beside them out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist

import numpy as np

from redink.annotation.annotator import Annotator
from redink.arrays import Floats
from redink.errors import UsageError
from redink.questions.coverage.mathematics.accuracy_curve import (
    annotator_variance,
    chao_jost,
    coverage_of_histogram,
    coverage_without_replacement,
    spread_over,
)
from redink.questions.coverage.mathematics.counts import Normalisation, cleaned, count_corrections, normalised
from redink.questions.coverage.mathematics.f_curve import Design, f_curves
from redink.questions.coverage.mathematics.human_scores import HumanScores, human_scores
from redink.questions.coverage.mathematics.matching import Match, key_of
from redink.questions.coverage.mathematics.pair_table import Pool, make_pool
from redink.questions.coverage.mathematics.true_accuracy import perfect_accuracy
from redink.questions.coverage.mathematics.unseen import Frequent, Histogram, frequent, unseen
from redink.questions.coverage.mathematics.validity import Given, Validity, validity_by_frequency
from redink.questions.coverage.results import (
    CorrectionFacts,
    CoveragePoint,
    CoverageResults,
    CoverageSettings,
    Estimate,
    MatchResults,
    MeasureCurve,
    SystemLine,
)
from redink.reading.corrected_sentences import CorrectedSentence
from redink.records import EvalSet, Interval
from redink.scoring.measure import Conventions
from redink.scoring.names import need_of, parse_measure
from redink.signature import Signature, checksum
from redink.stats.intervals import interval
from redink.stats.resampling import Resamples, bootstrap

_RUNS = 200


def measure_coverage(
    sentences: Sequence[CorrectedSentence],
    settings: CoverageSettings | None = None,
    *,
    annotator: Annotator | None = None,
    data: EvalSet | None = None,
    votes: Mapping[Given, Sequence[bool]] | None = None,
) -> CoverageResults:
    """Measure how much of people's corrections M references hold, and what that does to scores.

    Args:
        sentences: Corrections, as read.
        settings: Normalisation, estimators, the imagined test set and the like.
        annotator: Finds edits, for measures that look at them.
        data: Systems and references to set beside the perfect corrector, with the edits the measures need.
        votes: Judgements of corrections.
    """
    settings = settings or CoverageSettings()
    _refuse(settings, data)
    kept = cleaned(
        normalised(sentences, settings.normalisation), left_alone=settings.left_alone, fewest=settings.fewest
    )
    estimates = tuple(_estimate(kept, match, settings) for match in settings.matches)
    own_references = len(data.references) if data is not None else None
    curves, notes = _measure_curves(kept, settings, annotator, own_references)
    results = CoverageResults(
        _signature(kept, settings, annotator),
        settings,
        _facts(kept, len(sentences)),
        estimates,
        tuple(match_results(estimate, settings) for estimate in estimates),
        curves,
        validity=_validity(votes, kept, settings.normalisation) if votes is not None else None,
        footnotes=(*_repeats_note(sentences), *_spacing_note(sentences, settings), *notes),
    )
    return results if data is None else beside(results, data)


def _refuse(settings: CoverageSettings, data: EvalSet | None) -> None:
    """Refuse what would give no number, or a wrong one, before the work."""
    if settings.fewest < 2:
        raise UsageError("one correction says nothing about others", remedy="have at least two a sentence: fewest=2")
    if not settings.references:
        raise UsageError("no number of references is asked for", remedy="name at least one M: references=(1,)")
    if not 0 <= settings.clean <= settings.sentences or not settings.sentences:
        raise UsageError(
            f"{settings.clean} clean of {settings.sentences} sentences", remedy="clean sentences are some of all"
        )
    if data is not None:
        need_references(data)


def need_references(data: EvalSet) -> None:
    """Refuse data without references, beside which nothing can be set."""
    if not data.references:
        raise UsageError("there are no references", remedy="load the data with references, or give no data")


def beside(results: CoverageResults, data: EvalSet) -> CoverageResults:
    """Set systems and references beside a perfect corrector that was measured before."""
    need_references(data)
    return replace(
        results,
        references=len(data.references),
        systems=_system_lines(data, results.curves, results.settings),
        people=_people(data, results.settings),
    )


def _facts(kept: Sequence[CorrectedSentence], read: int) -> CorrectionFacts:
    sizes = [len(own.corrections) for own in kept]
    unchanged = sum(own.corrections.count(own.source) for own in kept)
    return CorrectionFacts(
        len(kept), read - len(kept), sum(sizes), min(sizes), max(sizes), unchanged / max(sum(sizes), 1)
    )


def _estimate(kept: Sequence[CorrectedSentence], match: Match, settings: CoverageSettings) -> Estimate:
    counts = tuple(count_corrections(kept, key_of(match)))
    how = {"floor": settings.floor, "grid": settings.grid}
    # Sentences with few corrections often have the same counts, and hence the same estimate.
    found = {own: unseen(own, settings.method, alpha=settings.alpha, **how) for own in {own.counts for own in counts}}
    return Estimate(match, counts, tuple(found[own.counts] for own in counts))


def match_results(estimate: Estimate, settings: CoverageSettings) -> MatchResults:
    """Draw all curves of one kind of match from its distributions."""
    coverage = np.array([chao_jost(own.counts, settings.references) for own in estimate.counts])
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


def _points(estimate: Estimate, coverage: Floats, settings: CoverageSettings) -> tuple[CoveragePoint, ...]:
    wanted = settings.references
    rng = np.random.default_rng(settings.seed)
    resamples = Resamples.draw(len(coverage), settings.resamples, rng)
    variances = np.array([annotator_variance(own.counts, wanted) for own in estimate.counts]).sum(axis=0)
    spread = np.sqrt(variances) / len(coverage)
    whole = np.mean([coverage_of_histogram(own, wanted) for own in estimate.histograms], axis=0)
    distinct = np.mean(
        [coverage_without_replacement(own, wanted, rng, runs=_RUNS) for own in estimate.histograms], axis=0
    )
    fewest = min(own.n for own in estimate.counts)
    return tuple(
        CoveragePoint(
            m,
            float(coverage[:, place].mean()),
            _over_sentences(coverage[:, place], resamples, settings.level),
            _normal(float(coverage[:, place].mean()), float(spread[place]), settings.level),
            float(whole[place]),
            float(distinct[place]),
            m >= fewest,
        )
        for place, m in enumerate(wanted)
    )


def _over_sentences(values: Floats, resamples: Resamples, level: float) -> Interval | None:
    table = np.stack([values, np.ones(len(values))], axis=1)
    moved = bootstrap(table, lambda sums: sums[:, 0] / sums[:, 1], resamples)
    return interval(moved, level=level, method="bca")


def _normal(mean: float, deviation: float, level: float) -> Interval | None:
    if np.isnan(deviation):
        return None
    reach = NormalDist().inv_cdf((1 + level) / 2) * deviation
    return Interval(max(0.0, mean - reach), min(1.0, mean + reach), level, "jackknife")


def _frequent(histograms: Iterable[Histogram], gammas: Sequence[float]) -> tuple[Frequent, ...]:
    """Average over sentences; γ is extrapolation if it is for any of them."""
    rows = zip(*(frequent(histogram, gammas) for histogram in histograms), strict=True)
    return tuple(
        Frequent(
            own[0].gamma,
            float(np.mean([row.corrections for row in own])),
            float(np.mean([row.mass for row in own])),
            any(row.extrapolated for row in own),
        )
        for own in rows
    )


def _measure_curves(
    kept: Sequence[CorrectedSentence], settings: CoverageSettings, annotator: Annotator | None, own: int | None
) -> tuple[tuple[MeasureCurve, ...], tuple[str, ...]]:
    """Score the perfect corrector by every measure, for as many references as there are people for."""
    if not settings.measures:
        return (), ()
    if need_of(settings.measures) != "texts" and annotator is None:
        raise UsageError("these measures need edits, and nobody finds them", remedy="hand an annotator in")
    pool: Pool = make_pool(kept, annotator if need_of(settings.measures) != "texts" else None)
    wanted = sorted({*settings.references, *((own,) if own else ())})
    fewest = int(pool.given.min())
    possible = tuple(m for m in wanted if m < fewest or settings.draw != "people")
    left_out = [str(m) for m in wanted if m not in possible]
    notes: tuple[str, ...] = ()
    if left_out:
        notes = (
            f"No score with {', '.join(left_out)} references: a sentence has {fewest} corrections, and output and "
            "references must come from different people.",
        )
    if not possible:
        return (), notes
    design = Design(possible, settings.sentences, settings.clean, settings.draw, settings.resamples, settings.level)
    measures = [parse_measure(name, Conventions(settings.rule)) for name in settings.measures]
    found = f_curves(pool, measures, design, np.random.default_rng(settings.seed))
    return tuple(MeasureCurve(measure.name, own) for measure, own in zip(measures, found, strict=True)), notes


def _system_lines(data: EvalSet, curves: Sequence[MeasureCurve], settings: CoverageSettings) -> tuple[SystemLine, ...]:
    resamples = _draws(data, settings)
    lines = []
    for curve in curves:
        measure = parse_measure(curve.measure, Conventions(settings.rule))
        point = curve.at(len(data.references))
        for system in data.systems:
            moved = bootstrap(measure.sentence_stats(data, system), measure.score_from_sums, resamples)
            score = None if np.isnan(moved.estimate) else moved.estimate
            spread = interval(moved, level=settings.level, method="bca")
            lines.append(SystemLine(system.name, curve.measure, score, spread, point.score if point else None))
    return tuple(lines)


def _draws(data: EvalSet, settings: CoverageSettings) -> Resamples:
    rng = np.random.default_rng(settings.seed)
    return Resamples.draw(len(data.sources), settings.resamples, rng, data.documents)


def _people(data: EvalSet, settings: CoverageSettings) -> tuple[HumanScores, ...]:
    if len(data.references) < 2:
        return ()
    resamples = _draws(data, settings)
    measures = [parse_measure(name, Conventions(settings.rule)) for name in settings.measures]
    return tuple(human_scores(data, measure, resamples, level=settings.level) for measure in measures)


def _validity(votes: Mapping[Given, Sequence[bool]], kept: Sequence[CorrectedSentence], how: Normalisation) -> Validity:
    """Normalise judged corrections like those given; votes on what is then the same go together."""
    same: dict[Given, list[bool]] = {}
    for (source, text), own in votes.items():
        same.setdefault((how(source), how(text)), []).extend(own)
    return validity_by_frequency(same, kept)


def _repeats_note(sentences: Sequence[CorrectedSentence]) -> tuple[str, ...]:
    """Say so when a person corrected a sentence more than once: such corrections are not independent."""
    repeats = sum(len(own.workers) - len(set(own.workers)) for own in sentences if own.workers is not None)
    if not repeats:
        return ()
    return (f"{repeats} corrections are a person's second (or later) of the same sentence; all are counted.",)


def _spacing_note(sentences: Sequence[CorrectedSentence], settings: CoverageSettings) -> tuple[str, ...]:
    """Say so when many corrections differ in punctuation marks and case alone, as untokenised ones do."""
    loose = Normalisation(fold_case=True, drop_punctuation=True)
    strict = sum(len(set(map(settings.normalisation, own.corrections))) for own in sentences)
    fewer = sum(len(set(map(loose, own.corrections))) for own in sentences)
    if fewer > 0.9 * strict:
        return ()
    return (
        f"{1 - fewer / strict:.0%} of the distinct corrections differ from others in punctuation, spacing or case "
        "alone: if the texts are not tokenised alike, use --drop-punctuation and --fold-case.",
    )


def _signature(kept: Sequence[CorrectedSentence], settings: CoverageSettings, annotator: Annotator | None) -> Signature:
    pipeline = "none" if annotator is None else f"{annotator.pipeline.name}@{annotator.pipeline.version}"
    return Signature.of(
        measures=" ".join(settings.measures) or "none",
        match=" ".join(settings.matches),
        normalisation=str(settings.normalisation),
        left_alone=settings.left_alone,
        unseen=settings.method,
        floor=settings.floor,
        grid=settings.grid,
        alpha=settings.alpha,
        draw=settings.draw,
        rule=settings.rule,
        test=f"{settings.sentences} with {settings.clean} clean",
        pipeline=pipeline,
        resamples=settings.resamples,
        seed=settings.seed,
        level=settings.level,
        sentences=len(kept),
        data=checksum(
            line for own in kept for line in (" ".join(own.source), *(" ".join(text) for text in own.corrections))
        ),
    )
