"""An `EvalSet` and names of measures in; scores with intervals, paired tests and breakdowns out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from redink.errors import UsageError
from redink.evaluation.estimate import (
    all_pairs,
    enough_resamples,
    estimates_of_all,
    fewest_for,
    interval_notes,
    too_few_resamples,
)
from redink.evaluation.in_memory import takes_texts
from redink.evaluation.preparation import expect_data, prepare
from redink.evaluation.rankings import (
    best_first,
    differences_from_base,
    differences_from_winner,
    rank_systems,
    resolution_notes,
    resolved,
)
from redink.evaluation.results import Difference, Procedure, Ranking, Results, SystemScores
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import CORRECTIONS, Correction, Draws, TestName, Trust
from redink.evaluation.type_schemes import notes_on_excluded
from redink.evaluation.workforce import Workforce, workforce
from redink.language.trees import tree_pipeline
from redink.questions.score.all_measures import named_measures
from redink.questions.score.breakdowns import Breakdown, breakdown_tables
from redink.questions.score.pipeline_notes import pipeline_notes
from redink.questions.score.plan import DEFAULT_MEASURES, Plan, run_plan, score_conditions, sorted_types
from redink.records import EvalSet, Score
from redink.scoring.edit_overlap import Rule, Size
from redink.scoring.measure import (
    Absent,
    Conventions,
    Measure,
    counts_of,
    notes_of,
)
from redink.scoring.names import expect_scorable, parse_measures
from redink.signature import Value
from redink.stats.intervals import IntervalMethod

if TYPE_CHECKING:
    from redink.stats.aggregation import Aggregate, TieRule


@takes_texts
def score(
    data: EvalSet,
    measures: str | Sequence[str] = DEFAULT_MEASURES,
    *,
    rule: Rule = "faithful",
    absent: Absent = "missing",
    size: Size = "all",
    exclude: Sequence[str] = (),
    max_unchanged: int = 2,
    ignore_whitespace_casing: bool = False,
    keep_types: bool = False,
    preset: str | None = None,
    ci: bool = False,
    interval: IntervalMethod = "percentile",
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 12345,
    by: str | None = None,
    metadata: str | Path | None = None,
    counts: bool = False,
    leaders: bool = False,
    coverage: str | Path | None = None,
    aggregate: Aggregate | Sequence[Aggregate] = (),
    ties: TieRule = "original",
    gold_against_auto: bool = False,
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
) -> Results:
    """Give the score of every system by every measure. The pipeline finds the edits of texts first.

    Args:
        data: The result of `read`, or a table in memory. Instead, you can give texts by keyword: `sources=[...]`,
            `outputs={"mine": [...]}`, `references=[[...], ...]`, with one text for each sentence.
        measures: Names of measures; `all` for every measure that can score these data.
        rule: `faithful` gives exactly the numbers of the published programs; `corrected` fixes the bugs of these
            programs.
        absent: What it means if an annotator has no line for a sentence: the annotator did not see the sentence
            (`missing`), changed nothing (`noop`), or agrees with the first annotator who has a line (`agree`).
        size: Count only edits with at most one token on each side (`single`), only longer edits (`multi`), or `all`.
        exclude: Error types to leave out.
        max_unchanged: Number of unchanged tokens that an edit of M2 may contain.
        ignore_whitespace_casing: Whether M2 leaves out edits of systems that change only spaces or case.
        keep_types: Whether edits keep their types where references and systems have different ones.
        preset: A shared task or corpus, such as `conll14` or `bea19`; sets measures, rule, types and pipeline.
        ci: Whether scores get confidence intervals.
        interval: Kind of interval: `percentile` or `bca`.
        level: Level of the intervals.
        resamples: Number of random draws.
        seed: Seed of the random draws. The same seed gives the same result.
        by: Show scores for each `operation`, `type`, `operation-type`, `length`, or value of a column of `metadata`.
        metadata: A TSV table with one row for each sentence.
        counts: Whether `by` also shows TP, FP, FN, P and R.
        leaders: Whether to show the best system of each error type, tested against the second best.
        coverage: A coverage file. It corrects EM (or EIM) for the small number of references.
        aggregate: Also rank the systems by their sentence scores: `trueskill`, `expected-wins` or `mean`.
        ties: Equal sentence scores in `aggregate`: as in the `original` programs, or as `half` a win for each system.
        gold_against_auto: Whether to score every system against the edits of M2 references and against edits that are
            found again, and to test the difference.
        auto: Whether to find the edits of M2 references again, instead of using the edits in the file.
        pipeline: `redink-en`, `errant`, `plain`, or a spaCy model.
        cache: Whether to save the analyses of sentences in the cache folder of the user.
        jobs: Number of processes. The result does not depend on it.
        cluster: Address of the scheduler of a Dask cluster that does the work.
    """
    conventions = Conventions(
        *(rule, absent, size, sorted_types(exclude)),
        max_unchanged=max_unchanged,
        ignore_whitespace_casing=ignore_whitespace_casing,
    )
    expect_data(data)
    measures, left_out = named_measures(measures, data, replace(conventions, parser=tree_pipeline(pipeline)))
    plan = run_plan(measures, conventions, preset, pipeline)
    trust = Trust(interval, level, resamples, seed)
    methods = (aggregate,) if isinstance(aggregate, str) else tuple(dict.fromkeys(aggregate))
    breakdown = Breakdown(by, metadata, counts, leaders, coverage, methods, ties)
    breakdown.expect_sensible(len(data.systems))
    expect_scorable(plan.measures, data)
    if gold_against_auto:
        from redink.questions.score.gold_and_auto import expect_gold, gold_and_auto_table

        expect_gold(data, plan.need, auto=auto)
    with workforce(jobs, cluster) as workers:
        prepared = partial(
            prepare,
            need="edits" if breakdown.by_type else plan.need,
            pipeline=plan.pipeline,
            cache=cache,
            types=breakdown.by_type or plan.looks_at_types,
            keep_types=keep_types,
            workforce=workers,
        )
        ready = prepared(data, auto=auto)
        results = scored(
            ready.data,
            plan.measures,
            conventions=plan.conventions,
            trust=trust if ci else None,
            pipeline=ready.pipeline,
            workforce=workers,
        )
        tables = breakdown_tables(results, plan.measures, plan.conventions, trust, breakdown, ready.notes)
        more = breakdown.conditions()
        if gold_against_auto:
            again = prepared(replace(data, systems=ready.data.systems), auto=True)
            trust = replace(trust, test="bootstrap")
            found_again = Statistics(again.data, workers)
            tables = (*tables, gold_and_auto_table(results, found_again, trust, again.pipeline))
            more |= {"auto": again.pipeline}
    signature = results.signature
    if breakdown != Breakdown() or gold_against_auto:
        signature = score_conditions(
            ready.data,
            parse_measures(plan.measures, plan.conventions),
            plan.conventions,
            trust if ci or leaders or methods or gold_against_auto else None,
            ready.pipeline,
            tested=gold_against_auto,
            by_type=breakdown.by_type,
            more=more,
        )
    return replace(
        results,
        footnotes=(*results.footnotes, *left_out, *(() if breakdown.by_type else ready.notes)),
        breakdowns=tables,
        signature=signature,
    )


@takes_texts
def compare(
    data: EvalSet,
    measures: str | Sequence[str] = ("F0.5",),
    *,
    rule: Rule = "faithful",
    absent: Absent = "missing",
    size: Size = "all",
    exclude: Sequence[str] = (),
    max_unchanged: int = 2,
    ignore_whitespace_casing: bool = False,
    keep_types: bool = False,
    preset: str | None = None,
    base: str | None = None,
    test: TestName = "randomisation",
    correction: Correction = "holm",
    alpha: float = 0.05,
    resamples: int | None = None,
    seed: int = 12345,
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
) -> Results:
    """Score all systems, best first, and test every pair for ranks, clusters and letters.

    The p-values of a measure are adjusted for the number of its tests: of the tests against the base, or of all pairs.

    Arguments that are not in this list mean the same as in `score`:
        data: The result of `read`, with two or more systems.
        base: Name of the system with which each other system is compared. Without it: the first of two systems; with
            more systems, the best one, with p-values adjusted for all pairs.
        test: The paired test.
        correction: Correction for multiple tests: `holm`, `bh` (Benjamini and Hochberg) or `none`.
        alpha: Significance level: a difference with a p-value up to this is significant.
        resamples: Number of random draws. Without it: 1,000, or more if the number of pairs needs more.
    """
    conventions = Conventions(
        *(rule, absent, size, sorted_types(exclude)),
        max_unchanged=max_unchanged,
        ignore_whitespace_casing=ignore_whitespace_casing,
    )
    plan = run_plan(measures, conventions, preset, pipeline, unless_named=("F0.5",))
    expect_data(data)
    base = _expect_base(base, [system.name for system in data.systems])
    trust = Trust(seed=seed, test=test, correction=correction, alpha=alpha)
    expect_scorable(plan.measures, data)
    with workforce(jobs, cluster) as workers:
        ready = prepare(
            data,
            plan.need,
            pipeline=plan.pipeline,
            cache=cache,
            auto=auto,
            types=plan.looks_at_types,
            keep_types=keep_types,
            workforce=workers,
        )
        if resamples is None:
            resamples = enough_resamples(len(data.systems), alpha=alpha, correction=correction)
        trust = replace(trust, resamples=resamples)
        results = scored(
            ready.data,
            plan.measures,
            conventions=plan.conventions,
            trust=trust,
            pipeline=ready.pipeline,
            workforce=workers,
        )
    results = replace(results, footnotes=(*results.footnotes, *ready.notes))
    return _with_tests(results, ready.data, plan, trust, ready.pipeline, base)


def _expect_base(base: str | None, names: Sequence[str]) -> str | None:
    """Give the base: the one that was named, the first of two, or none; refuse what is not there."""
    if len(names) < 2:
        raise UsageError(f"there is nothing to compare: {len(names)} system", remedy="give two or more outputs")
    if base is not None and base not in names:
        raise UsageError(f"there is no system {base!r}", remedy=f"choose the base from {', '.join(names)}")
    return names[0] if base is None and len(names) == 2 else base


def scored(
    data: EvalSet,
    measures: Sequence[str] = ("F0.5",),
    *,
    conventions: Conventions | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
    workforce: Workforce | None = None,
    statistics: Statistics | None = None,
) -> Results:
    """Score data that have all their edits, with intervals when `trust` is given.

    What `statistics` has counted before is not counted again; more is added to it.
    """
    conventions = conventions or Conventions()
    parsed = parse_measures(measures, conventions)
    statistics = statistics or Statistics(data, workforce)
    statistics.count(parsed)
    draws = None if trust is None else Draws(trust, len(data.sources), data.documents)
    systems = tuple(_system_scores(statistics, parsed, draws))
    return Results(
        score_conditions(data, parsed, conventions, trust, pipeline),
        systems,
        footnotes=(
            *(interval_notes(draws) if draws else ()),
            *notes_on_excluded(data, conventions.exclude),
            *notes_of(parsed, data),
            *pipeline_notes(data, systems, parsed, pipeline),
        ),
        rule=conventions.rule,
        statistics=statistics,
    )


def _with_tests(results: Results, data: EvalSet, plan: Plan, trust: Trust, pipeline: str, base: str | None) -> Results:
    """Test every pair of systems that were scored, and put the best first."""
    parsed = parse_measures(plan.measures, plan.conventions)
    testing = Procedure(trust.test, trust.resamples, trust.alpha, trust.correction, base)
    draws = Draws(trust, len(data.sources), data.documents)
    differences, rankings = _tested(results, parsed, draws, testing, base)
    named: dict[str, Value] = {} if base is None or len(data.systems) == 2 else {"base": base}
    tested = replace(
        results,
        signature=score_conditions(data, parsed, plan.conventions, trust, pipeline, tested=True, more=named),
        differences=differences,
        footnotes=(
            *results.footnotes,
            *resolution_notes(rankings, draws),
            *_too_few_for_pairs(len(data.systems), trust, has_base=base is not None),
        ),
        rankings=rankings,
        testing=testing,
    )
    return best_first(tested)


def _system_scores(statistics: Statistics, measures: Sequence[Measure], draws: Draws | None) -> Iterator[SystemScores]:
    names = [system.name for system in statistics.data.systems]
    scores: dict[tuple[str, str], Score] = {}
    for group in statistics.sharing(measures):
        tables = [statistics.rows(group[0], name) for name in names]
        counts = [counts_of(group[0], rows.sum(axis=0)) for rows in tables]
        for name, row in zip(names, estimates_of_all(tables, group, draws, counts=counts), strict=True):
            scores |= {(name, score.measure): score for score in row}
    for name in names:
        for measure in measures:
            published = statistics.corpus_score(measure, name)
            if published is not None:
                scores[name, measure.name] = replace(scores[name, measure.name], value=published)
        yield SystemScores(name, tuple(scores[name, measure.name] for measure in measures))


def _tested(
    results: Results, measures: Sequence[Measure], draws: Draws, testing: Procedure, base: str | None
) -> tuple[tuple[Difference, ...], tuple[Ranking, ...]]:
    assert results.statistics is not None
    names = [system.name for system in results.systems]
    differences: list[Difference] = []
    rankings: list[Ranking] = []
    for measure in measures:
        tables = results.statistics.tables(measure)
        tests = all_pairs(tables, measure.score_from_sums, draws)
        ranking = rank_systems(measure.name, names, results.values(measure.name), tests, testing)
        rankings.append(replace(ranking, resolved=resolved(tables, measure, draws)))
        if base is None:
            differences += differences_from_winner(ranking)
        else:
            differences += differences_from_base(measure.name, names, base, tests, testing.correction)
    return tuple(differences), tuple(rankings)


def _too_few_for_pairs(systems: int, trust: Trust, *, has_base: bool) -> tuple[str, ...]:
    """Say so of the comparisons with the base, or else of all pairs, which need more."""
    pairs = systems * (systems - 1) // 2
    enough = fewest_for(pairs, trust)
    if trust.resamples >= enough or not has_base or trust.resamples < fewest_for(systems - 1, trust):
        return too_few_resamples(systems - 1 if has_base else pairs, trust)
    return (
        f"With {trust.resamples} resamples no two of {systems} systems can differ significantly after "
        f"{CORRECTIONS[trust.correction]}'s correction over {pairs} pairs, so letters and clusters say nothing: "
        f"use {enough} or more.",
    )
