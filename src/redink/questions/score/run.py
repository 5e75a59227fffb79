"""An `EvalSet` and names of measures in, scores with intervals and paired tests out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, get_args

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.evaluation.rankings import PairTester, differences_from_first, enough_resamples, rank_systems
from redink.evaluation.results import (
    CORRECTIONS,
    Correction,
    Difference,
    Procedure,
    Ranking,
    Results,
    SystemScores,
    TestName,
)
from redink.evaluation.statistics import Elsewhere, statistics_of
from redink.records import EvalSet, Interval, Score, System
from redink.scoring.measure import Conventions, Measure, ScoresCorpus, counts_of, expect_choice, parse_measures
from redink.signature import Signature, checksum
from redink.stats.intervals import IntervalMethod, interval
from redink.stats.resampling import Bootstrapped, Resamples, Swaps, bootstrap
from redink.stats.significance import (
    PairedResult,
    approximate_randomisation,
    fewest_resamples,
    paired_bootstrap,
)


@dataclass(frozen=True, slots=True)
class Trust:
    """How uncertainty is estimated."""

    method: IntervalMethod = "percentile"
    """Kind of interval."""
    level: float = 0.95
    """Level of the interval."""
    resamples: int = 1000
    """Number of resamples, for intervals and tests alike."""
    seed: int = 12345
    """Where the generator starts; 0 is a seed like any other."""
    test: TestName = "randomisation"
    """Paired test of `compare`."""
    correction: Correction = "holm"
    """Guard of `compare` against many tests: `holm`, `bh` (Benjamini and Hochberg) or `none`."""
    alpha: float = 0.05
    """Level at which `compare` calls a difference significant."""

    def __post_init__(self) -> None:
        """Refuse what the generator and the tests cannot use; intervals have checks of their own."""
        expect_choice("paired test", self.test, get_args(TestName))
        if self.seed < 0:
            raise UsageError(f"a seed of {self.seed}", remedy="give a whole number from 0 on")
        if not 0 < self.alpha < 1:
            raise UsageError(f"a level of significance of {self.alpha}", remedy="give a share between 0 and 1: 0.05")


def score(
    data: EvalSet,
    measures: Sequence[str] = ("F0.5",),
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
    jobs: int = 1,
    elsewhere: Elsewhere | None = None,
) -> Results:
    """Score every system by every measure, with intervals when `trust` is given."""
    conventions = conventions or Conventions()
    parsed = parse_measures(measures, conventions)
    stats = statistics_of(data, parsed, jobs=jobs, elsewhere=elsewhere)
    signature = signature_of(data, parsed, conventions, trust, pipeline)
    return Results(signature, _scores(data, parsed, stats, trust), footnotes=_footnotes(parsed, pipeline))


def compare(
    data: EvalSet,
    measures: Sequence[str] = ("F0.5",),
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
    jobs: int = 1,
    elsewhere: Elsewhere | None = None,
) -> Results:
    """Score all systems, test each against the first, and every pair for ranks, clusters and letters.

    p-values are adjusted per measure: those against the first system for their number, those of all pairs for
    theirs. Without `trust` there are as many resamples as pairs of so many systems need.
    """
    conventions = conventions or Conventions()
    trust = trust or Trust(resamples=enough_resamples(len(data.systems)))
    parsed = parse_measures(measures, conventions)
    stats = statistics_of(data, parsed, jobs=jobs, elsewhere=elsewhere)
    scores = _scores(data, parsed, stats, trust)
    testing = Procedure(trust.test, trust.resamples, trust.alpha, trust.correction)
    differences, rankings = _tested(data, parsed, stats, scores, trust.seed, testing)
    return Results(
        signature_of(data, parsed, conventions, trust, pipeline, tested=True),
        scores,
        differences,
        (*_footnotes(parsed, pipeline), *_too_few_for_pairs(len(data.systems), trust)),
        rankings,
        testing,
    )


def _tested(
    data: EvalSet,
    measures: Sequence[Measure],
    stats: Sequence[Sequence[Floats]],
    scores: Sequence[SystemScores],
    seed: int,
    testing: Procedure,
) -> tuple[tuple[Difference, ...], tuple[Ranking, ...]]:
    names = [system.name for system in data.systems]
    tester = PairTester(data, testing.test, testing.resamples, seed)
    differences: list[Difference] = []
    rankings: list[Ranking] = []
    for number, (measure, tables) in enumerate(zip(measures, stats, strict=True)):
        tests = tester.all_pairs(tables, measure)
        values = [system.scores[number].value for system in scores]
        differences += differences_from_first(measure.name, names, tests, testing.correction)
        rankings.append(rank_systems(measure.name, names, values, tests, testing))
    return tuple(differences), tuple(rankings)


def _scores(
    data: EvalSet, measures: Sequence[Measure], stats: Sequence[Sequence[Floats]], trust: Trust | None
) -> tuple[SystemScores, ...]:
    resamples = _resamples(data, trust)
    return tuple(
        SystemScores(
            system.name,
            tuple(
                _published(_score(measure, tables[number], resamples, trust), measure, data, system)
                for measure, tables in zip(measures, stats, strict=True)
            ),
        )
        for number, system in enumerate(data.systems)
    )


def _footnotes(measures: Sequence[Measure], pipeline: str) -> tuple[str, ...]:
    """Say how to get ERRANT's own edits when ours were scored."""
    if pipeline.startswith("redink-en") and any(measure.needs != "texts" for measure in measures):
        return ("Edits come from redink-en; --pipeline errant gives ERRANT-identical ones.",)
    return ()


def too_few_resamples(tests: int, trust: Trust) -> tuple[str, ...]:
    """Say so when no p-value could ever be small enough."""
    enough = _fewest(tests, trust)
    if trust.resamples >= enough:
        return ()
    return (
        f"With {trust.resamples} resamples no difference can be significant after correction: use {enough} or more.",
    )


def _too_few_for_pairs(systems: int, trust: Trust) -> tuple[str, ...]:
    """Say so of the comparisons with the first system, or else of all pairs, which need more."""
    pairs = systems * (systems - 1) // 2
    enough = _fewest(pairs, trust)
    if trust.resamples >= enough or trust.resamples < _fewest(systems - 1, trust):
        return too_few_resamples(systems - 1, trust)
    return (
        f"With {trust.resamples} resamples no two of {systems} systems can differ significantly after "
        f"{CORRECTIONS[trust.correction]}'s correction over {pairs} pairs, so letters and clusters say nothing: "
        f"use {enough} or more.",
    )


def _fewest(tests: int, trust: Trust) -> int:
    """Only Holm asks of the best test that it survive all others: by the other corrections all may be alike."""
    return fewest_resamples(max(1, tests) if trust.correction == "holm" else 1, trust.alpha)


PairedTest: TypeAlias = Callable[[Floats, Floats, Measure], PairedResult]
"""Two tables of sentence statistics and their measure in, difference and p-value out."""


def paired_test(data: EvalSet, trust: Trust) -> PairedTest:
    """Draw once, and give the test that uses these draws for every pair."""
    rng = np.random.default_rng(trust.seed)
    groups = data.documents
    if trust.test == "bootstrap":
        plan = Resamples.draw(len(data.sources), trust.resamples, rng, groups)
        return lambda first, second, measure: paired_bootstrap(
            bootstrap(first, measure.score_from_sums, plan), bootstrap(second, measure.score_from_sums, plan)
        )
    swaps = Swaps.draw(len(data.sources), trust.resamples, rng, groups)
    return lambda first, second, measure: approximate_randomisation(
        swaps.sums(first), swaps.sums(second), measure.score_from_sums
    )


def _resamples(data: EvalSet, trust: Trust | None) -> Resamples | None:
    if trust is None:
        return None
    rng = np.random.default_rng(trust.seed)
    return Resamples.draw(len(data.sources), trust.resamples, rng, data.documents)


def _score(measure: Measure, table: Floats, resamples: Resamples | None, trust: Trust | None) -> Score:
    counts = counts_of(measure, table.sum(axis=0))
    if resamples is None or trust is None:
        value, spread = float(measure.score_from_sums(table.sum(axis=0)[np.newaxis])[0]), None
    else:
        moved: Bootstrapped = bootstrap(table, measure.score_from_sums, resamples)
        value, spread = moved.estimate, _interval(moved, trust)
    return Score(measure.name, None if math.isnan(value) else value, spread, counts)


def _published(score: Score, measure: Measure, data: EvalSet, system: System) -> Score:
    """Put the published program's own number in the place of ours, where it is no function of sums."""
    value = measure.corpus_score(data, system) if isinstance(measure, ScoresCorpus) else None
    return score if value is None else replace(score, value=value)


def _interval(moved: Bootstrapped, trust: Trust) -> Interval | None:
    return interval(moved, level=trust.level, method=trust.method)


def signature_of(
    data: EvalSet,
    measures: Sequence[Measure],
    conventions: Conventions,
    trust: Trust | None,
    pipeline: str,
    *,
    tested: bool = False,
) -> Signature:
    """Write down all that a score depends on beside the system."""
    with_edits = any(measure.needs != "texts" for measure in measures)
    return Signature.of(
        **({"preset": conventions.preset} if conventions.preset else {}),
        measures=" ".join(measure.name for measure in measures),
        rule=conventions.rule,
        absent=conventions.absent,
        **_filters(conventions),
        pipeline=pipeline,
        references=len(data.references),
        sentences=len(data.sources),
        data=checksum(" ".join(tokens) for tokens in data.sources),
        gold=checksum(_reference_lines(data, with_edits=with_edits)),
        **_draws(data, trust, tested=tested),
    )


def _filters(conventions: Conventions) -> dict[str, str]:
    size = {"size": conventions.size} if conventions.size != "all" else {}
    exclude = {"exclude": " ".join(sorted(conventions.exclude))} if conventions.exclude else {}
    return size | exclude


def _draws(data: EvalSet, trust: Trust | None, *, tested: bool) -> dict[str, str | int | float]:
    if trust is None:
        return {}
    units = "documents" if data.documents is not None else "sentences"
    how = {"resamples": trust.resamples, "seed": trust.seed, "interval": trust.method, "level": trust.level}
    testing = {"correction": trust.correction, "alpha": trust.alpha, "test": trust.test} if tested else {}
    return how | {"units": units} | testing


def _reference_lines(data: EvalSet, *, with_edits: bool) -> Iterator[str]:
    """Write out what references say: the same text with other edits gives other scores."""
    for reference in data.references:
        for number, text in enumerate(reference.texts):
            edits = (reference.edits[number] if reference.edits is not None else None) if with_edits else None
            yield "absent" if text is None else f"text {' '.join(text)}"
            yield from (f"{edit.start} {edit.end} {edit.type} {' '.join(edit.replacement)}" for edit in edits or ())
