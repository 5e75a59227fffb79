"""An `EvalSet` with edits in; difficulty weights, weighted scores, intervals and paired tests out.

The mathematics is in the folder beside this file; here references are chosen, scores get their intervals, and what a
reader must be warned about is gathered.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from redink.annotation.annotator import Annotator
from redink.arrays import Flags, Floats, Ints
from redink.errors import UsageError
from redink.evaluation.results import Difference, Results, SystemScores
from redink.questions.difficulty.mathematics.chunks import Clashes, GoldChunks, gold_chunks
from redink.questions.difficulty.mathematics.judging_table import JudgingTable, judge
from redink.questions.difficulty.mathematics.measures import (
    Difficulty,
    Settings,
    free_false_positives,
    measures,
    sentence_stats,
)
from redink.questions.difficulty.mathematics.pool import (
    Pool,
    mismatches,
    other_pipeline,
    pool_from_file,
    pool_of,
    without_sentences,
)
from redink.questions.difficulty.mathematics.references import MeanOverReferences, ReferenceRule, best_reference, chosen
from redink.questions.difficulty.mathematics.weights import check_weights
from redink.questions.difficulty.results import ChunkTest, DifficultyResults, Judged
from redink.questions.difficulty.retyping import with_own_types
from redink.questions.score.run import Trust, score
from redink.reading.weights import SolvedCounts
from redink.records import Counts, Edits, EvalSet, Reference, Score
from redink.scoring.measure import Absent, Conventions
from redink.signature import Signature, checksum
from redink.stats.intervals import interval
from redink.stats.resampling import Resamples, Swaps, bootstrap
from redink.stats.significance import approximate_randomisation, holm, mcnemar_exact, paired_bootstrap


class _Summable(Protocol):
    @property
    def name(self) -> str:
        """The name of the score."""

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn sums into scores."""


@dataclass(frozen=True, slots=True)
class References:
    """Which references count, and how."""

    rule: ReferenceRule = "one"
    """`one` (the paper), `best` of each sentence, or the `mean` over all."""
    index: int = 0
    """Which one, with `one`."""
    absent: Absent = "noop"
    """An annotator without a line left the sentence alone, or was not asked."""
    skip_mismatches: bool = False
    """Whether sentences whose chunks are not those of the weight file are left out, instead of refusing the file."""
    clashes: Clashes | None = None
    """Gold edits that overlap: `refuse`, or chunks of `both`; `both` in mode `faithful` when nothing is said."""


def measure_difficulty(
    data: EvalSet,
    *,
    settings: Settings | None = None,
    references: References | None = None,
    weights: SolvedCounts | None = None,
    trust: Trust | None = None,
    pipeline: str = "none",
) -> DifficultyResults:
    """Judge how hard every error is, and score the systems with that.

    Args:
        data: Sources, references and systems, all with edits.
        settings: Mode, weight function, weight of false positives, leave-one-out, β.
        references: Which references count, and how.
        weights: A weight file; without one the systems at hand judge.
        trust: Asks for confidence intervals.
        pipeline: Who made the edits, for the signature.
    """
    settings, references = settings or Settings(), references or References()
    judged, skipped = _judge_all(data, settings, references, weights, pipeline)
    n_judges = judged[0].pool.size - settings.leave_one_out
    warnings = [*check_weights(settings.weight, n_judges, mode=settings.mode), *_outsiders(judged[0], settings)]
    warnings += [*_other_edits(weights, pipeline), *_clashing(judged[0].table.gold)]
    if skipped:
        shown = ", ".join(str(number + 1) for number in skipped)
        warnings.append(
            f"{len(skipped)} sentences do not have the chunks of the weight file and are left out: {shown}."
        )
    resamples = None if trust is None else _draw(data, trust)
    tables = {
        name: _tables(judged, column, settings, references) for column, name in enumerate(judged[0].table.systems)
    }
    unweighted = settings.unweighted()
    plain = {name: _tables(judged, column, unweighted, references) for column, name in enumerate(tables)}
    scored: list[tuple[dict[str, Floats], Sequence[_Summable]]] = [
        (tables, _measures(settings, references, "w")),
        (plain, _measures(unweighted, references, "u")),
    ]
    systems = tuple(
        SystemScores(
            name,
            tuple(_score(measure, own[name], resamples, trust) for own, group in scored for measure in group),
        )
        for name in tables
    )
    signature = _signature(data, judged, settings, references, trust, pipeline)
    return DifficultyResults(
        Results(signature, systems, footnotes=tuple(warnings)),
        data.sources,
        settings,
        judged,
        tables,
        plain,
        references.rule,
        errors_left=_errors_left(judged, settings, references),
    )


def _judge_all(
    data: EvalSet, settings: Settings, references: References, weights: SolvedCounts | None, pipeline: str
) -> tuple[tuple[Judged, ...], list[int]]:
    if not data.systems:
        raise UsageError("there is no system to judge", remedy="give at least one output")
    used = _used(data, references)
    if weights is not None and len(used) > 1:
        raise UsageError("a weight file belongs to one reference", remedy="use it with --several one")
    faithful = settings.mode == "faithful"
    clashes = references.clashes or ("both" if faithful else "refuse")

    def lay_out(edits: list[Edits | None]) -> GoldChunks:
        return gold_chunks(data.sources, edits, literal_alternatives=faithful, clashes=clashes)

    skipped: list[int] = []
    judged = []
    for reference in used:
        edits = _gold_edits(reference, references.absent)
        gold = lay_out(edits)
        if weights is not None and references.skip_mismatches:
            skipped = [number for number in mismatches(gold, weights, data.sources) if number < len(edits)]
            weights = without_sentences(weights, skipped)
            kept = [None if number in set(skipped) else own for number, own in enumerate(edits)]
            gold = lay_out(kept)
        table = judge(gold, data.sources, data.systems)
        if weights is None:
            judged.append(Judged(reference.name, table, pool_of(table)))
        else:
            judged.append(Judged(reference.name, *pool_from_file(table, weights, data.sources, pipeline)))
    return tuple(judged), skipped


def _used(data: EvalSet, references: References) -> tuple[Reference, ...]:
    if references.rule != "one":
        return data.references
    if not 0 <= references.index < len(data.references):
        names = ", ".join(f"{number}: {one.name}" for number, one in enumerate(data.references))
        remedy = f"choose from {names}" if names else "give one"
        raise UsageError(f"there is no reference {references.index}", remedy=remedy)
    return (data.references[references.index],)


def _gold_edits(reference: Reference, absent: Absent) -> list[Edits | None]:
    if reference.edits is None:
        raise UsageError(f"reference {reference.name!r} has no edits yet", remedy="annotate it first")
    return [() if own is None and absent == "noop" else own for own in reference.edits]


def _tables(judged: Sequence[Judged], column: int, settings: Settings, references: References) -> Floats:
    """Give the counts of a system: (S × 5), or (S × 5k) for the mean over k references."""
    each = [sentence_stats(one.table, column, one.pool, settings) for one in judged]
    if references.rule == "best":
        return chosen(each, _choice(judged, each, settings))
    return np.concatenate(each, axis=1)


def _choice(judged: Sequence[Judged], each: Sequence[Floats], settings: Settings) -> Ints:
    return best_reference(each, [_present(one.table.gold) for one in judged], settings.beta)


def _present(gold: GoldChunks) -> Flags:
    present: Flags = gold.lengths > 0
    return present


def _errors_left(judged: Sequence[Judged], settings: Settings, references: References) -> dict[str, int]:
    """Count the errors of each reference, and with `best` those of the references chosen for each system."""
    counts = {one.reference: len(one.table.gold.edits) for one in judged}
    if references.rule == "best":
        per_sentence = np.stack(
            [np.bincount(one.table.gold.sentence, minlength=one.table.gold.n_sentences) for one in judged]
        )
        for column, name in enumerate(judged[0].table.systems):
            each = [sentence_stats(one.table, column, one.pool, settings) for one in judged]
            choice = _choice(judged, each, settings)
            counts[f"chosen for {name}"] = int(per_sentence[choice, np.arange(len(choice))].sum())
    return counts


def _measures(settings: Settings, references: References, prefix: str) -> Sequence[_Summable]:
    each: tuple[Difficulty, ...] = measures(settings, prefix=prefix)
    return tuple(map(MeanOverReferences, each)) if references.rule == "mean" else each


def _draw(data: EvalSet, trust: Trust) -> Resamples:
    return Resamples.draw(len(data.sources), trust.resamples, np.random.default_rng(trust.seed), data.documents)


def _score(measure: _Summable, table: Floats, resamples: Resamples | None, trust: Trust | None) -> Score:
    counts = Counts(*map(float, table[:, :3].sum(axis=0))) if table.shape[1] == 5 else None
    if resamples is None or trust is None:
        value, spread = float(measure.score_from_sums(table.sum(axis=0)[np.newaxis])[0]), None
    else:
        moved = bootstrap(table, measure.score_from_sums, resamples)
        value, spread = moved.estimate, interval(moved, level=trust.level, method=trust.method)
    return Score(measure.name, None if math.isnan(value) else value, spread, counts)


def _outsiders(judged: Judged, settings: Settings) -> list[str]:
    """Warn about systems outside the pool, and about false positives that are free because nobody in it makes them."""
    if settings.false_positives != "paper":
        return []
    warnings = []
    for column, name in enumerate(judged.table.systems):
        free, false = free_false_positives(judged.table, column, judged.pool, settings)
        # Published files do not name their systems: there, free false positives give an outsider away.
        if free or (judged.pool.systems and name not in judged.pool.systems):
            warnings.append(
                f"{name}: {free} of its {false} false positives on correct text weigh nothing, since no system that "
                "judges the difficulty makes them; --fp unit weighs each 1."
            )
    return warnings


def _other_edits(weights: SolvedCounts | None, pipeline: str) -> list[str]:
    if weights is None or not other_pipeline(weights, pipeline):
        return []
    theirs = weights.settings["pipeline"]
    return [f"The edits behind the weight file come from {theirs}, those of this run from {pipeline}."]


def _clashing(gold: GoldChunks) -> list[str]:
    clashing = gold.clashing()
    if not len(clashing):
        return []
    shown = ", ".join(str(number + 1) for number in clashing[:10].tolist())
    more = ", …" if len(clashing) > 10 else ""
    return [f"Gold edits overlap in {len(clashing)} sentences and stay both, with tokens twice: {shown}{more}."]


def with_conventional(
    results: DifficultyResults, data: EvalSet, measure: str, conventions: Conventions | None = None
) -> DifficultyResults:
    """Put the scores of a conventional measure (M2, F0.5, …) behind the weighted ones, to compare ranks with."""
    found = score(data, [measure], conventions=conventions)
    systems = tuple(
        replace(own, scores=(*own.scores, other.scores[0]))
        for own, other in zip(results.scores.systems, found.systems, strict=True)
    )
    return replace(results, scores=replace(results.scores, systems=systems))


def compare_difficulty(
    results: DifficultyResults, data: EvalSet, trust: Trust | None = None, *, base: str | None = None
) -> DifficultyResults:
    """Test each system against the base: weighted F_β and A by resampling, b on the shared chunks by McNemar's test.

    p-values are adjusted by Holm over the systems of a measure.
    """
    trust = trust or Trust()
    names = list(results.tables)
    first = base or names[0]
    if first not in names:
        raise UsageError(f"there is no system {first!r}", remedy=f"choose from {', '.join(names)}")
    others = [name for name in names if name != first]
    rule = References(results.rule)
    differences: list[Difference] = []
    for measure in _measures(results.settings, rule, "w")[2:]:
        paired = _paired_test(data, trust, measure)
        tests = [paired(results.tables[first], results.tables[name]) for name in others]
        differences += _adjusted(measure.name, first, others, tests)
    chunk_tests = _adjusted_chunk_tests([_chunk_test(results.judged[0].table, first, name) for name in others])
    scores = replace(results.scores, differences=tuple(differences))
    return replace(results, scores=scores, chunk_tests=chunk_tests)


def _paired_test(
    data: EvalSet, trust: Trust, measure: _Summable
) -> Callable[[Floats, Floats], tuple[float | None, float | None]]:
    score = measure.score_from_sums
    if trust.test == "bootstrap":
        plan = _draw(data, trust)

        def test(first: Floats, second: Floats) -> tuple[float | None, float | None]:
            result = paired_bootstrap(bootstrap(first, score, plan), bootstrap(second, score, plan))
            return result.difference, result.p

        return test
    swaps = Swaps.draw(len(data.sources), trust.resamples, np.random.default_rng(trust.seed), data.documents)

    def randomised(first: Floats, second: Floats) -> tuple[float | None, float | None]:
        result = approximate_randomisation(swaps.sums(first), swaps.sums(second), score)
        return result.difference, result.p

    return randomised


def _adjusted(
    measure: str, base: str, others: Sequence[str], tests: Sequence[tuple[float | None, float | None]]
) -> Iterable[Difference]:
    adjusted = holm([math.nan if p is None else p for _, p in tests])
    for name, (difference, p), corrected in zip(others, tests, adjusted.tolist(), strict=True):
        yield Difference(measure, base, name, difference, p, None if p is None else corrected)


def _chunk_test(table: JudgingTable, base: str, system: str) -> ChunkTest:
    first, second = (table.correct[:, table.systems.index(name)] for name in (base, system))
    discordant = [(first & ~second), (second & ~first)]
    every = [int(flags.sum()) for flags in discordant]
    errors = [int((flags & table.is_error).sum()) for flags in discordant]
    return ChunkTest(
        base, system, every[0], every[1], mcnemar_exact(*every), errors[0], errors[1], mcnemar_exact(*errors)
    )


def _adjusted_chunk_tests(tests: Sequence[ChunkTest]) -> tuple[ChunkTest, ...]:
    every, errors = holm([one.p for one in tests]), holm([one.errors_p for one in tests])
    return tuple(
        replace(one, adjusted_p=float(p), errors_adjusted_p=float(errors_p))
        for one, p, errors_p in zip(tests, every, errors, strict=True)
    )


def retyped(data: EvalSet, annotator: Annotator) -> EvalSet:
    """Give the gold edits of every reference our own types, and leave their spans and corrections as they are."""
    references = tuple(
        own if own.edits is None else replace(own, edits=with_own_types(data.sources, own.edits, annotator))
        for own in data.references
    )
    return replace(data, references=references)


def _signature(
    data: EvalSet,
    judged: Sequence[Judged],
    settings: Settings,
    references: References,
    trust: Trust | None,
    pipeline: str,
) -> Signature:
    drawn = {} if trust is None else {"resamples": trust.resamples, "seed": trust.seed, "interval": trust.method}
    pool: Pool = judged[0].pool
    return Signature.of(
        measures="difficulty",
        mode=settings.mode,
        weight=settings.weight.name,
        fp=settings.false_positives,
        leave_one_out=settings.leave_one_out,
        N=pool.size,
        pool=checksum(pool.systems) if pool.systems else "unknown",
        reference=judged[0].reference if len(judged) == 1 else f"{references.rule} of {len(judged)}",
        absent=references.absent,
        pipeline=pipeline,
        sentences=len(data.sources),
        data=checksum(" ".join(tokens) for tokens in data.sources),
        **drawn,
    )
