"""An `EvalSet` in; difficulty weights, weighted scores, intervals and paired tests out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from redink.arrays import Floats, Ints
from redink.errors import InputError, Place, UsageError
from redink.evaluation.estimate import adjusted, estimates, with_first
from redink.evaluation.in_memory import takes_texts
from redink.evaluation.preparation import prepare
from redink.evaluation.presets import find_preset
from redink.evaluation.results import Difference, Results, SystemScores
from redink.evaluation.trust import Draws, TestName, Trust
from redink.questions.difficulty.mathematics.chunks import Clashes
from redink.questions.difficulty.mathematics.formulas import (
    COLUMNS,
    UNWEIGHTED,
    WEIGHTED,
    Settings,
    formulas,
    sentence_stats,
)
from redink.questions.difficulty.mathematics.judged_reference import (
    JudgedReference,
    Mismatches,
    judge_reference,
    outsider_warnings,
)
from redink.questions.difficulty.mathematics.judging_table import JudgingTable, Matching
from redink.questions.difficulty.mathematics.pool import other_pipeline, success_rate_warnings
from redink.questions.difficulty.mathematics.references import ReferenceRule, best_reference, chosen, scorers
from redink.questions.difficulty.mathematics.weights import FalsePositives, Mode, check_weights, parse_weight
from redink.questions.difficulty.plan import Plan, difficulty_conditions
from redink.questions.difficulty.pools import weights_of
from redink.questions.difficulty.results import ChunkTest, DifficultyResults, ranked_measures
from redink.questions.difficulty.tables import Details
from redink.questions.score.run import scored
from redink.reading.corrections import Overlaps
from redink.reading.files import Source, display_name
from redink.reading.score_files import ScoreFile, read_score_file
from redink.records import Counts, EvalSet, Score
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Absent, Conventions, expect_choice, expect_list
from redink.scoring.names import parse_measure
from redink.stats.intervals import IntervalMethod
from redink.stats.significance import mcnemar_exact


@takes_texts
def difficulty(
    data: EvalSet,
    *,
    weights: str | Path | None = None,
    mismatches: Mismatches = "error",
    weight: str = "linear",
    mode: Mode = "paper",
    fp: FalsePositives = "paper",
    leave_one_out: bool = False,
    beta: float = 0.5,
    matching: Matching = "look-up",
    several: ReferenceRule = "one",
    reference: int = 0,
    by: str | None = None,
    levels: bool = False,
    against: str | None = None,
    across: Sequence[str | Path] = (),
    teams: bool = False,
    errors: str | None = None,
    compare: bool = False,
    corpus: bool = False,
    ci: bool = False,
    interval: IntervalMethod = "percentile",
    level: float = 0.95,
    keep_types: bool = False,
    test: TestName = "randomisation",
    rule: Rule = "faithful",
    absent: Absent = "missing",
    overlaps: Overlaps | None = None,
    preset: str | None = None,
    resamples: int = 1000,
    seed: int = 12345,
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
) -> DifficultyResults:
    """Weigh every error by how few systems correct it, and score with these weights (Gotou and others, 2020).

    Arguments that are not in this list mean the same as in `score`:
        data: What `read` gave; texts get their edits from the pipeline first.
        weights: A weight file, or a pool that redink carries (`conll14`, `conll14-newer`, `conll14-all`); without
            them the systems at hand judge the difficulty.
        mismatches: Sentences that do not have the chunks of the weight file: `error`, or `skip` them.
        weight: w of n of N systems: `linear:A,B,C`, `reciprocal:K`, `log:K` or `constant`.
        mode: What the `paper` says, or `faithful` to its program.
        fp: A false positive weighs as much as its chunk (`paper`), or 1 (`unit`).
        leave_one_out: Whether no system judges the difficulty it is scored with.
        beta: β of F.
        matching: Find chunks by `look-up` of their places, or by the paper's `elastic` matching.
        several: Several references: use `one`, the `best` of each sentence, or the `mean` over all.
        reference: Which reference, from 0; with `best` and `mean`, which one analyses show.
        by: Show the difficulty by `operation`, `type` or `operation-type`.
        levels: Whether the number of errors at each level is shown, and the breakpoint.
        against: Another measure, such as `M2`, to show places gained and lost against.
        across: Files of earlier runs (`results.save`), to compare ranks with.
        teams: Whether it is shown what each system adds, and which systems complement one another.
        errors: List the errors that `one` system alone solves, that `none` solves, or `all`.
        compare: Whether every system is tested against the first.
        corpus: Whether sentences, tokens, chunks, errors and the token error rate are shown.
        keep_types: Whether edits keep their types where references and systems have different ones.
        preset: A shared task or corpus, such as `conll14`: says how absent annotators and overlaps are read.
        test: The paired test.
        overlaps: Gold edits that overlap: `error`, or chunks of `both`; as `mode` has it when left out.
    """
    if preset is not None:
        absent, pipeline = find_preset(preset).picked_absent, find_preset(preset).pipeline or pipeline
    settings = Settings(mode, parse_weight(weight), fp, leave_one_out, beta, matching)
    clashes: Clashes = "both" if overlaps_of(overlaps, settings.mode, preset) == "both" else "refuse"
    conventions = Conventions(rule, absent)
    against = None if against is None else parse_measure(against, conventions).name
    earlier = _earlier_scores(across, (*ranked_measures(settings), *((against,) if against else ())))
    plan = Plan(
        settings=settings,
        several=several,
        reference=reference,
        absent=absent,
        clashes=clashes,
        weights=() if weights is None else weights_of(weights),
        mismatches=mismatches,
        against=against,
        conventions=conventions,
        ci=ci,
        trust=Trust(interval, level, resamples, seed, test),
        details=Details(by, levels, teams, errors, corpus, compare),
    )
    ready = prepare(data, "edits", pipeline=pipeline, cache=cache, auto=auto, types=True, keep_types=keep_types)
    results = replace(measured(ready.data, plan, pipeline=ready.pipeline), type_notes=ready.notes)
    names = [system.name for system in results.scores.systems]
    here = {measure: dict(zip(names, results.values(measure), strict=True)) for measure in earlier}
    return replace(results, across={measure: {"this corpus": here[measure]} | earlier[measure] for measure in earlier})


def overlaps_of(overlaps: Overlaps | None, mode: Mode, preset: str | None) -> Overlaps:
    """Give the way with overlapping gold edits, which is as the preset or the mode has it unless something is said."""
    if overlaps is not None:
        expect_choice("way with overlaps", overlaps, ("error", "first", "both"))
        return overlaps
    return "both" if mode == "faithful" else find_preset(preset).overlaps if preset else "error"


def _earlier_scores(paths: Sequence[Source], measures: Sequence[str]) -> dict[str, dict[str, dict[str, float | None]]]:
    """Read the scores of earlier runs: by measure, and by corpus, which is the name of a file."""
    expect_list("across", paths)
    files = {path: read_score_file(path) for path in paths}
    return {
        measure: {Path(path).stem: _scores_in(file, measure, path) for path, file in files.items()}
        for measure in (measures if files else ())
    }


def _scores_in(file: ScoreFile, measure: str, path: Source) -> dict[str, float | None]:
    systems = list(dict.fromkeys(system for scores in file.systems.values() for system in scores))
    if measure not in file.systems:
        raise InputError(
            f"no {measure} of {systems[0] if systems else 'any system'}",
            place=Place(display_name(path)),
            remedy="the earlier run must use the same measure",
        )
    return {system: file.systems[measure].get(system) for system in systems}


def measured(data: EvalSet, plan: Plan | None = None, *, pipeline: str = "none") -> DifficultyResults:
    """Judge how hard every error is, and score the systems with that."""
    plan = plan or Plan()
    settings, several = plan.settings, plan.several
    judged = _judge(data, plan, pipeline)
    shown = next(reference for reference in judged if reference.place == plan.reference)
    warnings = tuple(_warnings(plan, judged, shown))
    weighted, choices = _system_counts(judged, data, settings, several)
    unweighted, _ = _system_counts(judged, data, settings.unweighted(), several)
    conventional = _conventional(data, plan)
    draws = Draws(plan.trust, len(data.sources), data.documents)
    systems = []
    for system in data.systems:
        tables = ((weighted[system.name], WEIGHTED), (unweighted[system.name], UNWEIGHTED))
        scores = [score for rows, prefix in tables for score in _estimates(rows, prefix, plan, draws)]
        beside = () if conventional is None else conventional.of(system.name).scores
        systems.append(SystemScores(system.name, (*scores, *beside)))
    results = DifficultyResults(
        Results(difficulty_conditions(data, plan, judged, shown, pipeline), tuple(systems), footnotes=warnings),
        settings,
        several,
        judged,
        shown.place,
        weighted,
        unweighted,
        _errors_left(judged, choices),
        against=plan.against,
        details=plan.details,
    )
    return _compared(results, draws) if plan.details.compare else results


def _judge(data: EvalSet, plan: Plan, pipeline: str) -> tuple[JudgedReference, ...]:
    places = {plan.reference} | (set() if plan.several == "one" else set(range(len(data.references))))
    if plan.weights and len(places) > 1:
        raise UsageError("a weight file belongs to one reference", remedy="use it with --several one")
    return tuple(
        judge_reference(
            data,
            place,
            settings=plan.settings,
            absent=plan.absent,
            clashes=plan.clashes,
            weights=plan.weights,
            mismatched=plan.mismatches,
            pipeline=pipeline,
        )
        for place in sorted(places)
    )


def _system_counts(
    judged: Sequence[JudgedReference], data: EvalSet, settings: Settings, several: ReferenceRule
) -> tuple[dict[str, Floats], dict[str, Ints]]:
    """Give the counts of each system, and with `best` the reference chosen for each sentence.

    Counts are (S × 7), or (S × 7k) for the mean over k references.
    """
    counts: dict[str, Floats] = {}
    choices: dict[str, Ints] = {}
    present = [reference.table.gold.lengths > 0 for reference in judged]
    for column, system in enumerate(data.systems):
        tables = [sentence_stats(reference.table, column, reference.pool, settings) for reference in judged]
        if several == "best":
            choices[system.name] = best_reference(tables, present, settings.beta)
            counts[system.name] = chosen(tables, choices[system.name])
        else:
            counts[system.name] = np.concatenate(tables, axis=1)
    return counts, choices


def _errors_left(judged: Sequence[JudgedReference], choices: Mapping[str, Ints]) -> dict[str, int]:
    """Count the errors of each reference, and of the references chosen for each system."""
    golds = [reference.table.gold for reference in judged]
    counts = {reference.name: len(reference.table.gold.edits) for reference in judged}
    per_sentence = np.stack([np.bincount(gold.sentence, minlength=gold.n_sentences) for gold in golds])
    for system, choice in choices.items():
        counts[f"chosen for {system}"] = int(per_sentence[choice, np.arange(len(choice))].sum())
    return counts


def _estimates(rows: Floats, prefix: str, plan: Plan, draws: Draws) -> list[Score]:
    counts = Counts(*rows[:, :3].sum(axis=0).tolist()) if rows.shape[1] == len(COLUMNS) else None
    return estimates(rows, scorers(plan.settings, plan.several, prefix), draws if plan.ci else None, counts=counts)


def _conventional(data: EvalSet, plan: Plan) -> Results | None:
    """Score by the measure that ranks are held against."""
    if plan.against is None:
        return None
    ours = [formula.name for prefix in (WEIGHTED, UNWEIGHTED) for formula in formulas(plan.settings, prefix)]
    if plan.against in ours:
        raise UsageError(
            f"{plan.against} is among the weighted scores", remedy="compare with another measure: M2, F0.5"
        )
    return scored(data, (plan.against,), conventions=plan.conventions)


def _warnings(plan: Plan, judged: Sequence[JudgedReference], shown: JudgedReference) -> Iterator[str]:
    """Refuse weights that make no sense, and say what a reader of the numbers should know."""
    settings, weights = plan.settings, shown.weights
    yield from check_weights(settings.weight, shown.pool.size - settings.leave_one_out, mode=settings.mode)
    yield from success_rate_warnings(settings.weight, shown.pool)
    if settings.false_positives == "paper":
        yield from outsider_warnings(shown)
    if weights is not None and other_pipeline(weights, shown.pipeline):
        behind_weights = weights.settings["pipeline"]
        yield f"The edits behind the weight file come from {behind_weights}, those of this run from {shown.pipeline}."
    for reference in judged:
        yield from _clashing(reference, name=f"{reference.name}: " if len(judged) > 1 else "")
    if shown.skipped:
        numbers = ", ".join(str(number + 1) for number in shown.skipped)
        yield f"{len(shown.skipped)} sentences do not have the chunks of the weight file and are left out: {numbers}."


def _clashing(reference: JudgedReference, name: str) -> Iterator[str]:
    clashing = reference.table.gold.clashing()
    if len(clashing):
        numbers = ", ".join(str(number + 1) for number in clashing[:10].tolist())
        more = ", …" if len(clashing) > 10 else ""
        where = f"{len(clashing)} sentences; both are kept, so their tokens count twice: {numbers}{more}"
        yield f"{name}Gold edits overlap in {where}."


def _compared(results: DifficultyResults, draws: Draws) -> DifficultyResults:
    """Test each system against the first: wF_β and wA by resampling, b on the chunks they share by McNemar's test.

    p-values are adjusted by Holm over the systems of a measure.
    """
    first, *others = results.counts
    differences = []
    for scorer in scorers(results.settings, results.several, kinds=("F", "A")):
        tests = with_first(list(results.counts.values()), scorer.score_from_sums, draws)
        corrected = adjusted([test.p for test in tests], "holm")
        differences += [
            Difference(scorer.name, first, system, test.difference, test.p, p)
            for system, test, p in zip(others, tests, corrected, strict=True)
        ]
    table = results.reference().table
    return replace(
        results,
        scores=replace(results.scores, differences=tuple(differences)),
        chunk_tests=_chunk_tests([_chunk_test(table, first, system) for system in others]),
    )


def _chunk_test(table: JudgingTable, base: str, system: str) -> ChunkTest:
    first, second = (table.correct[:, table.systems.index(name)] for name in (base, system))
    discordant = [first & ~second, second & ~first]
    chunks = [int(flags.sum()) for flags in discordant]
    errors = [int((flags & table.is_error).sum()) for flags in discordant]
    return ChunkTest(
        base, system, chunks[0], chunks[1], mcnemar_exact(*chunks), errors[0], errors[1], mcnemar_exact(*errors)
    )


def _chunk_tests(tests: Sequence[ChunkTest]) -> tuple[ChunkTest, ...]:
    chunks, errors = adjusted([test.p for test in tests], "holm"), adjusted([test.errors_p for test in tests], "holm")
    return tuple(
        replace(test, adjusted_p=p, errors_adjusted_p=errors_p)
        for test, p, errors_p in zip(tests, chunks, errors, strict=True)
    )
